import BlockEvents
import BlockFormats
import CasePlaying
import FileTesting
import Files
import Screen
import Terminal
import TerminalTesting
import Workbench

@testable import TerminalUI

/// A case that is played on the test terminal.
final class CaseSession {
  private let editor: Editor
  private let terminal: TestTerminal
  private let recorder: EventRecorder
  private let folder: TemporaryFolder
  private let program: (name: String, bytes: [UInt8])?
  private var lines: ArraySlice<CaseKeys>
  /// The program as it would be written after opening it.
  private let bytesAtStart: [UInt8]
  private let styleAtStart: ProgramStyle
  private(set) var statusLines: [String] = []
  private(set) var hasEnded = false

  init(_ testCase: CaseEditor, examples: String) throws {
    let setup = testCase.setup
    terminal = TestTerminal(
      width: setup.size.width, height: setup.size.height, colorDepth: setup.depth, repertoire: setup.repertoire)
    let folder = try TemporaryFolder()
    let program = try testCase.program(examples: examples)
    if let program { try FileSaver.save(program.bytes, to: folder.file(program.name)) }
    let manager = EventManager()
    editor = try testCase.open(program.map { folder.file($0.name) }, on: terminal, events: manager)
    (self.folder, self.program) = (folder, program)
    recorder = EventRecorder(
      workspace: editor.workbench.workspace, showsViewEvents: setup.showsViewEvents)
    manager.addListener(recorder)
    lines = testCase.keys[...]
    styleAtStart = editor.workbench.document.style
    bytesAtStart = ProgramWriter.write(editor.workbench.workspace, style: styleAtStart).bytes
  }

  /// The program as text, as it would be written anew.
  private var written: String {
    String(decoding: ProgramWriter.write(editor.workbench.workspace, style: styleAtStart).bytes, as: UTF8.self)
  }

  /// Plays all lines, and notes what the status line says to each.
  func play() throws(CaseFault) {
    terminal.whenEmpty = { [unowned self] in nextLine() }
    terminal.isBusy = { [unowned self] in editor.isBusy }
    statusLines.append("(start)")
    editor.run()
    hasEnded = !lines.isEmpty || !isOver
    guard lines.isEmpty else { throw CaseFault("the editor ended before “\(lines[lines.startIndex].line)”") }
  }

  private var isOver = false

  private func nextLine() {
    noteStatus()
    guard let next = lines.popFirst() else {
      isOver = true
      return editor.stop()
    }
    statusLines.append(next.line)
    terminal.feed(next.events)
  }

  private func noteStatus() {
    let row = terminal.screenRows().last ?? ""
    statusLines.append("  " + anonymous(row.split(separator: " ").joined(separator: " ")))
  }

  /// The screen as text: the glyphs, and which style every cell has.
  var screen: String {
    let cursor = terminal.cursor.map { "cursor at \($0.x),\($0.y)" } ?? "no cursor"
    let ending = hasEnded ? ", the editor has ended" : ""
    var lines = ["\(terminal.size.width)x\(terminal.size.height), \(cursor)\(ending)", ""]
    lines += terminal.screenRows().map(anonymous)
    lines.append("")
    let styles = terminal.grid.styleRows { StyleNames.name(of: $0, in: Theme(depth: terminal.colorDepth)) }
    lines += styles.rows
    lines += [""] + styles.legend
    return lines.joined(separator: "\n") + "\n"
  }

  var status: String { statusLines.joined(separator: "\n") + (hasEnded ? "\n(ended)" : "") + "\n" }

  var events: String { recorder.lines.joined(separator: "\n") + (recorder.lines.isEmpty ? "" : "\n") }

  /// The files that were written, other than the program as it was; those without a fixed content are only named.
  var saved: [(name: String, bytes: [UInt8])] {
    folder.names.compactMap { name in
      guard let bytes = try? FileReader.read(folder.file(name)).bytes else { return nil }
      if name.hasSuffix(".mortise-journal") { return ("journal", Self.deeds(inJournal: bytes)) }
      if name != program?.name { return ("saved-" + name, bytes) }
      return bytes == program?.bytes ? nil : ("saved", bytes)
    }
  }

  /// What a journal says was done; the rest of it is another one each time.
  private static func deeds(inJournal bytes: [UInt8]) -> [UInt8] {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").filter { line in
      ["{\"events\"", "{\"undo\"", "{\"redo\""].contains { line.hasPrefix($0) }
    }
    return Array(lines.map { $0.replacing(/"group":"[^"]*"/, with: "\"group\":\"…\"") + "\n" }.joined().utf8)
  }

  /// Without the folder's name, which is another one every time, but as long.
  private func anonymous(_ text: String) -> String {
    let name = folder.path.split(separator: "/").last.map(String.init) ?? ""
    // A group's id is another one every time, too.
    return text.replacing(name, with: "mortise-test-000000").replacing(/"group":"(?<id>[^"]+)/) { match in
      "\"group\":\"" + String(repeating: "g", count: match.output.id.count)
    }
  }

  // MARK: - What must hold in every case

  /// Undoes everything and redoes it.
  /// - Returns: what is not as it was; nil when all is well.
  func undoAndRedoDefect() -> String? {
    let workbench = editor.workbench
    workbench.leaveRehearsals()
    let redone = workbench.history.redoCount
    for _ in 0..<redone { workbench.perform(.redo) }
    let end = written
    let steps = workbench.history.undoCount
    for _ in 0..<steps { workbench.perform(.undo) }
    if workbench.history.undoCount > 0 { return "not every step can be undone" }
    let start = String(decoding: bytesAtStart, as: UTF8.self)
    if let difference = TextDifference.of(start, written) {
      return "after undoing everything the program is not as it was:\n\(difference)"
    }
    for _ in 0..<steps { workbench.perform(.redo) }
    return TextDifference.of(end, written).map { "after redoing everything the program is not as it was:\n\($0)" }
  }
}
