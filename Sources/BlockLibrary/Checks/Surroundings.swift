import BlockFormats
import BlockModel

/// The context of a block that determines where certain blocks make sense.
public struct Surroundings {
  /// Whether the block is in a loop.
  public private(set) var isInLoop = false
  private(set) var isInFunction = false
  /// The definition of the surrounding function; nil when there is none, or when an unknown block may define it.
  public private(set) unowned var function: Block?
  /// Whether a block around it is disabled, so that it never runs.
  package private(set) var isDisabled = false

  /// Blockly's loops.
  private static let loops: Set<String> = [
    "controls_repeat", "controls_repeat_ext", "controls_whileUntil", "controls_for", "controls_forEach",
  ]

  /// Whether a block is one of Blockly's loops.
  package static func isLoop(_ block: Block) -> Bool { loops.contains(block.type) }

  /// Creates the surroundings of a block at its current location.
  public init(of block: Block) {
    var enclosing: [(Block, Input)] = []
    var inner = block
    while let superior = inner.superiorConnection {
      inner = superior.sourceBlock
      if let input = superior.sourceInput { enclosing.append((inner, input)) }
    }
    for (block, input) in enclosing.reversed() { self = inside(block, input) }
  }

  /// Returns the surroundings inside an input of `block`. An unknown block may be a loop or a function.
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

  /// Returns why a block has no effect here, as Blockly's reason for disabling it; nil when the block is allowed here.
  public func misplacement(of block: Block) -> Misplacement? {
    Misplacement.allCases.first { $0.blockType == block.type && !$0.isAvoided(in: self) }
  }

  /// Returns a remark on a misplaced block. Disabled blocks do nothing, so they may be anywhere.
  func remark(on block: Block) -> BlockRemark? {
    if isDisabled || !block.isEnabled { return nil }
    return misplacement(of: block).map { BlockRemark(blockID: block.id, message: "\(block.type) \($0.description)") }
  }
}

/// Reasons why a block has no effect at its location. The raw values are Blockly's reasons for disabling it.
public enum Misplacement: String, CaseIterable, Sendable {
  /// A “break out of loop” outside any loop.
  case outsideLoop = "CONTROL_FLOW_NOT_IN_LOOP"
  /// An “if … return” outside any function.
  case outsideFunction = "UNPARENTED_IFRETURN"

  /// The type of the affected blocks.
  public var blockType: String {
    switch self {
    case .outsideLoop: "controls_flow_statements"
    case .outsideFunction: "procedures_ifreturn"
    }
  }

  func isAvoided(in surroundings: Surroundings) -> Bool {
    switch self {
    case .outsideLoop: surroundings.isInLoop
    case .outsideFunction: surroundings.isInFunction
    }
  }

  /// The predicate of a message about the block.
  public var description: String {
    switch self {
    case .outsideLoop: "is outside any loop"
    case .outsideFunction: "is outside any function"
    }
  }
}
