import BlockEvents
import BlockNotation
import CasePlaying
import FileTesting
import MortiseFiles
import MortiseScreen
import MortiseTerminal
import TerminalTesting
import Workbench

@testable import TerminalUI

/// A case that is played on the test terminal.
final class CaseSession {
  private let editor: Editor
  private let terminal: TestTerminal
  private let recorder: EventRecorder
  private let folder: TemporaryFolder
  private let file: (name: String, bytes: [UInt8])?
  private var lines: ArraySlice<CaseKeys>
  private let showsWholeScreen: Bool
  private let undoAndRedo: UndoAndRedo
  private let idAtStart: String
  private(set) var statusLines: [String] = []
  private(set) var hintLines: [String] = []
  private(set) var hasEnded = false

  init(_ testCase: CaseEditor) throws {
    let setup = testCase.setup
    terminal = TestTerminal(
      width: setup.size.width, height: setup.size.height, colorDepth: setup.depth, repertoire: setup.repertoire)
    let folder = try TemporaryFolder()
    let program = try testCase.program()
    if let program { try FileSaver.save(program.bytes, to: folder.file(program.name)) }
    let manager = EventManager()
    editor = try testCase.open(program.map { folder.file($0.name) }, on: terminal, events: manager)
    (self.folder, file, showsWholeScreen) = (folder, program, setup.showsWholeScreen)
    recorder = EventRecorder(
      workspace: editor.workbench.workspace, showsViewEvents: setup.showsViewEvents)
    manager.addListener(recorder)
    lines = testCase.keys[...]
    idAtStart = editor.workbench.workspace.id
    undoAndRedo = UndoAndRedo(editor.workbench)
  }

  /// The program in one line.
  var program: String { CompactProgram.text(of: editor.workbench.workspace) }

  /// The program in the notation.
  func text(_ library: NotationLibrary) -> String {
    String(decoding: NotationWriter.write(editor.workbench.workspace, library: library), as: UTF8.self)
  }

  /// Plays all lines, and notes what the status line says to each.
  func play() throws(CaseError) {
    terminal.whenEmpty = { [unowned self] in nextLine() }
    terminal.isBusy = { [unowned self] in editor.isBusy || editor.runner.isRunningFreely }
    statusLines.append("(start)")
    hintLines.append("(start)")
    editor.run()
    hasEnded = !lines.isEmpty || !isOver
    guard lines.isEmpty else { throw CaseError("the editor ended before “\(lines[lines.startIndex].line)”") }
  }

  private var isOver = false
  /// The line that was fed last, and what is done when it is handled.
  private var fed: CaseKeys?
  var lineEnded: ((CaseKeys) -> Void)?

  private func nextLine() {
    noteStatus()
    if let fed { lineEnded?(fed) }
    fed = lines.first
    guard let next = lines.popFirst() else {
      isOver = true
      return editor.stop()
    }
    statusLines.append(next.line)
    hintLines.append(next.line)
    lastHints = windowHints
    terminal.feed(next.events)
  }

  private func noteStatus() {
    if editor.screen.theme.isPlain {
      let sentence = terminal.screenRows().suffix(editor.screen.layout.status.height)
      statusLines.append("  " + withoutGaps(sentence.joined(separator: " ")))
      return
    }
    let row = terminal.screenRows().last ?? ""
    // Hints may shorten the sentence.
    let text = row.hasPrefix(String(information.prefix(8))) ? information : without(hints, row)
    statusLines.append("  " + withoutGaps(text))
    hintLines.append("  " + withoutHelp(hints) + (without(hints, row) == row ? " (no room)" : ""))
    let proposed = ScreenView.sentence(on: editor.screen).dropFirst(ScreenView.information(on: editor.screen).count)
    if !proposed.isEmpty { hintLines.append("  …" + proposed) }
  }

  /// What the status line says where there are no hints.
  private var information: String {
    let screen = editor.screen
    return shown(
      ScreenView.shown(
        " " + ScreenView.information(on: screen), on: screen,
        isWindow: screen.modes.top?.window(on: screen) != nil, in: terminal.size.width))
  }

  /// A text as the terminal shows it.
  private func shown(_ text: String) -> String {
    var grid = CellGrid(size: Size(width: terminal.size.width, height: 1), repertoire: terminal.repertoire)
    _ = grid.write(text, at: .zero, style: .plain)
    return grid.textRows()[0]
  }

  /// The keys that the status line names.
  private var hints: String { editor.screen.modes.top?.hints ?? "" }

  /// A row without the keys at its end, which only the cases that expect `hints` compare.
  private func without(_ hints: String, _ row: String) -> String {
    let shown = shown(hints)
    guard !shown.isEmpty, row.hasSuffix(shown) else { return row }
    return String(row.dropLast(shown.count).reversed().drop { $0 == " " }.reversed())
  }

  private func withoutGaps(_ row: String) -> String { anonymous(row.split(separator: " ").joined(separator: " ")) }

  /// The title line without its key for help.
  var title: String { withoutGaps(withoutHelp(terminal.screenRows().first ?? "")) + "\n" }

