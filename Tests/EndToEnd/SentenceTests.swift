import FileTesting
import PtyDriver
import Testing

/// The sentence is sent as a whole. On a plain screen it comes before everything else, for screen readers.
@Suite struct SentenceTests {
  private static let program = """
    set x to 1
    set x to 12
    print "a"
    """

  private static func bytes(_ keys: [String], options: [String] = []) throws -> [String] {
    let folder = try TemporaryFolder()
    let file = folder.file("p.blocktext")
    try Tool.write(program, to: file)
    let editor = try EditorProcess(options + [file])
    _ = try editor.shown()
    return try keys.map { key in
      try editor.type([key])
      return String(decoding: try editor.session.bytesWritten(), as: UTF8.self)
    }
  }

  /// Curses would send only the letters that differ: “2”.
  @Test func theStatusLineIsSentAsAWhole() throws {
    let bytes = try Self.bytes(["\u{1B}[B"])
    #expect(bytes[0].contains("set x to 12"), "\(bytes[0].debugDescription)")
  }

  @Test func aPlainScreenSendsTheSentenceAlone() throws {
    let down = "\u{1B}[B"
    let bytes = try Self.bytes([down, down, "i", "i"], options: ["--plain"])
    #expect(bytes[0].contains("set x to 12") && !bytes[0].contains("⟨"), "\(bytes[0].debugDescription)")
    #expect(bytes[1].contains("print text a"), "\(bytes[1].debugDescription)")
    // A repeated sentence, too.
    #expect(bytes[2].contains("print a") && bytes[3].contains("print a"), "\(bytes.debugDescription)")
  }

  @Test func aPlainScreenSendsTheSentenceFirst() throws {
    let bytes = try Self.bytes(["\u{1B}[3~"], options: ["--plain"])[0]
    let sentence = try #require(bytes.firstRange(of: "deleted set x to 1"), "\(bytes.debugDescription)")
    let title = try #require(bytes.firstRange(of: "changed"), "\(bytes.debugDescription)")
    #expect(sentence.lowerBound < title.lowerBound)
  }
}
