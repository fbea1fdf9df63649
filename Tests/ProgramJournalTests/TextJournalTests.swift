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
    #expect(session.texts == texts && session.controller.document.style.format.name == "json")
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
    #expect(session.controller.document.style.format.name == "text")
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

  @Test func aProgramInAnAppsFormatIsRecovered() throws {
    let scene = try JournalScene("print \"a\"\n\n(5)\n", name: "program.blocktext")
    var extensions = ProgramExtensions()
    extensions.formats.all.append(NumbersFormat())
    let document = try Document.open(scene.path, factory: scene.factory, formats: extensions.formats)
    let controller = JournalScene.controller(for: document, extensions)
    let job = try #require(controller.saveJob(as: scene.folder.file("p.numbers")))
    controller.didSave(job, try job.write())
    scene.session.write("c")
    scene.session.writer.saved(controller.document)
    scene.session.flush()
    scene.kill()
    let journal = try #require(JournalScan.look(for: scene.folder.file("p.numbers")).orphans.first)
    let recovered = try JournalRecovery.document(of: journal, factory: scene.factory, extensions: extensions)
    #expect(recovered.style.format.name == "numbers")
    #expect {
      _ = try JournalRecovery.document(of: journal, factory: scene.factory)
    } throws: {
      "\($0)".hasSuffix("the program is in the unknown format “numbers”")
    }
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
