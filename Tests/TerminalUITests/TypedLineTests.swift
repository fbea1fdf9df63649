import BlockLibrary
import BlockNotation
import CasePlaying
import MortiseTerminal
import Testing

/// Types the lines of `Tests/Cases/lines`, and compares what they become.
@Suite struct TypedLineTests {
  /// A row of the file.
  nonisolated struct Row: Sendable {
    var typed: String
    var blocks: String
    var word: String
    /// The language of the words.
    var language: String
    /// Whether the program says nothing of its variables.
    var isUnknown: Bool
  }

  private static let rows = Result { () throws -> [Row] in
    let tests = String(#filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined())
    var rows: [Row] = []
    var (language, isUnknown) = ("en", false)
    for line in (CaseFolder(path: tests + "/Cases").text(of: "lines") ?? "").split(separator: "\n") {
      if line.hasPrefix("#! language: ") { language = String(line.suffix(2)) }
      if line.hasPrefix("#! unknown") { (language, isUnknown) = ("en", true) }
      if line.hasPrefix("#! ") { continue }
      let columns = line.split(separator: "\t").map(String.init)
      guard columns.count > 1 else { throw CaseError("“\(line)” has no second column") }
      rows.append(
        Row(
          typed: columns[0], blocks: columns[1].replacing("⏎", with: "\n"), word: columns.count > 2 ? columns[2] : "",
          language: language, isUnknown: isUnknown))
    }
    return rows
  }

  private static let statements = """
    set nums to [3, 1, 2]
    set name to "Ada"
    set x to 1
    set i to 1
    set j to 1
    set n to 10
    set total to 0

    """
  private static let function = "\nto average with: numbers\nreturn sum of list numbers\n"

  private let library: NotationLibrary

  init() throws { library = NotationLibrary(factory: try StockBlocks.factory()) }

  /// A program with some statements in it, in the words of a language.
  private func program(with blocks: String, _ row: Row) throws -> String {
    let start = row.isUnknown ? "set x to 1\n" : Self.statements
    let end = row.isUnknown ? "\nto f with: data, other\n  print data\n" : Self.function
    return try text(of: start + blocks + end, in: row.language)
  }

  private func text(of program: String, in language: String) throws -> String {
    let workspace = try NotationReader.read(Array(program.utf8), library: library).workspace
    let words = try #require(
      language == "en"
        ? library
        : StockBlocks.messages(in: language).map {
          NotationLibrary(factory: try StockBlocks.factory(messages: $0))
        })
    return String(decoding: NotationWriter.write(workspace, library: words), as: UTF8.self)
  }

  @Test func typedLinesBecomeBlocks() throws {
    let rows = try Self.rows.get()
    #expect(rows.count >= 200)
    for row in rows {
      let isRefused = row.blocks == "?"
      let start = try program(with: "", row)
      let wanted = try program(with: isRefused ? "" : row.blocks + "\n", row)
      let count = row.isUnknown ? 0 : 6
      let typed = ("a" + row.typed + "⏎").map { character in
        switch character {
        case "↓": "<Down>"
        case "⏎": "<Enter>"
        case "<": "<lt>"
        default: String(character)
        }
      }
      let keys = ["<Home>"] + Array(repeating: "<Down>", count: count) + typed
      let events = keys.map { InputEvent(name: $0) }.compactMap(\.self)
      let session = try CaseSession(
        CaseEditor(notation: start, keys: [CaseKeys(line: row.typed, events: events)]))
      try session.play()
      let statements = statements(session.text(library))
      #expect(statements == self.statements(wanted), "\(row.typed) (\(row.language))")
      let status = session.statusLines.last ?? ""
      #expect(status.lowercased().contains(row.word.lowercased()), "\(row.typed) (\(row.language)): \(status)")
    }
  }

  /// A program without its header.
  private func statements(_ program: String) -> [Substring] {
    program.split(separator: "\n").filter { !$0.hasPrefix("@") }
  }
}
