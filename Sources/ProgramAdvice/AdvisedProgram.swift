import BlockLibrary
import BlockModel

/// A program together with what rules share: which blocks use a variable, what a block does, how it ends. It is kept up
/// to date block by block.
public final class AdvisedProgram {
  /// The program itself. Rules only read it.
  public let workspace: Workspace
  private(set) var index = VariableIndex()
  private var records: [ObjectIdentifier: BlockRecord] = [:]
  private var kinds: [ObjectIdentifier: BlockKind] = [:]
  /// The rules for blocks of each type.
  private let rules: (_ type: String) -> [any AdviceRule]
  /// The program's stacks as they run, and the statements of all stacks and bodies; nil if they aren't known now.
  private var knownStacks: [Block]?
  private var knownSequences: [[Block]]?

  init(_ workspace: Workspace, rules: @escaping (_ type: String) -> [any AdviceRule]) {
    (self.workspace, self.rules) = (workspace, rules)
  }

  // MARK: - Changes

  func forgetAll() {
    (index, records, knownStacks, knownSequences) = (VariableIndex(), [:], nil, [])
    records.reserveCapacity(workspace.blocks.count)
  }

  /// Notes a block that was found, with whether it runs.
  func note(_ record: BlockRecord, isEnabled: Bool) {
    index.remove(record)
    if isEnabled { index.add(record) }
  }

  /// Notes the statements of a stack or body. After `forgetAll`, all of them are noted in reading order.
  func note(sequence: [Block]) { knownSequences?.append(sequence) }

  /// Forgets the blocks that have left the program.
  func forgetDeleted() {
    (knownStacks, knownSequences) = (nil, nil)
    for (key, record) in records where record.block.workspace == nil {
      index.remove(record)
      records[key] = nil
    }
  }

  /// Forgets what was known about a block as it was.
  func forgetFacts(of block: Block) {
    records[ObjectIdentifier(block)]?.facts = nil
    (knownStacks, knownSequences) = (nil, nil)
  }

  // MARK: - Blocks

  func record(of block: Block) -> BlockRecord {
    let key = ObjectIdentifier(block)
    if let known = records[key] { return known }
    let record = BlockRecord(block, kind(of: block))
    records[key] = record
    return record
  }

  func kind(of block: Block) -> BlockKind {
    let key = ObjectIdentifier(block.definition)
    if let known = kinds[key] { return known }
    let kind = BlockKind(of: block, rules: rules(block.type))
    kinds[key] = kind
    return kind
  }

  /// Whether the effects of a block are known: it is a stock block, not an app's block with the same name.
  func isStock(_ block: Block) -> Bool { kind(of: block).isStock }

  /// Returns what is known about a block together with all that is in it.
  func facts(of block: Block) -> BlockFacts {
    if let known = records[ObjectIdentifier(block)]?.facts { return known }
    if kind(of: block).isLiteral { return BlockFacts(ofLiteral: block) }
    let record = record(of: block)
    // Inner blocks come after the blocks that they are in.
    for inner in Array(block.descendants(followers: false)).reversed() { find(factsOf: inner) }
    return record.facts ?? BlockFacts(of: record) { self.facts(of: $0) }
  }

  /// Finds the facts about a block. Those about the blocks in it must be known.
  func find(factsOf block: Block) {
    if kind(of: block).isLiteral { return }
    let record = record(of: block)
    if record.facts == nil { record.facts = BlockFacts(of: record) { self.facts(of: $0) } }
  }

  /// Whether a value has no side effects, and is the same each time as long as no variable changes.
  func isRepeatable(_ value: Block) -> Bool { facts(of: value).isRepeatable }
  func isPure(_ value: Block) -> Bool { facts(of: value).isPure }

  /// Whether two values or statements look the same, with all that is in them.
  func areEqual(_ one: Block, _ other: Block) -> Bool { facts(of: one).hash == facts(of: other).hash }

  /// Calls a function for each block in a value that names a variable or calls a function, in reading order.
  func visitUses(in value: Block, _ visit: (BlockRecord, VariableUses) -> Void) {
    var waiting = [value]
    while let block = waiting.popLast() {
      guard block.isEnabled, facts(of: block).hasUses else { continue }
      let record = record(of: block)
      visit(record, uses(of: record))
      for input in block.inputs.reversed() where input.kind == .value {
        if let inner = input.connectedBlock { waiting.append(inner) }
      }
    }
  }

  /// Returns the variables that a value reads.
  func reads(in value: Block) -> Set<ObjectIdentifier> {
    var found: Set<ObjectIdentifier> = []
    visitUses(in: value) { for variable in $1.reads { found.insert(ObjectIdentifier(variable)) } }
    return found
  }

  /// Returns the variables that a block itself reads and sets.
  func uses(of block: Block) -> VariableUses { uses(of: record(of: block)) }

  func uses(of record: BlockRecord) -> VariableUses {
    // What isn't indexed is disabled.
    record.uses ?? VariableUses(of: record.block) { workspace.variables.variable(named: $0) }
  }

  // MARK: - Stacks

  /// The stacks that run from the start of the program, in their order: those that begin with a stock statement.
  var mainStacks: [Block] {
    if let knownStacks { return knownStacks }
    let tops = workspace.topBlocks.filter {
      $0.outputConnection == nil && isStock($0) && !($0.mutator is MutatorProcedureDefinition) && !$0.isShadow
        && !BlockEffects.areWithoutEffect($0)
    }
    let stacks = StackOrder.sorted(tops)
    knownStacks = stacks
    return stacks
  }

  /// The enabled statements of all stacks and bodies that run, in reading order of their first ones.
  var sequences: [[Block]] {
    if let knownSequences { return knownSequences }
    var sequences: [[Block]] = []
    var waiting = workspace.topBlocks.filter { $0.outputConnection == nil }
    waiting.reverse()
    while let first = waiting.popLast() {
      let statements = Block.statements(from: first)
      if statements.isEmpty { continue }
      sequences.append(statements)
      for statement in statements.reversed() {
        for input in statement.inputs.reversed() where input.kind == .statement {
          if let body = input.connectedBlock { waiting.append(body) }
        }
      }
    }
    knownSequences = sequences
    return sequences
  }
}

extension BlockFactory {
  /// Whether a type is Mortise's own definition of a stock block.
  func isStock(_ type: String) -> Bool { stockTypes.contains(type) && !ownTypes.contains(type) }
}
