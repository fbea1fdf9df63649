import Markup
import Testing

@testable import Archives

/// A file in which a program is packed, made for the tests.
struct PackedSample: Sendable, CustomTestStringConvertible {
  /// The name of the format.
  let name: String
  let file: [UInt8]
  /// Unpacks what the program is in.
  let unpack: @Sendable ([UInt8]) throws -> [UInt8]
  /// That text up to the program and behind it.
  let head: String
  let tail: String

  var testDescription: String { name }

  static let program =
    #"<xml><block type="text" id="a" x="10" y="20"><field name="TEXT">it's &lt; &amp; "é" 😀</field></block>"#
    + #"<block type="own" id="z" x="0" y="90"></block></xml>"#
  static let workspace =
    #"{"blocks":{"languageVersion":0,"blocks":[{"type":"text","id":"a","x":10,"y":20,"fields":{"TEXT":"it's < & é"}},"#
    + #"{"type":"own","id":"z","x":0,"y":90}]}}"#

  /// A text in a JSON string, without the quotes.
  static func escaped(_ text: String, alsoLess: Bool = false) -> String {
    var writer = JSONWriter(style: .compact)
    writer.string(text)
    let string = String(String(decoding: writer.bytes, as: UTF8.self).dropFirst().dropLast())
    return alsoLess ? string.replacing("<", with: "\\u003c") : string
  }

  static func all() throws -> [PackedSample] {
    try [makeCode(), makeCode(alsoLess: true), appInventor(), snakie(lineBreak: "\n"), snakie(lineBreak: "\r\n")]
  }

  /// A project of MakeCode's, in JSON with doubled keys and needless escapes.
  static func makeCode(alsoLess: Bool = false, editor: String = "blocksprj") throws -> PackedSample {
    let (head, tail) = makeCodeJSON(alsoLess: alsoLess, editor: editor)
    let json = head + escaped(escaped(program), alsoLess: alsoLess) + tail
    return PackedSample(
      name: "makecode", file: try LZMAFile.compress(SurrogatePairs.split(Array(json.utf8))),
      unpack: { SurrogatePairs.joined(try LZMAFile.decompress($0)) }, head: head, tail: tail)
  }

  static func makeCodeJSON(alsoLess: Bool, editor: String) -> (head: String, tail: String) {
    let (filesHead, filesTail) = makeCodeFiles
    let head =
      "{ \"meta\": {\"a\": 1, \"a\": 2.50, \"editor\": \"\(editor)\", \"name\": \"ü\\u002f😀\"},\t\"source\" :\""
    let tail = "\"\r\n, \"meta2\": [ ] }\n"
    // The string holds a needless escape, which stays.
    let start = "\\u007b" + escaped(filesHead, alsoLess: alsoLess).dropFirst()
    return (head + start, escaped(filesTail, alsoLess: alsoLess) + tail)
  }

  static let makeCodeFiles = (
    head: "{\n  \"README.md\": \"\\u003c😀\\/\", \"main.ts\": \"basic()\", \"main.blocks\": \"",
    tail: "\",\n  \"pxt.json\": \"{\\\"a\\\": 1}\"\n}"
  )

  static func appInventor() throws -> PackedSample {
    let own = "src/appinventor/ai_me/P/Screen1.bky"
    let files = [
      ("src/appinventor/ai_me/P/Screen1.scm", Array("#|\n$JSON\n{}\n|#".utf8)), (own, Array(program.utf8)),
      ("assets/a.png", [1, 2, 3]), ("youngandroidproject/project.properties", Array("main=x\n".utf8)),
    ]
    return PackedSample(
      name: "appinventor", file: try ZipFile.of(files),
      unpack: { bytes in
        // All entries, one after the other.
        let archive = try ZipArchive(bytes)
        return try archive.entries.flatMap { Array("@\($0.name)\n".utf8) + (try archive.content(of: $0)) }
      },
      head: "@\(files[0].0)\n#|\n$JSON\n{}\n|#@\(own)\n",
      tail: "@assets/a.png\n\u{1}\u{2}\u{3}@youngandroidproject/project.properties\nmain=x\n")
  }

  static func snakie(lineBreak: String) throws -> PackedSample {
    let (head, tail) = (#"{"v":1,"hash":"0011223344556677","more":[1, 2],"ws":"#, "}")
    let packed = Base64.encode(try Deflate.deflate(Array((head + workspace + tail).utf8), .raw))
    let code = ["from snakie import Led", "x = '''", "# --8<-- snakie-blocks v1 in a text", "'''", ""]
    let lines =
      ["# --8<-- snakie-blocks v1 (do not edit below this line)"]
      + stride(from: 0, to: packed.count, by: 76).map { start in "# " + packed.dropFirst(start).prefix(76) }
    return PackedSample(
      name: "snakie", file: Array((code + lines).map { $0 + lineBreak }.joined().utf8),
      unpack: { file in
        let text = String(decoding: file.filter { $0 != 0x0D }, as: UTF8.self)
        let digits = text.split(separator: "line)\n").last.map { $0.filter { !"# \n".contains($0) } } ?? ""
        return try Deflate.inflate((Base64.decode(digits.utf8) ?? [])[...], .raw)
      }, head: head, tail: tail)
  }
}

/// Makes zip archives.
enum ZipFile {
  static func of(_ files: [(name: String, content: [UInt8])], isDeflated: Bool = false) throws -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    var (archive, directory): ([UInt8], [UInt8]) = ([], [])
    for file in files {
      let name = Array(file.name.utf8)
      let packed = isDeflated ? try Deflate.deflate(file.content, .raw) : file.content
      let common =
        number(20, 2) + number(0, 2) + number(isDeflated ? 8 : 0, 2) + number(0x4AAB_BD60, 4)
        + number(Int(Deflate.checksum(file.content)), 4)
        + number(packed.count, 4) + number(file.content.count, 4) + number(name.count, 2) + number(0, 2)
      directory += number(0x0201_4B50, 4) + number(20, 2) + common + number(0, 10) + number(archive.count, 4) + name
      archive += number(0x0403_4B50, 4) + common + name + packed
    }
    return archive + directory + number(0x0605_4B50, 4) + number(0, 4) + number(files.count, 2) + number(files.count, 2)
      + number(directory.count, 4) + number(archive.count, 4) + number(0, 2)
  }
}
