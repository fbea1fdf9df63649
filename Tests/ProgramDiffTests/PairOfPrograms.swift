import BlockEditing
import BlockEvents
import BlockFormats
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
        let inner = children[index].filter { !isFollower($0) }.map { (text(of: records[$0].slot), $0) }.sorted(by: <)
          .map(\.1)
        for child in children[index] where isFollower(child) { pending.append((child, depth)) }
        for child in inner.reversed() { pending.append((child, depth + 1)) }
      }
      return lines
    }
  }

  /// What a program says, whatever its ids, places and format: a line for each block, and each stack by itself.
  static func meaning(of workspace: Workspace) -> String {
    meaning(of: stacks(of: workspace), comments: comments(of: workspace))
  }

  private static func comments(of workspace: Workspace) -> [String] {
    workspace.comments.map { "comment \($0.text) \($0.isCollapsed)" }
  }

  /// What a program says, whatever the order of its statements.
  static func unorderedMeaning(of workspace: Workspace) -> String {
    let lines = stacks(of: workspace).joined().map { line in
      var line = line
      if line.parts[1] == "next" || line.parts[1].hasPrefix("statement") { line.parts[1] = "statement" }
      return line.text
    }
    return (lines + comments(of: workspace)).sorted().joined(separator: "\n")
  }

  static func meaning(of stacks: [[Line]], comments: [String]) -> String {
    (stacks.map { $0.map(\.text).joined(separator: "\n") } + comments).sorted().joined(separator: "\n")
  }

  static func parts(of record: BlockSnapshot.Record, in workspace: Workspace) -> [String] {
    let fields = record.fields.map { field in
      if case .variable(let reference) = field.state {
        "\(field.name)=variable \(workspace.variables[reference.id ?? ""]?.name ?? reference.name ?? "")"
      } else {
        "\(field.name)=\(field.state.plainText)"
      }
    }
    var parts = [record.type, text(of: record.slot), "\(record.isShadow)\(record.isCovered)"] + fields.sorted()
    if let inline = record.inline { parts.append("inline \(inline)") }
    let block = workspace.blocks[record.id ?? ""]
    if !record.isCovered, let element = block?.mutator?.toXMLElement() ?? record.mutation?.element {
      parts.append(textWithoutIDs(of: element))
    } else if record.isCovered {
      // Both forms of it are kept.
    } else if let json = record.mutation?.json {
      parts.append(json.text())
    }
    var extras = record.extras?.values ?? BlockSnapshot.Extras.Values()
    extras.unknownParts?.removeMeaningless()
    if extras.unknownParts?.isEmpty ?? false { extras.unknownParts = nil }
    if let comment = extras.comment { extras.comment = BlockComment(text: comment.text) }
    if !extras.isOrdinary { parts.append("\(extras)") }
    return parts
  }

  // Written out, as the language's own descriptions take longer than all else.
  private static func text(of slot: BlockSnapshot.Slot) -> String {
    switch slot {
    case .top: "top"
    case .next: "next"
    case .input(let name, .value): "value \(name)"
    case .input(let name, .statement): "statement \(name)"
    case .input(let name, _): "input \(name)"
    }
  }

  /// A mutation without ids, and without white space between elements.
  private static func textWithoutIDs(of root: XMLElement) -> String {
    var writer = XMLWriter(style: .compact)
    /// What is still to be written; nil ends an element.
    var work: [XMLElement.Node?] = [.element(root)]
    while let next = work.popLast() {
      switch next {
      case .element(let element):
        writer.begin(element.qualifiedName)
        for attribute in element.attributes where !["id", "varid"].contains(attribute.name) {
          writer.attribute(attribute.name, attribute.value)
        }
        work.append(nil)
        work += Array(element.nodes).reversed().map(Optional.some)
      case .text(let text): if !text.allSatisfy(\.isWhitespace) { writer.text(text) }
      case .comment(let text): writer.comment(text)
      case .instruction(let text): writer.instruction(text)
      case nil: writer.end()
      }
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Why the difference between the two is wrong; nil if it is right.
  /// - Parameter files: keeps what was read.
  func fault(isExact: Bool = false, files: ProgramFiles? = nil) throws -> (message: String?, events: [BlocklyEvent]) {
    let files = files ?? ProgramFiles(factory: factory)
    let (own, other) = (try Self.read(old, factory), try files.file(new))
    let (result, wanted) = (own.workspace, other.program.workspace)
    let match = ProgramMatch(result, wanted, isExact: isExact)
    let difference: ProgramDifference
    do { difference = try ProgramDifference(changing: match) } catch { return ("\(error)", []) }
    FileParts(of: wanted).apply(to: result)
    let direct = ProgramWriter.write(result, style: own.style).bytes
    if isExact {
      let style = other.program.style
      let written = style == own.style ? direct : ProgramWriter.write(result, style: style).bytes
      if written != other.written {
        let texts = [written, other.written].map { String(decoding: $0, as: UTF8.self) }
        return ("the result has other bytes:\n\(Self.firstDifference(texts[0], texts[1]))", difference.events)
      }
    }
    // Another client replays the events from their JSON.
    let copy = try Self.read(old, factory).workspace
    let lines = difference.events.map { $0.json(in: result).text() }.joined(separator: "\n")
    let problems = EventReplay(workspace: copy).apply(Array(lines.utf8), named: "events")
    if let problem = problems.first { return ("replay: \(problem)", difference.events) }
    FileParts(of: wanted).apply(to: copy)
    let replayed = ProgramWriter.write(copy, style: own.style).bytes
    if replayed != direct {
      let texts = [replayed, direct].map { String(decoding: $0, as: UTF8.self) }
      return ("replayed events give other bytes:\n\(Self.firstDifference(texts[0], texts[1]))", difference.events)
    }
    let meaning = Self.meaning(of: result)
    if meaning != other.meaning {
      return ("the result has another meaning:\n\(Self.firstDifference(meaning, other.meaning))", difference.events)
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
