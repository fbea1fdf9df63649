import Markup

/// Code with the program in one of its comments.
struct CommentContainer: Container {
  /// The line with the program.
  enum Place: Hashable, Sendable { case firstLine, lastLine }

  let name: String
  let app: String
  let fileExtensions: [String]
  let code: EmbeddedCodeUse
  var language: String?
  let place: Place
  /// The beginning of the line, up to the program.
  let mark: String
  /// The encoding of the program. A program that begins like XML or JSON is unencoded.
  let coding: TextCoding
  /// The beginning of a line that the app writes above the mark and that isn't code; nil if there is none.
  var lineAbove: String?

  func content(of file: [UInt8]) throws -> ContainerContent? {
    // A file that is only a program has no code.
    if ProgramFirst.isXML(file[...]) { return nil }
    guard let line = line(in: file) else { return nil }
    let body = line.lowerBound + mark.utf8.count..<line.upperBound
    let isPlain = ProgramFirst.isProgram(file[body])
    let used = isPlain ? TextCoding.plain : coding
    guard isPlain || coding != .plain, let text = used.decode(Array(file[body])), ProgramFirst.isProgram(text[...])
    else {
      return nil
    }
    let codeRange = codeRange(besides: line, in: file)
    let program = EmbeddedProgram(
      text: text, code: Array(file[codeRange]), start: body.lowerBound, isVerbatim: used == .plain)
    return ContainerContent([program]) { _, text, code in
      // The program is one line of a comment: a line break would end the comment.
      var parts = [Replacement(range: body, bytes: used.encode(used == .plain ? OneLine.of(text) : text))]
      if let code {
        // A line break must separate new code at the start of the file from the mark.
        let needsBreak = place == .lastLine && codeRange.upperBound == line.lowerBound && !code.isEmpty
        parts.append(Replacement(range: codeRange, bytes: needsBreak ? code + [0x0A] : code))
      }
      return file.replacing(parts)
    }
  }

  /// The line with the program, without its line break; nil if there is none.
  private func line(in file: [UInt8]) -> Range<Int>? {
    let start: Int
    switch place {
    case .firstLine: start = file.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    case .lastLine:
      guard var found = file[...].lastRange(ofText: mark)?.lowerBound else { return nil }
      // The mark may occur in the line's text, too, as in “//abc//”.
      let lineStart = file[..<found].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      if lineStart != found { found = lineStart }
      start = found
    }
    guard file[start...].starts(with: mark.utf8) else { return nil }
    var end = file[start...].firstIndex(of: 0x0A) ?? file.count
    while end > start, file[end - 1] == 0x0D { end -= 1 }
    return start..<end
  }

  /// The code without the white space between it and the program.
  private func codeRange(besides line: Range<Int>, in file: [UInt8]) -> Range<Int> {
    let isSpace: (UInt8) -> Bool = { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    switch place {
    case .firstLine:
      let start = file[line.upperBound...].firstIndex { ![0x0A, 0x0D].contains($0) } ?? file.count
      let end = file[start...].lastIndex { !isSpace($0) }.map { $0 + 1 } ?? start
      return start..<end
    case .lastLine:
      var end = file[..<line.lowerBound].lastIndex { !isSpace($0) }.map { $0 + 1 } ?? 0
      if let lineAbove {
        let start = file[..<end].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        if file[start..<end].starts(with: lineAbove.utf8) {
          end = file[..<start].lastIndex { !isSpace($0) }.map { $0 + 1 } ?? 0
        }
      }
      return 0..<end
    }
  }
}

/// Recognises programs by their beginning.
enum ProgramFirst {
  /// Whether a text begins as Blockly's XML or JSON does.
  static func isProgram(_ text: ArraySlice<UInt8>) -> Bool {
    let body = withoutSpace(text)
    return isXML(body) || body.starts(with: "{\"".utf8) || body.starts(with: "{}".utf8)
  }

  /// Whether a text begins as Blockly's XML does: with its root, after a declaration, instructions and comments.
  static func isXML(_ text: ArraySlice<UInt8>) -> Bool { text[rootOffset(in: text)...].starts(with: "<xml".utf8) }

  /// Returns the offset of the root of XML; the end of the text if a declaration or a comment has no end.
  static func rootOffset(in text: ArraySlice<UInt8>) -> Int {
    var rest = withoutSpace(text)
    while let end = ["<?": "?>", "<!--": "-->"].first(where: { rest.starts(with: $0.key.utf8) })?.value {
      rest = withoutSpace(rest[(rest.firstRange(ofText: end)?.upperBound ?? rest.endIndex)...])
    }
    return rest.startIndex
  }

  private static func withoutSpace(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    (text.starts(with: [0xEF, 0xBB, 0xBF]) ? text.dropFirst(3) : text).drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
  }
}

/// Texts that must be on one line.
enum OneLine {
  /// Returns XML or JSON without line breaks: those in values are escaped; those between values and before the root
  /// are insignificant.
  static func of(_ text: [UInt8]) -> [UInt8] {
    guard text.contains(0x0A) || text.contains(0x0D) else { return text }
    let root = text.first == UInt8(ascii: "<") ? ProgramFirst.rootOffset(in: text[...]) : text.count
    return text.enumerated().flatMap { index, byte -> [UInt8] in
      switch byte {
      case 0x0A: index > root ? Array("&#10;".utf8) : [0x20]
      case 0x0D: index > root ? Array("&#13;".utf8) : []
      default: [byte]
      }
    }
  }
}
