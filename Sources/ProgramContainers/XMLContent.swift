import Markup

/// The ranges of an element's children in the text of a document that was parsed.
struct XMLContent {
  /// The range between the tags; empty and after the tag for an element with one tag.
  let range: Range<Int>
  /// The elements, comments and instructions.
  private(set) var nodes: [Range<Int>] = []
  private let isClosed: Bool

  /// - Parameter offset: the offset of the element's start tag.
  /// - Returns: nil if there is no such element.
  init?(ofElementAt offset: Int, in file: [UInt8]) {
    guard offset < file.count, file[offset] == UInt8(ascii: "<"), let start = Self.end(ofMarkupAt: offset, in: file)
    else { return nil }
    isClosed = file[start - 2] == UInt8(ascii: "/")
    if isClosed {
      range = start..<start
      return
    }
    var (depth, begin) = (0, start)
    var next = start
    while let opening = file[next...].firstIndex(of: UInt8(ascii: "<")) {
      guard let end = Self.end(ofMarkupAt: opening, in: file) else { return nil }
      let isData = file[opening...].starts(with: "<![".utf8)
      if depth == 0 { begin = opening }
      switch file[opening + 1] {
      case UInt8(ascii: "/"):
        if depth == 0 {
          range = start..<opening
          return
        }
        depth -= 1
      case UInt8(ascii: "!"), UInt8(ascii: "?"): break
      default: if file[end - 2] != UInt8(ascii: "/") { depth += 1 }
      }
      if depth == 0, !isData { nodes.append(begin..<end) }
      next = end
    }
    return nil
  }

  /// Returns the document with other content in the element.
  /// - Parameter name: the element's name, with its prefix.
  func replaced(by text: [UInt8], in file: [UInt8], name: String) -> [UInt8] {
    if !isClosed { return file.replacing([Replacement(range: range, bytes: text)]) }
    if text.isEmpty { return file }
    let tag = range.lowerBound - 2..<range.lowerBound
    return file.replacing([Replacement(range: tag, bytes: Array(">".utf8) + text + Array("</\(name)>".utf8))])
  }

  /// The end of a tag, comment, processing instruction or CDATA section.
  private static func end(ofMarkupAt opening: Int, in file: [UInt8]) -> Int? {
    for (beginning, end) in [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")]
    where file[opening...].starts(with: beginning.utf8) {
      return file[(opening + beginning.utf8.count)...].firstRange(ofText: end)?.upperBound
    }
    var quote: UInt8?
    for index in opening..<file.count {
      switch file[index] {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        if quote == nil { quote = file[index] } else if quote == file[index] { quote = nil }
      case UInt8(ascii: ">") where quote == nil: return index + 1
      default: break
      }
    }
    return nil
  }
}
