import BlockEvents
import BlockFormats
import BlockLayout
import BlockLibrary
import BlockModel
import FileTesting
import MortiseScreen
import Testing

@testable import ProgramJournal
@testable import Workbench

/// A program and its undo and redo stacks. Editors create different ids each time, so ids are replaced by numbers.
struct ProgramState: Sendable {
  /// The program as it would be written.
  private let bytes: [UInt8]
  /// The number of groups that can be undone and redone; nil if only the program counts.
  var undoCount: Int?
  var redoCount: Int?

  @MainActor init(_ workbench: WorkbenchController) {
    bytes = Self.bytes(of: workbench.workspace)
    (undoCount, redoCount) = (workbench.history.undoCount, workbench.history.redoCount)
  }

  /// The stock blocks, shared by many programs.
  @MainActor static let blocks = Result { try StockBlocks.factory() }

  /// The program in a file, without undo stacks.
  @MainActor init(file path: String) throws {
    bytes = Self.bytes(of: try Document.open(path, factory: Self.blocks.get()).workspace)
  }

  private static func bytes(of workspace: Workspace) -> [UInt8] {
    ProgramWriter.write(workspace, style: .pretty(.xml)).bytes
  }

  /// The program as text, with numbers for ids.
  var text: String {
    // Splitting at quotes gives the text outside and inside of them in turn.
    var pieces = bytes.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
    var numbers: [ArraySlice<UInt8>: Int] = [:]
    for index in pieces.indices.dropFirst() where pieces[index - 1].suffix(3).elementsEqual("id=".utf8) {
      let number = numbers[pieces[index]] ?? numbers.count
      numbers[pieces[index]] = number
      pieces[index] = Array("\(number)".utf8)[...]
    }
    return String(decoding: Array(pieces.joined(separator: [UInt8(ascii: "\"")])), as: UTF8.self)
  }

  /// A description of the difference.
  func difference(from states: some Collection<ProgramState>) -> String {
    func counts(_ state: ProgramState) -> String {
      "\(state.undoCount.map(String.init) ?? "?") undo, \(state.redoCount.map(String.init) ?? "?") redo"
    }
    if let other = states.first(where: { $0.text == text }) { return "\(counts(self)) instead of \(counts(other))" }
    guard let expected = states.first?.text else { return "no state to compare with" }
    let lines = zip(text.split(separator: "\n"), expected.split(separator: "\n"))
    let (found, reference) = lines.first { $0 != $1 } ?? ("more or less", "other lines")
    return "“\(found)” instead of “\(reference)”"
  }

  /// Whether the states are equal, as far as their stacks are known.
  func isSame(as other: ProgramState) -> Bool {
    (undoCount == nil || undoCount == other.undoCount) && (redoCount == nil || redoCount == other.redoCount)
      && text == other.text
  }
}

/// The folder of a program that a killed editor left behind, examined in a copy so that the original doesn't change.
@MainActor struct LeftFolder {
  let copy: TemporaryFolder
  /// The unsaved work that the next editor offers.
  private(set) var journal: OrphanJournal?
  let path: String

  init(_ folder: TemporaryFolder, program name: String) throws {
    copy = try Self.copy(of: folder)
    path = copy.file(name)
    let scan = JournalScan.look(for: path)
    #expect(scan.remarks == [] && scan.activeEditors == [])
    let left = scan.orphans.filter(\.hasUnsavedWork)
    #expect(left.count <= 1)
    journal = left.first
  }

  static func copy(of folder: TemporaryFolder) throws -> TemporaryFolder {
    let copy = try TemporaryFolder()
    for name in folder.names { try Tool.write(Tool.read(folder.file(name)), to: copy.file(name)) }
    return copy
  }

  /// The program in the next editor, once the unsaved work is opened.
  func state() throws -> ProgramState {
    guard let journal else { return try ProgramState(file: path) }
    let controller = try controller(of: journal)
    let state = ProgramState(controller)
    // Everything can be undone and redone.
    while try controller.history.undo() {}
    let program = try journal.file.program(journal.content)
    #expect(controller.bytes().bytes == program || program.isEmpty)
    let start = ProgramState(controller)
    let base = copy.file("base.xml")
    try Tool.write(String(decoding: program, as: UTF8.self), to: base)
    #expect(try start.text == ProgramState(file: base).text)
    while try controller.history.redo() {}
    for _ in 0..<(state.redoCount ?? 0) { _ = try controller.history.undo() }
    #expect(state.isSame(as: ProgramState(controller)))
    return state
  }

  private func controller(of journal: OrphanJournal) throws -> WorkbenchController {
    let document = try JournalRecovery.document(of: journal, factory: ProgramState.blocks.get())
    return WorkbenchController(
      document: document, toolbox: Toolbox(categories: []),
      style: LayoutStyle(usesBrackets: false, repertoire: .unicode, canvasWidth: 80), eventManager: EventManager())
  }
}
