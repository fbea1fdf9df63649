import BlockFormats
import BlockLibrary
import BlockModel
import Markup

/// The mistakes in a text, in order, with their lines and columns.
public struct NotationError: Error, Sendable, CustomStringConvertible {
  /// At least one, in the order of the text. `list` limits them for messages.
  public var mistakes: [(position: SourcePosition, message: String)]

  public var description: String { mistakes.map { "\($0.position): \($0.message)" }.joined(separator: "\n") }
}

extension NotationError {
  /// The largest number of mistakes in `list`.
  private static let mostListed = 20

  /// The first mistake, and the number of further ones, on one line.
  public var summary: String {
    let first = mistakes.first.map { "\($0.position): \($0.message)" } ?? ""
    return mistakes.count < 2 ? first : "\(first) (and \(mistakes.count - 1) more)"
  }

  /// Returns the mistakes with the text's name: on one line if there is one, else on a line each.
  public func list(in name: String) -> String {
    let lines = mistakes.map { "\(name):\($0.position): \($0.message)" }
    if lines.count == 1 { return lines[0] }
    let more = lines.count - Self.mostListed
    let rest = more > 0 ? ["and \(more) more; ‘mortise check’ lists them all"] : []
    return (["there are \(lines.count) mistakes"] + lines.prefix(Self.mostListed) + rest).joined(separator: "\n")
  }
}

/// A program that was read from text.
public struct ReadText {
  /// The program, complete but not shown yet.
  public var program: ReadProgram
  /// The style of the text, for writing it in the same way.
  public var style: NotationStyle
  /// The text of the file that the program comes from; nil if it isn't included.
  package var source: ProgramSource?
}

/// Reads programs from text. See docs/use/notation.md.
public enum NotationReader {
  /// Reads a program. The parameters are those of `readText`.
  /// - Throws: `NotationError` with every mistake.
  public static func read(
    _ bytes: [UInt8], library: NotationLibrary,
    randomness: any RandomNumberGenerator = SeededNumbers(seed: .random(in: .min ... .max)),
    format: ProgramFormat = .xml,
    onto old: Workspace? = nil, inspect: (Workspace) -> [BlockRemark] = { _ in [] }
  ) throws(NotationError) -> ReadProgram {
    try readText(
      bytes, library: library, randomness: randomness, format: format, onto: old, inspect: inspect
    ).program
  }

