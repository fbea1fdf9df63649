import BlockModel

/// Marks around the code of values, with which a line's values are found in it.
extension CodeGenerator {
  /// Puts marks around a value. The entry before the row is the value without them.
  func marked(_ value: CodeValue, _ block: Block) -> CodeValue {
    rows.append(plain(value.piece))
    let start = rows.count
    rows.append(language.piece(CodeMark.before))
    rows.append(newNumber(Int64(markedIDs?.count ?? 0)))
    rows.append(language.piece(CodeMark.start))
    rows.append(value.piece)
    rows.append(language.piece(CodeMark.end))
    markedIDs?.append(block.id)
    var marked = value
    marked.piece = CodePiece(
      start: Int32(start), count: Int32(rows.count - start), kind: .row, isHooked: true, first: rows[start].first)
    return marked
  }
}

/// The marks around a value: one before its number, one between that and the code, and one after the code.
enum CodeMark {
  static let before: Code = "\u{1}"
  static let start: Code = "\u{2}"
  static let end: Code = "\u{3}"

  /// Returns a line without its marks, and the ranges of its values, by their numbers, outer ones first; nil if the
  /// marks don't match, as a text of the program has the same characters.
  static func read(_ line: ArraySlice<UInt8>) -> (bytes: [UInt8], values: [(number: Int, range: Range<Int>)])? {
    var bytes: [UInt8] = []
    var values: [(number: Int, range: Range<Int>)] = []
    var open: [Int] = []
    var rest = line
    while let byte = rest.popFirst() {
      switch byte {
      case 1:
        let digits = rest.prefix { $0 != 2 }
        guard let number = Int(String(decoding: digits, as: UTF8.self)), rest.count > digits.count else { return nil }
        rest = rest.dropFirst(digits.count + 1)
        open.append(values.count)
        values.append((number, bytes.count..<bytes.count))
      case 3:
        guard let index = open.popLast() else { return nil }
        values[index].range = values[index].range.lowerBound..<bytes.count
      default: bytes.append(byte)
      }
    }
    return open.isEmpty ? (bytes, values) : nil
  }
}
