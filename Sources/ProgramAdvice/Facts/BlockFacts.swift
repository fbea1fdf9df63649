import BlockLibrary
import BlockModel

/// Facts about a block and the blocks in it, without those that follow it.
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
  private(set) var hash: UInt
  /// How the block ends if it surely doesn't go on to the next one.
  private(set) var exit = Exit.none
  /// Whether a break or continue in it is meant for the loop around it.
  private(set) var mayBreak = false
  private(set) var mayContinue = false
  private(set) var mayReturn = false
  /// Whether it, or what is in it, calls a function, or has an effect that isn't known.
  private(set) var hasUnknownEffects = false
  /// Whether it is or contains a block whose effects aren't known, apart from calls of functions.
  private(set) var hasForeignBlocks = false
  /// Whether it, or what is in it, names a variable or calls a function.
  private(set) var hasUses = false
  /// Whether its value has no side effects.
  private(set) var isPure = true
  /// Whether its value is the same each time, as long as no variable changes.
  private(set) var isRepeatable = true
  /// The number of blocks.
  private(set) var count = 1

  /// Examines a literal.
  init(ofLiteral block: Block) {
    hash = UInt(bitPattern: ObjectIdentifier(block.definition))
    for input in block.inputs {
      for field in input.fields where field.name != nil { mix(field) }
    }
  }

  /// Examines a block whose inner blocks have been examined.
  init(of record: BlockRecord, inner: (Block) -> BlockFacts) {
    let (block, kind) = (record.block, record.kind)
    hash = UInt(bitPattern: ObjectIdentifier(block.definition))
    isPure = kind.isPure ?? BlockEffects.isPure(block)
    isRepeatable = isPure && !kind.isRandom
    hasForeignBlocks = !kind.isStock || block.type == StockBlocks.code
    hasUnknownEffects = hasForeignBlocks
    if block.mutator != nil, let call = block.mutator as? MutatorProcedureCaller {
      (hasUnknownEffects, hasUses) = (true, true)
      mix(call.name.lowercased())
    }
    if !kind.isStock { hasUses = true }
    for input in block.inputs {
      for field in input.fields where field.name != nil { mix(field) }
      guard let first = input.connectedBlock else { continue }
      mix(input.name)
      if input.kind == .statement {
        var next: Block? = first
        while let statement = next {
          if statement.isEnabled { take(inner(statement)) }
          next = statement.nextBlock
        }
      } else if first.isEnabled {
        take(inner(first))
      }
    }
    findExit(of: block, kind, inner)
    if kind.isLoop { (mayBreak, mayContinue) = (false, false) }
  }

  private mutating func mix(_ value: UInt) {
    let mixed = (hash ^ value) &* 0x9E37_79B9_7F4A_7C15
    hash = mixed ^ (mixed >> 29)
  }

  private mutating func mix(_ text: String) { mix(UInt(bitPattern: text.hashValue)) }

  private mutating func mix(_ field: Field) {
    if let variable = field.variable {
      hasUses = true
      return mix(UInt(bitPattern: ObjectIdentifier(variable)))
    }
    switch field.code {
    case .number(let number): mix(UInt(number.bitPattern))
    case .word(let word): mix(word)
    default: mix(field.text)
    }
  }

  private mutating func take(_ facts: BlockFacts) {
    mix(facts.hash)
    mayBreak = mayBreak || facts.mayBreak
    mayContinue = mayContinue || facts.mayContinue
    mayReturn = mayReturn || facts.mayReturn
    hasUnknownEffects = hasUnknownEffects || facts.hasUnknownEffects
    hasForeignBlocks = hasForeignBlocks || facts.hasForeignBlocks
    hasUses = hasUses || facts.hasUses
    isPure = isPure && facts.isPure
    isRepeatable = isRepeatable && facts.isRepeatable
    count += facts.count
  }

  private mutating func findExit(of block: Block, _ kind: BlockKind, _ inner: (Block) -> BlockFacts) {
    switch kind.way {
    case .none: break
    case .flow:
      let isBreak = block.option("FLOW") == "BREAK"
      exit = isBreak ? .breaking : .continuing
      (mayBreak, mayContinue) = (mayBreak || isBreak, mayContinue || !isBreak)
    case .ifReturn:
      mayReturn = true
      if block.value("CONDITION")?.literalBoolean == true { exit = .returning }
    case .branching:
      guard block.firstInput(withName: "ELSE") != nil else { return }
      let exits = block.branches.map { branch in
        let leaving = block.body(branch.body).first { inner($0).exit != .none }
        return leaving.map { inner($0).exit } ?? .none
      }
      exit = exits.dropFirst().reduce(exits.first ?? .none, Self.either)
    case .whileLoop:
      let isForever = block.value("BOOL")?.literalBoolean == (block.option("MODE") != "UNTIL")
      if isForever, !mayBreak, !mayReturn, !hasUnknownEffects { exit = .endless }
    }
  }

  private static func either(_ one: Exit, _ other: Exit) -> Exit {
    if one == .none || other == .none { return .none }
    if one == other { return one }
    let ways = [one, other]
    return ways.contains(.continuing) || ways.contains(.mixed) ? .mixed : .leaving
  }
}
