import MortiseFiles
import Testing
import WorkbenchTesting

@testable import ProgramJournal
@testable import Workbench

/// The journal of a program whose file is text: its blocks have no ids there.
@MainActor @Suite struct TextJournalTests {
  private let text = "print \"a\"\n\nto f\n  print 1\n\ng\n"

  private func read(_ path: String) -> String {
    String(decoding: (try? FileReader.read(path).bytes) ?? [], as: UTF8.self)
  }

  @Test func unsavedWorkAndTheHistoryComeBack() throws {
    let scene = try JournalScene(text, name: "program.blocktext")
    scene.session.write("b")
    scene.session.write("c")
    _ = scene.session.controller.undo()
    scene.session.flush()
    let texts = scene.session.texts
    scene.kill()
    #expect(read(scene.path) == text)
    let session = try scene.recover()
    #expect(session.texts == texts && session.controller.isModified)
    _ = session.controller.redo()
    session.save()
    #expect(read(scene.path).hasPrefix("print \"c\"\n"))
    while session.controller.history.undoCount > 0 { _ = session.controller.undo() }
    session.save()
    #expect(read(scene.path) == text)
  }

  @Test func savesInSeveralFormatsAreReplayed() throws {
    let scene = try JournalScene(text, name: "program.blocktext")
    scene.session.write("b")
    scene.session.save()
    scene.session.save(as: scene.folder.file("program.json"))
    scene.session.write("c")
    scene.session.flush()
    let texts = scene.session.texts
    scene.kill()
    let scan = JournalScan.look(for: scene.folder.file("program.json"))
    let session = try scene.recover(scan.orphans.first)
    #expect(session.texts == texts && session.controller.document.style.format == .json)
    session.save()
    #expect(read(scene.folder.file("program.json")).contains("\"c\""))
    #expect(read(scene.path).hasPrefix("print \"b\"\n"))
  }

  @Test func aConvertedProgramIsRecoveredAsText() throws {
    let scene = try JournalScene(JournalScene.program)
    let path = scene.folder.file("program.blocktext")
    scene.session.save(as: path)
    scene.session.write("c")
    scene.session.flush()
    scene.kill()
    let session = try scene.recover(JournalScan.look(for: path).orphans.first)
    #expect(session.controller.document.style.format == .text)
    session.save()
    #expect(read(path).contains("print \"c\""))
  }

  @Test func aNewTextIsRecovered() throws {
    let scene = try JournalScene(nil, name: "new.blocktext")
    scene.session.controller.perform(.paste(text: "<block type=\"math_number\"><field name=\"NUM\">4</field></block>"))
    scene.session.flush()
    scene.kill()
    let session = try scene.recover()
    session.save()
    #expect(read(scene.path) == "(4)\n")
  }

  /// After a kill, the saved text is recognized by its checksum.
  @Test func aSaveThatWasNotRecordedIsRecognized() throws {
    let scene = try JournalScene(text, name: "program.blocktext")
    scene.session.write("b")
    let job = try #require(scene.session.controller.saveJob())
    scene.session.writer.saving(job)
    scene.session.flush()
    _ = try job.write()
    scene.kill()
    #expect(try !scene.orphan().hasUnsavedWork)
  }
}
