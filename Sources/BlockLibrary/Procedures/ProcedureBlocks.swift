import BlockModel
import Markup

/// Finds the definitions and callers of a program's procedures.
public enum ProcedureBlocks {
  private static let callerTypes = [
    "procedures_defnoreturn": "procedures_callnoreturn", "procedures_defreturn": "procedures_callreturn",
  ]

  /// Returns the type of the callers for a type of definition; nil when it is not a definition.
  public static func callerType(ofDefinition type: String) -> String? { callerTypes[type] }

  /// Returns the type of the definitions for a type of caller; nil when it is not a caller.
  public static func definitionType(ofCaller type: String) -> String? {
    callerTypes.first { $0.value == type }?.key
  }

  /// Returns the name of the procedure that a block defines; nil when it defines none.
  public static func name(definedBy block: Block) -> String? {
    guard block.mutator is MutatorProcedureDefinition else { return nil }
    return block.firstField(withName: "NAME")?.text
  }

  /// Returns all procedure definitions, in order.
  public static func definitions(in workspace: Workspace) -> [Block] {
    workspace.topBlocks.filter { $0.mutator is MutatorProcedureDefinition }
  }

  /// Returns the definition of a procedure: the first one with its name. Names are case-insensitive (a Blockly rule).
  public static func definition(of name: String, in workspace: Workspace) -> Block? {
    let folded = name.lowercased()
    return workspace.topBlocks.first { Self.name(definedBy: $0)?.lowercased() == folded }
  }

  /// Returns the callers of a procedure, in reading order.
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

  /// Returns the callers of a definition, in reading order; none if an earlier definition has the same name, or if it is a
  /// conflict's copy.
  public static func callers(of definition: Block) -> [Block] {
    guard let workspace = definition.workspace, let name = name(definedBy: definition),
      !ConflictCopy.isCopy(definition), Self.definition(of: name, in: workspace) === definition
    else { return [] }
    return callers(of: name, in: workspace)
  }

  /// Returns a name that no other procedure has: the requested one, with a number appended if necessary, as in Blockly.
  /// - Parameters:
  ///   - requested: the name to start from; an empty one becomes `unnamed`.
  ///   - block: the definition to be named, whose own name does not count as taken.
  public static func uniqueName(_ requested: String, for block: Block?, in workspace: Workspace) -> String {
    let taken = Set(
      definitions(in: workspace).lazy.filter { $0 !== block }.compactMap { Self.name(definedBy: $0)?.lowercased() })
    var name = requested.trimmed.isEmpty ? unnamed : requested.trimmed
    while taken.contains(name.lowercased()) { name = incremented(name) }
    return name
  }

  private static let unnamed = "unnamed"

  /// Whether a name is one that `uniqueName` makes for functions without a name.
  public static func isUnnamed(_ name: String) -> Bool {
    name.hasPrefix(unnamed) && name.dropFirst(unnamed.count).allSatisfy { $0.isASCII && $0.isNumber }
  }

  /// Increments the number at the end of a name; appends 2 if there is none.
  private static func incremented(_ name: String) -> String {
    let stem = name.reversed().drop { $0.isASCII && $0.isNumber }
    guard let number = Int(name.dropFirst(stem.count)), number < Int.max else { return name + "2" }
    return String(stem.reversed()) + String(number + 1)
  }

  /// Creates a caller for a definition; nil when the block is not a definition.
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

  /// Creates a definition for a caller; nil when the block is not a caller.
  /// - Parameters:
  ///   - caller: the calling block.
  ///   - parameters: the caller's parameters, with their variables.
  public static func definition(for caller: Block, parameters: [ProcedureParameter]) -> BlockSnapshot? {
    guard let type = definitionType(ofCaller: caller.type), let mutator = caller.mutator as? MutatorProcedureCaller
    else { return nil }
    var record = BlockSnapshot.Record(type: type)
    record.fields = [FieldRecord(name: "NAME", state: .text(mutator.name))]
    // Omit an empty mutation, because files would keep it.
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
  /// The text without leading and trailing white space.
  fileprivate var trimmed: String {
    let front = drop { $0.isWhitespace }
    guard let end = front.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(front[...end])
  }
}
