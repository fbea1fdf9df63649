import BlockLibrary
import BlockModel
import Markup

/// Callers of the procedures that a program defines.
enum ProcedureCall {
  /// A caller of the procedure that a definition block defines.
  static func snapshot(of definition: Block, callerType: String) -> BlockSnapshot? {
    guard let name = definition.firstField(withName: "NAME")?.text else { return nil }
    let parameters = (definition.mutator as? MutatorProcedureDefinition)?.parameters.map(\.name) ?? []
    var record = BlockSnapshot.Record(type: callerType)
    record.mutation = MutationState(
      xml: .building("mutation") { xml in
        xml.attribute("name", name)
        for parameter in parameters {
          xml.begin("arg")
          xml.attribute("name", parameter)
          xml.end()
        }
      })
    return BlockSnapshot(records: [record])
  }
}
