import BlockLibrary
import BlockModel

/// The functions in which a program sets its variables. Variables of blocks are global: a function may change its
/// caller's counter.
public final class VariableScopes {
  private unowned let workspace: Workspace
  private let block: Block?
  private lazy var scopes = find()
  /// The function that contains the line; nil outside of functions.
  private lazy var function: Block? = block.map(\.root).flatMap {
    ProcedureBlocks.name(definedBy: $0) == nil ? nil : $0
  }

  /// Creates the scopes of a program, which is examined when they are first needed.
  /// - Parameter block: the block below or in which lines are typed; nil for none.
  public init(_ workspace: Workspace, at block: Block?) {
    self.workspace = workspace
    self.block = block
  }

  /// Returns the note on a typed line about a variable that both it and another function set; nil for none.
  /// - Parameters:
  ///   - records: the blocks that the line becomes.
  ///   - text: the text of the line.
  package func note(on records: [BlockSnapshot.Record], text: String) -> String? {
    let name = function.flatMap { ProcedureBlocks.name(definedBy: $0) }
    let inputs = function.map(Self.inputs) ?? []
    let isRecursive =
      name.map { name in LineReader.names(in: text).contains { $0.isCalled && $0.name == name } } ?? false
    for record in records where workspace.factory.blockBuilders[record.type]?.previous.isPresent == true {
      for field in record.fields {
        guard case .variable(let reference) = field.state, let id = reference.id, !inputs.contains(id) else { continue }
        let variable = reference.name ?? workspace.variables[id]?.name ?? ""
        if isRecursive, let name { return "“\(variable)” is the same in all calls of “\(name)”" }
        let others = scopes[id, default: []].subtracting([name ?? ""])
        guard let other = others.sorted().last else { continue }
        return "“\(variable)” is also set \(other.isEmpty ? "outside “\(name ?? "")”" : "in “\(other)”")"
      }
    }
    return nil
  }

  /// Returns the names of the functions that set each variable, by its id; an empty name means the program outside of
  /// functions.
  private func find() -> [String: Set<String>] {
    if ProcedureBlocks.definitions(in: workspace).isEmpty { return [:] }
    var scopes: [String: Set<String>] = [:]
    for top in workspace.topBlocks {
      let name = ProcedureBlocks.name(definedBy: top) ?? ""
      let inputs = Self.inputs(of: top)
      var rest = [top]
      while let block = rest.popLast() {
        rest += block.inputs.compactMap(\.connectedBlock)
        if let next = block.nextInStack { rest.append(next) }
        guard block.previousConnection != nil else { continue }
        for id in block.inputs.lazy.flatMap(\.fields).compactMap({ $0.variable?.id }) where !inputs.contains(id) {
          scopes[id, default: []].insert(name)
        }
      }
    }
    return scopes
  }

  /// Returns the ids of a function's inputs, which are local in the code.
  private static func inputs(of definition: Block) -> Set<String> {
    Set((definition.mutator as? MutatorProcedureDefinition)?.parameters.compactMap(\.variableID) ?? [])
  }
}
