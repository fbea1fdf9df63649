import BlockLayout
import BlockModel
import MortiseScreen
import ProgramRunning

/// Draws the visible part of a program.
public struct CanvasView {
  let layout: WorkspaceLayout
  let theme: Theme
  /// The item under the cursor.
  let focus: FocusItem?
  /// The statement or top-level value in whose rows the cursor is.
  private let focusedBlock: Block?
  /// The ids of the selected blocks.
  var selectedIDs: Set<String>
  /// Whether an item was found by the search.
  var isFound: ((FocusItem) -> Bool)?
  /// Whether a block has a problem.
  var hasProblem: ((String) -> Bool)?
  /// The conditions of the breakpoints, by the ids of their blocks; empty for breakpoints without one.
  var breakpoints: [String: String] = [:]
  /// The signs at the left edge, by the ids of the blocks whose lines have changed.
  var changeSigns: [String: Character] = [:]
  /// The id of the block that runs, or runs next.
  var runningID: String?
  /// Whether that is at a moment of the past.
  var isPast = false
  /// Returns how often a block ran; nil for blocks of which that isn't known. Nil to show no counts.
  var runCount: ((String) -> Int?)?
  /// The notes after the lines; nil for none.
  var note: Note?

  /// - Parameters:
  ///   - focus: the item at the cursor; nil for none.
  ///   - selectedIDs: the ids of the selected blocks.
  public init(
    layout: WorkspaceLayout, theme: Theme, focus: FocusItem? = nil, selectedIDs: Set<String> = []
  ) {
    self.layout = layout
    self.theme = theme
    self.focus = focus
    self.selectedIDs = selectedIDs
    var block = focus?.blockID.flatMap { layout.workspace.blocks[$0] }
    while let value = block, value.outputConnection != nil, let parent = value.parent { block = parent }
    focusedBlock = block
  }

  /// Draws the canvas into an area of a grid, beginning at `scroll`.
  public func draw(on grid: inout CellGrid, in area: Rect, scroll: Point) {
    let offset = area.origin - scroll
    let blocks = layout.visibleBlocks(in: Rect(origin: scroll, size: area.size))
    let countEnd = runCount == nil ? 0 : countEnd(of: blocks, offset: offset, clip: area)
    for visible in blocks {
      draw(visible, at: visible.origin + offset, on: &grid, clip: area)
      drawEllipses(of: visible, at: visible.origin + offset, on: &grid, clip: area)
      if let hasProblem {
        drawSign("!", theme.problem, of: visible, at: visible.origin + offset, on: &grid, clip: area, isSpine: false) {
          hasProblem($0)
        }
      }
      if let sign = changeSigns[visible.layout.block.id] {
        let position = Point(x: area.minX, y: visible.origin.y + offset.y)
        _ = grid.write(String(sign), at: position, style: theme.emphasised(.plain), clip: area)
      }
      for (row, section, _) in visible.sections where section.isGhost {
        drawGhostSign(section, at: Point(x: area.minX, y: visible.origin.y + row + offset.y), on: &grid, clip: area)
      }
      if let runCount {
        drawCount(runCount, of: visible, at: visible.origin + offset, end: countEnd, on: &grid, clip: area)
      }
      drawRunningSigns(of: visible, at: visible.origin + offset, on: &grid, clip: area)
      if !selectedIDs.isEmpty {
        drawSign("*", theme.selection, of: visible, at: visible.origin + offset, on: &grid, clip: area, isSpine: true) {
          selectedIDs.contains($0)
        }
      }
    }
    for comment in layout.comments(in: Rect(origin: scroll, size: area.size)) {
      draw(comment, offset: offset, on: &grid, clip: area)
    }
    drawSignsBeyond(area, scroll: scroll, on: &grid)
    if let note { drawNotes(note, of: blocks, offset: offset, on: &grid, clip: area) }
  }

