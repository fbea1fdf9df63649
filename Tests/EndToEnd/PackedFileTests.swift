import FileTesting
import Testing

/// Apps' files that are archives or compressed: other programs make them, and read what Mortise writes.
@Suite(.enabled(if: Tool.has("python3"), "python3 is not installed")) struct PackedFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func python(_ script: String) throws -> Tool.Outcome {
    try Tool.run(["-c", "import json, lzma, sys, zipfile\n" + script, folder.path], program: "python3")
  }

  private static let programs = """
    def program(one, two):
      return ('<xml xmlns="http://www.w3.org/1999/xhtml"><block type="text" id="a" x="1" y="2"><field name="TEXT">' + one +
        '</field></block><block type="text" id="b" x="1" y="90"><field name="TEXT">' + two + '</field></block>'
        '<yacodeblocks ya-version="159" language-version="20"></yacodeblocks></xml>')
    versions = {'base': ('one', 'two'), 'ours': ('1 é😀', 'two'), 'theirs': ('one', '2')}

    """

  /// Three versions of a file are merged, so that two of the texts are new.
  private func merge(_ fileExtension: String) throws -> String {
    let names = ["base", "ours", "theirs"].map { folder.file("\($0).\(fileExtension)") }
    let merged = folder.file("merged.\(fileExtension)")
    let outcome = try Tool.run(["merge", "-o", merged] + names)
    #expect(outcome == Tool.Outcome(code: 0, output: "", errors: ""))
    return merged
  }

  @Test func archivesAreReadByOthers() throws {
    let made = try python(
      Self.programs + """
        for name, words in versions.items():
          with zipfile.ZipFile(sys.argv[1] + '/' + name + '.aia', 'w', zipfile.ZIP_DEFLATED) as archive:
            archive.comment = b'made by a test'
            for path, text in [('src/me/P/Screen1.bky', program(*words)), ('src/me/P/Screen1.scm', '{}'),
                ('src/me/P/Two.bky', '<xml></xml>'), ('assets/', ''), ('assets/\u{FC}.txt', 'x' * 1000)]:
              entry = zipfile.ZipInfo(path, (2020, 1, 2, 3, 4, 6))
              entry.extra = b'\\x99\\x99\\x02\\x00ab'
              entry.comment = b'why'
              archive.writestr(entry, text, zipfile.ZIP_STORED if path.endswith('.scm') else zipfile.ZIP_DEFLATED)
        """)
    #expect(made == Tool.Outcome(code: 0, output: "", errors: ""))
    _ = try merge("aia")
    let read = try python(
      Self.programs + """
        old, new = zipfile.ZipFile(sys.argv[1] + '/base.aia'), zipfile.ZipFile(sys.argv[1] + '/merged.aia')
        assert new.testzip() is None and new.comment == old.comment and new.namelist() == old.namelist()
        for a, b in zip(old.infolist(), new.infolist()):
          assert (a.date_time, a.extra, a.comment) == (b.date_time, b.extra, b.comment)
          if a.filename != 'src/me/P/Screen1.bky': assert (a.CRC, a.compress_size) == (b.CRC, b.compress_size)
        assert new.read('src/me/P/Screen1.bky').decode() == program('1 é😀', '2'), new.read('src/me/P/Screen1.bky')
        """)
    #expect(read == Tool.Outcome(code: 0, output: "", errors: ""))
    if Tool.has("unzip") { #expect(try Tool.run(["-tq", folder.file("merged.aia")], program: "unzip").code == 0) }
  }

  @Test func anArchiveWithoutBlocksIsAnEmptyProgram() throws {
    let made = try python(
      """
      for name in 'a', 'b':
        with zipfile.ZipFile(sys.argv[1] + '/' + name + '.aia', 'w') as archive:
          archive.writestr('src/me/P/Screen1.bky', '<xml><yacodeblocks ya-version="159"></yacodeblocks></xml>')
          archive.writestr('src/me/P/Screen1.scm', name)
      """)
    #expect(made.code == 0)
    let (first, second) = (folder.file("a.aia"), folder.file("b.aia"))
    #expect(try Tool.run(["check", first]).output == "\(first): 0 blocks, no problems\n")
    let shown = try Tool.run(["show", first]).output
    #expect(shown.hasPrefix("@foreign(") && shown.hasSuffix("@behind src/me/P/Screen1.scm\n@behind   a\n"))
    #expect(try Tool.run(["diff", first, first]) == Tool.Outcome(code: 0, output: "", errors: ""))
    #expect(try Tool.run(["diff", first, second]).code == 1)
  }

  @Test func compressedProjectsAreReadByOthers() throws {
    // MakeCode writes characters beyond U+FFFF as two surrogates.
    let coding = """
      def pairs(text):
        units = text.encode('utf-16-be')
        return b''.join(chr(units[i] << 8 | units[i + 1]).encode('utf-8', 'surrogatepass') for i in range(0, len(units), 2))
      def project(words):
        files = {'README.md': '😀', 'main.blocks': program(*words), 'main.ts': 'a()', 'pxt.json': '{}'}
        source = json.dumps(files, indent=2, ensure_ascii=False)
        return json.dumps({'meta': {'editor': 'blocksprj'}, 'source': source}, indent=2, ensure_ascii=False)

      """
    let made = try python(
      Self.programs + coding + """
        for name, words in versions.items():
          with open(sys.argv[1] + '/' + name + '.mkcd', 'wb') as file:
            file.write(lzma.compress(pairs(project(words)), lzma.FORMAT_ALONE))
        """)
    #expect(made == Tool.Outcome(code: 0, output: "", errors: ""))
    _ = try merge("mkcd")
    let read = try python(
      Self.programs + coding + """
        file = open(sys.argv[1] + '/merged.mkcd', 'rb').read()
        text = lzma.decompress(file, lzma.FORMAT_ALONE)
        assert text == pairs(project(('1 é😀', '2'))), text
        assert file[:5] == b'\\x5d\\0\\0\\x80\\0' and int.from_bytes(file[5:13], 'little') == len(text)
        """)
    #expect(read == Tool.Outcome(code: 0, output: "", errors: ""))
  }
}
