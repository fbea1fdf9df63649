import FileTesting
import Testing

/// The process ends while threads go on: those that read a running program's reports, and files.
@Suite struct EndingTests {
  /// A thread that uses a destroyed object would end the process with SIGABRT.
  @Test func nothingIsDestroyedThatThreadsMayUse() throws {
    let folder = try TemporaryFolder()
    // The loader writes down which libraries it initializes and finalizes.
    let editor = try EditorProcess(
      [folder.file("p.xml")], environment: ["LD_DEBUG": "files", "LD_DEBUG_OUTPUT": folder.file("loader")])
    editor.session.type("q")
    #expect(try editor.session.end() == 0)
    let report = folder.names.filter { $0.hasPrefix("loader.") }.map { Tool.read(folder.file($0)) }.joined()
    #expect(report.contains("calling init: "))
    #expect(!report.split(separator: "\n").contains { $0.contains("calling fini: ") })
  }
}