  /// Draws an ellipsis on each line of a block that is cut off at the right edge.
  private func drawEllipses(of visible: VisibleBlock, at origin: Point, on grid: inout CellGrid, clip: Rect) {
    for (row, section, _) in visible.sections {
      guard case .line(let tokens, let width) = section, origin.x + width > clip.maxX else { continue }
      // The last columns of a line may be blank.
      let isCut = tokens.contains { token in
        let blanks = token.token.text.reversed().prefix { $0 == " " }.count
        return origin.x + token.column + token.token.width - blanks > clip.maxX
      }
      guard isCut else { continue }
      drawEllipsis(inRow: origin.y + row, style: style(of: visible.layout.block), on: &grid, clip: clip)
    }
  }

  private func drawEllipsis(inRow y: Int, style: Style, on grid: inout CellGrid, clip: Rect) {
    let width = grid.repertoire.columns(of: "…")
    _ = grid.write("…", at: Point(x: clip.maxX - width, y: y), style: style, clip: clip)
  }

  /// Draws a workspace comment, moved by `offset`.
  func draw(_ comment: CommentLayout, offset: Point, on grid: inout CellGrid, clip: Rect) {
    let rect = comment.rect.offset(by: offset)
    let isFocused = focus == .comment(id: comment.comment.id)
    let isSurface = !layout.style.usesBrackets
    for row in 0..<rect.height {
      let position = Point(x: rect.minX, y: rect.minY + row)
      guard position.y >= clip.minY, position.y < clip.maxY else { continue }
      // The first row shows whether the comment is focused.
      let style = isFocused && row == 0 ? theme.focus : theme.note
      if isSurface {
        grid.fill(Rect(origin: position, size: Size(width: rect.width, height: 1)).intersection(clip), style: style)
      }
      let text = comment.rows.indices.contains(row) ? comment.rows[row] : ""
      let mark = row == 0 ? "✎" : isSurface ? " " : "┊"
      let line = isSurface ? " \(mark) \(text) " : "\(mark) \(text)"
      _ = grid.write(line, at: position, style: style, clip: clip)
      // A row that shows only the mark needs no ellipsis.
      let end = position.x + grid.repertoire.columns(of: line) - (isSurface ? 1 : 0)
      if !text.isEmpty, end > clip.maxX, position.x + 3 < clip.maxX {
        drawEllipsis(inRow: position.y, style: style, on: &grid, clip: clip)
      }
    }
  }

  private func draw(_ visible: VisibleBlock, at origin: Point, on grid: inout CellGrid, clip: Rect) {
    for (row, section, rowCount) in visible.sections {
      let position = Point(x: origin.x, y: origin.y + row)
      draw(
        section, of: visible.layout.block, level: visible.level, row: row, rowCount: rowCount, at: position, on: &grid,
        clip: clip)
    }
  }

  /// Draws a section of a block.
  /// - Parameters:
  ///   - level: the number of statement inputs around the block.
  ///   - row: the section's first row in the block.
  func draw(
    _ section: ContentSection, of block: Block, level: Int, row: Int, rowCount: Int, at position: Point,
    on grid: inout CellGrid, clip: Rect
  ) {
    switch section {
    case .line(let tokens, _) where section.isGhost:
      for token in tokens { drawGhost(token, of: block, level: level, at: position, on: &grid, clip: clip) }
      return
    case .line(let tokens, let width):
      if !layout.style.usesBrackets { fill(tokens, width: width, of: block, at: position, on: &grid, clip: clip) }
      for token in tokens { draw(token, on: block, row: row, at: position, on: &grid, clip: clip) }
      // A continued row has no edge.
      if let first = tokens.first, first.column > layout.style.barWidth, !layout.style.isOutline { return }
    case .body(let connection, let label):
      if !layout.style.usesBrackets {
        let size = Size(width: layout.style.statementIndent, height: rowCount)
        grid.fill(Rect(origin: position, size: size).intersection(clip), style: barStyle(of: block))
      }
      if let label, !layout.style.isOutline { draw(label, on: block, row: row, at: position, on: &grid, clip: clip) }
      if connection.target == nil { drawEmptyBody(connection, at: position, on: &grid, clip: clip) }
      if layout.style.isOutline {
        if connection.target == nil { drawDepth(level + 2, at: position, on: &grid, clip: clip) }
        return
      }
    }
    let isFirst = if case .line = section { row == 0 } else { false }
    drawEdge(of: block, level: level, isFirst: isFirst, at: position, rows: rowCount, on: &grid, clip: clip)
  }

