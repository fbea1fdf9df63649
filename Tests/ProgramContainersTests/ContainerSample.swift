import BlockFormats
import BlockLibrary
import BlockModel
import BlockNotation
import Markup
import ProgramContainers
import SeededTesting
import Testing

/// A file of an app, made for the tests: what stands around the program, and how the program is written there.
struct ContainerSample: Sendable, CustomTestStringConvertible {
  /// The name of the format.
  var name: String
  /// The file up to the program and behind it.
  var head: String
  var tail: String
  /// How the text of the program is written between them.
  var write: @Sendable (String) -> String = { $0 }
  /// The program's text.
  var program = Self.xml
  /// The program's name in a file with several.
  var programName: String?

  var testDescription: String { name }

  var file: [UInt8] { Array((head + write(program) + tail).utf8) }

  /// With a block that Mortise has no generator for, so that code stays.
  static let xml =
    #"<xml><block type="text" id="a" x="10" y="20"><field name="TEXT">it's &lt; &amp; "é" 😀</field></block>"#
    + #"<block type="own" id="z" x="0" y="90"></block></xml>"#
  static let json =
    #"{"blocks":{"languageVersion":0,"blocks":[{"type":"text","id":"a","x":10,"y":20,"fields":{"TEXT":"it's < & é"}},"#
    + #"{"type":"own","id":"z","x":0,"y":90}]}}"#

  /// As apps in Java write it.
  static let declaredXML = #"<?xml version="1.0" encoding="UTF-8" standalone="no"?><!-- a -->"# + xml

  private static func jsonString(_ text: String) -> String {
    var writer = JSONWriter(style: .compact)
    writer.string(text)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// A string in which an app escapes more than it must.
  private static func escapedString(_ text: String) -> String {
    jsonString(text).replacing("<", with: "\\u003c").replacing("&", with: "\\u0026").replacing("/", with: "\\/")
      .unicodeScalars.map { scalar in
        scalar.isASCII
          ? String(scalar)
          : String(scalar).utf16.map { "\\u" + String(0x10000 + Int($0), radix: 16).dropFirst() }.joined()
      }.joined()
  }

  static let all: [ContainerSample] =
    [
      ContainerSample(
        name: "ftc", head: "", tail: "\n<?xml version='1.0' ?>\n<Extra>\r\n<OpModeMeta flavor=\"A\" />\n</Extra>\n\n"),
      ContainerSample(
        name: "ftc", head: "<?xml version=\"1.0\"?>\n<!-- a -->\n", tail: "<Extra><OpModeMeta/></Extra><!-- </xm -->"),
      ContainerSample(name: "mixly", head: "", tail: "<config>{}</config><code>aW1wb3J0IGE=</code>"),
      ContainerSample(
        name: "iobroker", head: "on('x', () => {});\r\n\tlog('//');\n\n//",
        tail: "", write: { Base64.encode(PercentCoding.encode(Array($0.utf8))) }),
      ContainerSample(name: "iobroker", head: "a();\n//", tail: "\n", write: { $0 }),
      ContainerSample(
        name: "xrp", head: "import XRP\n#é\n\n\n## 2026-01-02 03:04:05\n##XRPBLOCKS ", tail: "", program: json),
      ContainerSample(
        name: "pybricks", head: "# pybricks blocks file:", tail: "\nfrom pybricks import *\n\n# end\n\n", program: json),
      ContainerSample(
        name: "nodered",
        head: "[{\"id\":\"1\",\"type\":\"tab\"},\n  {\"a\":1,\"a\":2.50,\"func\":\"x\\u003cy\",\"workspaceXml\" : ",
        tail: ",\t\"wires\":[[]] , \"a\":3}]\r\n", write: jsonString),
      ContainerSample(
        name: "nodered", head: "[{\"workspaceXml\":", tail: ",\"func\":\"é\"}]", write: escapedString),
      ContainerSample(
        name: "openhab", head: "{\"actions\":[{\"configuration\":{\"script\":\"a\",\"blockSource\":",
        tail: "}}],\"x\":1e2}", write: escapedString),
      ContainerSample(
        name: "uiflow", head: "{\"version\":\"V2.0\",\"blockly\":", tail: ",\"screens\":[]}",
        write: { jsonString(String($0.dropFirst("<xml>".count).dropLast("</xml>".count))) }),
      ContainerSample(
        name: "mcreator", head: "{\n  \"_fv\": 1,\n  \"definition\": {\n    \"procedurexml\": ", tail: "\n  }\n}\n",
        write: jsonString),
      ContainerSample(
        name: "mcreator", head: "{\"definition\":{\"procedurexml\":", tail: "}}", write: jsonString,
        program: declaredXML),
      ContainerSample(
        name: "nodered", head: "[{\"func\":\"\",\"workspaceXml\":", tail: "}]", write: jsonString, program: declaredXML),
      ContainerSample(name: "iobroker", head: "a();\n//", tail: "\n", program: declaredXML),
      ContainerSample(
        name: "kidbright", head: "\n", tail: "\r\n", write: { Base64.encode(Array($0.utf8)) }),
      ContainerSample(
        name: "kidbright", head: "", tail: "", write: { Base64.encode(Array($0.utf8)) }, program: declaredXML),
      ContainerSample(
        name: "vexcode", head: "{\"mode\":\"Blocks\",\"workspace\":", tail: ",\"rconfig\":[]}", write: jsonString),
      ContainerSample(
        name: "singular", head: "{\n  \"board\": \"uno\",\n  \"workspace\": ", tail: ",\n  \"theme\": \"dark\"\n}\n",
        program: json),
    ]
    + ["aixml", "argsxml", "triggerxml", "featurexml"].map { key in
      ContainerSample(
        name: "mcreator", head: "{\"_fv\":73,\"definition\":{\"a\":1,\"\(key)\":", tail: "}}", write: jsonString)
    }
}

/// Reads and writes files in all formats.
struct ContainerBench {
  let factory: BlockFactory
  let formats = FileFormats.standard

