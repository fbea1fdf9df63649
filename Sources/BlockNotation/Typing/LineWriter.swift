import BlockModel

/// Writes a block as a line to edit, without the blocks in its bodies and below it.
public enum LineWriter {
  /// Returns the line; nil if the block takes several.
  public static func line(of block: Block, library: NotationLibrary, in workspace: Workspace) -> String? {
    line(
      of: BlockSnapshot(of: block, followers: false), isValue: block.outputConnection != nil, library: library,
      in: workspace)
  }

  /// Returns the line as users edit it: without types if the words mean the same blocks; nil if the block takes several
  /// lines.
  public static func editedLine(of block: Block, library: NotationLibrary, in workspace: Workspace) -> String? {
    let snapshot = BlockSnapshot(of: block, followers: false)
    guard let line = lineWithoutTypes(of: block, snapshot, library: library, in: workspace) else { return nil }
    let reader = LineReader(library: library, workspace: workspace, isTyped: false, editing: block)
    let reading = reader.read(line, as: block.outputConnection == nil ? .statement : .value)
    let types = head(of: snapshot).map(\.type)
    return reading?.snapshot.records.map(\.type) == types
      ? line : self.line(of: block, library: library, in: workspace)
  }

  /// Returns the line as users read it, without types; nil if the block takes several, or has no words without them.
  package static func words(of block: Block, library: NotationLibrary, in workspace: Workspace) -> String? {
    let snapshot = BlockSnapshot(of: block, followers: false)
    let isInWords = plans(of: head(of: snapshot), library: library, in: workspace).plans.allSatisfy { plan in
      switch plan.kind {
      case .explicit, .xml: false
      default: true
      }
    }
    return isInWords ? lineWithoutTypes(of: block, snapshot, library: library, in: workspace) : nil
  }

  private static func lineWithoutTypes(
    of block: Block, _ snapshot: BlockSnapshot, library: NotationLibrary, in workspace: Workspace
  ) -> String? {
    line(
      of: snapshot, isValue: block.outputConnection != nil, library: library, in: workspace, statingTypes: false)
  }

  /// Returns the line of a snapshot's first block; nil if the block takes several.
  /// - Parameters:
  ///   - workspace: the workspace with the variables.
  ///   - statesTypes: whether a block that shares its wording with others is followed by its type.
  static func line(
    of snapshot: BlockSnapshot, isValue: Bool, library: NotationLibrary, in workspace: Workspace,
    statingTypes statesTypes: Bool = true
  ) -> String? {
    let records = head(of: snapshot)
    let planner = plans(of: records, library: library, in: workspace)
    var writer = StatementWriter(records, planner: planner, usesToolbox: false, workspace: workspace, output: [])
    writer.statesTypes = statesTypes
    writer.write()
    var text = String(decoding: writer.output, as: UTF8.self)
    if text.contains(where: \.isNewline) { return nil }
    if isValue, text.hasPrefix("("), text.hasSuffix(")") {
      text = String(text.dropFirst().dropLast())
    }
    return text
  }

  private static func plans(
    of records: [BlockSnapshot.Record], library: NotationLibrary, in workspace: Workspace
  ) -> RecordPlanner {
    var planner = RecordPlanner(library: library, options: [], variables: workspace.variables)
    planner.plan(records)
    return planner
  }

  /// Returns the block and its values as read from a line: without ids, covered shadows, comments and flags.
  private static func head(of snapshot: BlockSnapshot) -> [BlockSnapshot.Record] {
    var kept: [BlockSnapshot.Record] = []
    var indices: [Int: Int] = [:]
    for (index, record) in snapshot.records.enumerated() {
      if index > 0 {
        guard indices[record.parent] != nil, !record.isCovered, case .input(_, let kind) = record.slot,
          kind != .statement
        else { continue }
      }
      var record = record
      record.id = nil
      record.parent = index == 0 ? -1 : indices[record.parent] ?? -1
      if index == 0 { record.slot = .top }
      record.isShadow = false
      record.position = nil
      record.inline = nil
      record.extras = nil
      indices[index] = kept.count
      kept.append(record)
    }
    var head = BlockSnapshot(records: kept)
    head.countRecords()
    return head.records
  }
}
