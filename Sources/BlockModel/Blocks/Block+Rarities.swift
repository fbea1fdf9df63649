import Markup

/// What few blocks have; kept apart so that a block is small.
final class BlockRarities {
  var disabledReasons: [String] = []
  var comment: BlockComment?
  var data: String?
  var unknownParts: UnknownParts?
  var unknownMutation: MutationState?
}

extension Block {
  /// Why the block is disabled, in order; empty for an enabled block. A user's own reason is `manuallyDisabled`.
  public var disabledReasons: [String] {
    get { rarities?.disabledReasons ?? [] }
    set { if !newValue.isEmpty || rarities != nil { madeRarities.disabledReasons = newValue } }
  }

  public var isEnabled: Bool { disabledReasons.isEmpty }

  public var comment: BlockComment? {
    get { rarities?.comment }
    set { if newValue != nil || rarities != nil { madeRarities.comment = newValue } }
  }

  /// Text that an app keeps with the block.
  public var data: String? {
    get { rarities?.data }
    set { if newValue != nil || rarities != nil { madeRarities.data = newValue } }
  }

  public var unknownParts: UnknownParts? {
    get { rarities?.unknownParts }
    set { if newValue != nil || rarities != nil { madeRarities.unknownParts = newValue } }
  }

  /// The state of a mutation that no mutator here understands.
  public var unknownMutation: MutationState? {
    get { rarities?.unknownMutation }
    set { if newValue != nil || rarities != nil { madeRarities.unknownMutation = newValue } }
  }

  private var madeRarities: BlockRarities {
    if let rarities { return rarities }
    let made = BlockRarities()
    rarities = made
    return made
  }
}
