/// Writes values in the place and style of a scalar. It needn't know every rule of YAML, as its output is parsed
/// again.
struct YAMLScalarWriter {
  private let scalar: YAMLScalar
  /// The bytes of the scalar.
  private let old: ArraySlice<UInt8>
  /// Its lines, without their line breaks.
  private let oldLines: [ArraySlice<UInt8>]
  private let lineBreak: [UInt8]

  init(_ scalar: YAMLScalar, in bytes: [UInt8]) {
    self.scalar = scalar
    let old = bytes[scalar.range]
    let end = old.firstIndex(of: .newline) ?? bytes.firstIndex(of: .newline) ?? 0
    lineBreak = end > 0 && bytes[end - 1] == .carriageReturn ? [.carriageReturn, .newline] : [.newline]
    oldLines = old.split(separator: .newline, omittingEmptySubsequences: false).map {
      $0.last == .carriageReturn ? $0.dropLast() : $0
    }
    self.old = old
  }

  /// Returns the bytes to try, the best first. On one line in double quotes, any text can be written.
  func candidates(for value: String) -> [[UInt8]] {
    let escaped = YAMLEscapes.escaped(value)
    let doubleQuoted = inQuotes(escaped, "\"")
    let oneLine = Array("\"".utf8) + escaped + Array("\"".utf8)
    let singleQuoted = inQuotes(value.utf8.flatMap { $0 == UInt8(ascii: "'") ? [$0, $0] : [$0] }, "'")
    switch scalar.style {
    case .plain:
      let plain = Self.mayBePlain(value) ? [inQuotes(Array(value.utf8), "")] : []
      // An omitted value is directly after the colon.
      let space: [UInt8] = old.isEmpty ? [.space] : []
      return (plain + [singleQuoted, doubleQuoted, oneLine]).map { space + $0 }
    case .singleQuoted: return [singleQuoted, doubleQuoted, oneLine]
    case .doubleQuoted: return [doubleQuoted, oneLine]
    case .literal, .folded:
      // Apparently empty lines after a block may belong to it.
      return [emptyLinesAtEnd, []].flatMap { emptyLines in
        [false, true].compactMap { block(Array(value.utf8), emptyLines, saysIndentation: $0) }
          + [
            oneLine + (old.last == .newline ? lineBreak : old.last == .carriageReturn ? [.carriageReturn] : [])
              + emptyLines
          ]
      }
    }
  }

  /// Whether a text without quotes remains a text, and isn't read as a number, a date or anything else.
  private static func mayBePlain(_ value: String) -> Bool {
    guard let first = value.unicodeScalars.first else { return false }
    let words = ["null", "true", "false", "yes", "no", "on", "off", "y", "n", "<<"]
    // Not all readers accept tabs.
    return !"0123456789+-.~=".unicodeScalars.contains(first) && !words.contains(value.lowercased())
      && !value.unicodeScalars.contains("\t")
  }

  // MARK: - Values that begin on the line of their key

  /// Returns text in quotes, or without. Long lines are folded if the old ones were.
  /// - Parameter text: the value, with the escapes that it needs.
  private func inQuotes(_ text: [UInt8], _ quote: String) -> [UInt8] {
    let oldLine = isBlock ? nil : oldLines.dropFirst().first { !$0.allSatisfy(\.isSpace) }
    let indentation = oldLine?.indentation ?? max(0, scalar.indentation) + 2
    let folding = YAMLFolding(indentation: indentation, isOn: oldLine != nil)
    let margin = [UInt8](repeating: .space, count: indentation)
    var result = Array(quote.utf8)
    // A line break is read as a space, and n + 1 of them as n.
    var breaks = 0
    for line in text.split(separator: .newline, omittingEmptySubsequences: false) {
      if breaks > 0 && !line.isEmpty {
        for _ in 0...breaks { result += lineBreak }
        result += margin
        breaks = 0
      }
      result += folding.parts(of: line).joined(separator: lineBreak + margin)
      breaks += 1
    }
    if breaks > 1 {
      for _ in 0..<breaks { result += lineBreak }
      result += margin
    }
    return result + Array(quote.utf8)
  }

  private var isBlock: Bool { scalar.style == .literal || scalar.style == .folded }

  // MARK: - Blocks

  /// Returns a value as lines after `|` or `>`, with the old comment, and the old way to end if that is possible.
  /// - Parameters:
  ///   - emptyLines: the lines after the value if it doesn't end with several line breaks.
  ///   - saysIndentation: whether the first line states the indentation of the others.
  /// - Returns: nil if no indicator can state the indentation, or one already does.
  private func block(_ value: [UInt8], _ emptyLines: [UInt8], saysIndentation: Bool) -> [UInt8]? {
    let header = oldLines.first ?? []
    let indicators = header.dropFirst().prefix { !$0.isSpace }
    let outer = max(0, scalar.indentation)
    let saidBefore = indicators.first { $0 >= UInt8(ascii: "1") && $0 <= UInt8(ascii: "9") }
    let oldLine = oldLines.dropFirst().first { !$0.allSatisfy(\.isSpace) }
    let inner = saidBefore.map { outer + Int($0 - UInt8(ascii: "0")) } ?? oldLine?.indentation ?? outer + 2
    if saysIndentation && (saidBefore != nil || !(1...9).contains(inner - outer)) { return nil }

    let breaksAtEnd = value.reversed().prefix { $0 == .newline }.count
    let body = value.dropLast(breaksAtEnd)
    let ending = chomping(indicators, breaksAtEnd: breaksAtEnd, isEmpty: body.isEmpty)
    var result = Array(header.prefix(1))
    if saidBefore != nil || saysIndentation { result += String(inner - outer).utf8 }
    if let ending { result.append(ending) }
    result += header.dropFirst(1 + indicators.count)

    for line in body.isEmpty ? [] : lines(of: body, indentation: inner) {
      result += lineBreak
      if !line.isEmpty { result += [UInt8](repeating: .space, count: inner) + line }
    }
    if ending == UInt8(ascii: "+") {
      // The first ends the last line.
      for _ in 0..<breaksAtEnd + (body.isEmpty ? 1 : 0) { result += lineBreak }
      return result
    }
    return old.last == .newline || breaksAtEnd > 0 ? result + lineBreak + emptyLines : result
  }

