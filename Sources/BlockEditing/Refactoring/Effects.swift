import BlockLibrary
import BlockModel

/// The effects that running statements or evaluating values may have, also in the functions that they call. Disabled blocks
/// count like enabled ones.
struct Effects {
  /// The variables that the blocks themselves read and set.
  private(set) var reads: Set<ObjectIdentifier> = []
  private(set) var sets: Set<ObjectIdentifier> = []
  /// The variables that called functions read and set, but for their inputs.
  private(set) var readByCalls: Set<ObjectIdentifier> = []
  private(set) var setByCalls: Set<ObjectIdentifier> = []
  /// The definitions of the functions that are called, also by those that are called.
  private(set) var called: Set<ObjectIdentifier> = []
  /// Whether the result depends on what lists contain.
  private(set) var readsLists = false
  private(set) var changesLists = false
  private(set) var isRandom = false
  /// Whether something is printed or asked.
  private(set) var talks = false
  /// A block of which it isn't known what it does, such as an app's; nil for none.
  private(set) var unknown: Block?
  /// A break or return; nil for none.
  private(set) var leaving: Block?

  private static let statements: Set<String> = [
    "variables_set", "math_change", "text_append", "controls_if", "controls_ifelse", "controls_repeat",
    "controls_repeat_ext", "controls_whileUntil", "controls_for", "controls_forEach",
  ]
  private static let talking: Set<String> = ["text_print", "text_prompt", "text_prompt_ext"]
  /// The values that don't look into lists.
  private static let shallow: Set<String> = [
    "math_number", "text", "logic_boolean", "logic_null", "variables_get", "math_constant",
  ]

  /// The effects of blocks and everything in them, without the statements below them.
  init(of blocks: some Sequence<Block>) {
    for block in blocks {
      for block in block.descendants(followers: false) { add(block) }
    }
    followCalls()
  }

  /// The effects of a statement itself, without the blocks in it.
  init(ofOnly block: Block) { add(block) }

  private var pending: [Block] = []

  private mutating func add(_ block: Block, parameters: Set<ObjectIdentifier>? = nil) {
    let variables = block.workspace?.variables
    let uses = VariableUses(of: block) { variables?.variable(named: $0) }
    let (read, set) = (Set(uses.reads.map(ObjectIdentifier.init)), Set(uses.sets.map(ObjectIdentifier.init)))
    if let parameters {
      readByCalls.formUnion(read.subtracting(parameters))
      setByCalls.formUnion(set.subtracting(parameters))
    } else {
      reads.formUnion(read)
      sets.formUnion(set)
    }
    if block.isUnknown || block.type == StockBlocks.code {
      unknown = unknown ?? block
    } else if BlockEffects.isPure(block) {
      isRandom = isRandom || BlockEffects.isRandom(block)
      readsLists = readsLists || !Self.shallow.contains(block.type)
    } else if let caller = block.mutator as? MutatorProcedureCaller {
      readsLists = true
      if let definition = block.workspace.flatMap({ ProcedureBlocks.definition(of: caller.name, in: $0) }) {
        pending.append(definition)
      } else {
        unknown = unknown ?? block
      }
    } else if Self.talking.contains(block.type) {
      talks = true
    } else if block.type == "lists_setIndex" || block.type == "lists_getIndex" {
      (readsLists, changesLists) = (true, true)
    } else if block.type == "procedures_ifreturn" || block.type == "controls_flow_statements" {
      if parameters == nil { leaving = leaving ?? block }
    } else if !Self.statements.contains(block.type) {
      unknown = unknown ?? block
    }
  }

  private mutating func followCalls() {
    while let definition = pending.popLast() {
      guard called.insert(ObjectIdentifier(definition)).inserted else { continue }
      let parameters = Set(definition.parameterVariables.map(ObjectIdentifier.init))
      for block in definition.descendants(followers: false) where block !== definition {
        add(block, parameters: parameters)
      }
    }
  }

  /// All variables that may be read or set.
  var allReads: Set<ObjectIdentifier> { reads.union(readByCalls) }
  var allSets: Set<ObjectIdentifier> { sets.union(setByCalls) }

  /// Whether nothing changes.
  var isPure: Bool { unknown == nil && allSets.isEmpty && !changesLists && !talks && leaving == nil }

  /// Whether a pure value is the same again as long as nothing that it reads changes.
  var isRepeatable: Bool { isPure && !isRandom }

  /// Whether these effects may change the result of a value.
  func change(_ value: Effects) -> Bool {
    unknown != nil || value.unknown != nil || !allSets.isDisjoint(with: value.allReads)
      || changesLists && value.readsLists
  }
}

extension Block {
  /// The variables of the inputs of a function; none for other blocks.
  var parameterVariables: [Variable] {
    ((mutator as? MutatorProcedureDefinition)?.parameters ?? []).compactMap { parameter in
      workspace?.variables[parameter.variableID ?? ""] ?? workspace?.variables.variable(named: parameter.name)
    }
  }

  /// The definition of the function that the block is in; nil for none.
  var function: Block? {
    let root = root
    return root.mutator is MutatorProcedureDefinition && root !== self ? root : nil
  }

  /// The loops around the block, from the inside out.
  var loops: [Block] {
    var loops: [Block] = []
    var block = self
    while let superior = block.superiorConnection {
      block = superior.sourceBlock
      if superior.sourceInput?.kind == .statement, Surroundings.isLoop(block) { loops.append(block) }
    }
    return loops
  }

  /// The statement that a value is in, or the block itself.
  var statement: Block { lineHead }

  /// The statements from this one to another one below it; nil if it isn't below.
  func statements(through last: Block) -> [Block]? {
    let run = Array(sequence(first: self) { $0 === last ? nil : $0.nextInStack })
    return run.last === last ? run : nil
  }

  /// The values of a statement, without those of the statements in it.
  var headValues: [Block] { inputs.filter { $0.kind == .value }.compactMap(\.connectedBlock) }

  /// Whether the block holds statements.
  var holdsStatements: Bool { inputs.contains { $0.kind == .statement } }
}

/// The variables that a block sees and other functions don't: the inputs of its function, and the variables of the loops
/// around it, which are a loop's own in Lua.
struct VisibleLocals {
  private(set) var parameters: Set<ObjectIdentifier>
  private(set) var ofLoops: Set<ObjectIdentifier>

  init(at block: Block) {
    parameters = Set(block.function?.parameterVariables.map(ObjectIdentifier.init) ?? [])
    ofLoops = Set(block.loops.compactMap { $0.firstField(withName: "VAR")?.variable }.map(ObjectIdentifier.init))
  }

  var all: Set<ObjectIdentifier> { parameters.union(ofLoops) }
}

extension Workspace {
  /// Returns the name of a variable among some, for messages.
  func name(of variables: Set<ObjectIdentifier>) -> String {
    self.variables.all.first { variables.contains(ObjectIdentifier($0)) }?.name ?? "a variable"
  }

  /// The variables among some, in their order.
  func variables(in set: Set<ObjectIdentifier>) -> [Variable] {
    variables.all.filter { set.contains(ObjectIdentifier($0)) }
  }
}