  /// Reads a program and the style of its text.
  /// - Parameters:
  ///   - bytes: the text in UTF-8.
  ///   - library: the wordings of the blocks, if the text doesn't name another language; its factory creates them.
  ///   - randomness: the source of ids for blocks without one. Most texts have no ids, and the system's random numbers
  ///     take longer than the rest of the work.
  ///   - format: the format of the layout if the text doesn't state the layout of its file.
  ///   - old: an older version of the program, whose ids and positions unchanged blocks keep; nil for none.
  ///   - inspect: a function that inspects the program. Its remarks are added to the findings.
  /// - Returns: the program, with the layout of its file if the text states it. The same text and randomness give the
  ///   same ids.
  /// - Throws: `NotationError` with every mistake.
  public static func readText(
    _ bytes: [UInt8], library: NotationLibrary,
    randomness: any RandomNumberGenerator = SeededNumbers(seed: .random(in: .min ... .max)),
    format: ProgramFormat = .xml,
    onto old: Workspace? = nil, inspect: (Workspace) -> [BlockRemark] = { _ in [] }
  ) throws(NotationError) -> ReadText {
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw NotationError(mistakes: [(SourcePosition(line: 1, column: 1), "the text isn't UTF-8")])
    }
    let language = HeaderReader.language(of: bytes)
    var parsed = ParsedProgram(bytes, library.inLanguage(language ?? "en") ?? library, onto: old)
    if language == nil, !parsed.mistakes.isEmpty, library.language != "en" {
      // A text that is written by hand may not name its language.
      let own = ParsedProgram(bytes, library, onto: old)
      if own.mistakes.count < parsed.mistakes.count { parsed = own }
    }
    guard parsed.mistakes.isEmpty else { throw error(parsed.mistakes, in: bytes) }
    let (parser, header, maker, comments) = (parsed.parser, parsed.header, parsed.maker, parsed.comments)
    let workspace = Workspace(factory: library.factory, randomness: randomness)
    let variables = maker.variables.all
    workspace.variables.isDeclared =
      header.declaresVariables == true && !variables.contains(where: \.isDeclared)
    for variable in variables { workspace.variables.add(variable) }
    var buildFindings: [BuildFinding] = []
    var blocks: [Block?] = []
    library.factory.build(maker.snapshot, in: workspace, findings: &buildFindings, blocks: &blocks)
    comments.add(to: workspace, keepingIdentityOf: old)
    workspace.unknownParts = header.unknownParts
    workspace.listsBlocks = header.listsBlocks
    StackPlaces.set(in: workspace, style: header.style, maker.snapshot.records)
    let findings = self.findings(
      buildFindings, inspect(workspace), blocks, maker.snapshot.records, workspace, bytes)
    var text = ReadText(
      program: ReadProgram(workspace: workspace, style: header.style ?? .pretty(format), findings: findings),
      style: NotationStyle(of: parser))
    if !header.source.isEmpty {
      text.source = ProgramSource(header.source, layout: text.program.style)
      quoteNumbers(in: workspace, asIn: header.source)
    }
    return text
  }

  /// Turns numbers into texts if they are texts in the file, which JSON allows; the notation has one form for both.
  private static func quoteNumbers(in workspace: Workspace, asIn source: [UInt8]) {
    guard ProgramReader.format(of: source) == .json,
      let former = try? ProgramReader.read(source, factory: workspace.factory).workspace
    else { return }
    for (id, block) in workspace.blocks {
      guard let old = former.blocks[id] else { continue }
      for field in block.inputs.flatMap(\.fields) {
        guard let name = field.name, case .numeral(let text, _, isQuoted: false)? = field.state,
          let state = old.firstField(withName: name)?.state, state.text == text
        else { continue }
        field.load(state, variables: workspace.variables)
      }
    }
  }

  /// Whether unknown bytes are a program's text: the first line and at least half of all lines must be valid. A text
  /// without mistakes must contain more than values and single words, which are read as calls.
  public static func recognises(_ bytes: [UInt8], library: NotationLibrary) -> Bool {
    let faulty: Set<Int>
    do throws(NotationError) {
      return try read(bytes, library: library).workspace.topBlocks.contains {
        $0.outputConnection == nil && ProcedureBlocks.definitionType(ofCaller: $0.type) == nil
      }
    } catch {
      faulty = Set(error.mistakes.map(\.position.line))
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r") }
    }
    let numbers = lines.indices.filter { !lines[$0].isEmpty && !lines[$0].starts(with: "//".utf8) }.map { $0 + 1 }
    guard let first = numbers.first, !faulty.contains(first) else { return false }
    return 2 * faulty.count <= numbers.count
  }

  private static func error(_ mistakes: [NotationMistake], in bytes: [UInt8]) -> NotationError {
    let positions = SourcePosition.positions(ofOffsets: mistakes.map(\.offset), in: bytes)
    let sorted = mistakes.sorted { $0.offset < $1.offset }
    return NotationError(
      mistakes: sorted.map { (positions[$0.offset] ?? SourcePosition(line: 1, column: 1), $0.message) })
  }

  private static func findings(
    _ buildFindings: [BuildFinding], _ remarks: [BlockRemark], _ blocks: [Block?],
    _ records: [BlockSnapshot.Record], _ workspace: Workspace, _ bytes: [UInt8]
  ) -> [ProgramFinding] {
    if buildFindings.isEmpty, remarks.isEmpty { return [] }
    var sourceIndices: [String: Int] = [:]
    for (block, record) in zip(blocks, records) { if let block { sourceIndices[block.id] = record.sourceIndex } }
    var found = buildFindings.map { finding in
      (
        finding.sourceIndex, finding.isRepair ? ProgramFinding.Kind.repair : .problem, finding.message, finding.blockID,
        finding.fieldName, String?.none
      )
    }
    for remark in remarks {
      found.append(
        (
          remark.blockID.flatMap { sourceIndices[$0] } ?? 0, remark.kind, remark.message, remark.blockID,
          remark.fieldName, remark.rule
        ))
    }
    let positions = SourcePosition.positions(ofOffsets: found.map(\.0), in: bytes)
    return found.sorted { $0.0 < $1.0 }.map { offset, kind, message, id, field, rule in
      ProgramFinding(
        kind: kind, position: positions[offset] ?? SourcePosition(line: 1, column: 1), message: message,
        block: id.flatMap { workspace.blocks[$0] }, fieldName: field, rule: rule)
    }
  }
}

/// A text that is read with the words of a language.
private struct ParsedProgram {
  var parser: NotationParser
  var header: HeaderReader
  var maker: RecordMaker
  var comments: CommentItemReader

  init(_ bytes: [UInt8], _ words: NotationLibrary, onto old: Workspace?) {
    parser = NotationParser(bytes, library: words)
    parser.parse()
    header = HeaderReader(keepingIDsOf: old)
    for range in parser.header { header.read(range, of: parser) }
    maker = RecordMaker(parser, variables: header.variables, usesToolbox: header.usesToolbox)
    maker.keepsNumerals = true
    for case .stack(let stack) in parser.items { maker.append(stack: stack) }
    maker.finish(onto: old)
    comments = CommentItemReader(parser)
  }

  var mistakes: [NotationMistake] { parser.mistakes + header.mistakes + maker.mistakes + comments.mistakes }
}

/// Positions stacks whose positions the text doesn't state.
enum StackPlaces {
  /// The height of a statement, and the space between stacks, in workspace units.
  private static let row = 32.0

  static func set(in workspace: Workspace, style: ProgramStyle?, _ records: [BlockSnapshot.Record]) {
    let isStated = records.contains { $0.parent < 0 && ($0.position != nil || $0.hasImplicitPosition) } || style != nil
    var y = 0.0
    for block in workspace.topBlocks where block.hasImplicitPosition {
      if isStated {
        block.position = style?.format == .json ? .zero : WorkspacePoint(x: 10, y: 10)
        continue
      }
      block.position = WorkspacePoint(x: 10, y: 10 + y)
      if y > 0 { block.hasImplicitPosition = false }
      y += Double(block.descendants().reduce(0) { $0 + ($1.outputConnection == nil ? 1 : 0) } + 2) * row
    }
  }
}
