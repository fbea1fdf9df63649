import BlockLibrary
import BlockModel

/// The program's shared names that a stack uses.
struct StackNames {
  struct Use<Name> {
    /// The number of connections between the top block and the block.
    var level: Int32
    var name: Name
  }

  /// A variable that a block uses.
  struct UsedVariable {
    /// nil if no variable has the name: a call has a parameter that its function lost or never had.
    var variable: Variable?
    var name: String
  }

  /// The variables, each where it is used first, level by level.
  private(set) var variables: [Use<UsedVariable>] = []
  /// The names of the functions that are defined, level by level.
  private(set) var functions: [Use<String>] = []
  /// As `functions`, of those with a result.
  private(set) var functionsWithResult: [Use<String>] = []
  /// The rules' own variables, by their names in the rules.
  private(set) var ownVariables: Set<String> = []
  private(set) var hasComments = false

  /// - Parameter rules: those with variables of their own.
  init(of top: Block, rules: [String: GeneratorRule], _ shapes: BlockShapes) {
    let workspaceVariables = top.workspace?.variables
    // The blocks are visited in reading order, as they lie in memory. Within a level, that is the order of the level.
    var pending = [(block: Unmanaged.passUnretained(top), level: Int32(0))]
    var found = FirstUses()
    while let (unmanaged, level) = pending.popLast() {
      let block = unmanaged.takeUnretainedValue()
      if let child = block.nextBlock { pending.append((.passUnretained(child), level + 1)) }
      for input in block.inputs.reversed() {
        guard let child = input.connectedBlock else { continue }
        if rules.isEmpty, shapes.isPlain(child) {
          if child.comment != nil { hasComments = true }
        } else {
          pending.append((.passUnretained(child), level + 1))
        }
      }
      for input in block.inputs {
        for field in input.fields { if let variable = field.variable { found.add(variable, level) } }
      }
      if block.comment != nil { hasComments = true }
      if !rules.isEmpty, let rule = rules[block.type] { ownVariables.formUnion(rule.variables) }
      switch block.mutator {
      case nil: break
      case let definition as MutatorProcedureDefinition:
        for parameter in definition.parameters {
          found.add(parameter.variableID.flatMap { workspaceVariables?[$0] }, level)
        }
        let name = Use(level: level, name: block.firstField(withName: "NAME")?.text ?? "")
        if block.type == "procedures_defreturn" { functionsWithResult.append(name) } else { functions.append(name) }
      case let caller as MutatorProcedureCaller:
        for parameter in caller.parameters {
          if let variable = workspaceVariables?.variable(named: parameter) {
            found.add(variable, level)
          } else {
            found.add(missing: parameter, level)
          }
        }
      default: break
      }
    }
    variables = Self.byLevel(found.uses.map { Use(level: $0.level, name: $0.used) }, found.uses.map(\.order))
    functions = Self.byLevel(functions, Array(functions.indices))
    functionsWithResult = Self.byLevel(functionsWithResult, Array(functionsWithResult.indices))
  }

  private static func byLevel<Name>(_ uses: [Use<Name>], _ orders: [Int]) -> [Use<Name>] {
    if uses.count < 2 { return uses }
    return zip(uses, orders).sorted { ($0.0.level, $0.1) < ($1.0.level, $1.1) }.map(\.0)
  }

  /// The first uses of variables.
  private struct FirstUses {
    private(set) var uses: [(used: UsedVariable, level: Int32, order: Int)] = []
    /// The variables' indices, if there are many.
    private var indices: [ObjectIdentifier: Int] = [:]
    /// The indices of names without a variable, by the name in lower case.
    private var missing: [String: Int] = [:]
    private var count = 0

    /// The number of variables up to which a linear search is faster.
    private static let few = 12

    mutating func add(_ variable: Variable?, _ level: Int32) {
      guard let variable else { return }
      if add(UsedVariable(variable: variable, name: variable.name), level, at: index(of: variable)) { return }
      if uses.count == Self.few {
        for (index, use) in uses.enumerated() {
          if let variable = use.used.variable { indices[ObjectIdentifier(variable)] = index }
        }
      } else if uses.count > Self.few {
        indices[ObjectIdentifier(variable)] = uses.count - 1
      }
    }

    /// Adds a name without a variable, for which Blockly makes one when it loads the program.
    mutating func add(missing name: String, _ level: Int32) {
      let key = name.lowercased()
      if !add(UsedVariable(variable: nil, name: name), level, at: missing[key]) { missing[key] = uses.count - 1 }
    }

    /// - Parameter index: that of the same variable, if it was found before.
    /// - Returns: whether it was.
    private mutating func add(_ used: UsedVariable, _ level: Int32, at index: Int?) -> Bool {
      count += 1
      guard let index else {
        uses.append((used, level, count))
        return false
      }
      if level < uses[index].level { (uses[index].level, uses[index].order) = (level, count) }
      return true
    }

    private func index(of variable: Variable) -> Int? {
      uses.count < Self.few
        ? uses.firstIndex { $0.used.variable === variable } : indices[ObjectIdentifier(variable)]
    }
  }
}

/// The variables and functions of a program, in the order in which they get their names.
struct UsedNames {
  /// The variables that blocks use, level by level from the top blocks down.
  private(set) var variables: [StackNames.UsedVariable] = []
  /// The names of functions: those without a result first, then those with one, each group sorted.
  private(set) var procedures: [String] = []
  /// The rules' own variables, sorted.
  private(set) var ownVariables: [String] = []

  /// - Parameter stacks: those of the program, in the order of the file.
  init(_ stacks: [StackNames]) {
    var known: Set<ObjectIdentifier> = []
    var missing: Set<String> = []
    variables = Self.byLevel(stacks.flatMap(\.variables)).filter { used in
      guard let variable = used.variable else { return missing.insert(used.name.lowercased()).inserted }
      return known.insert(ObjectIdentifier(variable)).inserted
    }
    procedures =
      Self.sorted(Self.byLevel(stacks.flatMap(\.functions)))
      + Self.sorted(Self.byLevel(stacks.flatMap(\.functionsWithResult)))
    ownVariables = stacks.reduce(into: Set()) { $0.formUnion($1.ownVariables) }.sorted()
  }

  private static func byLevel<Name>(_ uses: [StackNames.Use<Name>]) -> [Name] {
    uses.enumerated().sorted { ($0.element.level, $0.offset) < ($1.element.level, $1.offset) }.map(\.element.name)
  }

  private static func sorted(_ names: [String]) -> [String] {
    names.enumerated().map { (key: $1.lowercased(), index: $0, name: $1) }
      .sorted { ($0.key, $0.index) < ($1.key, $1.index) }.map(\.name)
  }
}
