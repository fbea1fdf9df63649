import BlockEvents
import BlockFormats
import BlockLibrary
import BlockModel
import FileTesting
import Glibc
import MortiseFiles
import RandomEditing
import Testing
import WorkbenchTesting

@testable import ProgramJournal
@testable import Workbench

/// All work is in the journal and is recovered from it.
@MainActor @Suite struct JournalTests {
  @Test func theWorkIsRecoveredWithItsUndoStacks() throws {
    let scene = try JournalScene(JournalScene.program)
    scene.session.write("b")
    scene.session.write("c")
    scene.session.write("d")
    _ = scene.session.controller.undo()
    scene.session.flush()
    #expect(TemporaryFolder.mode(scene.journalPath) == 0o600)
    scene.kill()

    let journal = try scene.orphan()
    #expect(journal.unsavedGroupCount == 2 && journal.programIsUnchanged && journal.content.ignored == 0)
    #expect(journal.editor.process == Int(getpid()))
    let texts = scene.session.texts
    let session = JournalScene.Session(
      try JournalRecovery.document(of: journal, factory: scene.factory), goingOn: journal)
    #expect(session.texts == texts)
    #expect(session.controller.isModified)
    #expect(session.controller.history.undoCount == 2 && session.controller.history.redoCount == 1)
    while try session.controller.history.undo() {}
    #expect(!session.controller.isModified)
    #expect(session.controller.bytes().bytes == Array(JournalScene.program.utf8))
    while try session.controller.history.redo() {}
    #expect(session.texts.contains("\"d\""))
    session.save()
    #expect(session.writer.close(removing: true) == nil)
    #expect(scene.folder.names == ["program.json"])
  }

  @Test func savedWorkIsNotUnsaved() throws {
    let scene = try JournalScene(JournalScene.program)
    scene.session.write("b")
    scene.session.save()
    scene.session.flush()
    scene.kill()
    #expect(try scene.orphan().unsavedGroupCount == 0)
    var session = try scene.recover()
    #expect(!session.controller.isModified && session.controller.history.undoCount == 1)
    #expect(try session.controller.bytes().bytes == FileReader.read(scene.path).bytes)
    _ = session.controller.undo()
    session.write("c")
    session.flush()
    scene.kill()
    #expect(try scene.orphan().unsavedGroupCount == 2, "one step that was saved is undone, and there is a new one")
    session = try scene.recover()
    #expect(session.controller.isModified && session.controller.history.undoCount == 1)
    session.save()
  }

  @Test func aNewProgramIsRecovered() throws {
    let scene = try JournalScene(nil, name: "new.json")
    scene.session.controller.performGroup {
      scene.session.controller.coordinator.insert(BlockSnapshot(records: [.init(type: "text_print", id: "p")]))
    }
    scene.session.flush()
    scene.kill()
    let session = try scene.recover()
    #expect(session.workspace.blocks["p"] != nil && session.controller.isModified)
    session.save()
    #expect(String(decoding: try FileReader.read(scene.path).bytes, as: UTF8.self).hasPrefix("{"))
    _ = session.controller.undo()
    #expect(session.workspace.blocks.isEmpty)
  }

  @Test func theJournalMovesToANewName() throws {
    let scene = try JournalScene(JournalScene.program)
    scene.session.write("b")
    scene.session.flush()
    let other = scene.folder.file("other.xml")
    scene.session.save(as: other)
    scene.session.write("c")
    scene.session.flush()
    #expect(scene.folder.names == [".other.xml.mortise-journal", "other.xml", "program.json"])
    scene.kill()
    let journal = try #require(JournalScan.look(for: other).orphans.first)
    #expect(journal.unsavedGroupCount == 1 && journal.programIsUnchanged)
    let session = JournalScene.Session(
      try JournalRecovery.document(of: journal, factory: scene.factory), goingOn: journal)
    #expect(session.texts == scene.session.texts && session.controller.document.path == other)
    _ = session.controller.undo()
    #expect(!session.controller.isModified)
    #expect(try session.controller.bytes().bytes == FileReader.read(other).bytes)
  }

  @Test func aFileChangedByAnotherProgramIsNotOverwritten() throws {
    let scene = try JournalScene(JournalScene.program)
    scene.session.write("b")
    scene.session.flush()
    scene.kill()
    try FileSaver.save(Array("{}".utf8), to: scene.path)
    #expect(try !scene.orphan().programIsUnchanged)
    let session = try scene.recover()
    #expect(session.texts.contains("\"b\""))
    let error = #expect(throws: FileError.self) { try session.controller.save() }
    #expect(error?.cause == .changedOnDisk)
  }

