import BlockLibrary
import BlockModel

/// What is known about a block together with all that is in it, but not with what follows it.
struct BlockFacts {
  /// How the statements after a block may not be reached.
  enum Exit {
    case none
    case breaking, continuing, returning
    /// In several of these ways, none of them continuing a loop.
    case leaving
    /// In several ways, one of which continues a loop.
    case mixed
    /// It never ends.
    case endless
  }

  /// Equal for blocks that look the same.
  var hash = 0
  /// How the block ends if it surely doesn't go on to the next one.
  var exit = Exit.none
  /// Whether a break or continue in it is meant for the loop around it.
  var mayBreak = false
  var mayContinue = false
  var mayReturn = false
  /// Whether it, or what is in it, calls a function, or has an effect that isn't known.
  var hasUnknownEffects = false
  /// Whether its value has no side effects.
  var isPure = true
  /// Whether its value is the same each time, as long as no variable changes.
  var isRepeatable = true
  /// The number of blocks.
  var count = 1

  /// Examines a block whose inner blocks have been examined.
  /// - Parameter isStock: whether its effects are known.
  init(of block: Block, isStock: Bool, inner: (Block) -> BlockFacts) {
    var hasher = Hasher()
    hasher.combine(block.type)
    isPure = isStock && BlockEffects.isPure(block)
    isRepeatable = isPure && !["math_random_int", "math_random_float", "colour_random"].contains(block.type)
    hasUnknownEffects = !isStock || block.mutator is MutatorProcedureCaller || block.type == StockBlocks.code
    if let call = block.mutator as? MutatorProcedureCaller { hasher.combine(call.name.lowercased()) }
    for input in block.inputs {
      hasher.combine(input.name)
      for field in input.fields {
        guard field.name != nil else { continue }
        if let variable = field.variable { hasher.combine(variable.id) } else { hasher.combine(field.state?.text) }
      }
      guard let first = input.connectedBlock else { continue }
      if input.kind == .statement {
        for statement in Block.statements(from: first) { take(inner(statement), isBody: true, &hasher) }
      } else if first.isEnabled {
        take(inner(first), isBody: false, &hasher)
      }
    }
    hash = hasher.finalize()
    findExit(of: block, inner)
    if Surroundings.isLoop(block) { (mayBreak, mayContinue) = (false, false) }
  }

  private mutating func take(_ facts: BlockFacts, isBody: Bool, _ hasher: inout Hasher) {
    hasher.combine(facts.hash)
    mayBreak = mayBreak || facts.mayBreak
    mayContinue = mayContinue || facts.mayContinue
    mayReturn = mayReturn || facts.mayReturn
    hasUnknownEffects = hasUnknownEffects || facts.hasUnknownEffects
    isPure = isPure && facts.isPure
    isRepeatable = isRepeatable && facts.isRepeatable
    count += facts.count
  }

  private mutating func findExit(of block: Block, _ inner: (Block) -> BlockFacts) {
    switch block.type {
    case "controls_flow_statements":
      let isBreak = block.option("FLOW") == "BREAK"
      exit = isBreak ? .breaking : .continuing
      (mayBreak, mayContinue) = (mayBreak || isBreak, mayContinue || !isBreak)
    case "procedures_ifreturn":
      mayReturn = true
      if block.value("CONDITION")?.literalBoolean == true { exit = .returning }
    case "controls_if", "controls_ifelse":
      guard block.firstInput(withName: "ELSE") != nil else { return }
      let exits = block.branches.map { branch in
        let leaving = block.body(branch.body).first { inner($0).exit != .none }
        return leaving.map { inner($0).exit } ?? .none
      }
      exit = exits.dropFirst().reduce(exits.first ?? .none, Self.either)
    case "controls_whileUntil":
      let isForever = block.value("BOOL")?.literalBoolean == (block.option("MODE") != "UNTIL")
      if isForever, !mayBreak, !mayReturn, !hasUnknownEffects { exit = .endless }
    default: break
    }
  }

  private static func either(_ one: Exit, _ other: Exit) -> Exit {
    if one == .none || other == .none { return .none }
    if one == other { return one }
    let ways = [one, other]
    return ways.contains(.continuing) || ways.contains(.mixed) ? .mixed : .leaving
  }
}
