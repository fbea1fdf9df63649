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

  init() throws { library = NotationLibrary.of(try TutorScene.shared(in: "en")) }

  /// A program with some statements in it, in the words of a language.
  private func program(with blocks: String, _ row: Row, in language: String) throws -> String {
    let start = row.isUnknown ? "set x to 1\n" : Self.statements
    let end = row.isUnknown ? "\nto f with: data, other\n  print data\n" : Self.function
    return try text(of: start + blocks + end, in: language)
  }

  private func text(of program: String, in language: String) throws -> String {
    let workspace = try NotationReader.read(Array(program.utf8), library: library).workspace
    let words = NotationLibrary.of(try TutorScene.shared(in: language))
    return String(decoding: NotationWriter.write(workspace, library: words), as: UTF8.self)
  }

  @Test func typedLinesBecomeBlocks() throws {
    let rows = try Self.rows.get()
    #expect(rows.count >= 200)
    for (_, group) in Dictionary(grouping: rows, by: { "\($0.language) \($0.isUnknown)" }) {
      // Every line is undone before the next one, so that one editor does for all.
      let keys = group.flatMap { row in
        [
          CaseKeys(line: row.typed, events: Self.keys(of: row)),
          CaseKeys(line: Self.undoing, events: Self.undoingKeys(of: row)),
        ]
      }
      var editor = try CaseEditor(notation: try program(with: "", group[0], in: group[0].language), keys: keys)
      editor.language = group[0].language
      let session = try CaseSession(editor)
      var left = group[...]
      session.lineEnded = { keys in
        guard keys.line != Self.undoing, let row = left.popFirst() else { return }
        self.compare(row, session)
      }
      try session.play()
      #expect(left.isEmpty)
    }
  }

  /// A text in another language is shown in the editor's words, so these are typed; it is saved in its own.
  @Test func theWordsAreThoseOfTheEditor() throws {
    let keys = ["a", "wiederhole 3 mal⏎", "<Esc>", "<C-s>"].flatMap { keys in
      keys.hasPrefix("<") ? [keys] : keys.map { $0 == "⏎" ? "<Enter>" : String($0) }
    }
    var editor = try CaseEditor(
      notation: "print 1\n", keys: [CaseKeys(line: "keys", events: keys.compactMap { InputEvent(name: $0) })])
    editor.language = "de"
    let session = try CaseSession(editor)
    try session.play()
    #expect(session.text(library) == "print 1\nrepeat 3 times\n")
    #expect(session.saved.contains { String(decoding: $0.bytes, as: UTF8.self) == "print 1\nrepeat 3 times\n" })
  }

  private static let undoing = "(undo)"

  /// A comment is no step.
  private static func undoingKeys(of row: Row) -> [InputEvent] {
    let steps = row.typed.split(separator: "⏎").count { !$0.hasPrefix("#") && !$0.hasPrefix("//") }
    return (["<Esc>"] + Array(repeating: "u", count: max(1, steps))).compactMap { InputEvent(name: $0) }
  }

  private static func keys(of row: Row) -> [InputEvent] {
    let typed = ("a" + row.typed + "⏎").map { character in
      switch character {
      case "↓": "<Down>"
      case "⏎": "<Enter>"
      case "<": "<lt>"
      default: String(character)
      }
    }
    let keys = ["<Home>"] + Array(repeating: "<Down>", count: row.isUnknown ? 0 : 6) + typed
    return keys.compactMap { InputEvent(name: $0) }
  }

  private func compare(_ row: Row, _ session: CaseSession) {
    let blocks = row.blocks == "?" ? "" : row.blocks + "\n"
    guard let wanted = try? program(with: blocks, row, in: "en") else {
      Issue.record("“\(row.blocks)” is no program")
      return
    }
    #expect(statements(session.text(library)) == statements(wanted), "\(row.typed) (\(row.language))")
    let status = session.statusLines.last ?? ""
    #expect(status.lowercased().contains(row.word.lowercased()), "\(row.typed) (\(row.language)): \(status)")
  }

  /// A program without its header.
  private func statements(_ program: String) -> [Substring] {
    program.split(separator: "\n").filter { !$0.hasPrefix("@") }
  }
}
