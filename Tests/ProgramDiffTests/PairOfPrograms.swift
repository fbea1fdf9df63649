import BlockEditing
import BlockEvents
import BlockFormats
import BlockLibrary
import BlockModel
import Markup
import ProgramDiff
import SeededTesting
import Workbench

/// Two versions of a program, as files.
struct PairOfPrograms {
  let old: [UInt8]
  let new: [UInt8]
  let factory: BlockFactory

  static func read(_ bytes: [UInt8], _ factory: BlockFactory) throws -> ReadProgram {
    try ProgramReader.read(bytes, factory: factory, randomness: SeededNumbers(seed: 7))
  }

  /// A block of a program: how deep it is, and the parts of what it says, its type first.
  struct Line: Hashable {
    var depth: Int
    var parts: [String]
    var text: String { "\(depth) " + parts.joined(separator: " ") }
  }

  /// The lines of each stack, in the order of the file.
  static func stacks(of workspace: Workspace) -> [[Line]] {
    workspace.topBlocks.map { stack in
      var lines: [Line] = []
      let records = BlockSnapshot(of: stack).records
      var children: [[Int]] = Array(repeating: [], count: records.count)
      for (index, record) in records.enumerated() where record.parent >= 0 { children[record.parent].append(index) }
      var pending = [(index: 0, depth: 0)]
      while let (index, depth) = pending.popLast() {
        lines.append(Line(depth: depth, parts: parts(of: records[index], in: workspace)))
        let isFollower = { (child: Int) in records[child].slot == .next }
        let inner = children[index].filter { !isFollower($0) }.map { ("\(records[$0].slot)", $0) }.sorted(by: <).map(
          \.1)
        for child in children[index] where isFollower(child) { pending.append((child, depth)) }
        for child in inner.reversed() { pending.append((child, depth + 1)) }
      }
      return lines
    }
  }

  /// What a program says, whatever its ids, places and format: a line for each block, and each stack by itself.
  static func meaning(of workspace: Workspace) -> String {
    meaning(of: stacks(of: workspace), comments: workspace.comments.map { "comment \($0.text) \($0.isCollapsed)" })
  }

  static func meaning(of stacks: [[Line]], comments: [String]) -> String {
    (stacks.map { $0.map(\.text).joined(separator: "\n") } + comments).sorted().joined(separator: "\n")
  }

  /// The blocks of a program by type and by what they say themselves, counted; shadows and copies of conflicts aside.
  static func contents(of workspace: Workspace, withValues: Bool) -> [String: [String: Int]] {
    var contents: [String: [String: Int]] = [:]
    for top in workspace.topBlocks where !ConflictCopy.isCopy(top) {
      for record in BlockSnapshot(of: top).records where !record.isShadow && !record.isCovered {
        if !withValues, workspace.blocks[record.id ?? ""]?.outputConnection != nil { continue }
        var record = record
        record.slot = .top
        contents[record.type, default: [:]][parts(of: record, in: workspace).joined(separator: " "), default: 0] += 1
      }
    }
    return contents
  }

  private static func parts(of record: BlockSnapshot.Record, in workspace: Workspace) -> [String] {
    let fields = record.fields.map { field in
      if case .variable(let reference) = field.state {
        "\(field.name)=variable \(workspace.variables[reference.id ?? ""]?.name ?? reference.name ?? "")"
      } else {
        "\(field.name)=\(field.state.plainText)"
      }
    }
    var parts = [record.type, "\(record.slot)", "\(record.isShadow)\(record.isCovered)"] + fields.sorted()
    if let inline = record.inline { parts.append("inline \(inline)") }
    let block = workspace.blocks[record.id ?? ""]
    if !record.isCovered, let element = block?.mutator?.toXMLElement() ?? record.mutation?.element {
      parts.append(element.xmlText().replacing(#/ (var)?id="[^"]*"/#, with: "").replacing(#/>\s+</#, with: "><"))
    } else if record.isCovered {
      // Both forms of it are kept.
    } else if let json = record.mutation?.json {
      parts.append(json.text())
    }
    var extras = record.extras?.values ?? BlockSnapshot.Extras.Values()
    extras.unknownParts?.statedMutation = nil
    extras.unknownParts?.removeEmptyInputs()
    if extras.unknownParts?.isEmpty ?? false { extras.unknownParts = nil }
    if let comment = extras.comment { extras.comment = BlockComment(text: comment.text) }
    if !extras.isOrdinary { parts.append("\(extras)") }
    return parts
  }

  /// Why the difference between the two is wrong; nil if it is right.
  func fault(isExact: Bool = false) throws -> (message: String?, events: [BlocklyEvent]) {
    let (own, other) = (try Self.read(old, factory), try Self.read(new, factory))
    let match = ProgramMatch(own.workspace, other.workspace, isExact: isExact)
    let difference: ProgramDifference
    do { difference = try ProgramDifference(changing: match) } catch { return ("\(error)", []) }
    let (result, wanted) = (own.workspace, other.workspace)
    FileParts(of: wanted).apply(to: result)
    if isExact {
      let written = ProgramWriter.write(result, style: other.style).bytes
      let expected = ProgramWriter.write(wanted, style: other.style).bytes
      if written != expected {
        let texts = [written, expected].map { String(decoding: $0, as: UTF8.self) }
        return ("the result has other bytes:\n\(Self.firstDifference(texts[0], texts[1]))", difference.events)
      }
    }
    // Another client replays the events from their JSON.
    let copy = try Self.read(old, factory).workspace
    let lines = difference.events.map { $0.json(in: result).text() }.joined(separator: "\n")
    let problems = EventReplay(workspace: copy).apply(Array(lines.utf8), named: "events")
    if let problem = problems.first { return ("replay: \(problem)", difference.events) }
    FileParts(of: wanted).apply(to: copy)
    let style = own.style
    let (replayed, direct) = [copy, result].map { ProgramWriter.write($0, style: style).bytes }.pair
    if replayed != direct {
      let texts = [replayed, direct].map { String(decoding: $0, as: UTF8.self) }
      return ("replayed events give other bytes:\n\(Self.firstDifference(texts[0], texts[1]))", difference.events)
    }
    let (meaning, wantedMeaning) = (Self.meaning(of: result), Self.meaning(of: wanted))
    if meaning != wantedMeaning {
      return ("the result has another meaning:\n\(Self.firstDifference(meaning, wantedMeaning))", difference.events)
    }
    return (nil, difference.events)
  }

  static func firstDifference(_ text: String, _ other: String) -> String {
    let (lines, others) = (text.split(separator: "\n"), other.split(separator: "\n"))
    for (line, other) in zip(lines, others) where line != other {
      return "is:     \(line.prefix(400))\nshould: \(other.prefix(400))"
    }
    return "is:     \(lines.count) lines\nshould: \(others.count) lines"
  }
}

extension Array {
  fileprivate var pair: (Element, Element) { (self[0], self[1]) }
}
