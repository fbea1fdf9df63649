import FileTesting
import Glibc
import Testing

/// A user's session in a real terminal: opens a program, moves the cursor, changes a field, inserts a block from the
/// toolbox, moves and connects it, deletes another, undoes and redoes all of it, and saves.
@Suite(.enabled(if: TmuxSession.isNeeded, "tmux is not installed")) struct JourneyTests {
  /// A terminal, and the look that the editor chooses for it.
  struct Terminal: CustomTestStringConvertible {
    var term: String
    var locale = "C.UTF-8"
    var look: String
    var testDescription: String { "\(term) \(locale)" }
  }

  static let terminals = [
    Terminal(term: "xterm-256color", look: "256"), Terminal(term: "screen-256color", look: "256"),
    Terminal(term: "linux", look: "8"), Terminal(term: "xterm-256color", locale: "C", look: "ascii"),
  ]

  /// A program, and how keys and mouse reach its first number or text.
  struct Program: CustomTestStringConvertible {
    var name: String
    var toField: String
    /// The text of the field.
    var field: String
    var value: String
    /// A text in the statement onto which the inserted block is dragged.
    var target: String
    /// The first words of a block to delete.
    var second: String
    var testDescription: String { name }
  }

  static let programs = [
    Program(
      name: "fizzbuzz.xml", toField: "<Right><Right><Right>", field: "100", value: "42", target: "FizzBuzz",
      second: "if "),
    Program(
      name: "hello.json", toField: "<Right>", field: "Hello", value: "Good morning!", target: "stranger",
      second: "set name"),
  ]

  static let sizes = [(80, 24), (200, 50)]

  private struct Journey {
    let session: TmuxSession
    var snapshot: Snapshot
    let folder: TemporaryFolder
    let path: String
    let original: String

    init(
      _ program: Program, _ size: (Int, Int), _ terminal: Terminal, with means: String, on server: SSHServer? = nil
    ) throws {
      folder = try TemporaryFolder()
      path = folder.file(program.name)
      original = Tool.read("Tests/Programs/" + program.name)
      try Tool.write(original, to: path)
      session = try TmuxSession(
        [path], columns: size.0, rows: size.1, term: terminal.term, locale: terminal.locale, on: server)
      let stem = program.name.prefix { $0 != "." }
      snapshot = Snapshot("\(stem)-\(means)-\(size.0)x\(size.1)-\(terminal.look)")
    }

    mutating func look(_ title: String) throws {
      snapshot.check(title, try session.canvas(expecting: snapshot.expectation(title)))
    }

    /// Deletes the block at the cursor, undoes and redoes everything, saves at both ends, and quits.
    mutating func deleteUndoRedoSave(steps: Int) throws {
      try session.press("<Home><Down><Delete>")
      try look("deleted")
      try session.press(String(repeating: "u", count: steps))
      try look("undone")
      try session.press("<C-s>")
      #expect(try session.sees("saved"))
      #expect(Tool.read(path) == original)
      try session.press(String(repeating: "U", count: steps))
      try look("redone")
      try session.press("<C-s>")
      try leave()
    }

    /// The same with the mouse: drags a block onto the toolbox, or its sign, to delete it, and clicks on the first line
    /// to undo and redo. The first undo is a key, as the line offers both only after it.
    mutating func deleteUndoRedoSaveWithMouse(_ block: (Int, Int), steps: Int) throws {
      try session.drag(from: block, to: (0, 1))
      try look("deleted")
      try session.press("u")
      for _ in 2...steps { try session.click(session.place(of: "undo")) }
      try look("undone")
      try session.press("<C-s>")
      #expect(try session.sees("saved"))
      #expect(Tool.read(path) == original)
      for _ in 1...steps { try session.click(session.place(of: "redo")) }
      try look("redone")
      try session.press("<C-s>")
      try leave()
    }

    /// Checks what was saved.
    private mutating func leave() throws {
      try look("saved")
      #expect(try session.pressLast("q") == "ended 0")
      let found = try Tool.run(["check", path])
      snapshot.check("checked", found.output.replacing(path, with: "PROGRAM"))
      snapshot.check("the saved program", try Tool.run(["render", path]).output)
      #expect(folder.names.count == 1)
      try snapshot.finish()
    }
  }

  /// More terminals, for one journey each.
  static let otherTerminals = [
    Terminal(term: "xterm-direct", look: "256"), Terminal(term: "tmux-256color", look: "256"),
    Terminal(term: "vt100", look: "mono"),
  ]

  static let keyJourneys =
    programs.flatMap { program in sizes.flatMap { size in terminals.map { (program, size, $0) } } }
    + otherTerminals.map { (programs[1], sizes[0], $0) }

  @Test(arguments: keyJourneys) func journeyWithKeys(program: Program, size: (Int, Int), terminal: Terminal) throws {
    try playKeys(Journey(program, size, terminal, with: "keys"), program)
  }

  /// The screens are those without ssh.
  @Test(.enabled(if: SSHServer.isNeeded, "there is no sshd; bin/test downloads one")) func journeyThroughSSH() throws {
    let server = try SSHServer()
    try playKeys(
      Journey(Self.programs[1], Self.sizes[0], Self.terminals[0], with: "keys", on: server), Self.programs[1])
    withExtendedLifetime(server) {}
  }

  private func playKeys(_ journey: Journey, _ program: Program) throws {
    var journey = journey
    try journey.look("opened")
    try journey.session.press("<Down><Down><Up><End><Home>")
    try journey.look("moved about")
    try journey.session.press("\(program.toField)<Enter>\(program.value)<Enter>")
    try journey.session.press("<Home>t")
    try journey.look("the toolbox")
    try journey.session.press("T<Enter>print")
    try journey.look("a category")
    try journey.session.press("<Enter>")
    try journey.look("inserted")
    try journey.session.press("m<Down><Down>")
    try journey.look("moving")
    try journey.session.press("<Enter>")
    try journey.look("moved")
    try journey.deleteUndoRedoSave(steps: 4)
  }

  static let lineJourneys = sizes.flatMap { size in terminals.map { (size, $0) } }

  /// Types blocks as lines, edits one, and leaves another.
  @Test(arguments: lineJourneys) func journeyWithTypedLines(size: (Int, Int), terminal: Terminal) throws {
    var journey = try Journey(Self.programs[1], size, terminal, with: "lines")
    let session = journey.session
    try session.press("a")
    try journey.look("a line")
    try session.press("repeat 3")
    try journey.look("a preview")
    try session.press("<Enter>")
    try journey.look("in the body")
    try session.press("pr<Tab>\"Hi")
    try journey.look("a value")
    try session.press("<Enter><Enter>")
    try journey.look("behind the body")
    try session.press("set na")
    try journey.look("names")
    try session.press("<Esc>")
    try journey.look("closed")
    try session.press("<Home>E")
    try journey.look("a block as a line")
    try session.press("<Backspace>!\"<Enter>")
    try journey.look("edited")
    try journey.deleteUndoRedoSave(steps: 4)
  }

  static let mouseJourneys = programs.flatMap { program in
    sizes.flatMap { size in terminals.map { (program, size, $0) } }
  }

  @Test(arguments: mouseJourneys) func journeyWithMouse(program: Program, size: (Int, Int), terminal: Terminal) throws {
    var journey = try Journey(program, size, terminal, with: "mouse")
    let session = journey.session
    // A click on a number or text opens it.
    try session.click(session.place(of: program.field))
    try journey.look("clicked")
    try session.press("\(program.value)<Enter>")
    try session.click(session.place(of: program.name == "hello.json" ? "print" : "count"))
    if size.0 < 110 { try session.click((0, 1)) }
    try session.click(session.place(of: "Text"))
    try journey.look("a category")
    let above = try session.place(of: "of several lines")
    try session.click((above.0, above.1 + 1))
    try journey.look("inserted")
    let inserted = try session.place(of: "abc")
    try session.drag(from: (inserted.0 - 6, inserted.1), to: session.place(of: program.target))
    try journey.look("dragged")
    try journey.deleteUndoRedoSaveWithMouse(session.place(of: program.second), steps: 4)
  }
}