  init() throws { factory = try StockBlocks.factory() }

  func read(_ file: [UInt8], program: String? = nil) throws -> ReadFile {
    try read(file, formats.format(of: file, path: nil, factory: factory), program: program)
  }

  private func read(_ file: [UInt8], _ format: (any FileFormat)?, program: String?) throws -> ReadFile {
    let format = format ?? formats.standard
    var context = ReadingContext(factory: factory, randomness: SystemNumbers())
    context.programName = program
    return try format.read(file, context)
  }

  /// Damages a file in many ways: it ends in an error or a program, and what can be read can be written, and read again.
  func damage(_ file: [UInt8], cuttingEach step: Int, _ count: Int, _ random: inout SeededGenerator) {
    for end in stride(from: 0, to: file.count, by: step) { try? check(Array(file[..<end])) }
    for _ in 0..<count {
      var damaged = file
      for _ in 0...Int.random(in: 0...3, using: &random) {
        let index = Int.random(in: 0..<damaged.count, using: &random)
        switch Int.random(in: 0...2, using: &random) {
        case 0: damaged[index] = .random(in: .min ... .max, using: &random)
        case 1: damaged.remove(at: index)
        default: damaged.insert(contentsOf: damaged[max(0, index - 9)...index], at: index)
        }
      }
      try? check(damaged)
    }
  }

  private func check(_ file: [UInt8]) throws {
    let format = formats.format(of: file, path: nil, factory: factory)
    let names = format?.programs(in: file)?.names ?? []
    let program = try read(file, format, program: names.count > 1 ? names.first : nil)
    let again = try? read(write(program), program: program.style.programName)
    #expect(again != nil && again?.workspace.blocks.count == program.workspace.blocks.count)
  }

  func write(_ program: ReadFile) -> [UInt8] {
    program.style.format.write(program.workspace, style: program.style, cache: ProgramCache()).bytes
  }
}

extension Workspace {
  /// Changes the text of a block's field as an editor does.
  func setText(_ text: String, in id: String = "a") {
    blocks[id]?.firstField(withName: "TEXT")?.load(.text(text), variables: variables)
  }
}
