import BlockFormats
import BlockModel

/// Finds errors in a whole program that reading its file does not reveal: connections and inputs that are missing from
/// the definitions, variables of the wrong type, calls without a function. For `ProgramReader.read(inspect:)`.
public struct ProgramInspector {
  private let workspace: Workspace
  private let procedures: ProcedureInspector
  /// The blocks that are still to be inspected.
  private var pending: PlacedBlocks
  /// The errors found so far, in reading order.
  public private(set) var remarks: [BlockRemark] = []

  /// Returns the errors, in reading order.
  public static func remarks(on workspace: Workspace) -> [BlockRemark] {
    var inspector = ProgramInspector(workspace)
    while inspector.inspect(atMost: .max) {}
    return inspector.remarks
  }

  /// Begins an inspection, which is valid until the program changes.
  public init(_ workspace: Workspace) {
    self.workspace = workspace
    procedures = ProcedureInspector(workspace: workspace)
    pending = PlacedBlocks(workspace.topBlocks)
    inspectVariables()
  }

  /// Inspects some more blocks.
  /// - Returns: whether any are left.
  public mutating func inspect(atMost limit: Int) -> Bool {
    for _ in 0..<limit {
      guard let (block, place) = pending.next() else { return false }
      inspect(block)
      remarks += procedures.remarks(on: block)
      if let remark = place.remark(on: block) { remarks.append(remark) }
    }
    return true
  }

  private mutating func note(_ block: Block?, field: String? = nil, _ message: String) {
    remarks.append(BlockRemark(blockID: block?.id, fieldName: field, message: message))
  }

  private mutating func inspectVariables() {
    var seen: Set<String> = []
    for variable in workspace.variables.all where !variable.name.isEmpty {
      let isNew = seen.insert(variable.type + "\u{0}" + variable.name.lowercased()).inserted
      if !isNew { note(nil, "two variables have the name “\(variable.name)”") }
    }
  }

  private mutating func inspect(_ block: Block) {
    if block.isShadow { inspectShadow(block) }
    if !block.isUnknown { inspectInferredConnections(of: block) }
    for input in block.inputs {
      for case let field as FieldVariable in input.fields { inspect(field, of: block) }
    }
  }

  private mutating func inspectShadow(_ block: Block) {
    guard block.parent != nil else {
      return note(block, "a shadow is at the top level; shadows belong in inputs")
    }
    for child in block.children where !child.isShadow {
      note(child, "a real block is inside the shadow \(block.type)")
    }
  }

  /// Reports connections that the program uses but the definition lacks.
  private mutating func inspectInferredConnections(of block: Block) {
    for input in block.inputs where input.isInferred && input.connectedBlock != nil {
      note(block, "\(block.type) has no input “\(input.name)”; its content is kept")
    }
    if block.parent != nil, block.outputConnection?.isInferred == true {
      note(block, "\(block.type) isn't a value, but is used as one")
    }
    if block.parent != nil, block.previousConnection?.isInferred == true {
      note(block, "\(block.type) isn't a statement, but is used as one")
    }
    if block.nextBlock != nil, block.nextConnection?.isInferred == true {
      note(block, "\(block.type) can't be followed by a block, but is")
    }
  }

  private mutating func inspect(_ field: FieldVariable, of block: Block) {
    guard let variable = field.variable else { return }
    if let types = field.variableTypes, !types.isEmpty, !types.contains(variable.type) {
      let type = variable.type.isEmpty ? "has no type" : "is of the type \(variable.type)"
      note(block, field: field.name, "the variable “\(variable.name)” \(type), not \(types.joined(separator: " or "))")
    }
  }
}
