import BlockFormats
import BlockLibrary
import BlockModel
import BlockNotation

/// Finds the variables that a program reads but never sets, such as mistyped ones.
public nonisolated enum UnsetVariables {
  /// The blocks that only read the variable that they name. All others may set it, including those of unknown types.
  private static let readers: Set<String> = ["variables_get", "variables_get_dynamic"]

  /// Returns a note on each such variable, at the block that reads it first.
  public static func notes(on workspace: Workspace) -> [BlockRemark] {
    var setIDs: Set<String> = []
    var parameters: Set<String> = []
    var reads: [(variable: Variable, block: Block, field: FieldVariable)] = []
    var isRead: Set<String> = []
    /// The words of the statements that stay as code.
    var words: Set<Substring> = []
    for block in workspace.topBlocks.lazy.flatMap({ $0.descendants() }) {
      if let definition = block.mutator as? MutatorProcedureDefinition {
        parameters.formUnion(definition.parameters.map { $0.name.lowercased() })
      }
      for field in block.inputs.lazy.flatMap(\.fields) {
        if block.type == StockBlocks.code {
          words.formUnion(field.text.split { !($0.isLetter || $0.isNumber || $0 == "_") })
        }
        guard let variable = field.variable else { continue }
        if !readers.contains(block.type) {
          setIDs.insert(variable.id)
        } else if let field = field as? FieldVariable, isRead.insert(variable.id).inserted {
          reads.append((variable, block, field))
        }
      }
    }
    // The effects of unknown blocks aren't known, nor the variables that their fields refer to.
    let names = workspace.variables.all.filter { setIDs.contains($0.id) }.map(\.name)
    return reads.compactMap { variable, block, field in
      if setIDs.contains(variable.id) || parameters.contains(variable.name.lowercased()) { return nil }
      if words.contains(Substring(variable.name)) { return nil }
      let meant = Spelling.nearest(to: variable.name, among: names).map { "; did you mean “\($0)”?" } ?? ""
      return BlockRemark(
        blockID: block.id, fieldName: field.name, message: "“\(variable.name)” is never set\(meant)", kind: .note)
    }
  }
}
