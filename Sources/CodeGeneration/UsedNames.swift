import BlockLibrary
import BlockModel

/// The variables and functions of a program, in the order in which they get their names.
struct UsedNames {
  /// The variables that blocks use, level by level from the top blocks down.
  private(set) var variables: [Variable] = []
  /// The names of functions: those without a result first, sorted each.
  private(set) var procedures: [String] = []
  private var known: Set<ObjectIdentifier> = []

  init(_ workspace: Workspace) {
    var (withoutResult, withResult): ([String], [String]) = ([], [])
    var level = workspace.topBlocks
    while !level.isEmpty {
      var next: [Block] = []
      for block in level {
        for input in block.inputs {
          for case let field as FieldVariable in input.fields { add(field.variable) }
          if let child = input.connectedBlock { next.append(child) }
        }
        if let child = block.nextBlock { next.append(child) }
        switch block.mutator {
        case let definition as MutatorProcedureDefinition:
          for parameter in definition.parameters { add(parameter.variableID.flatMap { workspace.variables[$0] }) }
          let name = block.firstField(withName: "NAME")?.text ?? ""
          if block.type == "procedures_defreturn" { withResult.append(name) } else { withoutResult.append(name) }
        case let caller as MutatorProcedureCaller:
          for parameter in caller.parameters { add(workspace.variables.variable(named: parameter)) }
        default: break
        }
      }
      level = next
    }
    procedures = Self.sorted(withoutResult) + Self.sorted(withResult)
  }

  private mutating func add(_ variable: Variable?) {
    guard let variable, known.insert(ObjectIdentifier(variable)).inserted else { return }
    variables.append(variable)
  }

  private static func sorted(_ names: [String]) -> [String] {
    names.enumerated().map { (key: $1.lowercased(), index: $0, name: $1) }
      .sorted { ($0.key, $0.index) < ($1.key, $1.index) }.map(\.name)
  }
}
