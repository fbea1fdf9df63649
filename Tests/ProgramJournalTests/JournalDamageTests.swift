import BlockEvents
import BlockFormats
import BlockLibrary
import BlockModel
import FileTesting
import MortiseFiles
import SeededTesting
import Testing
import WorkbenchTesting

@testable import ProgramJournal
@testable import Workbench

/// Journals damaged by a killed editor, or by anything else.
@MainActor @Suite struct JournalDamageTests {
  /// A journal with some groups, an undo, a redo and a save, and all states of its program.
  private func scene() throws -> (scene: JournalScene, states: Set<String>, bytes: [UInt8]) {
    let scene = try JournalScene(JournalScene.program)
    let session = scene.session
    var states: Set<String> = [session.texts]
    func note() {
      states.insert(session.texts)
      session.flush()
    }
    session.write("b\u{0}\n”")
    note()
    // Several changes in one group.
    session.controller.performGroup {
      let blocks = session.workspace.topBlocks
      for block in blocks { session.controller.coordinator.set(.collapsed, to: .flag(true), of: block) }
      for block in blocks { session.controller.coordinator.set(.deletable, to: .flag(false), of: block) }
    }
    note()
    _ = session.controller.undo()
    note()
    _ = session.controller.redo()
    session.save()
    note()
    session.write("c")
    note()
    scene.kill()
    return (scene, states, scene.journalBytes)
  }

  /// Wherever writing stopped, whole groups are recovered, and the journal continues after them.
  @Test func aTruncatedJournalRecoversWholeGroups() throws {
    let (scene, states, bytes) = try scene()
    let headerEnd = try #require(bytes.firstIndex(of: 0x0A))
    var seen: Set<String> = []
    // Within a line it is the same everywhere, so only some lengths are tried there.
    func isTried(_ length: Int) -> Bool {
      length.isMultiple(of: 8) || bytes[max(0, length - 2)..<min(bytes.count, length + 1)].contains(0x0A)
    }
    for length in 0...bytes.count where isTried(length) {
      scene.journalBytes = Array(bytes[..<length])
      let scan = JournalScan.look(for: scene.path)
      if length <= headerEnd {
        #expect(scan.orphans.isEmpty && scan.remarks.count == 1, "\(length) bytes")
        continue
      }
      let journal = try #require(scan.orphans.first, "\(length) bytes")
      #expect(journal.content.length + journal.content.ignored == length)
      guard journal.content.base != nil, journal.content.ignored < 2 || length % 16 == 0 else { continue }
      let session = try scene.recover(journal)
      #expect(states.contains(session.texts), "\(length) bytes")
      seen.insert(session.texts)
      guard length % 64 == 0 || length > bytes.count - 3 else {
        session.writer.close(removing: false)
        continue
      }
      // New lines follow the last whole line.
      session.write("after \(length)")
      let texts = session.texts
      session.flush()
      session.writer.close(removing: false)
      let again = try scene.orphan()
      #expect(again.content.ignored == 0, "\(length) bytes")
      #expect(try scene.recover(again).texts == texts, "\(length) bytes")
      scene.kill()
    }
    #expect(seen == states)
  }

  /// With wrong bytes, the program is recovered or an error says why not; nothing crashes.
  @Test func wrongBytesAreRecoveredOrRefused() throws {
    let (scene, _, bytes) = try scene()
    var random = SeededGenerator(seed: 3)
    for _ in Seeds.first(150) {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let offset = Int.random(in: 0..<bytes.count, using: &random)
        damaged[offset] =
          [
            UInt8.random(in: 0...255, using: &random), UInt8(ascii: "9"), UInt8(ascii: "["), 0x0A, UInt8(ascii: "\""),
          ].randomElement(using: &random) ?? 0
      }
      try recoverOrRefuse(damaged, scene)
    }
  }

  @Test(arguments: [
    #"{"undo":1e300}"#, #"{"undo":9223372036854775807}"#, #"{"undo":-1}"#, #"{"redo":5}"#, #"{"undo":"1"}"#,
    #"{"base":0}"#, #"{"base":9223372036854775807,"format":"xml","blocks":1,"next":"1"}"#, #"{"events":{}}"#,
    #"{"events":[]}"#, #"{"events":[1]}"#, #"{"saved":{}}"#, #"{"saved":{"path":"x","stamp":"1","format":"xml"}}"#,
    #"{"editor":{"process":1}}"#, #"{"something":1}"#, "[]", "1", "nonsense",
  ]) func readingStopsAtAnInvalidLine(line: String) throws {
    let (scene, _, bytes) = try scene()
    try recoverOrRefuse(bytes + Array("\(line)\n".utf8) + Array("{\"undo\":1}\n".utf8), scene)
    let journal = try scene.orphan()
    #expect(journal.content.ignored == line.utf8.count + 12)
    #expect(try scene.recover(journal).texts == scene.session.texts)
  }

  @Test func deepAndBrokenEventsAreRefused() throws {
    let (scene, _, bytes) = try scene()
    let deep = String(repeating: #"{"block":{"type":"a","next":"#, count: 50_000)
    let events = [
      #"{"type":"create","json":"# + deep + "1" + String(repeating: "}}", count: 50_000) + "}",
      #"{"type":"move"}"#, #"{"type":"create","json":[]}"#, #"{"type":"delete","blockId":"nowhere"}"#,
      #"{"type":"change","blockId":1,"element":"field"}"#, #"{"type":"var_delete","varId":"none"}"#,
      #"{"type":"comment_create","commentId":"c","json":{"x":1e999}}"#,
      #"{"type":"create","json":{"type":"text"},"mortise":{"place":9223372036854775807,"implicitIDs":[-1,99]}}"#,
    ]
    for event in events {
      try recoverOrRefuse(bytes + Array(#"{"events":["#.utf8) + Array(event.utf8) + Array("]}\n".utf8), scene)
    }
  }

  private func recoverOrRefuse(_ bytes: [UInt8], _ scene: JournalScene) throws {
    scene.journalBytes = bytes
    let scan = JournalScan.look(for: scene.path)
    guard let journal = scan.orphans.first else {
      // The wrong byte may be in the name of the program's file.
      return
    }
    do throws(OpenError) {
      let controller = JournalScene.controller(
        for: try JournalRecovery.document(of: journal, factory: scene.factory))
      _ = controller.bytes()
    } catch {
      #expect(!error.description.contains("\n") && error.description.hasPrefix(scene.journalPath))
    }
    #expect(try FileReader.read(scene.journalPath).bytes == bytes, "it stays as it is")
  }
}