  @Test func withoutChangesThereIsNothingToRecover() throws {
    let scene = try JournalScene(JournalScene.program)
    scene.session.flush()
    scene.kill()
    let journal = try scene.orphan()
    #expect(journal.unsavedGroupCount == 0)
    let error = #expect(throws: OpenError.self) {
      try JournalRecovery.document(of: journal, factory: scene.factory)
    }
    #expect(error?.description == "\(scene.journalPath): it contains no changes")
    journal.discard()
    #expect(scene.folder.names == ["program.json"])
  }

  @Test func aDifferentProgramIsReported() throws {
    let scene = try JournalScene(JournalScene.program)
    scene.session.controller.performGroup {
      scene.session.controller.coordinator.insert(BlockSnapshot(records: [.init(type: "text_print", id: "p")]))
    }
    scene.session.flush()
    scene.kill()
    let bytes = String(decoding: scene.journalBytes, as: UTF8.self)
    // Different ids.
    try write(bytes.replacing("\"seed\":\"7\"", with: "\"seed\":\"8\""), scene)
    let error = #expect(throws: OpenError.self) { try scene.recover() }
    #expect(error?.description.contains("the program loads differently now") == true)
    // An event that can't be done.
    try write(bytes.replacing("\"type\":\"create\"", with: "\"type\":\"delete\""), scene)
    let impossible = #expect(throws: OpenError.self) { try scene.recover() }
    #expect(impossible?.description.contains("step 1 can't be replayed") == true)
    #expect(try scene.orphan().unsavedGroupCount == 1, "it is still there")
  }

  /// The rest of the journal counts, and the event stays in its step.
  @Test func anEventOfAnUnknownTypeIsKeptAndReported() throws {
    let scene = try JournalScene(JournalScene.program)
    scene.session.write("b")
    scene.session.write("c")
    scene.session.flush()
    scene.kill()
    let bytes = String(decoding: scene.journalBytes, as: UTF8.self)
    let unknown = #"{"events":[{"type":"conjure","group":"g","blockId":"x","spell":"s"}]}"#
    var lines = bytes.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    lines.insert(unknown, at: lines.count - 2)
    try write(lines.joined(separator: "\n"), scene)
    let journal = try scene.orphan()
    #expect(journal.unsavedGroupCount == 3 && journal.damagedBytes == 0)
    let document = try JournalRecovery.document(of: journal, factory: scene.factory)
    #expect(document.recoveredHistory?.unknownEventTypes == ["conjure"])
    let session = JournalScene.Session(document, goingOn: journal)
    #expect(session.controller.history.undoCount == 3)
    #expect(session.controller.history.lines().contains(#""type":"conjure","group":"g","blockId":"x","spell":"s""#))
    while try session.controller.history.undo() {}
    while try session.controller.history.redo() {}
    #expect(session.texts.contains("c"))
    session.writer.close(removing: true)
  }

  /// An app's events and listeners, in the recovery as in the editor. What was chained has events of its own.
  @Test func anAppsOwnEventsAndListenersReachRecovery() throws {
    let scene = try JournalScene(JournalScene.program)
    var extensions = ProgramExtensions()
    PokeEvent.register(with: extensions.eventFactory)
    var listeners: [Echo] = []
    extensions.listenerFactories = [
      {
        let echo = Echo($0)
        listeners.append(echo)
        return echo
      }
    ]
    let session = scene.session
    let added = extensions.addListeners(to: session.controller.coordinator)
    let block = try #require(session.workspace.topBlocks.first)
    withExtendedLifetime(added) {
      for number in 1...3 {
        session.controller.performGroup {
          session.controller.coordinator.add(
            PokeEvent(blockID: block.id, number: number, workspaceID: session.workspace.id))
        }
      }
    }
    try session.controller.history.undo()
    session.flush()
    let texts = session.texts
    #expect(block.data == "..")
    scene.kill()
    let journal = try scene.orphan()
    let document = try JournalRecovery.document(of: journal, factory: scene.factory, extensions: extensions)
    #expect(EditingSession.texts(of: document.workspace) == texts)
    #expect(document.recoveredHistory?.unknownEventTypes == [])
    #expect(listeners.count == 2 && listeners[1].replayed == 4 && listeners[1].chained == 0)
    let recovered = JournalScene.Session(document, goingOn: journal)
    #expect(recovered.controller.history.undoCount == 2 && recovered.controller.history.redoCount == 1)
    recovered.writer.close(removing: true)
  }

  private func write(_ journal: String, _ scene: JournalScene) throws {
    try FileSaver.save(Array(journal.utf8), to: scene.journalPath)
  }

  @Test func listenersAreNotCalledDuringRecovery() throws {
    // A “break” is moved out of its loop, which disables it.
    let program = """
      {"blocks":{"languageVersion":0,"blocks":[{"type":"controls_whileUntil","id":"loop","inputs":{"DO":{"block":
        {"type":"controls_flow_statements","id":"break"}}}}]}}
      """
    let scene = try JournalScene(program)
    let block = try #require(scene.session.workspace.blocks["break"])
    scene.session.controller.performGroup { scene.session.controller.coordinator.disconnect(block, heal: false) }
    #expect(!block.isEnabled)
    scene.session.flush()
    scene.kill()
    let session = try scene.recover()
    #expect(session.texts == scene.session.texts && session.controller.history.undoCount == 1)
    _ = session.controller.undo()
    #expect(session.workspace.blocks["break"]?.isEnabled == true)
  }
}

extension JournalTests {
  /// The XML of mutations is recovered too.
  @Test func duplicatedFunctionsAreRecoveredUnchanged() throws {
    let scene = try JournalScene(
      """
      <xml xmlns="https://developers.google.com/blockly/xml">
        <block type="procedures_defnoreturn" id="F" x="16" y="32">
          <mutation>
            <arg name="a"></arg>
          </mutation>
          <field name="NAME">go</field>
        </block>
        <block type="procedures_defnoreturn" id="G" x="16" y="132">
          <mutation></mutation>
          <field name="NAME">stay</field>
        </block>
      </xml>
      """, name: "program.xml")
    for id in ["F", "G"] {
      scene.session.controller.perform(.focus(.block(id: id)))
      #expect(scene.session.controller.perform(.duplicate).refusal == nil)
    }
    scene.session.flush()
    let bytes = scene.session.controller.bytes().bytes
    scene.kill()
    #expect(try scene.recover().controller.bytes().bytes == bytes)
  }
}
