import BlockModel
import EventQueues
import MortiseScreen

/// The layout of the whole program: the cell of every block.
///
/// The coordinator reports every change of the model. Only the path from the changed block to its root is measured
/// again. Stacks are placed lazily, when positions are needed.
public final class WorkspaceLayout {
  /// The program that is laid out.
  public let workspace: Workspace
  /// The style in which it is drawn; `restyle(_:)` changes it.
  public private(set) var style: LayoutStyle
  var placement: StackPlacement
  /// Stacks that are new, moved or resized.
  private var stale: [ObjectIdentifier: BlockGroupLayout] = [:]
  /// The stacks and comments in reading order; nil if not computed yet.
  var order: PieceOrder? { didSet { knownBounds = nil } }
  var knownBounds: Rect?
  /// Layouts to be measured at the end of a bulk change, with their blocks, which it may delete; nil outside of one.
  private var deferred: [ObjectIdentifier: (layout: DefaultBlockLayout, block: Block)]?
  /// The entries of the last requested block, at a revision.
  var cachedEntries: (layout: DefaultBlockLayout, revision: Int, entries: LayoutEntries)?
  var comments = CommentPlacement()
  /// The layouts that keep their sections until they are drawn: startup measures and draws the same blocks.
  private var unshown: [DefaultBlockLayout] = []
  /// The rows of an earlier version between the blocks, by the ids of the blocks beside them.
  package internal(set) var ghosts: [String: GhostRows] = [:]
  /// Increases with every visible change.
  public private(set) var revision = 0

  /// Lays out the whole program; afterwards the coordinator reports every change.
  /// - Parameter canStop: whether the user may cancel. Nothing is laid out then.
  public init(workspace: Workspace, style: LayoutStyle, canStop: Bool = false) {
    self.workspace = workspace
    self.style = style
    placement = StackPlacement(isOutline: style.isOutline)
    isGivenUp = !rebuild(canStop: canStop)
  }

  /// Whether the user cancelled the first layout.
  package private(set) var isGivenUp = false

  /// Sets the style and lays out the whole program in it. If the user cancels, it stays as it was.
  /// - Returns: false if the user cancelled.
  @discardableResult
  public func restyle(_ style: LayoutStyle) -> Bool {
    guard style != self.style else { return true }
    let former = (self.style, placement, stale, order)
    self.style = style
    placement = StackPlacement(isOutline: style.isOutline)
    if rebuild(canStop: true) { return true }
    (self.style, placement, stale, order) = former
    return false
  }

  /// Lays out the whole program again, after the wordings of all blocks have changed.
  package func refresh() { _ = rebuild(canStop: false) }

  /// - Returns: false if the user cancelled; all blocks then have their former layouts.
  private func rebuild(canStop: Bool) -> Bool {
    placement.removeAll()
    order = nil
    stale = [:]
    forgetSections()
    var former = FormerLayouts()
    do throws(Progress.Cancelled) {
      try Progress.within(0...0.8, Progress.Activity("laying out", canStop: canStop)) {
        () throws(Progress.Cancelled) in
        var loop = Progress.Loop(of: workspace.blocks.count)
        for block in workspace.topBlocks {
          build(block, indentation: 0, &loop, &former)
          try loop.checkCancelled()
        }
      }
    } catch {
      former.restore()
      forgetSections()
      stale = [:]
      return false
    }
    former.dissolve()
    comments.removeAll()
    for comment in workspace.comments { added(comment) }
    revision += 1
    return true
  }

  /// The maximum number of layouts that keep their sections, about as many as a screen shows.
  private static let mostUnshown = 64

  /// Forgets the sections that were kept for the first drawing. Later drawings compute them, with all changes since.
  func forgetSections() {
    for layout in unshown { layout.forgetSections() }
    unshown = []
  }

  /// The layouts that blocks had before they were laid out again.
  private struct FormerLayouts {
    private var all: [(block: Block, layout: DefaultBlockLayout?)] = []

    mutating func note(_ block: Block) { all.append((block, block.layout as? DefaultBlockLayout)) }

    /// Breaks the cycles between the layouts, which are not used any more.
    func dissolve() { for (_, layout) in all { layout?.group.dissolve() } }

    /// Gives the blocks their layouts back.
    func restore() {
      for (block, layout) in all {
        (block.layout as? DefaultBlockLayout).map { if $0 !== layout { $0.group.dissolve() } }
        block.layout = layout
      }
    }
  }

  // MARK: - Building

  /// Builds the layouts of a block that is at the top level or has just been connected, and of all its descendants.
  private func build(_ root: Block, indentation: Int) {
    var loop = Progress.Loop(of: .max)
    var former = FormerLayouts()
    build(root, indentation: indentation, &loop, &former)
    former.dissolve()
  }

