import BlockFormats
import BlockLibrary
import BlockModel
import BlockNotation
import Markup

/// Programs, their texts, and what of them must come back.
enum NotationScene {
  /// The stock blocks' library, made once.
  static func library() throws -> NotationLibrary { try stock.get() }

  private static let stock = Result { NotationLibrary.of(try StockBlocks.factory()) }

  static func text(_ workspace: Workspace, _ library: NotationLibrary, _ options: NotationOptions = []) -> String {
    String(decoding: NotationWriter.write(workspace, library: library, options: options), as: UTF8.self)
  }

  static func read(_ text: String, _ library: NotationLibrary) throws -> Workspace {
    try NotationReader.read(Array(text.utf8), library: library, randomness: SeededNumbers(seed: 7)).workspace
  }

  /// A program in both formats.
  static func files(_ workspace: Workspace) -> [String] {
    ProgramFormat.allCases.map {
      String(decoding: ProgramWriter.write(workspace, style: .compact($0)).bytes, as: UTF8.self)
    }
  }

  /// Everything in a program but ids and positions, one line for each block, variable and comment.
  static func picture(_ workspace: Workspace) -> [String] {
    var lines: [String] = []
    for variable in workspace.variables.all {
      lines.append("variable \(variable.name) \(variable.type) \(variable.isDeclared) \(variable.statesEmptyType)")
    }
    for block in workspace.topBlocks {
      for record in BlockSnapshot(of: block, forFile: true).records { lines.append(line(record)) }
    }
    for comment in workspace.comments {
      var snapshot = comment.snapshot
      (snapshot.id, snapshot.position, snapshot.hasImplicitID, snapshot.hasImplicitPosition) = ("", .zero, true, true)
      lines.append("comment \(snapshot) before \(workspace.blockCount(before: comment))")
    }
    for node in workspace.foreignNodes { lines.append("foreign \(workspace.count(before: node))") }
    return lines
  }

  private static func line(_ record: BlockSnapshot.Record) -> String {
    let fields = record.fields.map { field -> String in
      guard case .variable(let reference) = field.state else { return "\(field)" }
      return "\(field.name) variable \(reference.name ?? "") \(reference.type ?? "")"
    }
    var text = "\(record.parent) \(record.slot) \(record.type) shadow \(record.isShadow) covered \(record.isCovered)"
    text += " inline \(record.inline.map { "\($0)" } ?? "-") \(fields.sorted())"
    if let mutation = record.mutation {
      text += " mutation \(mutation.element.map { $0.withoutVariableIDs } ?? mutation.json?.text() ?? "-")"
    }
    if let extras = record.extras?.values {
      var extras = extras
      let parts = extras.unknownParts
      extras.unknownParts = nil
      text += " \(extras)"
      if let parts, !parts.isEmpty {
        text += " parts \(parts.attributes) \(parts.elements.map { $0.xmlText() })"
        text += " \(parts.members.map { $0.key + $0.value.text() }) \(parts.fields)"
        text += " \(parts.formerFields.map { $0.xmlText() }) \(parts.mutation?.xmlText() ?? "")"
        text += " \(parts.extraState.map { $0.key + $0.value.text() })"
      }
    }
    return text
  }
}

extension XMLElement {
  /// The element's text without the ids of variables.
  fileprivate var withoutVariableIDs: String {
    xmlText().split(separator: " varid=\"").enumerated().map { index, part in
      index == 0
        ? String(part) : String(part[(part.firstIndex(of: "\"").map { part.index(after: $0) } ?? part.startIndex)...])
    }.joined()
  }
}

extension NotationScene {
  /// A block as the toolbox makes it; alone if the toolbox doesn't have it.
  static func toolbox(_ type: String) throws -> BlockSnapshot {
    var pending = [try JSONParser.parse(StockBlocks.toolbox)]
    while let item = pending.popLast() {
      if let contents = item["contents"] { pending += Array(contents.elements) }
      if item["type"]?.string == type { return try BlockReader.snapshot(json: item) }
    }
    return BlockSnapshot(records: [BlockSnapshot.Record(type: type)])
  }
}