  /// Fills a row of a statement. The blanks after a token have its foreground, so that the terminal gets no colours for
  /// them alone.
  private func fill(
    _ tokens: [PlacedToken], width: Int, of block: Block, at origin: Point, on grid: inout CellGrid, clip: Rect
  ) {
    let surface = runningID == block.id ? theme.running : style(of: block)
    var start = 0
    for (index, placed) in tokens.enumerated() {
      let end = index + 1 < tokens.count ? tokens[index + 1].column : width
      var style = style(of: placed.token, on: block)
      style.background = surface.background
      let rect = Rect(x: origin.x + start, y: origin.y, width: end - start, height: 1)
      grid.fill(rect.intersection(clip), style: style)
      start = end
    }
    let rest = Rect(x: origin.x + start, y: origin.y, width: width - start, height: 1)
    grid.fill(rest.intersection(clip), style: surface)
  }

  /// Draws a row that an earlier version had there. A row inside a block has the block's edge beside it.
  private func drawGhost(
    _ placed: PlacedToken, of block: Block, level: Int, at origin: Point, on grid: inout CellGrid, clip: Rect
  ) {
    let style = layout.style
    if placed.column > style.barWidth {
      if !style.usesBrackets {
        let size = Size(width: style.statementIndent, height: 1)
        grid.fill(Rect(origin: origin, size: size).intersection(clip), style: self.style(of: block))
      }
      drawEdge(of: block, level: level, at: origin, rows: 1, on: &grid, clip: clip)
    }
    let position = Point(x: origin.x + placed.column, y: origin.y)
    _ = grid.write(placed.token.text, at: position, style: theme.ghost, clip: clip)
  }

  /// Draws the sign of deleted text at the left edge, unless the row is blank.
  private func drawGhostSign(_ section: ContentSection, at position: Point, on grid: inout CellGrid, clip: Rect) {
    guard case .line(let tokens, _) = section, tokens.contains(where: { $0.token.text.contains { $0 != " " } }) else {
      return
    }
    _ = grid.write("-", at: position, style: theme.emphasised(.plain), clip: clip)
  }

  /// Draws a block's left edge, which spans everything inside the block. It is lit while the cursor is in the block's
  /// own rows.
  private func drawEdge(
    of block: Block, level: Int, isFirst: Bool = false, at origin: Point, rows: Int, on grid: inout CellGrid, clip: Rect
  ) {
    if layout.style.isOutline { return drawDepth(level + 1, at: origin, on: &grid, clip: clip) }
    let isLit = focusedBlock === block
    // The cursor on a block is one spot with its edge, which also needs fewer bytes.
    if isFirst, focus == .block(id: block.id), !layout.style.usesBrackets {
      grid.fill(Rect(origin: origin, size: Size(width: 1, height: 1)).intersection(clip), style: theme.focus)
      return
    }
    var style = barStyle(of: block)
    if isLit, theme.focus.background != .default { style.foreground = theme.focus.background }
    let glyph: Character = layout.style.usesBrackets ? isLit ? "█" : "▐" : isLit ? "▌" : "▎"
    grid.fill(
      Rect(origin: origin, size: Size(width: 1, height: rows)).intersection(clip), glyph: glyph,
      style: dimmed(style, of: block))
  }

  /// Draws the depth of a row of an outline. A depth of more than two digits is shown as “++”.
  private func drawDepth(_ depth: Int, at origin: Point, on grid: inout CellGrid, clip: Rect) {
    _ = grid.write(depth > 99 ? "++" : "\(depth)", at: origin, style: .plain, clip: clip)
  }

  // MARK: - Selection

