import BlockFormats
import Markup

/// The text of the file that a program comes from, as lines at the end of a text. If Mortise would write the program as
/// other bytes, converting the text back keeps the bytes of parts that weren't edited.
enum SourceLines {
  static let name = "source"

  /// - Parameter bytes: the text of the file in UTF-8.
  static func lines(of bytes: [UInt8], lineBreak: String) -> [UInt8] {
    var lines = Array(lineBreak.utf8)
    var rest = bytes[...]
    while !rest.isEmpty {
      let end = rest.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? rest.endIndex
      let text = JSONValue.string(String(decoding: rest[..<end], as: UTF8.self)).text()
      lines += "@\(name)(\(text))\(lineBreak)".utf8
      rest = rest[end...]
    }
    return lines
  }
}
