import BlockFormats
import BlockModel

/// Checks the calls in a program against its functions.
struct ProcedureInspector {
  private struct Definition {
    var block: Block
    var parameters: [String]
    var returnsValue: Bool
  }

  /// The definitions by lowercase name: names are case-insensitive (a Blockly rule).
  private var definitions: [String: Definition] = [:]
  /// The blocks that define functions.
  private(set) var blockIDs: Set<String> = []

  init(workspace: Workspace) {
    for block in workspace.topBlocks {
      guard let mutator = block.mutator as? MutatorProcedureDefinition else { continue }
      blockIDs.insert(block.id)
      guard let name = Self.name(of: block) else { continue }
      let key = name.lowercased()
      if definitions[key] != nil { continue }
      definitions[key] = Definition(
        block: block, parameters: mutator.parameters.map(\.name), returnsValue: block.type == "procedures_defreturn")
    }
  }

  private static func name(of block: Block) -> String? { block.firstField(withName: "NAME")?.text }

  func remarks(on block: Block) -> [BlockRemark] {
    if block.mutator is MutatorProcedureDefinition { return remarks(onDefinition: block) }
    if let call = block.mutator as? MutatorProcedureCaller { return remarks(on: call, of: block) }
    return []
  }

  private func remarks(onDefinition block: Block) -> [BlockRemark] {
    guard let name = Self.name(of: block) else { return [] }
    if name.isEmpty { return [BlockRemark(blockID: block.id, fieldName: "NAME", message: "a function has no name")] }
    guard let first = definitions[name.lowercased()], first.block !== block else { return [] }
    return [BlockRemark(blockID: block.id, fieldName: "NAME", message: "the function “\(name)” is defined twice")]
  }

  /// Whether statements that stay as code may return a value.
  private func hasCode(_ definition: Block) -> Bool {
    definition.descendants().contains {
      $0.type == StockBlocks.code && $0.firstField(withName: "CODE")?.text.contains("return ") == true
    }
  }

  private func remarks(on call: MutatorProcedureCaller, of block: Block) -> [BlockRemark] {
    func remark(_ message: String) -> BlockRemark { BlockRemark(blockID: block.id, message: message) }
    guard let definition = definitions[call.name.lowercased()] else {
      return [remark("the function “\(call.name)” is called, but not defined")]
    }
    var remarks: [BlockRemark] = []
    let expectsValue = block.type == "procedures_callreturn"
    if expectsValue, !definition.returnsValue, !hasCode(definition.block) {
      remarks.append(remark("the function “\(call.name)” returns no value, but one is used"))
    } else if !expectsValue, definition.returnsValue {
      remarks.append(remark("the function “\(call.name)” returns a value, but it is called as a statement"))
    }
    if call.parameters != definition.parameters {
      let (given, expected) = (list(call.parameters), list(definition.parameters))
      remarks.append(remark("the function “\(call.name)” is called with \(given), but takes \(expected)"))
    }
    return remarks
  }

  private func list(_ names: [String]) -> String {
    if names.isEmpty { return "no inputs" }
    let few = names.prefix(8).joined(separator: ", ")
    return "(\(few)\(names.count > 8 ? ", …" : ""))"
  }
}