  /// Draws a sign on some blocks: at the left edge of a block with rows of its own, in front of a value. In an
  /// outline it follows the depth, which must stay readable.
  /// - Parameter isSpine: whether the sign is drawn in all rows of a block, instead of only the first one.
  private func drawSign(
    _ sign: String, _ style: Style, of visible: VisibleBlock, at origin: Point, on grid: inout CellGrid, clip: Rect,
    isSpine: Bool, isOn: (_ blockID: String) -> Bool
  ) {
    func draw(at position: Point) {
      var style = style
      if style.background == .default, grid.bounds.contains(position) {
        style.background = grid[position].style.background
      }
      _ = grid.write(sign, at: position, style: style, clip: clip)
    }
    if isOn(visible.layout.block.id) {
      let left = origin.x + (layout.style.isOutline ? visible.level + 1 > 9 ? 2 : 1 : 0)
      for (row, _, rowCount) in visible.sections where isSpine || row == 0 {
        let end = isSpine ? row + rowCount : 1
        let edge = Rect(x: left, y: row + origin.y, width: 1, height: end - row).intersection(clip)
        for y in edge.minY..<edge.maxY { draw(at: Point(x: left, y: y)) }
      }
      if isSpine { return }
    }
    var marked: Set<String> = []
    for (row, section, _) in visible.sections {
      guard case .line(let tokens, _) = section else { continue }
      for placed in tokens where placed.token.block !== visible.layout.block && isOn(placed.token.block.id) {
        guard marked.insert(placed.token.block.id).inserted else { continue }
        // Other values have a blank in front of them.
        let isAtStart = placed.token.text.first == " " || placed.token.role == .bracket && placed.gap == 0
        let column = isAtStart ? placed.column : placed.column - 1
        draw(at: Point(x: origin.x + column, y: origin.y + row))
      }
    }
  }

  /// Draws the signs of breakpoints and, over them, of the block that runs.
  private func drawRunningSigns(of visible: VisibleBlock, at origin: Point, on grid: inout CellGrid, clip: Rect) {
    func draw(_ sign: String, _ style: Style, isOn: (String) -> Bool) {
      drawSign(sign, style, of: visible, at: origin, on: &grid, clip: clip, isSpine: false, isOn: isOn)
    }
    if !breakpoints.isEmpty {
      draw("●", theme.breakpoint) { breakpoints[$0]?.isEmpty == true }
      draw("◆", theme.breakpoint) { breakpoints[$0]?.isEmpty == false }
    }
    if let runningID { draw(isPast ? "◀" : "▶", theme.running) { $0 == runningID } }
  }

  /// Draws the number of a block's runs beside its first row, or the sign of a block that never ran.
  private func drawCount(
    _ count: (String) -> Int?, of visible: VisibleBlock, at origin: Point, end: Int, on grid: inout CellGrid, clip: Rect
  ) {
    let id = visible.layout.block.id
    guard let count = count(id) else { return }
    if count == 0 {
      return drawSign("○", theme.problem, of: visible, at: origin, on: &grid, clip: clip, isSpine: false) { $0 == id }
    }
    let text = " \(count.grouped)×"
    let width = grid.repertoire.columns(of: text)
    _ = grid.write(text, at: Point(x: end - width, y: origin.y), style: theme.hint, clip: clip)
  }

  /// The column at which the counts end: the right edge or, if that is far from the blocks, a column nearer to them.
  private func countEnd(of blocks: [VisibleBlock], offset: Point, clip: Rect) -> Int {
    var widest = clip.minX + 60
    for block in blocks {
      for case (_, .line(_, let width), _) in block.sections { widest = max(widest, block.origin.x + offset.x + width) }
    }
    // The scrollbar is in the last column.
    return min(widest + 8, clip.maxX - 1)
  }

  private func drawEmptyBody(_ connection: Connection, at origin: Point, on grid: inout CellGrid, clip: Rect) {
    let item = FocusItem.emptyInput(
      blockID: connection.sourceBlock.id, name: connection.sourceInput?.name ?? "")
    let position = Point(x: origin.x + layout.style.emptyInputColumn, y: origin.y)
    let style = focus == item ? theme.focus : theme.literal(on: colours(of: connection.sourceBlock))
    _ = grid.write("...", at: position, style: style, clip: clip)
  }

