import BlockEditing
import BlockFormats
import BlockLayout
import BlockModel
import BlockNotation
import MortiseScreen

/// The state that an intent is resolved against: the program and the cursor. Read-only.
public struct IntentState {
  /// The program, not to be changed.
  public let workspace: Workspace
  /// The layout of the program; nil if it isn't displayed.
  public let layout: WorkspaceLayout?
  /// The item at the cursor; nil in an empty program.
  public let cursor: FocusItem?
  /// The active drags, dialog or line.
  let previews: PreviewStack
  let clipboard: Clipboard?
  let selection: Selection
  /// The search whose items are marked; nil if there is none.
  public let search: ProgramSearch?
  let visited: VisitedItems
  let verbosity: Verbosity
  let wraps: Bool
  let readingIndices: ReadingIndices
  let problemFinder: ProblemFinder
  /// The reader's remarks on the file.
  let findings: [ProgramFinding]
  /// The change that can be repeated.
  let lastChange: Intent?
  /// The cache with the wordings of the blocks.
  let cache: ProgramCache
  /// Makes the layouts of mutators.
  let coordinator: WorkspaceLayoutCoordinator
  /// The position of a new stack; nil if blocks are inserted at the cursor.
  let newStackPosition: WorkspacePoint?
  /// Returns a hint at a command's key, to append to a message; empty if the command has no key.
  let hint: (_ command: String, _ action: String) -> String
  /// The comparison with an earlier version; nil if changes aren't marked.
  let comparison: VersionComparison?
  /// How many steps can be undone and redone.
  let undoCount: Int
  let redoCount: Int

  /// The items of the layout in reading order; nil if the program isn't displayed.
  public var order: ReadingOrder? { layout.map(ReadingOrder.init) }

  /// The block that the cursor is on or in.
  public var cursorBlock: Block? { cursor?.blockID.flatMap { workspace.blocks[$0] } }

  /// The workspace comment that the cursor is on.
  public var cursorComment: WorkspaceComment? {
    if case .comment(let id) = cursor { workspace.comment(withID: id) } else { nil }
  }

  /// The nearest block that can be moved or deleted: for a shadow, the block that holds it.
  var nearestNonShadowBlock: Block? {
    var block = cursorBlock
    while let current = block, current.isShadow { block = current.parent }
    return block
  }

  /// Whether a preview is active. The program must not be changed until it ends.
  public var isPreviewing: Bool { !previews.all.isEmpty }

  /// The remarks on the file, without those on blocks that no longer exist.
  var remarksOnFile: [ProgramFinding] {
    findings.filter { $0.workspaceBlockID.map { workspace.blocks[$0] != nil } ?? true }
  }

  /// The wordings of the blocks.
  var notation: NotationLibrary { cache.notation(of: workspace.factory) }

  /// Returns a new layout of a block's mutator; nil if it has no dialog.
  func mutatorLayout(of block: Block) -> MutatorLayout? {
    coordinator.layoutFactory.layoutWithView(of: block, coordinator: coordinator)
  }

  // MARK: - Free positions

  /// The position of a new stack: the one that the user chose for it, else below everything else.
  var freePosition: WorkspacePoint {
    if let newStackPosition { return newStackPosition }
    guard let layout, !layout.pieces.all.isEmpty else { return WorkspacePoint(x: 16, y: 32) }
    let bounds = layout.bounds
    return LayoutStyle.position(of: .init(x: max(2, bounds.minX), y: bounds.maxY + 1))
  }

  /// A position to the right of a block's stack, in the block's row. If the canvas is too narrow, a position below the
  /// stack.
  func positionBeside(_ block: Block) -> WorkspacePoint {
    guard let layout, let stack = layout.stackRect(of: block), let own = order?.rect(of: .block(id: block.id)) else {
      return freePosition
    }
    let width = BlockLabel.summary(of: block, limit: 40).count + 4
    let hasRoom = stack.maxX + 3 + width <= layout.style.canvasWidth
    return LayoutStyle.position(
      of: hasRoom ? Point(x: stack.maxX + 3, y: own.minY) : Point(x: stack.minX, y: stack.maxY + 1))
  }

  /// A position for a copy of the first statements of a stack, beside it and where it covers nothing.
  func positionBeside(_ blocks: [Block]) -> WorkspacePoint {
    let position = positionBeside(blocks[0])
    guard let layout else { return position }
    return LayoutStyle.position(of: layout.freeCell(from: LayoutStyle.cell(of: position), for: blocks))
  }

  // MARK: - The cursor afterwards

  /// The cursor's target after a block is deleted.
  /// - Parameter heal: whether the blocks below it stay.
  func focusAfterDeleting(_ block: Block, heal: Bool) -> FocusItem? {
    let next = heal ? block.nextInStack : nil
    if let superior = block.superiorConnection {
      let parent = superior.sourceBlock
      if let input = superior.sourceInput, next == nil {
        // The shadow that reappears, or the empty input.
        return superior.coveredShadow?.records.first?.id.map { .block(id: $0) }
          ?? .emptyInput(blockID: parent.id, name: input.name)
      }
      return .block(id: next?.id ?? parent.id)
    }
    return next.map { .block(id: $0.id) } ?? focusBesideStack(of: block) { $0.first?.block }
  }

