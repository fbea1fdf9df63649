import BlockFormats
import BlockModel

/// What a block stands in, as far as some blocks make sense only there.
public struct Surroundings {
  public private(set) var isInLoop = false
  public private(set) var isInFunction = false
  /// The block that defines the function around; nil when there is none, or an unknown block may be one.
  public private(set) unowned var function: Block?
  private(set) var isDisabled = false

  /// Blockly's loops.
  private static let loops: Set<String> = [
    "controls_repeat", "controls_repeat_ext", "controls_whileUntil", "controls_for", "controls_forEach",
  ]

  public init() {}

  /// The surroundings of a block where it stands now.
  public init(of block: Block) {
    var around: [(Block, Input)] = []
    var inner = block
    while let superior = inner.superiorConnection {
      inner = superior.sourceBlock
      if let input = superior.sourceInput { around.append((inner, input)) }
    }
    for (block, input) in around.reversed() { self = inside(block, input) }
  }

  /// The surroundings of what stands in an input of `block`. An unknown block may be anything.
  public func inside(_ block: Block, _ input: Input) -> Surroundings {
    var inner = self
    inner.isDisabled = isDisabled || !block.isEnabled
    if input.kind == .statement {
      inner.isInLoop = isInLoop || block.isUnknown || Self.loops.contains(block.type)
      if block.isUnknown || block.mutator is MutatorProcedureDefinition {
        inner.isInFunction = true
        inner.function = block.isUnknown ? nil : block
      }
    }
    return inner
  }

  /// Why a block can't do anything in this place, as Blockly's reason for disabling it; nil for a block that fits.
  public func misplacement(of block: Block) -> Misplacement? {
    Misplacement.allCases.first { $0.blockType == block.type && !$0.isAvoided(in: self) }
  }

  /// What is wrong with the place of a block. Disabled ones do nothing, so they may stand anywhere.
  func remark(on block: Block) -> BlockRemark? {
    if isDisabled || !block.isEnabled { return nil }
    return misplacement(of: block).map { BlockRemark(blockID: block.id, message: "\(block.type) \($0.words)") }
  }
}

/// Places in which a block can't do anything; the raw values are Blockly's reasons for disabling it.
public enum Misplacement: String, CaseIterable, Sendable {
  case outsideLoop = "CONTROL_FLOW_NOT_IN_LOOP"
  case outsideFunction = "UNPARENTED_IFRETURN"

  /// The type of the blocks that may be misplaced so.
  public var blockType: String {
    switch self {
    case .outsideLoop: "controls_flow_statements"
    case .outsideFunction: "procedures_ifreturn"
    }
  }

  func isAvoided(in place: Surroundings) -> Bool {
    switch self {
    case .outsideLoop: place.isInLoop
    case .outsideFunction: place.isInFunction
    }
  }

  public var words: String {
    switch self {
    case .outsideLoop: "stands in no loop"
    case .outsideFunction: "stands in no function"
    }
  }
}
