import BlockModel
import Markup

/// The procedures of a program: which blocks define one, and which call it.
public enum ProcedureBlocks {
  private static let callerTypes = [
    "procedures_defnoreturn": "procedures_callnoreturn", "procedures_defreturn": "procedures_callreturn",
  ]

  /// The type of the blocks that call what a block of this type defines; nil when it defines nothing.
  public static func callerType(ofDefinition type: String) -> String? { callerTypes[type] }

  /// The type of the blocks that define what a block of this type calls; nil when it calls nothing.
  public static func definitionType(ofCaller type: String) -> String? {
    callerTypes.first { $0.value == type }?.key
  }

  /// The name of the procedure that a block defines; nil when it defines none.
  public static func name(definedBy block: Block) -> String? {
    guard block.mutator is MutatorProcedureDefinition else { return nil }
    return block.firstField(withName: "NAME")?.text
  }

  /// The blocks that define a procedure, in order.
  public static func definitions(in workspace: Workspace) -> [Block] {
    workspace.topBlocks.filter { $0.mutator is MutatorProcedureDefinition }
  }

  /// The block that defines a procedure: the first one, as names are equal when they are but for case (a Blockly rule).
  public static func definition(of name: String, in workspace: Workspace) -> Block? {
    let folded = name.lowercased()
    return workspace.topBlocks.first { Self.name(definedBy: $0)?.lowercased() == folded }
  }

  /// The blocks that call a procedure, in reading order.
  public static func callers(of name: String, in workspace: Workspace) -> [Block] {
    let folded = name.lowercased()
    var callers: [Block] = []
    for top in workspace.topBlocks {
      for block in top.descendants() {
        guard let mutator = block.mutator as? MutatorProcedureCaller, mutator.name.lowercased() == folded else {
          continue
        }
        callers.append(block)
      }
    }
    return callers
  }

  /// The blocks that call what a block defines, in reading order: none where another one of its name comes first.
  public static func callers(of definition: Block) -> [Block] {
    guard let workspace = definition.workspace, let name = name(definedBy: definition),
      Self.definition(of: name, in: workspace) === definition
    else { return [] }
    return callers(of: name, in: workspace)
  }

  /// A name that no other procedure has: the wanted one, else with a number behind it, as Blockly counts.
  /// - Parameter block: the definition that may have the name already.
  public static func legalName(_ wanted: String, for block: Block?, in workspace: Workspace) -> String {
    let taken = Set(
      definitions(in: workspace).lazy.filter { $0 !== block }.compactMap { Self.name(definedBy: $0)?.lowercased() })
    var name = wanted.trimmed.isEmpty ? "unnamed" : wanted.trimmed
    while taken.contains(name.lowercased()) { name = counted(name) }
    return name
  }

  /// The name with the number at its end counted up; 2 is the first.
  private static func counted(_ name: String) -> String {
    let stem = name.reversed().drop { $0.isASCII && $0.isNumber }
    guard let number = Int(name.dropFirst(stem.count)), number < Int.max else { return name + "2" }
    return String(stem.reversed()) + String(number + 1)
  }

  /// A caller of the procedure that a block defines; nil when it defines none.
  public static func caller(of definition: Block) -> BlockSnapshot? {
    guard let type = callerType(ofDefinition: definition.type), let name = name(definedBy: definition),
      let mutator = definition.mutator as? MutatorProcedureDefinition
    else { return nil }
    var record = BlockSnapshot.Record(type: type)
    record.mutation = MutationState(
      xml: .building("mutation") { xml in
        xml.attribute("name", name)
        for parameter in mutator.parameters {
          xml.begin("arg")
          xml.attribute("name", parameter.name)
          xml.end()
        }
      })
    return BlockSnapshot(records: [record])
  }

  /// A definition of what a block calls; nil when it calls nothing.
  /// - Parameter parameters: those of the caller, with their variables.
  public static func definition(for caller: Block, parameters: [ProcedureParameter]) -> BlockSnapshot? {
    guard let type = definitionType(ofCaller: caller.type), let mutator = caller.mutator as? MutatorProcedureCaller
    else { return nil }
    var record = BlockSnapshot.Record(type: type)
    record.fields = [FieldRecord(name: "NAME", state: .text(mutator.name))]
    // Nothing rather than a mutation that says nothing: files would keep it.
    if parameters.isEmpty { return BlockSnapshot(records: [record]) }
    record.mutation = MutationState(
      xml: .building("mutation") { xml in
        for parameter in parameters {
          xml.begin("arg")
          xml.attribute("name", parameter.name)
          if let id = parameter.variableID { xml.attribute("varid", id) }
          xml.end()
        }
      })
    return BlockSnapshot(records: [record])
  }
}

extension String {
  /// The text without white space around it.
  fileprivate var trimmed: String {
    let front = drop { $0.isWhitespace }
    guard let end = front.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(front[...end])
  }
}
