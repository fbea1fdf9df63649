import BlockLibrary
import BlockModel

/// A program together with what rules share: which blocks use a variable, what a block does, how it ends. It is kept up
/// to date block by block.
public final class AdvisedProgram {
  public let workspace: Workspace
  private(set) var index = VariableIndex()
  private var facts: [String: BlockFacts] = [:]
  /// The program's stacks as they run; nil if it isn't known now.
  private var knownStacks: [Block]?

  init(_ workspace: Workspace) { self.workspace = workspace }

  /// Whether the effects of a type of block are known: it is a stock block, not an app's block with the same name.
  func isStock(_ block: Block) -> Bool { !block.isUnknown && workspace.factory.isStock(block.type) }

  // MARK: - Changes

  func forgetAll() { (index, facts, knownStacks) = (VariableIndex(), [:], nil) }

  /// Notes a block that was found, with whether it runs.
  func note(_ block: Block, isEnabled: Bool) {
    index.remove(block.id)
    if isEnabled { index.add(block) }
  }

  func forget(_ blockID: String) {
    index.remove(blockID)
    knownStacks = nil
    facts[blockID] = nil
  }

  /// Forgets what was known about a block as it was.
  func forgetFacts(of blockID: String) {
    facts[blockID] = nil
    knownStacks = nil
  }

  // MARK: - Facts

  /// Returns what is known about a block together with all that is in it.
  func facts(of block: Block) -> BlockFacts {
    if let known = facts[block.id] { return known }
    // Inner blocks come after the blocks that they are in.
    for inner in Array(block.descendants(followers: false)).reversed() where facts[inner.id] == nil {
      facts[inner.id] = BlockFacts(of: inner, isStock: isStock(inner)) { facts[$0.id] ?? self.facts(of: $0) }
    }
    return facts[block.id] ?? BlockFacts(of: block, isStock: isStock(block)) { self.facts(of: $0) }
  }

  /// The stacks that run from the start of the program, in their order: those that begin with a stock statement.
  var mainStacks: [Block] {
    if let knownStacks { return knownStacks }
    let tops = workspace.topBlocks.filter {
      $0.outputConnection == nil && !($0.mutator is MutatorProcedureDefinition) && isStock($0) && !$0.isShadow
        && !BlockEffects.areWithoutEffect($0)
    }
    let stacks = StackOrder.sorted(tops)
    knownStacks = stacks
    return stacks
  }

  /// Whether a value has no side effects, and is the same each time as long as no variable changes.
  func isRepeatable(_ value: Block) -> Bool { facts(of: value).isRepeatable }
  func isPure(_ value: Block) -> Bool { facts(of: value).isPure }

  /// Whether two values or statements look the same, with all that is in them.
  func areEqual(_ one: Block, _ other: Block) -> Bool { facts(of: one).hash == facts(of: other).hash }

  /// Returns the ids of the variables that a value reads.
  func reads(in value: Block) -> Set<String> {
    var found: Set<String> = []
    for block in value.descendants(followers: false) where block.isEnabled {
      for variable in uses(of: block).reads { found.insert(variable.id) }
    }
    return found
  }

  /// Returns the variables that a block itself reads and sets.
  func uses(of block: Block) -> VariableUses {
    VariableUses(of: block) { workspace.variables.variable(named: $0) }
  }

  /// Returns the function that a block calls; nil if it calls none that is defined.
  func definition(calledBy block: Block) -> Block? {
    (block.mutator as? MutatorProcedureCaller).flatMap { ProcedureBlocks.definition(of: $0.name, in: workspace) }
  }
}
