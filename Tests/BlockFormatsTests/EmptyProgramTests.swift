import BlockFormats
import BlockModel
import Testing

/// Programs without blocks: what is written of them is a program again.
@Suite struct EmptyProgramTests {
  /// Programs, and how they come back from the other format, where a list of no blocks is written only if it is needed.
  static let programs: [(text: String, back: String?)] = [
    ("{}", nil), (#"{"variables":[]}"#, nil), (#"{"workspaceComments":[{"id":"c","x":1,"y":2,"text":"a"}]}"#, nil),
    (#"{"blocks":{"languageVersion":0,"blocks":[]}}"#, "{}"),
    (#"{"blocks":{"languageVersion":0,"blocks":[]},"myPlugin":{"a":1}}"#, nil),
    (
      #"{"blocks":{"languageVersion":0,"blocks":[]},"variables":[],"myPlugin":{"a":1}}"#,
      #"{"variables":[],"myPlugin":{"a":1}}"#
    ),
    ("<xml></xml>", nil), (#"<xml><foo a="1"></foo></xml>"#, nil), (#"<xml a="1"></xml>"#, nil),
    ("<xml><variables></variables></xml>", nil),
  ]

  @Test(arguments: programs) func whatIsWrittenIsAProgram(program: (text: String, back: String?)) throws {
    let read = try FormatBench.read(program.text)
    #expect(String(decoding: FormatBench.write(read), as: UTF8.self) == program.text)
    let format = read.style.format
    let other = ProgramWriter.write(read.workspace, style: .compact(format == .xml ? .json : .xml))
    let back = ProgramWriter.write(try FormatBench.read(other.bytes).workspace, style: .compact(format))
    #expect(
      String(decoding: back.bytes, as: UTF8.self)
        .replacing(#" xmlns="https://developers.google.com/blockly/xml""#, with: "") == program.back ?? program.text)
  }

  @Test func theLastBlockLeavesTheListOfBlocks() throws {
    let program = try FormatBench.read(
      #"{"blocks":{"languageVersion":0,"blocks":[{"type":"text","id":"t"}]},"myPlugin":{"a":1}}"#)
    program.workspace.remove(try #require(program.workspace.topBlocks.first))
    let written = FormatBench.write(program)
    #expect(
      String(decoding: written, as: UTF8.self)
        == #"{"blocks":{"languageVersion":0,"blocks":[]},"myPlugin":{"a":1}}"#)
    #expect(throws: Never.self) { try FormatBench.read(written) }
  }
}
