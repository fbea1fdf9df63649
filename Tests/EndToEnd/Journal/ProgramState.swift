import BlockEvents
import BlockFormats
import BlockLayout
import BlockLibrary
import BlockModel
import FileTesting
import Screen
import Testing

@testable import Workbench

/// A program and its undo and redo stacks. The ids that editors make are others each time, so they are numbered.
struct ProgramState: Hashable, Sendable {
  var text: String
  /// How many steps can be undone and redone; nil where only the program counts.
  var undoCount: Int?
  var redoCount: Int?

  @MainActor init(_ workbench: WorkbenchController) {
    text = Self.text(of: workbench.workspace)
    (undoCount, redoCount) = (workbench.history.undoCount, workbench.history.redoCount)
  }

  /// The stock blocks, which many programs share.
  @MainActor static let blocks = Result { try StockBlocks.factory() }

  /// A program in a file, whatever was done to it before.
  @MainActor init(file path: String) throws {
    text = Self.text(of: try Document.open(path, factory: Self.blocks.get()).workspace)
  }

  private static func text(of workspace: Workspace) -> String {
    let bytes = ProgramWriter.write(workspace, style: .pretty(.xml)).bytes
    // By bytes, as there are many states to look at.
    var numbers: [ArraySlice<UInt8>: Int] = [:]
    let sign = Array(" id=\"".utf8)
    var text: [UInt8] = []
    var rest = bytes[...]
    while let start = rest.firstIndex(of: sign[0]) {
      text += rest[..<start]
      rest = rest[start...]
      guard rest.starts(with: sign) else {
        text.append(rest.removeFirst())
        continue
      }
      let id = rest.dropFirst(sign.count).prefix { $0 != UInt8(ascii: "\"") }
      let number = numbers[id] ?? numbers.count
      numbers[id] = number
      text += sign + Array("\(number)".utf8)
      rest = rest[id.endIndex...]
    }
    return String(decoding: text + rest, as: UTF8.self)
  }

  /// What is other than it should be.
  func difference(from states: some Collection<ProgramState>) -> String {
    func counts(_ state: ProgramState) -> String {
      "\(state.undoCount.map(String.init) ?? "?") undo, \(state.redoCount.map(String.init) ?? "?") redo"
    }
    if let other = states.first(where: { $0.text == text }) { return "\(counts(self)) instead of \(counts(other))" }
    guard let expected = states.first?.text else { return "no state to compare with" }
    let lines = zip(text.split(separator: "\n"), expected.split(separator: "\n"))
    let (found, wanted) = lines.first { $0 != $1 } ?? ("more or less", "other lines")
    return "“\(found)” instead of “\(wanted)”"
  }

  /// Whether it is this one, as far as is known.
  func isSame(as other: ProgramState) -> Bool {
    text == other.text && (undoCount == nil || undoCount == other.undoCount)
      && (redoCount == nil || redoCount == other.redoCount)
  }
}

/// The folder of a program as a killed editor has left it, looked at in a copy, so that everything stays as it is.
@MainActor struct LeftFolder {
  let copy: TemporaryFolder
  /// The unsaved work that the next editor offers.
  private(set) var journal: LeftJournal?
  let path: String

  init(_ folder: TemporaryFolder, program name: String) throws {
    copy = try Self.copy(of: folder)
    path = copy.file(name)
    let survey = JournalSurvey.look(for: path)
    #expect(survey.remarks == [] && survey.editors == [])
    let left = survey.left.filter { $0.unsavedSteps > 0 }
    #expect(left.count <= 1)
    journal = left.first
  }

  static func copy(of folder: TemporaryFolder) throws -> TemporaryFolder {
    let copy = try TemporaryFolder()
    for name in folder.names { try Tool.write(Tool.read(folder.file(name)), to: copy.file(name)) }
    return copy
  }

  /// The program that the next editor has, when the work is opened.
  func state() throws -> ProgramState {
    guard let journal else { return try ProgramState(file: path) }
    let controller = try controller(of: journal)
    let state = ProgramState(controller)
    // Everything can be undone, and be done again.
    while try controller.history.undo() {}
    #expect(controller.bytes().bytes == journal.content.program || journal.content.program.isEmpty)
    let start = ProgramState(controller)
    let base = copy.file("base.xml")
    try Tool.write(String(decoding: journal.content.program, as: UTF8.self), to: base)
    #expect(try start.text == ProgramState(file: base).text)
    while try controller.history.redo() {}
    for _ in 0..<(state.redoCount ?? 0) { _ = try controller.history.undo() }
    #expect(ProgramState(controller) == state)
    return state
  }

  private func controller(of journal: LeftJournal) throws -> WorkbenchController {
    let document = try JournalRecovery.document(of: journal, factory: ProgramState.blocks.get())
    return WorkbenchController(
      document: document, toolbox: Toolbox(categories: []),
      style: LayoutStyle(usesBrackets: false, repertoire: .unicode, canvasWidth: 80), eventManager: EventManager())
  }
}
