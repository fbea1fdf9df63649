import BlockModel
import Screen

/// The measured program: which cell every block is at.
///
/// It is told of every change of the model (by the coordinator) and measures only the path from the changed block to its
/// root. The places of the stacks are settled when somebody asks for them.
public final class WorkspaceLayout {
  public let workspace: Workspace
  public private(set) var style: LayoutStyle
  private var placement = StackPlacement()
  /// The rectangles that `placement` knows.
  private var placed: [ObjectIdentifier: (stack: BlockGroupLayout, rect: Rect)] = [:]
  /// Stacks that are new, have moved or changed their size.
  private var stale: [ObjectIdentifier: BlockGroupLayout] = [:]
  private var ordered: [BlockGroupLayout]?
  /// Rows that are measured when many changes are over; nil while each change is measured at once.
  private var deferred: [ObjectIdentifier: DefaultBlockLayout]?
  /// The entries of the row that was asked for last, as it was at a revision.
  var knownEntries: (layout: DefaultBlockLayout, revision: Int, entries: [LayoutEntry])?
  /// Stacks and comments in the order of reading, as long as it holds.
  private var orderedPieces: [CanvasPiece]?
  private var comments = CommentPlacement()
  /// Goes up with every change that can be seen.
  public private(set) var revision = 0

  public init(workspace: Workspace, style: LayoutStyle) {
    self.workspace = workspace
    self.style = style
    rebuild()
  }

  /// Lays everything out anew, for another width or another kind of terminal.
  public func restyle(_ style: LayoutStyle) {
    guard style != self.style else { return }
    self.style = style
    rebuild()
  }

  private func rebuild() {
    placement.removeAll()
    placed = [:]
    stale = [:]
    for block in workspace.topBlocks { build(block, indentation: 0) }
    comments.removeAll()
    for comment in workspace.comments { added(comment) }
    revision += 1
  }

  // MARK: - Building

  /// Measures a block that hangs on nothing, or has just been connected, with all below it.
  private func build(_ root: Block, indentation: Int) {
    // Reading order has the holders first; they are measured last.
    var order: [(block: Block, indentation: Int)] = []
    var waiting: [(block: Block, indentation: Int)] = [(root, indentation)]
    while let (block, indentation) = waiting.popLast() {
      let isOwnRow = block === root || block.outputConnection?.target == nil
      if isOwnRow { order.append((block, indentation)) }
      if let next = block.nextBlock { waiting.append((next, indentation)) }
      for input in block.inputs {
        guard let child = input.connectedBlock else { continue }
        waiting.append((child, input.kind == .statement ? indentation + style.statementIndent : indentation))
      }
    }
    for entry in order { (entry.block.layout as? DefaultBlockLayout)?.group.dissolve() }
    for (block, indentation) in order.reversed() {
      let group = BlockGroupLayout()
      let layout = DefaultBlockLayout(
        block: block, indentation: indentation, chunk: BlockGroupLayout.Chunk(group: group))
      block.layout = layout
      layout.measure(style: style)
      let isHead = block === root || block.previousConnection?.target?.sourceInput != nil
      if isHead { assemble(from: block) }
    }
    if let stack = (root.layout as? DefaultBlockLayout)?.group, root.parent == nil { markStale(stack) }
  }

  /// Makes one stack of a block and those below it, which have been measured.
  private func assemble(from head: Block) {
    let group = BlockGroupLayout()
    var block: Block? = head
    while let current = block {
      if let layout = current.layout as? DefaultBlockLayout { group.append(layout) }
      block = current.nextBlock
    }
  }

  // MARK: - Changes of the model

  /// What a block shows has changed, or its shape.
  public func changed(_ block: Block) {
    guard let layout = layout(showing: block) else { return }
    if deferred == nil { return remeasure(layout) }
    deferred?[ObjectIdentifier(layout)] = layout
    revision += 1
  }

  /// Makes many changes of which each would have the same rows measured: they are measured once, at the end. Until then,
  /// what is asked of them is as it was before.
  public func measuringOnce(_ changes: () -> Void) {
    guard deferred == nil else { return changes() }
    deferred = [:]
    changes()
    let waiting = deferred ?? [:]
    deferred = nil
    for layout in waiting.values where layout.block.layout === layout { remeasure(layout) }
  }

  /// A block has come to the top level, with all inside it.
  public func added(_ block: Block) { build(block, indentation: 0) }

  /// A top-level block is about to go, with all inside it.
  public func willRemove(_ block: Block) {
    if let stack = (block.layout as? DefaultBlockLayout)?.group { forget(stack) }
    for descendant in block.descendants() { (descendant.layout as? DefaultBlockLayout)?.group.dissolve() }
  }

  /// A top-level block has another place.
  public func moved(_ block: Block) {
    if let stack = (block.layout as? DefaultBlockLayout)?.group { markStale(stack) }
  }