  /// Draws a token on the surface of a statement.
  private func draw(
    _ placed: PlacedToken, on statement: Block, row: Int, at origin: Point, on grid: inout CellGrid, clip: Rect
  ) {
    let token = placed.token
    if token.role == .mutatorIcon, !showsIcon(of: token.block) { return }
    let position = Point(x: origin.x + placed.column, y: origin.y)
    var style = isFocused(token, row: row) ? theme.focus : style(of: token, on: statement)
    // An underline needs no colour.
    if let isFound, isMarked(token, by: isFound) { style = style.adding(.underline) }
    _ = grid.write(token.text, at: position, style: style, clip: clip)
    if let swatch = token.swatch.flatMap(theme.swatch) {
      let area = Rect(x: position.x + 1, y: position.y, width: 2, height: 1)
      grid.fill(area.intersection(clip), style: Style(background: swatch))
    }
  }

  /// Whether the icon of a block's mutator is drawn: while the cursor is on the block, or on one of its values. In an
  /// outline it always is, as screen readers would say rows that change with the cursor.
  private func showsIcon(of block: Block) -> Bool {
    if layout.style.isOutline { return true }
    guard let id = focus?.blockID else { return false }
    return id == block.id || layout.workspace.blocks[id].map { $0.onlyField != nil && $0.parent === block } == true
  }

  /// Whether a token shows something that was found: the item itself, or the words of its block.
  private func isMarked(_ token: ContentToken, by isFound: (FocusItem) -> Bool) -> Bool {
    if let item = token.item { return isFound(item) }
    return (token.role == .label || token.role == .summary) && isFound(.block(id: token.block.id))
  }

  // MARK: - Styles

  /// The colours of a block; those of a disabled one are faint.
  private func colours(of block: Block) -> BlockColours {
    var colours = theme.colours(block.definition.colour, isUnknown: block.isUnknown)
    if !block.isEnabled { (colours.word, colours.tint) = (colours.faint, colours.faint) }
    return colours
  }

  /// The style of a block's left edge, and of its surface beside the blocks in it.
  private func barStyle(of block: Block) -> Style {
    let colours = colours(of: block)
    return theme.bright(Style(foreground: colours.bar, background: colours.surface))
  }

  /// The style of a statement's surface and its words.
  private func style(of statement: Block) -> Style {
    let colours = colours(of: statement)
    return dimmed(theme.bright(Style(foreground: colours.word, background: colours.surface)), of: statement)
  }

  /// Dims a disabled block where there are no colours.
  private func dimmed(_ style: Style, of block: Block) -> Style {
    block.isEnabled || !layout.style.usesBrackets ? style : style.adding(.dim)
  }

  /// The style of a token on a statement's surface.
  private func style(of token: ContentToken, on statement: Block) -> Style {
    if token.role == .note, layout.style.usesBrackets { return theme.note }
    let isOwn = token.block === statement
    let isWord = isOwn && [.label, .summary].contains(token.role)
    if runningID == statement.id || runningID == token.block.id {
      return isWord ? theme.emphasised(theme.running) : theme.running
    }
    let surface = colours(of: statement)
    let isFaint = !statement.isEnabled || !token.block.isEnabled
    if token.fill == .literal {
      var style = theme.literal(on: surface)
      if isFaint, theme.depth > .monochrome { style.foreground = surface.faint }
      return style
    }
    let own =
      token.fill == .variable ? theme.colours(.style("variable_blocks")) : isOwn ? surface : colours(of: token.block)
    let style = Style(
      foreground: isFaint ? surface.faint : isWord ? own.word : own.tint, background: surface.surface)
    let isBold = isWord && !isFaint && theme.depth > .monochrome
    return dimmed(theme.bright(isBold ? style.adding(.bold) : style), of: token.block)
  }

  private func isFocused(_ token: ContentToken, row: Int) -> Bool {
    guard let focus else { return false }
    if token.item == focus { return true }
    guard case .block(let id) = focus, token.block.id == id else { return false }
    switch token.role {
    // The focus highlights a block's first words.
    case .label, .summary: return row == 0 && token.isFirstOfBlock
    case .bracket: return true
    default: return false
    }
  }
}
