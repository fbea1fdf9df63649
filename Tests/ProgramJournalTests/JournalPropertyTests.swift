import BlockEvents
import BlockFormats
import BlockLibrary
import BlockModel
import RandomEditing
import SeededTesting
import Testing
import WorkbenchTesting

@testable import ProgramJournal
@testable import Workbench

/// Random edits with undo, redo and saves: whenever the editor is killed, the next one recovers all of them, and so
/// does the one after that. Compacting the journal changes nothing.
@MainActor @Suite struct JournalPropertyTests {
  private static let program = """
    {"blocks":{"languageVersion":0,"blocks":[
      {"type":"controls_repeat_ext"@1,"x":10,"y":10,
       "inputs":{"TIMES":{"shadow":{"type":"math_number"@2,"fields":{"NUM":10}},
         "block":{"type":"math_single"@8,"fields":{"OP":"ROOT"},"inputs":{"NUM":{"shadow":{"type":"math_number"@9}}}}}}},
      {"type":"some_unknown"@3,"x":400,"y":20,"fields":{"A":"b"}},
      {"type":"procedures_callnoreturn"@4,"extraState":{"name":"nowhere","params":["x","y"]},
       "next":{"block":{"type":"procedures_callnoreturn"@5,"extraState":{"name":"elsewhere"}}}},
      {"type":"lists_getIndex"@6,"fields":{"MODE":"GET","WHERE":"FROM_START"},
       "inputs":{"AT":{"shadow":{"type":"math_number"@7,"fields":{"NUM":3}}}}}
    ]},"workspaceComments":[
      {"id":"c1","x":10,"y":400,"width":320,"height":96,"text":"two\\nlines"},
      {"text":"no id, no place, no size","tone":{"loud":true}}
    ],"variables":[{"name":"x","id":"x"}]}
    """

  /// The program in either format, with or without ids.
  private func file(seed: UInt64) throws -> (name: String, text: String) {
    var text = Self.program
    for number in 1...9 {
      text = text.replacing("@\(number)", with: seed % 4 < 2 ? ",\"id\":\"block\(number)\"" : "")
    }
    guard seed.isMultiple(of: 2) else { return ("program.json", text) }
    let program = try ProgramReader.read(Array(text.utf8), factory: StockBlocks.factory())
    let xml = ProgramWriter.write(program.workspace, style: .pretty(.xml)).bytes
    return ("program.xml", String(decoding: xml, as: UTF8.self))
  }

  /// The observable state of a session.
  private struct State: Equatable {
    var texts: String
    var bytes: [UInt8]
    var undoCount: Int
    var redoCount: Int
    var isModified: Bool

    init(_ controller: WorkbenchController) {
      texts = EditingSession.texts(of: controller.workspace)
      bytes = controller.bytes().bytes
      (undoCount, redoCount) = (controller.history.undoCount, controller.history.redoCount)
      isModified = controller.isModified
    }
  }

  /// A description of the difference; nil if there is none.
  private func difference(_ controller: WorkbenchController, _ state: State) -> String? {
    let now = State(controller)
    if now == state { return nil }
    let counts = "\(now.undoCount) and \(now.redoCount) steps instead of \(state.undoCount) and \(state.redoCount)"
    if now.texts == state.texts, now.bytes == state.bytes { return "\(counts), modified: \(now.isModified)" }
    let (texts, bytes) = (TextLines(now.texts, state.texts), TextLines(now.bytes, state.bytes))
    return "\(counts); \(texts.difference ?? bytes.difference ?? "")"
  }

  /// Compares two texts line by line.
  private struct TextLines {
    var difference: String?

    init(_ actual: String, _ expected: String) {
      let (left, right) = (actual.split(separator: "\n"), expected.split(separator: "\n"))
      for (one, other) in zip(left, right) where one != other {
        difference = difference ?? "“\(one)” instead of “\(other)”"
      }
      if difference == nil, left.count != right.count { difference = "\(left.count) lines instead of \(right.count)" }
    }

    init(_ actual: [UInt8], _ expected: [UInt8]) {
      self.init(String(decoding: actual, as: UTF8.self), String(decoding: expected, as: UTF8.self))
    }
  }

  @Test(arguments: Seeds.first(10)) func everythingFlushedIsRecovered(seed: UInt64) throws {
    let file = try file(seed: seed)
    let scene = try JournalScene(file.text, name: file.name, seed: seed)
    var random = SeededGenerator(seed: seed &+ 5000)
    let start = scene.session.texts
    for round in 1...3 {
      let session = scene.session
      let state = try edit(session, seed: seed &* 10 &+ UInt64(round), &random)
      // The last action was collected but not written.
      scene.kill()
      if (seed / 4 + UInt64(round)).isMultiple(of: 2) { try scene.compact() }
      try recover(scene, state, (start, Array(file.text.utf8)), "seed \(seed), session \(round)")
    }
  }

  /// Performs random actions.
  /// - Returns: the state that the journal contains.
  private func edit(
    _ session: JournalScene.Session, seed: UInt64, _ random: inout SeededGenerator
  ) throws -> State {
    let editing = try EditingSession(
      seed: seed, coordinator: session.controller.coordinator, history: session.controller.history,
      manager: session.manager)
    for _ in 0..<Int.random(in: 10...80, using: &random) {
      switch Int.random(in: 0..<20, using: &random) {
      case 0, 1, 2: try editing.goBackAndForth()
      case 3: session.save()
      case 4, 5: session.writer.flush()
      default: editing.act()
      }
    }
    session.flush()
    let state = State(session.controller)
    // The editor is killed before the next flush. Without an observer, `close` has nothing more to write.
    session.controller.history.observer = nil
    editing.act()
    return state
  }

  private func recover(
    _ scene: JournalScene, _ state: State, _ start: (texts: String, bytes: [UInt8]), _ context: Comment
  ) throws {
    let journal = try scene.orphan()
    #expect(journal.programIsUnchanged, context)
    #expect(state.isModified == (journal.unsavedGroupCount > 0), context)
    // Recovered twice: to check the undo stacks, and to continue.
    let controller = JournalScene.controller(
      for: try JournalRecovery.document(of: journal, factory: scene.factory))
    try #require(difference(controller, state) == nil, context)
    let history = controller.history
    while try history.undo() {}
    try #require(controller.bytes().bytes == start.bytes, context)
    // The bytes are those that were read, so the program is compared too.
    try #require(EditingSession.texts(of: controller.workspace) == start.texts, context)
    while history.undoCount < state.undoCount { _ = try history.redo() }
    try #require(difference(controller, state) == nil, context)
    while try history.redo() {}
    while history.undoCount > state.undoCount { _ = try history.undo() }
    try #require(difference(controller, state) == nil, context)
    try scene.recover(journal)
  }
}