  /// A block has been connected to another one's input or next connection.
  public func connected(_ block: Block) {
    guard let superior = block.superiorConnection else { return }
    if let stack = (block.layout as? DefaultBlockLayout)?.group { forget(stack) }
    if superior.kind == .inputValue {
      // A value is shown within the row of its holder; what stands in its statement inputs keeps its layouts.
      reindent(block)
      block.layout = nil
      changed(superior.sourceBlock)
    } else if superior.sourceInput == nil, let above = superior.sourceBlock.layout as? DefaultBlockLayout {
      reindent(block)
      guard let stack = (block.layout as? DefaultBlockLayout)?.group else { return }
      let group = above.group
      let (rows, width) = (group.rowCount, group.width)
      group.append(contentsOf: stack)
      resized(group, rows: group.rowCount - rows, widthChanged: group.width != width)
    } else {
      reindent(block)
      changed(superior.sourceBlock)
    }
  }

  /// A block has been disconnected from `parent` and stands at the top level.
  public func disconnected(_ block: Block, from parent: Block) {
    if let layout = block.layout as? DefaultBlockLayout {
      let group = layout.group
      if group.first === layout {
        // It was the first in a statement input.
        group.owner = nil
        changed(parent)
      } else {
        let (rows, width) = (group.rowCount, group.width)
        _ = group.split(before: layout)
        resized(group, rows: group.rowCount - rows, widthChanged: group.width != width)
      }
      reindent(block)
      if let stack = (block.layout as? DefaultBlockLayout)?.group { markStale(stack) }
    } else {
      build(block, indentation: 0)
      changed(parent)
    }
  }

  /// A block with rows of its own has come to the top level out of an input or connection that is gone.
  public func released(_ block: Block) {
    guard let layout = block.layout as? DefaultBlockLayout else { return }
    if layout.group.first === layout {
      layout.group.owner = nil
    } else {
      let group = layout.group
      let (rows, width) = (group.rowCount, group.width)
      _ = group.split(before: layout)
      resized(group, rows: group.rowCount - rows, widthChanged: group.width != width)
    }
    reindent(block)
    if let stack = (block.layout as? DefaultBlockLayout)?.group { markStale(stack) }
  }

  /// A workspace comment has come.
  public func added(_ comment: WorkspaceComment) {
    let layout = CommentLayout(comment)
    layout.measure(style: style)
    comments.insert(layout)
    revision += 1
  }

  /// A workspace comment has gone.
  public func removed(_ comment: WorkspaceComment) {
    comments.remove(comment)
    revision += 1
  }

  /// A workspace comment says something else, or has another size.
  public func changed(_ comment: WorkspaceComment) {
    comments[comment.id]?.measure(style: style)
    moved(comment)
  }

  /// A workspace comment has another place.
  public func moved(_ comment: WorkspaceComment) {
    comments.markStale()
    revision += 1
  }

  /// Measures a moved block's layouts anew where their indentation differs: lines break elsewhere.
  private func reindent(_ block: Block) {
    let indentation = expectedIndentation(of: block)
    guard let layout = block.layout as? DefaultBlockLayout, layout.indentation != indentation else {
      if block.layout == nil { build(block, indentation: indentation) }
      return
    }
    build(block, indentation: indentation)
  }

  private func expectedIndentation(of block: Block) -> Int {
    guard let superior = block.superiorConnection else { return 0 }
    let holder = layout(showing: superior.sourceBlock)?.indentation ?? 0
    return superior.sourceInput?.kind == .statement ? holder + style.statementIndent : holder
  }

  private func remeasure(_ layout: DefaultBlockLayout) {
    let (rows, width) = (layout.rowCount, layout.width)
    layout.measure(style: style)
    revision += 1
    propagate(from: layout, rowsBefore: rows, widthBefore: width)
  }

  /// Tells the stack of a remeasured block, the block that holds the stack, and so on up to the top level.
  private func propagate(from layout: DefaultBlockLayout, rowsBefore: Int, widthBefore: Int) {
    var member = layout
    var (rows, width) = (rowsBefore, widthBefore)
    while member.rowCount != rows || member.width != width {
      let group = member.group
      let change = group.remeasured(member, rowsBefore: rows, widthBefore: width)
      guard let owner = group.owner else {
        markStale(group)
        return
      }
      guard change.rows != 0 || change.widthChanged else { return }
      (rows, width) = (owner.rowCount, owner.width)
      owner.body(group, grewBy: change.rows)
      owner.measureWidth(style: style)
      member = owner
    }
  }

  /// Members were added to or taken from a stack.
  private func resized(_ group: BlockGroupLayout, rows: Int, widthChanged: Bool) {
    revision += 1
    guard let owner = group.owner else { return markStale(group) }
    let (rowsBefore, widthBefore) = (owner.rowCount, owner.width)
    owner.body(group, grewBy: rows)
    owner.measureWidth(style: style)
    propagate(from: owner, rowsBefore: rowsBefore, widthBefore: widthBefore)
  }

  // MARK: - Places

  private func markStale(_ stack: BlockGroupLayout) {
    revision += 1
    // A stack inside a collapsed block has no place.
    if stack.first?.block.parent == nil { stale[ObjectIdentifier(stack)] = stack }
  }

