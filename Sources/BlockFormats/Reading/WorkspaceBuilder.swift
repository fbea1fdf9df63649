import BlockModel

/// Fills a new workspace with the contents of a program, in one call or several.
struct WorkspaceBuilder {
  let workspace: Workspace
  private let factory: BlockFactory
  /// The built blocks, nil for those in covered shadows, and their indices in the source.
  private var blocks: [Block?] = []
  private var sourceIndices: [Int] = []
  private var buildFindings: [BuildFinding] = []
  private var variableFindings: [Finding] = []
  private var hasVariables = false

  /// A finding whose place has not been resolved to a line and column.
  struct Finding {
    var sourceIndex: Int
    var kind: ProgramFinding.Kind
    var message: String
    var blockID: String?
    var fieldName: String?
    var rule: String?
  }

  init(_ workspace: Workspace, factory: BlockFactory) {
    self.workspace = workspace
    self.factory = factory
  }

  /// Adds the program's blocks, and on the first call its variables.
  mutating func add(_ program: ProgramContents) {
    if !hasVariables { declareVariables(of: program) }
    factory.build(program.blocks, in: workspace, findings: &buildFindings, blocks: &blocks)
    // A loop over the records would copy each of them.
    for index in program.blocks.records.indices { sourceIndices.append(program.blocks.records[index].sourceIndex) }
  }

  private mutating func declareVariables(of program: ProgramContents) {
    hasVariables = true
    // Record only an empty list. One with variables is deleted with the last of them, as in Blockly, and as when the
    // creation of the first is undone.
    workspace.variables.isDeclared = program.declaresVariables && program.variables.isEmpty
    workspace.variables.listsAll = program.listsAllVariables
    for (reference, sourceIndex) in program.variables where workspace.variables.declare(reference) == nil {
      variableFindings.append(
        Finding(
          sourceIndex: sourceIndex, kind: .repair,
          message: "the variable id “\(reference.id ?? "")” is used twice; the first is used"))
    }
  }

  /// Adds the rest of the program: remaining blocks, comments and unknown parts.
  mutating func finish(_ program: ProgramContents) {
    add(program)
    if !program.unknownParts.isEmpty { workspace.unknownParts = program.unknownParts }
    workspace.listsBlocks = program.listsBlocks
    for (comment, blocksBefore) in program.comments { workspace.add(comment, behindBlocks: blocksBefore) }
    workspace.setForeignNodes(program.foreignNodes)
  }

  /// Returns the findings from reading `program` and from filling the workspace.
  func findings(of program: ProgramContents) -> [Finding] {
    program.findings.map { Finding(sourceIndex: $0.sourceIndex, kind: $0.kind, message: $0.message) } + variableFindings
      + buildFindings.map { finding in
        Finding(
          sourceIndex: finding.sourceIndex, kind: finding.isRepair ? .repair : .problem, message: finding.message,
          blockID: finding.blockID, fieldName: finding.fieldName)
      }
  }

  /// Converts remarks to findings, each at the place of its block in the source.
  func placed(_ remarks: [BlockRemark]) -> [Finding] {
    if remarks.isEmpty { return [] }
    var indicesByID: [String: Int] = [:]
    for (block, sourceIndex) in zip(blocks, sourceIndices) { if let block { indicesByID[block.id] = sourceIndex } }
    return remarks.map { remark in
      Finding(
        sourceIndex: remark.blockID.flatMap { indicesByID[$0] } ?? 0, kind: remark.kind, message: remark.message,
        blockID: remark.blockID, fieldName: remark.fieldName, rule: remark.rule)
    }
  }
}
