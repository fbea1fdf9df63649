import BlockEditing
import BlockLayout
import BlockModel
import Screen

/// What an intent is resolved against: the program as it is, and where the user is in it. Nothing is changed through it.
public struct IntentState {
  public let workspace: Workspace
  public let layout: WorkspaceLayout?
  public let cursor: FocusItem?
  let dragger: Dragger
  /// The dialog that is open.
  let mutation: MutationSession?
  /// What stands between a block's mutator and the user; nil for a block without one.
  let mutatorLayout: (Block) -> MutatorLayout?
  /// How many steps can be undone and redone.
  let undoCount: Int
  let redoCount: Int

  public var order: ReadingOrder? { layout.map(ReadingOrder.init) }

  /// The block that the cursor is on or in.
  public var cursorBlock: Block? { cursor?.blockID.flatMap { workspace.blocks[$0] } }

  /// The workspace comment that the cursor is on.
  public var cursorComment: WorkspaceComment? {
    if case .comment(let id) = cursor { workspace.comment(withID: id) } else { nil }
  }

  /// The nearest block that can be moved or deleted: a shadow belongs to its holder.
  var realBlock: Block? {
    var block = cursorBlock
    while let current = block, current.isShadow { block = current.parent }
    return block
  }

  /// Whether something is on its way that is only previewed: nothing else may be done to the program.
  public var isPreviewing: Bool { dragger.isDragging || mutation != nil }

  /// Why nothing else may be done; nil when it may.
  var activePreviewReason: String? {
    if mutation != nil { return "a dialog is open; keep or leave it first" }
    return dragger.isDragging ? "something is on its way; drop it first" : nil
  }

  // MARK: - Room

  /// A place below everything that is there.
  var freePosition: WorkspacePoint {
    guard let layout, !layout.pieces.isEmpty else { return WorkspacePoint(x: 16, y: 32) }
    let bounds = layout.bounds
    return LayoutStyle.position(of: .init(x: max(2, bounds.minX), y: bounds.maxY + 1))
  }

  /// A place to the right of the stack that a block is in, in the block's row; below it where the canvas is too narrow.
  func positionBeside(_ block: Block) -> WorkspacePoint {
    guard let layout, let stack = layout.stackRect(of: block), let own = order?.rect(of: .block(id: block.id)) else {
      return freePosition
    }
    let width = BlockLabel.summary(of: block, limit: 40).count + 4
    let isRoom = stack.maxX + 3 + width <= layout.style.canvasWidth
    return LayoutStyle.position(
      of: isRoom ? Point(x: stack.maxX + 3, y: own.minY) : Point(x: stack.minX, y: stack.maxY + 1))
  }

  // MARK: - The cursor afterwards

  /// Where the cursor goes when a block is deleted.
  func focusAfterDeleting(_ block: Block) -> FocusItem? {
    if let superior = block.superiorConnection {
      let parent = superior.sourceBlock
      if let input = superior.sourceInput, block.follower == nil {
        // The shadow that comes back, or the empty place.
        return superior.coveredShadow?.records.first?.id.map { .block(id: $0) }
          ?? .emptyInput(blockID: parent.id, name: input.name)
      }
      return .block(id: block.follower?.id ?? parent.id)
    }
    if let next = block.follower { return .block(id: next.id) }
    let id = FocusItem.block(id: block.id)
    let end = order?.rect(of: id).flatMap { _ in block.lastInStack }
    return end.flatMap { order?.next(after: .block(id: $0.id)) } ?? order?.previous(before: id)
  }

  enum Side { case before, behind }

  /// What stands on one side of a comment in the order of reading, or else on the other.
  func focusBeside(_ comment: WorkspaceComment, preferring side: Side) -> FocusItem? {
    let item = FocusItem.comment(id: comment.id)
    let (before, behind) = (order?.previous(before: item), order?.next(after: item))
    return side == .before ? before ?? behind : behind ?? before
  }
}
