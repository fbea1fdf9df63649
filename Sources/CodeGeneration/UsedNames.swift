import BlockLibrary
import BlockModel

/// What a stack uses of what the program shares.
struct StackNames {
  struct Use<Name> {
    /// How many connections the block is away from the top one.
    var level: Int32
    var name: Name
  }

  /// The variables, each where it is used first.
  private(set) var variables: [Use<Variable>] = []
  /// The names of the functions that are defined.
  private(set) var functions: [Use<String>] = []
  /// As `functions`, of those with a result.
  private(set) var functionsWithResult: [Use<String>] = []
  /// The variables that rules bring, by the names that they have there.
  private(set) var ownVariables: Set<String> = []
  private(set) var hasComments = false
  private var known: Set<ObjectIdentifier> = []

  /// - Parameter rules: those that bring variables.
  init(of top: Block, rules: [String: GeneratorRule], _ shapes: BlockShapes) {
    let workspaceVariables = top.workspace?.variables
    var (level, next): ([Block], [Block]) = ([top], [])
    var depth: Int32 = 0
    while !level.isEmpty {
      for block in level {
        for input in block.inputs {
          for case let field as FieldVariable in input.fields { add(field.variable, depth) }
          guard let child = input.connectedBlock else { continue }
          if rules.isEmpty, shapes.isPlain(child) {
            if child.comment != nil { hasComments = true }
          } else {
            next.append(child)
          }
        }
        if let child = block.nextBlock { next.append(child) }
        if block.comment != nil { hasComments = true }
        if !rules.isEmpty, let rule = rules[block.type] { ownVariables.formUnion(rule.variables) }
        switch block.mutator {
        case nil: break
        case let definition as MutatorProcedureDefinition:
          for parameter in definition.parameters {
            add(parameter.variableID.flatMap { workspaceVariables?[$0] }, depth)
          }
          let name = Use(level: depth, name: block.firstField(withName: "NAME")?.text ?? "")
          if block.type == "procedures_defreturn" { functionsWithResult.append(name) } else { functions.append(name) }
        case let caller as MutatorProcedureCaller:
          for parameter in caller.parameters { add(workspaceVariables?.variable(named: parameter), depth) }
        default: break
        }
      }
      swap(&level, &next)
      next.removeAll(keepingCapacity: true)
      depth += 1
    }
  }

  private mutating func add(_ variable: Variable?, _ level: Int32) {
    guard let variable, known.insert(ObjectIdentifier(variable)).inserted else { return }
    variables.append(Use(level: level, name: variable))
  }

  /// Whether the program's names are the same with another stack in the place of this one.
  func isEquivalent(to other: StackNames) -> Bool {
    variables.elementsEqual(other.variables) { $0.level == $1.level && $0.name === $1.name }
      && functions.elementsEqual(other.functions) { $0.level == $1.level && $0.name == $1.name }
      && functionsWithResult.elementsEqual(other.functionsWithResult) { $0.level == $1.level && $0.name == $1.name }
      && ownVariables == other.ownVariables
  }
}

/// The variables and functions of a program, in the order in which they get their names.
struct UsedNames {
  /// The variables that blocks use, level by level from the top blocks down.
  private(set) var variables: [Variable] = []
  /// The names of functions: those without a result first, sorted each.
  private(set) var procedures: [String] = []
  /// The variables that rules bring, sorted.
  private(set) var ownVariables: [String] = []

  /// - Parameter stacks: those of the program, in the order of the file.
  init(_ stacks: [StackNames]) {
    var known: Set<ObjectIdentifier> = []
    for variable in Self.byLevel(stacks.flatMap(\.variables)) where known.insert(ObjectIdentifier(variable)).inserted {
      variables.append(variable)
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
