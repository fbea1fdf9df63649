import BlockFormats
import BlockModel
import Markup

/// A program line by line, in the words of its blocks, for comparison with another one. Lines refer to their blocks,
/// and contain no ids and positions.
package struct ProgramLines {
  /// A line of a stack.
  package struct Line {
    package enum Part { case comment, head, more }

    /// The statement, or a value with statements in it.
    package var block: Block
    package var part: Part
    /// The level of indentation.
    package var level: Int
    /// The words; then the words with types that they don't imply, and with marks of shadows. Without indentation.
    package fileprivate(set) var versions: [String]

    package var text: String { versions[0] }
  }

  private let workspace: Workspace
  private let options: NotationOptions
  private let usesToolbox: Bool
  private let isInWords: Bool
  private var planner: RecordPlanner
  /// The variables that are used in a written stack, and need no line unless they have a type.
  private var used: Set<String> = []

  /// - Parameters:
  ///   - isExact: whether the lines contain ids and positions.
  ///   - usesToolbox: whether the values that the toolbox puts into inputs are unmarked: `prefersToolbox` of a program.
  ///   - isInWords: whether the lines omit types and shadows, for users. Different blocks may then read the same.
  package init(
    _ workspace: Workspace, library: NotationLibrary, isExact: Bool = false, usesToolbox: Bool, isInWords: Bool = false
  ) {
    self.isInWords = isInWords
    self.workspace = workspace
    self.usesToolbox = usesToolbox
    options = isExact ? [.ids, .places] : [.names]
    planner = RecordPlanner(library: library, options: options, variables: workspace.variables)
  }

  /// Whether fewer marks are needed if plain values mean those of the toolbox.
  package static func prefersToolbox(_ workspace: Workspace, library: NotationLibrary) -> Bool {
    ToolboxUse.prevails(in: workspace, library: library)
  }

  /// Returns the lines of a stack.
  package mutating func lines(ofStack top: Block) -> [Line] {
    var records = BlockSnapshot(of: top).records
    let ids = records.map(\.id)
    for index in records.indices {
      if records[index].hasImplicitID { records[index].id = nil }
      if records[index].hasImplicitPosition { records[index].position = nil }
      if options.contains(.names) {
        let type = records[index].type
        records[index].leaveOutForm(isUnknown: workspace.factory.blockBuilders[type] == nil)
      }
      for field in records[index].fields {
        if case .variable(let reference) = field.state, let id = reference.id { used.insert(id) }
      }
    }
    planner.plan(records)
    for case .definition(_, let parameters, _) in planner.plans.map(\.kind) {
      for name in parameters { if let id = workspace.variables.variable(named: name)?.id { used.insert(id) } }
    }
    var writer = StatementWriter(
      records, planner: planner, usesToolbox: usesToolbox, workspace: workspace, output: [])
    writer.write()
    var (typed, marked): (LineTexts?, LineTexts?)
    let statesTypes = planner.plans.contains(where: \.statesType)
    if isInWords, writer.hasMarks || statesTypes {
      let (whole, hasMarks) = (writer, writer.hasMarks)
      writer = StatementWriter(
        records, planner: planner, usesToolbox: usesToolbox, workspace: workspace, output: [])
      writer.marksShadows = false
      if statesTypes {
        typed = LineTexts(of: writer)
        writer.statesTypes = false
        writer.blocks = ids.map { id in id.flatMap { workspace.blocks[$0] } }
        if hasMarks {
          writer.marksShadows = true
          marked = LineTexts(of: writer)
          writer.marksShadows = false
        }
      } else {
        marked = LineTexts(whole)
      }
      writer.write()
    }
    // A shadow's lines belong to the block that holds it.
    var owners: [Block?] = Array(repeating: nil, count: records.count)
    for index in records.indices {
      let parent = records[index].parent
      let isOwn = !records[index].isShadow || parent < 0
      owners[index] = isOwn ? ids[index].flatMap { workspace.blocks[$0] } ?? top : owners[parent]
    }
    return writer.lines.map { line in
      let isOwn = owners[line.record]?.id == ids[line.record]
      let part: Line.Part =
        switch line.part {
        case .comment: .comment
        case .head where isOwn: .head
        case .head, .more: .more
        }
      let words = writer.text(of: line)
      return Line(
        block: owners[line.record] ?? top, part: part, level: line.level,
        versions: [words, typed?.next(like: line) ?? words, marked?.next(like: line) ?? words])
    }
  }

  /// Returns a line for each variable with a type, and for each that no stack uses.
  package func variableLines() -> [String] {
    let variables = workspace.variables.all.filter { variable in
      !variable.type.isEmpty || !used.contains(variable.id)
    }
    return variables.map(Self.line).sorted()
  }

  /// Returns a variable with its type.
  package static func line(of variable: Variable) -> String {
    var line: [UInt8] = Array(variable.name.utf8)
    if !variable.type.isEmpty {
      line += Array(": ".utf8)
      NameText.appendQuoted(variable.type, to: &line)
    }
    return String(decoding: line, as: UTF8.self)
  }

  /// Returns the lines of a comment of the workspace.
  package func lines(of comment: WorkspaceComment) -> [String] {
    WorkspaceCommentLines.lines(of: comment.snapshot, options: options, in: workspace)
  }

  /// Returns the foreign parts of the file's root, a line each.
  package static func foreignLines(of workspace: Workspace) -> [String] {
    let parts = workspace.unknownParts.flatMap { UnknownPartsJSON.json(of: $0, type: "", in: workspace) }
    return [parts.map { "@program(\($0.text()))" }].compactMap(\.self)
      + workspace.foreignNodes.map(WorkspaceCommentLines.line)
  }
}

/// The lines of a stack, looked up in the order of another version of them.
private struct LineTexts {
  private struct Key: Hashable {
    var record: Int
    var part: StatementWriter.Line.Part
  }

  private var texts: [Key: [String]] = [:]

  /// - Parameter writer: a writer that has not written yet.
  init(of writer: StatementWriter) {
    var writer = writer
    writer.write()
    self.init(writer)
  }

  /// - Parameter writer: a writer that has written.
  init(_ writer: StatementWriter) {
    for line in writer.lines.reversed() {
      texts[Key(record: line.record, part: line.part), default: []].append(writer.text(of: line))
    }
  }

  /// Returns the next line of the same part of the same block; nil if there is none.
  mutating func next(like line: StatementWriter.Line) -> String? {
    texts[Key(record: line.record, part: line.part)]?.popLast()
  }
}

extension BlockSnapshot.Record {
  /// Removes details that matter only in files and on screens: the forms of numbers, empty inputs, overridden fields,
  /// and the positions and sizes of comments.
  fileprivate mutating func leaveOutForm(isUnknown: @autoclosure () -> Bool) {
    for index in fields.indices {
      switch fields[index].state {
      case .numeral(_, let value, _): fields[index].state = .number(value)
      case .text(let text) where isUnknown():
        if let number = Double(text), NumberText.text(number) == text { fields[index].state = .number(number) }
      case .boolean(let flag) where isUnknown(): fields[index].state = .text(flag ? "TRUE" : "FALSE")
      default: break
      }
    }
    if mutation?.element?.isEmpty ?? false { mutation = nil }
    if var parts = extras?.values.unknownParts {
      parts.removeMeaningless()
      extras?.values.unknownParts = parts.isEmpty ? nil : parts
    }
    if let comment = extras?.values.comment, comment != BlockComment(text: comment.text) {
      extras?.values.comment = BlockComment(text: comment.text)
    }
    if extras?.values.isOrdinary ?? false { extras = nil }
  }
}
