import BlockFormats
import BlockModel
import CorpusFiles
import Testing

@Suite struct CorpusTests {
  @Test(arguments: Corpus.programs(andOthersIn: "blockly-tests", "makecode", "older"))
  func programsAreWrittenAndReadBack(path: String) throws {
    let factory = try Corpus.factory()
    let program = try FormatBench.read(Corpus.bytes(of: path), factory: factory)
    let bytes = FormatBench.write(program)
    let again = try FormatBench.read(bytes, factory: factory)
    #expect(FormatBench.snapshots(again.workspace) == FormatBench.snapshots(program.workspace))
    #expect(FormatBench.write(again) == bytes)
    #expect(again.style == program.style)
  }

  /// Blockly wrote each of these programs as XML and as JSON; either becomes the other, too.
  @Test(arguments: Corpus.programs()) func programsOfBlocklyAreWrittenToTheByte(path: String) throws {
    let bytes = Corpus.bytes(of: path)
    let program = try FormatBench.read(bytes, factory: Corpus.factory())
    #expect(FormatBench.write(program) == bytes)
    let (name, other): (_, ProgramFormat) =
      path.hasSuffix(".xml") ? (path.dropLast(4) + ".json", .json) : (path.dropLast(5) + ".xml", .xml)
    let converted = ProgramWriter.write(program.workspace, style: .pretty(other)).bytes
    #expect(converted == Corpus.bytes(of: String(name)))
  }

  @Test(arguments: Corpus.files(in: "examples")) func examplesAreWrittenToTheByte(path: String) throws {
    let bytes = Corpus.bytes(of: path)
    #expect(!bytes.isEmpty)
    #expect(FormatBench.write(try FormatBench.read(bytes)) == bytes)
  }
}
