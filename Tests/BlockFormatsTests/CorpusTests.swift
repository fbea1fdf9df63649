import BlockFormats
import BlockModel
import CorpusFiles
import Testing

@Suite struct CorpusTests {
  @Test(
    .enabled(if: Corpus.isThere, "no corpus: set MORTISE_CORPUS to its folder"),
    arguments: Corpus.programs("blockly-12.3", "blockly-tests", "makecode", "older"))
  func programsAreWrittenAndReadBack(path: String) throws {
    let factory = try Corpus.factory()
    let program = try FormatBench.read(Corpus.bytes(of: path), factory: factory)
    let bytes = FormatBench.write(program)
    let again = try FormatBench.read(bytes, factory: factory)
    #expect(FormatBench.snapshots(again.workspace) == FormatBench.snapshots(program.workspace))
    #expect(FormatBench.write(again) == bytes)
    #expect(again.style == program.style)
  }

  @Test(
    .enabled(if: Corpus.isThere, "no corpus: set MORTISE_CORPUS to its folder"),
    arguments: Corpus.programs("blockly-12.3"))
  func programsOfBlocklyAreWrittenToTheByte(path: String) throws {
    let bytes = Corpus.bytes(of: path)
    #expect(FormatBench.write(try FormatBench.read(bytes, factory: Corpus.factory())) == bytes)
  }

  @Test(arguments: Corpus.files(in: "examples")) func examplesAreWrittenToTheByte(path: String) throws {
    let bytes = Corpus.bytes(of: path)
    #expect(!bytes.isEmpty)
    #expect(FormatBench.write(try FormatBench.read(bytes)) == bytes)
  }
}