  /// The cursor's target in the next stack or comment in reading order, else in the previous one.
  /// - Parameter target: returns the block of a stack to go to; nil if nothing is left of the stack.
  func focusBesideStack(of block: Block, _ target: (BlockGroupLayout) -> Block?) -> FocusItem? {
    guard let pieces = layout?.pieces.all, let index = order?.pieceIndex(of: .block(id: block.id)) else { return nil }
    for piece in Array(pieces[(index + 1)...]) + pieces[..<index].reversed() {
      switch piece {
      case .comment(let comment): return .comment(id: comment.comment.id)
      case .stack(let stack): if let block = target(stack) { return .block(id: block.id) }
      }
    }
    return nil
  }

  enum Side { case before, after }

  /// The item before or after a comment in reading order. Without one on that side, the item on the opposite side.
  func focusBeside(_ comment: WorkspaceComment, preferring side: Side) -> FocusItem? {
    let item = FocusItem.comment(id: comment.id)
    let (before, behind) = (order?.previous(before: item), order?.next(after: item))
    return side == .before ? before ?? behind : behind ?? before
  }

  // MARK: - Descriptions

  /// The line that a block begins, or that holds it: up to the first statements in it.
  public func lineDescription(of block: Block, limit: Int) -> String {
    BlockLabel.entry(of: block.lineHead, limit: limit)
  }

  /// The input around a block: `in do of repeat 10 times`. Nil at the top level.
  public func surroundings(of block: Block) -> String? {
    let line = block.lineHead
    guard let input = layout?.layout(showing: line)?.inputHoldingStack else { return nil }
    return "in \(BlockLabel.part(input))"
  }

  /// The whole block at the cursor: its text, its contents and its state.
  public var fullDescription: String {
    if let comment = cursorComment { return "comment: \(comment.text)" }
    guard let block = cursorBlock else { return "an empty program" }
    var parts = [BlockLabel.entry(of: block, limit: Int.max)]
    for input in block.inputs where input.kind == .statement {
      let count = input.connectedBlock.map { Array(sequence(first: $0, next: \.nextBlock)).count } ?? 0
      parts.append("\(BlockLabel.part(input)): \(count == 0 ? "empty" : count == 1 ? "1 block" : "\(count) blocks")")
    }
    if block.isShadow { parts.append("default value") }
    if selection.contains(block) { parts.append("selected") }
    if block.isCollapsed { parts.append("collapsed") }
    if !block.isEnabled { parts.append("disabled") }
    if !block.isDeletable { parts.append("can't be deleted") }
    if !block.isMovable { parts.append("can't be moved") }
    if !block.isEditable { parts.append("can't be edited") }
    if let bookmark = block.bookmark { parts.append("bookmark “\(bookmark)”") }
    if let comment = block.comment { parts.append("comment: \(comment.text)") }
    parts += problemFinder.messages(on: block.id).map { "problem: \($0)" }
    parts += problemFinder.findings(at: block.id).filter { $0.level > .error }.map {
      "advice: \(problemFinder.message(of: $0))"
    }
    return parts.joined(separator: " · ")
  }

  /// A summary of the program: the numbers of stacks, comments, blocks and problems.
  public var programDescription: String {
    func counted(_ count: Int, _ name: String) -> String? {
      count == 0 ? nil : IntentResolver.counted(count, name)
    }
    let parts = [
      counted(workspace.topBlocks.count, "stack"), counted(workspace.comments.count, "comment"),
      counted(workspace.blocks.count, "block"), counted(problemFinder.count, "problem"),
    ].compactMap(\.self)
    return parts.isEmpty ? "an empty program" : "the program has \(parts.joined(separator: ", "))"
  }

  /// The blocks around the one at the cursor, from the outside in, and the part of each that it is in.
  public var parentsDescription: String {
    guard let block = cursorBlock else { return cursorComment == nil ? "an empty program" : "not inside any block" }
    return surroundingInputs(of: block) ?? "not inside any block"
  }

  /// The inputs around a block, from the outside in; nil if there are none.
  func surroundingInputs(of block: Block) -> String? {
    var parts: [String] = []
    var inner = block
    while let superior = inner.superiorConnection {
      let holder = superior.sourceBlock
      if let input = superior.sourceInput {
        parts.append(BlockLabel.part(input) { BlockLabel.header(of: $0, limit: Self.parentLimit) })
      }
      inner = holder
    }
    return parts.isEmpty ? nil : parts.reversed().joined(separator: ", then ")
  }

  private static let parentLimit = 32
}

extension ProgramCache {
  /// Returns the wordings of the program's blocks.
  /// - Parameter factory: the one of the program.
  func notation(of factory: BlockFactory) -> NotationLibrary { object { NotationLibrary.of(factory) } }
}
