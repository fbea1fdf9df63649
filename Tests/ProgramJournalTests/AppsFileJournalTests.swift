import BlockFormats
import MortiseFiles
import Testing

@testable import ProgramJournal

/// The journals of programs in one file: each has its own.
@MainActor @Suite struct AppsFileJournalTests {
  private static func xml(_ text: String) -> String {
    #""<xml><block type=\"text\" id=\"a\"><field name=\"TEXT\">\#(text)</field></block></xml>""#
  }

  @Test func unsavedWorkComesBackToItsProgram() throws {
    func file(_ one: String, _ two: String) -> String {
      #"[{"name":"one","workspaceXml":\#(Self.xml(one))},{"name":"two","workspaceXml":\#(Self.xml(two))}]"#
    }
    let scene = try JournalScene(file("1", "2"), name: "flows.json", program: "one")
    scene.session.write("5")
    scene.session.flush()
    let texts = scene.session.texts
    scene.kill()
    #expect(JournalScan.look(for: "\(scene.path)#program=two").orphans.isEmpty)
    #expect(JournalScan.look(for: scene.path).orphans.isEmpty)
    // Meanwhile the app changes the other program.
    try FileSaver.save(Array(file("1", "3").utf8), to: scene.path)
    let orphan = try #require(JournalScan.look(for: "\(scene.path)#program=one").orphans.first)
    let session = try scene.recover(orphan)
    #expect(session.texts == texts && session.controller.isModified)
    session.save()
    #expect(String(decoding: try FileReader.read(scene.path).bytes, as: UTF8.self).contains(">5<"))
    #expect(String(decoding: try FileReader.read(scene.path).bytes, as: UTF8.self).contains(">3<"))
  }
}