  private func forget(_ stack: BlockGroupLayout) {
    revision += 1
    let key = ObjectIdentifier(stack)
    stale[key] = nil
    guard let (_, rect) = placed.removeValue(forKey: key) else { return }
    placement.remove(stack, from: rect)
    ordered = nil
    comments.markStale()
    // Those that it had pushed away may return.
    for other in placed.values where other.stack.isPushed { stale[ObjectIdentifier(other.stack)] = other.stack }
  }

  /// Gives every stack and comment its place.
  func settle() {
    settleStacks()
    let mayDiffer = comments.settle(workspace.comments, around: placement, canvasWidth: style.canvasWidth)
    if mayDiffer { orderedPieces = nil }
  }

  private func settleStacks() {
    guard !stale.isEmpty else { return }
    comments.markStale()
    ordered = nil
    let inOrder = stale.values.sorted { ($0.first?.block.topOrder ?? 0) < ($1.first?.block.topOrder ?? 0) }
    let isLocal = inOrder.allSatisfy { stack in
      guard staysLocal(stack) else { return false }
      replace(stack)
      return true
    }
    if !isLocal {
      placement.removeAll()
      placed = [:]
      for block in workspace.topBlocks {
        if let stack = (block.layout as? DefaultBlockLayout)?.group { put(stack, for: block) }
      }
    }
    stale = [:]
  }

  /// Whether a stack can be placed anew without moving any other one.
  private func staysLocal(_ stack: BlockGroupLayout) -> Bool {
    guard let block = stack.first?.block, !stack.isPushed else { return stack.first == nil }
    let rect = Rect(origin: StackPlacement.cell(of: block.position), size: stack.rect.size)
    if placement.obstacle(for: rect, except: stack) != nil { return false }
    // One that was pushed away may return, or be pushed further, when something changes on its way.
    var touched = rect
    if let old = placed[ObjectIdentifier(stack)]?.rect { touched = touched.union(old) }
    touched = touched.inset(columns: -StackPlacement.margin.columns, rows: -StackPlacement.margin.rows)
    return !placed.values.contains { entry in
      guard entry.stack.isPushed, let other = entry.stack.first?.block else { return false }
      let wanted = Rect(origin: StackPlacement.cell(of: other.position), size: entry.rect.size)
      return wanted.union(entry.rect).intersects(touched)
    }
  }

  private func replace(_ stack: BlockGroupLayout) {
    let key = ObjectIdentifier(stack)
    if let (_, rect) = placed[key] { placement.remove(stack, from: rect) }
    if let block = stack.first?.block { put(stack, for: block) }
  }

  private func put(_ stack: BlockGroupLayout, for block: Block) {
    placement.place(stack, wanted: StackPlacement.cell(of: block.position))
    placed[ObjectIdentifier(stack)] = (stack, stack.rect)
  }

  /// The stacks in the order of reading: by row, then by column.
  public var stacks: [BlockGroupLayout] {
    settle()
    if let ordered { return ordered }
    let sorted = placed.values.map(\.stack).sorted { ($0.origin.y, $0.origin.x) < ($1.origin.y, $1.origin.x) }
    ordered = sorted
    return sorted
  }

  /// The stacks that can be seen in a part of the canvas.
  package func stacks(in rect: Rect) -> [BlockGroupLayout] {
    settle()
    return placement.stacks(in: rect)
  }

  /// The stacks and the comments in the order of reading: by row, then by column.
  public var pieces: [CanvasPiece] {
    let stacks = stacks
    if let orderedPieces { return orderedPieces }
    var pieces = stacks.map(CanvasPiece.stack)
    if !comments.isEmpty {
      pieces += comments.all.map(CanvasPiece.comment)
      pieces.sort { ($0.rect.minY, $0.rect.minX) < ($1.rect.minY, $1.rect.minX) }
    }
    orderedPieces = pieces
    return pieces
  }

  /// The comments that can be seen in a part of the canvas.
  public func comments(in rect: Rect) -> [CommentLayout] {
    settle()
    return comments.comments(in: rect)
  }

  /// The layout of a comment, at its place; nil when there is no such comment.
  public func layout(ofCommentID id: String) -> CommentLayout? {
    settle()
    return comments[id]
  }

  /// The free place for a new comment that is nearest to a cell.
  public func room(forComment size: Size, near cell: Point) -> Point {
    settle()
    return comments.room(near: cell, size: size, around: placement, canvasWidth: style.canvasWidth)
  }

  /// The first free place for a comment some columns and rows away from where it is shown, further on in that direction.
  public func room(forCommentID id: String, columns: Int, rows: Int) -> Point? {
    settle()
    return comments[id].map { comments.room(for: $0, columns: columns, rows: rows, around: placement) }
  }

  /// The part of the canvas that blocks and comments take.
  public var bounds: Rect {
    let all = pieces
    guard let first = all.first else { return Rect(x: 0, y: 0, width: 1, height: 1) }
    return all.dropFirst().reduce(first.rect) { $0.union($1.rect) }
  }
}
