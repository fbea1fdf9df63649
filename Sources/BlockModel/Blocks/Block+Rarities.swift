import Markup

/// State that few blocks have, stored separately to keep blocks small.
final class BlockRarities {
  var disabledReasons: [String] = []
  var comment: BlockComment?
  var data: String?
  var unknownParts: UnknownParts?
  var unknownMutation: MutationState?
}

extension Block {
  /// The reasons for disabling the block, in order; empty for an enabled block. A user's reason is `manuallyDisabled`.
  public var disabledReasons: [String] {
    get { rarities?.disabledReasons ?? [] }
    set { if !newValue.isEmpty || rarities != nil { createdRarities.disabledReasons = newValue } }
  }

  public var isEnabled: Bool { disabledReasons.isEmpty }

  public var comment: BlockComment? {
    get { rarities?.comment }
    set { if newValue != nil || rarities != nil { createdRarities.comment = newValue } }
  }

  /// Text that an app stores in the block.
  public var data: String? {
    get { rarities?.data }
    set { if newValue != nil || rarities != nil { createdRarities.data = newValue } }
  }

  public var unknownParts: UnknownParts? {
    get { rarities?.unknownParts }
    set { if newValue != nil || rarities != nil { createdRarities.unknownParts = newValue } }
  }

  /// The state of a mutation without a known mutator.
  public var unknownMutation: MutationState? {
    get { rarities?.unknownMutation }
    set { if newValue != nil || rarities != nil { createdRarities.unknownMutation = newValue } }
  }

  private var createdRarities: BlockRarities {
    if let rarities { return rarities }
    let created = BlockRarities()
    rarities = created
    return created
  }
}
