import BlockFormats
import BlockModel
import Markup
import Testing

@testable import ProgramContainers

/// The code beside the blocks is written anew where Mortise can, and never wrong in silence.
@Suite struct EmbeddedCodeTests {
  private let bench: ContainerBench

  init() throws { bench = try ContainerBench() }

  private func state(_ program: ReadFile) -> EmbeddedCodeState? {
    (program.style.format as? ContainerFormat)?.codeState(
      of: program.workspace, style: program.style, cache: ProgramCache())
  }

  private func ioBroker(_ code: String, _ xml: String) -> [UInt8] {
    Array("\(code)\n//\(Base64.encode(PercentCoding.encode(Array(xml.utf8))))".utf8)
  }

  private static let alert =
    #"<xml><block type="text_print" id="a" x="0" y="0"><value name="TEXT"><block type="text" id="b"><field name="TEXT">hi</field></block></value></block></xml>"#

  @Test func codeIsComparedWithTheBlocks() throws {
    #expect(state(try bench.read(ioBroker("window.alert('hi');\n\n", Self.alert))) == .matches)
    #expect(state(try bench.read(ioBroker("window.alert('ho');", Self.alert))) == .differs)
    #expect(state(try bench.read(ioBroker("x", #"<xml><block type="no"/></xml>"#))) == .unknown)
    #expect(state(try bench.read(Array((ContainerSample.xml + "<Extra><OpModeMeta/></Extra>").utf8))) == .remade)
    #expect(state(try bench.read(Array(ContainerSample.xml.utf8))) == nil)
  }

  @Test func savingWritesBoth() throws {
    let program = try bench.read(ioBroker("old();", Self.alert))
    program.workspace.setText("</script>\n//'", in: "b")
    let file = String(decoding: bench.write(program), as: UTF8.self)
    let backslash = "\\"
    let code = "window.alert('</script>\(backslash)\n//\(backslash)'');\n//"
    #expect(file.hasPrefix(code))
    let again = try bench.read(Array(file.utf8))
    #expect(again.workspace.blocks["b"]?.firstField(withName: "TEXT")?.text == "</script>\n//'")
    #expect(state(again) == .matches)
  }

  @Test func codeIsPutBesideAProgram() throws {
    let file = ioBroker("old();\n", Self.alert)
    let program = try bench.read(file)
    let format = try #require(program.style.format as? ContainerFormat)
    #expect(
      format.file(file, in: program.style, withCode: Array("new();\n\n".utf8)) == ioBroker("new();\n", Self.alert))
    // A script that has no code yet: nothing stands before the mark.
    let bare = Array("//\(Self.alert)".utf8)
    let first = format.file(bare, in: program.style, withCode: Array("new();".utf8))
    #expect(first == Array("new();\n//\(Self.alert)".utf8))
  }

  @Test func codeThatMortiseCannotMakeStays() throws {
    let xml = #"<xml><block type="no" id="a" x="0" y="0"></block></xml>"#
    let program = try bench.read(ioBroker("old();", xml))
    program.workspace.topBlocks[0].position.x = 7
    #expect(bench.write(program) == ioBroker("old();", xml.replacing("x=\"0\"", with: "x=\"7\"")))
    let remade = try bench.read(
      Array("# pybricks blocks file:\(ContainerSample.json)\nold()\n".utf8))
    remade.workspace.setText("b")
    #expect(String(decoding: bench.write(remade), as: UTF8.self).hasSuffix("}\nold()\n"))
  }
}
