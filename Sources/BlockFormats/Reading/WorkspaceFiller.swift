import BlockModel

/// Fills a new workspace from what was read of a program, in one go or in several.
struct WorkspaceFiller {
  let workspace: Workspace
  /// The blocks made, and the places where they stand in the source; nil for those inside covered shadows.
  private var blocks: [Block?] = []
  private var places: [Int] = []
  private var made: [BuildFinding] = []
  private var ofVariables: [Finding] = []
  private var hasVariables = false

  /// A finding whose place is not yet a line and column.
  struct Finding {
    var place: Int
    var kind: ProgramFinding.Kind
    var message: String
    var blockID: String?
    var fieldName: String?
  }

  init(_ workspace: Workspace) { self.workspace = workspace }

  /// Makes the program's variables, the first time, and its blocks.
  mutating func add(_ program: ProgramSnapshot) {
    if !hasVariables { declareVariables(of: program) }
    var blocks: [Block?] = []
    workspace.factory.build(program.blocks, in: workspace, findings: &made, blocks: &blocks)
    self.blocks += blocks
    // A loop over the records would copy each of them.
    for index in program.blocks.records.indices { places.append(program.blocks.records[index].place) }
  }

  private mutating func declareVariables(of program: ProgramSnapshot) {
    hasVariables = true
    workspace.variables.isDeclared = program.declaresVariables
    for (reference, place) in program.variables where workspace.variables.declare(reference) == nil {
      ofVariables.append(
        Finding(
          place: place, kind: .repair,
          message: "the variable id “\(reference.id ?? "")” is used twice; the first one counts"))
    }
  }

  /// Adds the rest of a program: the blocks that it still has, comments and unknown parts.
  mutating func finish(_ program: ProgramSnapshot) {
    add(program)
    if !program.unknownParts.isEmpty { workspace.unknownParts = program.unknownParts }
    workspace.listsBlocks = program.listsBlocks
    for (comment, blocksBefore) in program.comments { workspace.add(comment, behindBlocks: blocksBefore) }
    workspace.add(program.foreignNodes)
  }

  /// What was found while `program` was read and the workspace filled.
  func findings(of program: ProgramSnapshot) -> [Finding] {
    program.findings.map { Finding(place: $0.place, kind: $0.kind, message: $0.message) } + ofVariables
      + made.map { finding in
        Finding(
          place: finding.place, kind: finding.isRepair ? .repair : .problem, message: finding.message,
          blockID: finding.blockID, fieldName: finding.fieldName)
      }
  }

  /// Somebody's remarks as findings, each at its block's place.
  func placed(_ remarks: [BlockRemark]) -> [Finding] {
    if remarks.isEmpty { return [] }
    var placesByID: [String: Int] = [:]
    for (block, place) in zip(blocks, places) { if let block { placesByID[block.id] = place } }
    return remarks.map { remark in
      Finding(
        place: remark.blockID.flatMap { placesByID[$0] } ?? 0, kind: .problem, message: remark.message,
        blockID: remark.blockID, fieldName: remark.fieldName)
    }
  }
}
