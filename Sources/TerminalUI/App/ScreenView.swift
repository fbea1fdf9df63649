import BlockModel
import Screen
import Terminal
import Workbench

/// Draws the whole screen: title, toolbox, canvas, status line, and the windows of the modes.
struct ScreenView {
  let editor: Editor
  private let layout: ScreenLayout
  private var grid: CellGrid

  init(editor: Editor) {
    self.editor = editor
    layout = editor.screen
    grid = CellGrid(size: editor.size, repertoire: editor.repertoire)
  }

  mutating func frame(modes: [any Mode]) -> Frame {
    guard layout.canvas.width >= 20, layout.canvas.height >= 3 else { return tooSmall() }
    drawTitle()
    drawToolbox()
    drawCanvas()
    drawStatus(modes.last)
    var frame = Frame(base: grid, cursor: editor.cursorOnScreen.origin)
    for mode in modes {
      guard let window = mode.window(in: editor) else { continue }
      frame.layers.append(window.layer)
      frame.cursor = window.layer.origin + window.cursor
    }
    frame.title = "mortise \(editor.programName)"
    if let cursor = frame.cursor, !grid.bounds.contains(cursor) { frame.cursor = nil }
    return frame
  }

  private mutating func tooSmall() -> Frame {
    _ = grid.write("too small", at: .zero, style: .plain)
    return Frame(base: grid, cursor: .zero)
  }

  private mutating func drawTitle() {
    let theme = editor.theme
    grid.fill(layout.title, style: theme.title)
    for (index, part) in TitleLine(editor: editor).parts.enumerated() {
      let style = index == 0 ? theme.title.adding(.bold) : theme.title
      _ = grid.write(part.text, at: part.rect.origin, style: style, clip: layout.title)
    }
  }

  private mutating func drawToolbox() {
    guard layout.showsToolbox else { return }
    let area = layout.toolbox
    let theme = editor.theme
    for (row, category) in editor.workbench.toolbox.categories.enumerated() where row + 1 < area.height {
      let y = area.minY + row + 1
      let surface = theme.surface(category.colour, isUnknown: false, isAlternate: false)
      let clip = Rect(x: 0, y: y, width: area.width, height: 1)
      if surface.background >= 0 {
        grid.fill(Rect(x: 0, y: y, width: 2, height: 1), style: surface)
      } else {
        _ = grid.write("▌", at: Point(x: 0, y: y), style: surface, clip: clip)
      }
      let x = surface.background >= 0 ? 3 : 1
      _ = grid.write(category.name, at: Point(x: x, y: y), style: .plain, clip: clip)
    }
    for y in area.minY..<area.maxY {
      _ = grid.write("│", at: Point(x: area.maxX, y: y), style: theme.rule)
    }
  }

  private mutating func drawCanvas() {
    guard let layout = editor.workbench.layout else { return }
    let view = CanvasView(layout: layout, theme: editor.theme, focus: editor.workbench.cursor)
    view.draw(on: &grid, in: self.layout.canvas, scroll: editor.scroll)
    if editor.workbench.cursor == nil {
      let words = "An empty program. Press t for the toolbox, ? for help."
      let area = self.layout.canvas
      _ = grid.write(words, at: Point(x: area.minX + 2, y: area.minY + 1), style: editor.theme.hint, clip: area)
    }
  }

  private mutating func drawStatus(_ mode: (any Mode)?) {
    let theme = editor.theme
    if let rule = layout.rule {
      for x in 0..<rule.width { _ = grid.write("─", at: Point(x: x, y: rule.minY), style: theme.rule) }
    }
    let area = layout.status
    let words = " " + (editor.message ?? mode?.words(in: editor) ?? "")
    let hints = mode?.hints ?? ""
    let hintWidth = TextWidth.columns(of: hints, repertoire: grid.repertoire) + 1
    let wordsWidth = TextWidth.columns(of: words, repertoire: grid.repertoire)
    let hasRoom = wordsWidth + hintWidth + 2 <= area.width
    let room = hasRoom ? area.width - hintWidth - 2 : area.width
    let shown = TextWidth.truncated(words, to: room, repertoire: grid.repertoire)
    _ = grid.write(shown, at: area.origin, style: theme.status, clip: area)
    if hasRoom {
      _ = grid.write(hints, at: Point(x: area.width - hintWidth, y: area.minY), style: theme.hint, clip: area)
    }
  }
}
