import Markup

/// State that only few blocks have. It is stored separately to keep blocks small.
final class BlockExtras {
  var disabledReasons: [String] = []
  var comment: BlockComment?
  var data: String?
  var unknownParts: UnknownParts?
  var unknownMutation: MutationState?
  var performedMutation: MutationState?
}

extension Block {
  /// The reasons why the block is disabled, in order; empty for an enabled block. A user's reason is
  /// `manuallyDisabled`.
  public var disabledReasons: [String] {
    get { extras?.disabledReasons ?? [] }
    set { if !newValue.isEmpty || extras != nil { createdExtras.disabledReasons = newValue } }
  }

  /// Whether no reason disables the block. Blocks around it may still be disabled.
  public var isEnabled: Bool { disabledReasons.isEmpty }

  /// The comment that the block's icon opens; nil for a block without one.
  public var comment: BlockComment? {
    get { extras?.comment }
    set { if newValue != nil || extras != nil { createdExtras.comment = newValue } }
  }

  /// Text that an app stores in the block.
  public var data: String? {
    get { extras?.data }
    set { if newValue != nil || extras != nil { createdExtras.data = newValue } }
  }

  /// The parts of the block in its file that are not in Blockly's format; nil for most blocks.
  public var unknownParts: UnknownParts? {
    get { extras?.unknownParts }
    set { if newValue != nil || extras != nil { createdExtras.unknownParts = newValue } }
  }

  /// The state of a mutation without a known mutator.
  public var unknownMutation: MutationState? {
    get { extras?.unknownMutation }
    set { if newValue != nil || extras != nil { createdExtras.unknownMutation = newValue } }
  }

  /// The mutator state for which the block is shaped; nil until the mutator's layout is first used.
  package var performedMutation: MutationState? {
    get { extras?.performedMutation }
    set { if newValue != nil || extras != nil { createdExtras.performedMutation = newValue } }
  }

  /// Records that the block now has the shape for its mutator's state.
  package func notePerformedMutation() {
    guard let mutator, performedMutation != nil else { return }
    performedMutation = MutationState(of: mutator)
  }

  private var createdExtras: BlockExtras {
    if let extras { return extras }
    let created = BlockExtras()
    extras = created
    return created
  }
}
