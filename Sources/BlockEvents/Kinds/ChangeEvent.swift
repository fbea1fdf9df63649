import BlockModel
import Markup

/// A property of a block was changed (`change`).
public final class ChangeEvent: BlocklyEvent {
  /// The changed part of a block.
  public enum Element: Hashable, Sendable {
    /// The value of a field.
    case field(name: String)
    /// The comment: its text, size and whether it is open.
    case comment
    /// Whether the block is collapsed to one row.
    case collapsed
    /// Whether the inputs are side by side.
    case inline
    /// Whether the block does nothing, for a reason: `MANUALLY_DISABLED` is the user's.
    case disabled(reason: String)
    /// The state of the mutator, and so the block's shape.
    case mutation
    /// The shape that a field or a variable's name implies. This element is Mortise's own: other clients derive the
    /// shape themselves.
    case shape
    /// Mortise's own elements, which Blockly ignores. `order` is the index among the top-level blocks.
    case deletable, movable, editable, data, order
    /// The shadow of an input, or of the next connection if nil. Also one of Mortise's own.
    case shadow(input: String?)
  }

  /// The value of an element.
  public enum Value: Equatable, Sendable {
    /// For `field`.
    case field(FieldState)
    /// For `comment`; nil for none.
    case comment(BlockComment?)
    /// A comment of which only the text is known, from an event's JSON.
    case commentText(String?)
    /// For `inline`, nil stands for the definition's default.
    case flag(Bool?)
    /// The state of a mutator, and the shadows of the inputs that the mutation adds, removes or moves: an empty
    /// snapshot for an input without a shadow.
    case mutation(MutationState?, shadows: [String: BlockSnapshot])
    /// For `data`; nil for none.
    case text(String?)
    /// For `order`, from 0.
    case index(Int)
    /// For `shadow`; nil for none.
    case shadow(BlockSnapshot?)
    /// Disabled for a reason with an index among the block's reasons. A single reason is a `flag`.
    case disabled(index: Int)
  }

  /// The changed part of the block.
  public let element: Element
  /// The value before, of the kind that belongs to `element`.
  public let old: Value
  /// The value after, of the kind that belongs to `element`.
  public let new: Value

  /// - Parameters:
  ///   - old: the value before; undo sets it.
  ///   - new: the value after; redo sets it.
  public init(blockID: String, workspaceID: String, element: Element, old: Value, new: Value) {
    self.element = element
    self.old = old
    self.new = new
    super.init(type: "change", workspaceID: workspaceID, blockID: blockID)
  }

  nonisolated deinit {}

  override public func writeMembers(to json: inout JSONBuilder, in workspace: Workspace) {
    writeChange(to: &json, in: workspace)
  }

  override public var isNull: Bool { old == new }

  override public var memorySize: Int { super.memorySize + old.memorySize + new.memorySize }

  override public func run(forward: Bool, on target: any EventTarget) throws(EventError) {
    try target.change(blockID: blockID ?? "", element, to: forward ? new : old)
  }

  override public func laterChange(forward: Bool, in workspace: Workspace) -> String? {
    guard let block = workspace.blocks[blockID ?? ""] else { return "the block was deleted" }
    return element.has(forward ? old : new, in: block) ? nil : "\(element.name) was changed"
  }

  override public func merged(with next: BlocklyEvent) -> BlocklyEvent? {
    guard let next = next as? ChangeEvent, next.blockID == blockID, next.element == element, let blockID else {
      return nil
    }
    // The shadows belong to the shapes before and after each mutation, so they can't be merged.
    if case .mutation(_, let shadows) = old, !shadows.isEmpty { return nil }
    if case .mutation(_, let shadows) = next.old, !shadows.isEmpty { return nil }
    return ChangeEvent(blockID: blockID, workspaceID: workspaceID, element: element, old: old, new: next.new)
  }
}

extension ChangeEvent.Element {
  /// Whether a block has a value of this element. Shadows aren't compared, nor the index among stacks, which changes
  /// with other stacks.
  fileprivate func has(_ value: ChangeEvent.Value, in block: Block) -> Bool {
    switch (self, value) {
    case (.field(let name), .field(let state)):
      // A label follows from the mutation.
      guard let field = block.firstField(withName: name), field.isSaved else { return true }
      return field.state.map { $0.saysTheSame(as: state) } ?? true
    case (.comment, .comment(let comment)): return block.comment == comment
    case (.comment, .commentText(let text)): return block.comment?.text == text
    case (.collapsed, .flag(let flag)): return block.isCollapsed == flag
    case (.inline, .flag(let flag)): return (block.inlineOverride ?? block.definition.inputsInline) == flag
    case (.deletable, .flag(let flag)): return block.isDeletable == flag
    case (.movable, .flag(let flag)): return block.isMovable == flag
    case (.editable, .flag(let flag)): return block.isEditable == flag
    case (.data, .text(let text)): return block.data == text
    case (.disabled(let reason), .flag(let flag)): return block.disabledReasons.contains(reason) == flag
    case (.disabled(let reason), .disabled): return block.disabledReasons.contains(reason)
    case (.mutation, .mutation(let state, _)): return block.mutationState == state
    default: return true
    }
  }

  /// The user's name for the element.
  fileprivate var name: String {
    switch self {
    case .field: "the field"
    case .comment: "the comment"
    case .mutation, .shape: "the block’s shape"
    default: "the block"
    }
  }
}

extension ChangeEvent.Value {
  /// The approximate memory that the value takes outside the event, in bytes.
  fileprivate var memorySize: Int {
    switch self {
    case .field(.text(let text)), .field(.lines(let text)), .text(.some(let text)), .commentText(.some(let text)):
      text.utf8.count
    case .comment(let comment): comment?.text.utf8.count ?? 0
    case .mutation(_, let shadows): 512 + shadows.values.reduce(0) { $0 + $1.memorySize }
    case .shadow(let shadow): shadow?.memorySize ?? 0
    default: 0
    }
  }
}