  /// Stops early if the loop must; the layouts are not used then.
  private func build(
    _ root: Block, indentation: Int, _ loop: inout Progress.Loop, _ former: inout FormerLayouts
  ) {
    // Parents precede children in this order, and are measured after them.
    var order: [(block: Block, indentation: Int)] = []
    var pending: [(block: Block, indentation: Int)] = [(root, indentation)]
    while let (block, indentation) = pending.popLast() {
      if loop.mustStop { return }
      let isOwnRow = block === root || block.outputConnection?.target == nil
      if isOwnRow { order.append((block, indentation)) } else { loop.step() }
      if let next = block.nextBlock { pending.append((next, indentation)) }
      for input in block.inputs {
        guard let child = input.connectedBlock else { continue }
        pending.append((child, input.kind == .statement ? indentation + style.statementIndent : indentation))
      }
    }
    let room = Self.mostUnshown - unshown.count
    for index in order.indices.reversed() {
      if loop.mustStop { return }
      let (block, indentation) = order[index]
      former.note(block)
      let group = BlockGroupLayout()
      let layout = DefaultBlockLayout(
        block: block, indentation: indentation, chunk: BlockGroupLayout.Chunk(group: group))
      if let former = block.layout as? DefaultBlockLayout { layout.addChildren(of: former) }
      if !ghosts.isEmpty { layout.ghosts = ghosts[block.id] }
      block.layout = layout
      layout.measure(style: style, keepingSections: index < room)
      if index < room { unshown.append(layout) }
      loop.step()
      let isHead = block === root || block.previousConnection?.target?.sourceInput != nil
      if isHead { assemble(from: block) }
    }
    if let stack = (root.layout as? DefaultBlockLayout)?.group, root.parent == nil { markStale(stack) }
  }

  /// Assembles a measured block and the blocks below it into one stack.
  private func assemble(from head: Block) {
    let group = BlockGroupLayout()
    var block: Block? = head
    while let current = block {
      if let layout = current.layout as? DefaultBlockLayout { group.append(layout) }
      block = current.nextBlock
    }
  }

  // MARK: - Changes of the model

  /// Call this after a block's contents or shape changed.
  public func changed(_ block: Block) {
    guard let layout = layout(showing: block) else { return }
    if deferred == nil { return remeasure(layout) }
    deferred?[ObjectIdentifier(layout)] = (layout, layout.block)
    revision += 1
  }

  /// Makes many changes and measures the affected blocks once, at the end. Until then, queries return the old layout.
  public func performBatch(_ changes: () -> Void) {
    guard deferred == nil else { return changes() }
    deferred = [:]
    changes()
    let pending = deferred ?? [:]
    deferred = nil
    Progress.within(0.5...0.8, Progress.Activity("laying out")) {
      var loop = Progress.Loop(of: pending.count)
      for (layout, block) in pending.values where block.layout === layout && workspace.blocks[block.id] === block {
        remeasure(layout)
        loop.step()
      }
    }
  }

  /// Whether a bulk change is being made.
  var isDeferring: Bool { deferred != nil }

  /// Call this after a block and its descendants were added at the top level.
  public func added(_ block: Block) { build(block, indentation: 0) }

  /// Call this before a top-level block and its descendants are removed.
  public func willRemove(_ block: Block) {
    if let stack = (block.layout as? DefaultBlockLayout)?.group { forget(stack) }
    for descendant in block.descendants() { (descendant.layout as? DefaultBlockLayout)?.group.dissolve() }
  }

  /// Call this after a top-level block was moved.
  public func moved(_ block: Block) {
    guard let stack = (block.layout as? DefaultBlockLayout)?.group else { return }
    markStale(stack)
    if isDeferring { stack.origin = StackPlacement.cell(of: block.position) }
  }