  /// Returns the indicator of the number of line breaks at the end that belong to a value: `-` for none, `+` for all;
  /// nil for one.
  private func chomping(_ indicators: ArraySlice<UInt8>, breaksAtEnd: Int, isEmpty: Bool) -> UInt8? {
    let (none, all) = (UInt8(ascii: "-"), UInt8(ascii: "+"))
    if breaksAtEnd == 0 { return none }
    return breaksAtEnd > 1 || isEmpty || indicators.contains(all) ? all : nil
  }

  /// Returns the lines that represent a text: a folded block has one more break between lines where a single one
  /// would be read as a space.
  private func lines(of body: ArraySlice<UInt8>, indentation: Int) -> [ArraySlice<UInt8>] {
    let lines = body.split(separator: .newline, omittingEmptySubsequences: false)
    if scalar.style == .literal { return lines }
    var folding = YAMLFolding(indentation: indentation, isOn: true)
    folding.isOn = oldLines.dropFirst().allSatisfy { line in
      let text = line.dropFirst(indentation)
      return text.first == .space || folding.parts(of: text).count == 1
    }
    var result: [ArraySlice<UInt8>] = []
    var wasFoldable = false
    var breaks = 0
    for line in lines {
      guard let first = line.first else {
        breaks += 1
        continue
      }
      let isFoldable = !first.isSpace
      let emptyLines = result.isEmpty || wasFoldable && isFoldable ? breaks : breaks - 1
      result += [ArraySlice<UInt8>](repeating: [], count: emptyLines)
      result += isFoldable ? folding.parts(of: line) : [line]
      wasFoldable = isFoldable
      breaks = 1
    }
    return result
  }

  /// The empty lines after the old block that don't belong to its value.
  private var emptyLinesAtEnd: [UInt8] {
    guard let header = oldLines.first, !header.prefix(3).contains(UInt8(ascii: "+")) else { return [] }
    let text = old.lastIndex { !$0.isSpace && $0 != .newline && $0 != .carriageReturn } ?? old.startIndex
    guard let end = old[text...].firstIndex(of: .newline) else { return [] }
    return Array(old[(end + 1)...])
  }
}

/// Splits long lines as JavaScript's YAML writers do.
struct YAMLFolding {
  /// The maximum number of characters in a line, without its indentation.
  private let width: Int
  var isOn: Bool

  /// - Parameter indentation: that of the lines.
  init(indentation: Int, isOn: Bool) {
    width = max(20, 80 - indentation)
    self.isOn = isOn
  }

  /// Splits a line at single spaces, which are left out.
  func parts(of line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    guard isOn, line.count > width else { return [line] }
    var parts: [ArraySlice<UInt8>] = []
    var start = line.startIndex
    var split: (index: Int, count: Int)?
    var count = 0
    for index in line.indices {
      if line[index] == .space, index > line.startIndex, index + 1 < line.endIndex, !line[index - 1].isSpace,
        !line[index + 1].isSpace
      {
        split = (index, count)
      }
      if count >= width, let last = split {
        parts.append(line[start..<last.index])
        start = last.index + 1
        count -= last.count + 1
        split = nil
      }
      // JavaScript counts in UTF-16.
      if line[index] & 0xC0 != 0x80 { count += line[index] >= 0xF0 ? 2 : 1 }
    }
    return parts + [line[start...]]
  }
}

enum YAMLEscapes {
  /// Returns a text with escapes for the characters that can't be in double quotes.
  static func escaped(_ value: String) -> [UInt8] {
    var text: [UInt8] = []
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"", "\\": text += [UInt8(ascii: "\\"), UInt8(ascii: scalar)]
      case "\n": text += "\\n".utf8
      case "\r": text += "\\r".utf8
      case "\t": text += "\\t".utf8
      case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}"..."\u{2029}", "\u{FEFF}", "\u{FFFE}"..."\u{FFFF}":
        let digits = String(scalar.value, radix: 16, uppercase: true)
        text += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8
      default: text += scalar.utf8
      }
    }
    return text
  }
}

extension UInt8 {
  fileprivate static let newline = UInt8(ascii: "\n")
  fileprivate static let carriageReturn = UInt8(ascii: "\r")
  fileprivate static let space = UInt8(ascii: " ")
  fileprivate var isSpace: Bool { self == .space || self == UInt8(ascii: "\t") }
}

extension ArraySlice<UInt8> {
  /// The number of spaces at the start.
  fileprivate var indentation: Int { prefix { $0 == .space }.count }
}
