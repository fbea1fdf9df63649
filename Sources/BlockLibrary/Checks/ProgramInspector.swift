import BlockFormats
import BlockModel

/// Finds errors in a whole program that reading its file does not reveal: connections and inputs that are missing from
/// the definitions, variables of the wrong type, calls without a function. For `ProgramReader.read(inspect:)`.
public struct ProgramInspector {
  private let workspace: Workspace
  private let procedures: ProcedureInspector

  /// Returns the errors, in reading order.
  public static func remarks(on workspace: Workspace) -> [BlockRemark] {
    let inspector = ProgramInspector(workspace)
    var remarks = inspector.remarksOnProgram()
    for (block, surroundings) in PlacedBlocks(workspace.topBlocks) {
      remarks += inspector.remarks(on: block, in: surroundings)
    }
    return remarks
  }

  /// Reads the functions of a program. The inspector is valid until one of them changes.
  public init(_ workspace: Workspace) {
    self.workspace = workspace
    procedures = ProcedureInspector(workspace: workspace)
  }

  /// Whether a block defines a function, or did so when the inspection began.
  public func definesFunction(_ blockID: String) -> Bool {
    procedures.blockIDs.contains(blockID) || workspace.blocks[blockID]?.mutator is MutatorProcedureDefinition
  }

  /// Returns the errors that belong to no block.
  public func remarksOnProgram() -> [BlockRemark] {
    var seen: Set<String> = []
    let conflicts = workspace.comments.filter(ConflictCopy.isCopy).map {
      BlockRemark(blockID: nil, message: ConflictCopy.problem(ofComment: $0.text))
    }
    return conflicts
      + workspace.variables.all.compactMap { variable in
        if variable.name.isEmpty { return nil }
        let isNew = seen.insert(variable.type + "\u{0}" + variable.name.lowercased()).inserted
        return isNew ? nil : BlockRemark(blockID: nil, message: "two variables have the name “\(variable.name)”")
      }
  }

  /// Returns the errors of a block, without those of the blocks in it.
  public func remarks(on block: Block, in surroundings: Surroundings) -> [BlockRemark] {
    var remarks: [BlockRemark] = []
    inspectShadow(block, &remarks)
    if ConflictCopy.isCopy(block) {
      let message = ConflictCopy.problem(ofComment: block.comment?.text ?? "")
      remarks.append(BlockRemark(blockID: block.id, message: message))
    }
    if !block.isUnknown { inspectInferredConnections(of: block, &remarks) }
    for input in block.inputs {
      for case let field as FieldVariable in input.fields { inspect(field, of: block, &remarks) }
    }
    remarks += procedures.remarks(on: block)
    if let remark = surroundings.remark(on: block) { remarks.append(remark) }
    return remarks
  }

  private func inspectShadow(_ block: Block, _ remarks: inout [BlockRemark]) {
    func note(_ message: String) { remarks.append(BlockRemark(blockID: block.id, message: message)) }
    let parent = block.parent
    if block.isShadow {
      if parent == nil { note("a shadow is at the top level; shadows belong in inputs") }
    } else if let parent, parent.isShadow {
      note("a real block is inside the shadow \(parent.type)")
    }
  }

  /// Reports connections that the program uses but the definition lacks.
  private func inspectInferredConnections(of block: Block, _ remarks: inout [BlockRemark]) {
    func note(_ message: String) { remarks.append(BlockRemark(blockID: block.id, message: message)) }
    for input in block.inputs where input.isInferred && input.connectedBlock != nil {
      note("\(block.type) has no input “\(input.name)”; its content is kept")
    }
    if block.parent != nil, block.outputConnection?.isInferred == true {
      note("\(block.type) isn't a value, but is used as one")
    }
    if block.parent != nil, block.previousConnection?.isInferred == true {
      note("\(block.type) isn't a statement, but is used as one")
    }
    if block.nextBlock != nil, block.nextConnection?.isInferred == true {
      note("\(block.type) can't be followed by a block, but is")
    }
  }

  private func inspect(_ field: FieldVariable, of block: Block, _ remarks: inout [BlockRemark]) {
    guard let variable = field.variable else { return }
    if let types = field.variableTypes, !types.isEmpty, !types.contains(variable.type) {
      let type = variable.type.isEmpty ? "has no type" : "is of the type \(variable.type)"
      remarks.append(
        BlockRemark(
          blockID: block.id, fieldName: field.name,
          message: "the variable “\(variable.name)” \(type), not \(types.joined(separator: " or "))"))
    }
  }
}