  /// Call this after a block was connected to an input or next connection.
  public func connected(_ block: Block) {
    guard let superior = block.superiorConnection else { return }
    if let stack = (block.layout as? DefaultBlockLayout)?.group { forget(stack) }
    if superior.kind == .inputValue {
      // A value is shown in its parent's rows; the blocks in its statement inputs keep their layouts.
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

  /// Call this after a block was disconnected from `parent` and became a top-level block.
  public func disconnected(_ block: Block, from parent: Block) {
    if let layout = block.layout as? DefaultBlockLayout {
      if layout.group.first === layout {
        // The block was the first one in a statement input.
        layout.group.owner = nil
        changed(parent)
      }
      released(block)
    } else {
      build(block, indentation: 0)
      changed(parent)
    }
  }

  /// Call this after a block with its own rows became a top-level block because its parent's input or connection was
  /// removed.
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

  /// Call this after the position of a top-level block in file order changed.
  public func reordered() {
    placement.markAllStale()
    revision += 1
  }

  /// Call this after a workspace comment was added.
  public func added(_ comment: WorkspaceComment) {
    let layout = CommentLayout(comment)
    layout.measure(style: style)
    comments.insert(layout)
    revision += 1
  }

  /// Call this after a workspace comment was removed.
  public func removed(_ comment: WorkspaceComment) {
    if let layout = comments.remove(comment), let area = layout.placedRect {
      order?.remove(.comment(layout), at: area.origin)
    }
    revision += 1
  }

  /// Call this after a workspace comment's text or size changed.
  public func changed(_ comment: WorkspaceComment) {
    comments[comment.id]?.measure(style: style)
    moved(comment)
  }

  /// Call this after a workspace comment was moved.
  public func moved(_ comment: WorkspaceComment) {
    comments.markStale()
    revision += 1
  }

  /// Rebuilds the layouts of a moved block if its indentation changed, because its lines may then break elsewhere.
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
    let parentIndentation = layout(showing: superior.sourceBlock)?.indentation ?? 0
    return superior.sourceInput?.kind == .statement ? parentIndentation + style.statementIndent : parentIndentation
  }

  private func remeasure(_ layout: DefaultBlockLayout) {
    let (rows, width) = (layout.rowCount, layout.width)
    layout.measure(style: style)
    revision += 1
    propagate(from: layout, rowsBefore: rows, widthBefore: width)
  }

  /// Updates the stack of a measured block, then the block that holds the stack, and so on up to the top level.
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

  /// Updates the layout after members were added to or removed from a stack.
  private func resized(_ group: BlockGroupLayout, rows: Int, widthChanged: Bool) {
    revision += 1
    guard let owner = group.owner else { return markStale(group) }
    let (rowsBefore, widthBefore) = (owner.rowCount, owner.width)
    owner.body(group, grewBy: rows)
    owner.measureWidth(style: style)
    propagate(from: owner, rowsBefore: rowsBefore, widthBefore: widthBefore)
  }

  // MARK: - Placement

  private func markStale(_ stack: BlockGroupLayout) {
    revision += 1
    // A stack inside a collapsed block is not placed.
    guard let block = stack.first?.block, block.parent == nil else { return }
    stale[ObjectIdentifier(stack)] = stack
    if isDeferring, stack.placedRect == nil { stack.origin = StackPlacement.cell(of: block.position) }
  }

  private func forget(_ stack: BlockGroupLayout) {
    revision += 1
    stale[ObjectIdentifier(stack)] = nil
    guard let rect = placement.remove(stack) else { return }
    order?.remove(.stack(stack), at: rect.origin)
    comments.markStale()
  }

  /// Updates the positions of all stacks and comments.
  func updatePlacement() {
    if !stale.isEmpty || placement.isStale {
      comments.markStale()
      let changes = Progress.within(0.8...1, Progress.Activity("laying out")) {
        placement.update(Array(stale.values)) { topStacks }
      }
      stale = [:]
      if let changes { reorder(changes.map { (.stack($0.stack), $0.old, $0.new) }) } else { order = nil }
    }
    let moved = comments.settle(workspace.comments, around: placement, canvasWidth: style.canvasWidth)
    reorder(moved.map { (.comment($0.layout), $0.old, $0.layout.rect) })
  }

  /// The top-level stacks in file order. Skips a block that was just released while its layout is still part of another
  /// stack.
  private var topStacks: [BlockGroupLayout] {
    workspace.topBlocks.compactMap { block in
      guard let layout = block.layout as? DefaultBlockLayout, layout.group.first === layout, layout.group.owner == nil
      else { return nil }
      return layout.group
    }
  }

  /// Updates the reading order after pieces were moved or resized.
  private func reorder(_ changes: [(piece: CanvasPiece, old: Rect?, new: Rect)]) {
    // For many pieces, sorting once is faster than moving each one.
    if changes.count > 64 { order = nil }
    for change in changes {
      if let old = change.old { order?.remove(change.piece, at: old.origin) }
      order?.insert(change.piece, in: change.new)
    }
  }

  /// The stacks and comments in reading order: by row, then by column.
  public var pieces: PieceOrder {
    updatePlacement()
    if let order { return order }
    let sorted = PieceOrder(topStacks.map(CanvasPiece.stack) + comments.all.map(CanvasPiece.comment))
    order = sorted
    return sorted
  }
}