  /// A row without the key for help at its end, which is nearly everywhere.
  private func withoutHelp(_ row: String) -> String {
    without(editor.screen.modes.bottom?.hint(ofCommandNamed: "help") ?? "", row)
  }

  /// The screen as text: its size, the cursor and the glyphs of the rows that are shown.
  var screen: String {
    let cursor = terminal.cursor.map { "cursor at \($0.x),\($0.y)" } ?? "no cursor"
    let ending = hasEnded ? ", the editor has ended" : ""
    let hints = windowHints
    let rows = terminal.screenRows()[shownRows].map { anonymous(WindowHints.removed(from: $0, hints: hints)) }
    let lines = ["\(terminal.size.width)x\(terminal.size.height), \(cursor)\(ending)", ""] + rows
    return lines.joined(separator: "\n") + "\n"
  }

  /// The rows between the title line, unless a window covers it, and the status line; or all, if the case says so.
  private var shownRows: Range<Int> {
    let rows = terminal.screenRows()
    if showsWholeScreen { return rows.indices }
    return (rows.first?.hasPrefix(" mortise ") == true ? 1 : 0)..<max(1, rows.count - 1)
  }

  /// The keys that windows name and that are not recorded.
  private var windowHints: [String] {
    if showsWholeScreen { return [] }
    let modes = editor.screen.modes.all.compactMap { $0 as? any CommandMode }
    return modes.flatMap { Self.hints(of: $0) }.map(shown) + (hasEnded ? lastHints : [])
  }

  /// The hints of windows before the last keys, which may have ended the editor: its last screen stays.
  private var lastHints: [String] = []

  private static func hints<M: CommandMode>(of mode: M) -> [String] {
    mode.commands.hints(in: mode).filter { !$0.actionText.isEmpty }.map { "\($0.keyText) \($0.actionText)" }
  }

  /// A letter for the style of every cell of the rows that are shown, and what the letters stand for.
  var styles: String {
    let theme = editor.screen.theme
    let styles = terminal.grid.styleRows(shownRows) { StyleNames.name(of: $0, in: theme) }
    let hints = windowHints
    let rows = zip(styles.rows, terminal.screenRows()[shownRows]).map { styles, row in
      WindowHints.removed(fromStyles: styles, of: row, hints: hints)
    }
    return (rows + [""] + styles.legend).joined(separator: "\n") + "\n"
  }

  var hintsText: String { hintLines.joined(separator: "\n") + "\n" }

  var status: String { statusLines.joined(separator: "\n") + (hasEnded ? "\n(ended)" : "") + "\n" }

  var events: String { recorder.lines.joined(separator: "\n") + (recorder.lines.isEmpty ? "" : "\n") }

  /// The files that were written, other than the program as it was; those without a fixed content are only named.
  var saved: [(name: String, bytes: [UInt8])] {
    folder.names.compactMap { name in
      guard let bytes = try? FileReader.read(folder.file(name)).bytes else { return nil }
      if name.hasSuffix(".mortise-journal") { return ("journal", Self.deeds(inJournal: bytes)) }
      if name != file?.name { return ("saved-" + name, bytes) }
      return bytes == file?.bytes ? nil : ("saved", bytes)
    }
  }

  /// What a journal says was done; the rest of it is another one each time.
  private static func deeds(inJournal bytes: [UInt8]) -> [UInt8] {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").filter { line in
      ["{\"events\"", "{\"undo\"", "{\"redo\""].contains { line.hasPrefix($0) }
    }
    return Array(lines.map { $0.replacing(/"group":"[^"]*"/, with: "\"group\":\"…\"") + "\n" }.joined().utf8)
  }

  /// Without the folder's name and the ids of groups, which are others every time, but as long.
  private func anonymous(_ text: String) -> String {
    let name = folder.path.split(separator: "/").last.map(String.init) ?? ""
    // The help has a line more with every command, and so do lists of commands.
    return text.replacing(name, with: "mortise-test-000000").replacing(Self.helpLines) { match in
      match.output.0.dropLast(match.output.count.count) + String(repeating: "n", count: match.output.count.count)
    }.replacing(Self.hiddenRows) { match in
      "↓ \(String(repeating: "n", count: match.output.count.count)) more"
    }.replacing(Self.groups) { match in "\"group\":\"" + String(repeating: "g", count: match.output.id.count) }
  }

  // Static, as each use of a literal would parse it again.
  private static let helpLines = /Help, line \d+ of (?<count>\d+)/
  private static let hiddenRows = /↓ (?<count>\d+) more/
  private static let groups = /"group":"(?<id>[^"]+)/

  // MARK: - What must hold in every case

  /// Undoes everything and redoes it.
  /// - Returns: what is not as it was; nil when all is well.
  func undoAndRedoDefect() -> String? {
    // The program that the case began with.
    undoAndRedo.defect(in: editor.programs.program(withID: idAtStart)?.workbench ?? editor.workbench)
  }
}

extension ProgramRunner {
  /// Whether the program does something without the user: it neither waits nor has ended.
  var isRunningFreely: Bool {
    last.map { $0.isActive && ($0.isRunning && !$0.isAsking || $0.isStoppedByUser) } ?? false
  }
}
