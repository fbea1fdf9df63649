import Glibc
import Markup

/// Detects the layout of a file.
enum StyleDetector {
  /// - Parameters:
  ///   - xmlRoot: the root element of XML; nil for JSON.
  ///   - jsonRoot: the root of JSON; nil for XML.
  static func style(
    of bytes: [UInt8], format: ProgramFormat, xmlRoot: XMLElement? = nil, jsonRoot: JSONValue? = nil
  ) -> ProgramStyle {
    let firstBreak = bytes[...].firstRange(ofText: "\n")?.lowerBound
    let lineBreak = firstBreak.map { $0 > 0 && bytes[$0 - 1] == 0x0D } == true ? "\r\n" : "\n"
    var style = ProgramStyle.compact(format)
    switch format {
    case .xml:
      let rootOffset = min(xmlRoot?.offset ?? 0, bytes.count)
      style.prologue = xmlPrologue(bytes[..<rootOffset])
      let rest = bytes[min(xmlRoot?.sourceEnd ?? bytes.count, bytes.count)...]
      let end = rest.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? rest.startIndex
      style.epilogue = ByteText.text(of: rest[..<end])
      style.ending = String(decoding: rest[end...], as: UTF8.self)
      let text = bytes[rootOffset...]
      style.namespace = xmlRoot?[attribute: "xmlns"]
      // An empty root has no recognisable layout, so it gets the layout of a new file.
      let isEmpty = xmlRoot.map { !$0.hasElements } ?? false
      style.xml = XMLStyle(
        indent: isEmpty ? XMLStyle.pretty.indent : xmlIndent(text), lineBreak: lineBreak,
        closesEmptyElements: text.contains(text: "/>"))
    case .json:
      let text = bytes.prefix(100_000)
      if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { style.prologue = "\u{FEFF}" }
      let end = bytes.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? 0
      style.ending = String(decoding: bytes[end...], as: UTF8.self)
      style.epilogue = jsonRoot?[MortiseExtras.memberName]?[MortiseExtras.epilogueName]?.string ?? ""
      let isSpaced = text.contains(text: "\": ")
      style.json = JSONStyle(
        indent: indent(after: UInt8(ascii: "{"), in: text), separatorSpace: isSpaced ? " " : "", lineBreak: lineBreak)
    }
    let unit = (format == .xml ? style.xml.indent : style.json.indent) ?? ""
    let depth = deepestIndentation(of: bytes, unit: Array(unit.utf8))
    // Keep the limit of a file with limited indentation, and the depth of one that is indented further than usual.
    if depth == ProgramStyle.mostIndentedLevels || depth > ProgramWriter.deepestNesting {
      style.deepestIndentation = depth
    }
    return style
  }

  /// Returns the start of the text after the XML root if it contains anything but comments and instructions; otherwise
  /// nil.
  static func startOfOthers(in rest: ArraySlice<UInt8>) -> Int? {
    var start: Int?
    var rest = rest.drop(while: isSpace)
    while !rest.isEmpty {
      start = start ?? rest.startIndex
      let end: String
      if rest.starts(with: "<!--".utf8) {
        end = "-->"
      } else if rest.starts(with: "<?".utf8) {
        end = "?>"
      } else {
        return start
      }
      guard let range = rest.firstRange(ofText: end) else { return start }
      rest = rest[range.upperBound...].drop(while: isSpace)
    }
    return nil
  }

  private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

  /// Returns the number of indentation levels of the most indented line.
  private static func deepestIndentation(of bytes: [UInt8], unit: [UInt8]) -> Int {
    guard let blank = unit.first else { return 0 }
    return bytes.withUnsafeBytes { bytes in
      var (longest, lineStart) = (0, 0)
      while lineStart < bytes.count {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[lineStart...])
        // Examine only lines that are indented further than all before them.
        if rest.count > longest, rest[longest] == blank {
          longest = max(longest, rest.firstIndex { $0 != 0x20 && $0 != 0x09 } ?? rest.count)
        }
        guard let start = rest.baseAddress, let lineBreak = memchr(start, 0x0A, rest.count) else { break }
        lineStart += UnsafeRawPointer(lineBreak) - start + 1
      }
      return longest / unit.count
    }
  }

  /// Returns all text before the root: byte order mark, declaration, comments. Files are written in UTF-8, so another
  /// encoding in the declaration becomes UTF-8.
  private static func xmlPrologue(_ bytes: ArraySlice<UInt8>) -> String {
    if bytes.isEmpty { return "" }
    let text = String(decoding: bytes, as: UTF8.self)
    guard let start = text.firstRange(of: "<?xml"), text[start.upperBound...].first?.isWhitespace == true,
      let end = text.firstRange(of: "?>"),
      let name = text[start.upperBound..<end.lowerBound].firstRange(of: "encoding")
    else { return text }
    let rest = text[name.upperBound..<end.lowerBound].drop { $0.isWhitespace || $0 == "=" }
    guard let quote = rest.first, let close = rest.dropFirst().firstIndex(of: quote) else { return text }
    let encoding = rest[rest.index(after: rest.startIndex)..<close]
    if encoding.lowercased() == "utf-8" { return text }
    return text[..<encoding.startIndex] + TextEncoding.utf8.rawValue + text[encoding.endIndex...]
  }

  /// Returns the indentation of the first element in the root; nil when it is on the same line.
  private static func xmlIndent(_ text: ArraySlice<UInt8>) -> String? {
    guard let root = text.firstRange(ofText: "<xml") else { return nil }
    return indent(after: UInt8(ascii: ">"), in: text[root.upperBound...])
  }

  /// Returns the white space after the line break that follows the first `mark`; nil when there is no line break.
  private static func indent(after mark: UInt8, in text: ArraySlice<UInt8>) -> String? {
    guard let markIndex = text.firstIndex(of: mark) else { return nil }
    let space = text[(markIndex + 1)...].prefix { isSpace($0) }
    guard let lineBreak = space.lastIndex(of: 0x0A) else { return nil }
    return String(decoding: space[(lineBreak + 1)...], as: UTF8.self)
  }
}
