import BlockModel

/// Comments as lines that begin with `//`.
enum CommentLines {
  /// Whether lines can express a comment completely.
  static func canWrite(_ comment: BlockComment) -> Bool {
    comment == BlockComment(text: comment.text) && canWrite(comment.text)
  }

  static func canWrite(_ text: String) -> Bool {
    let bytes = text.utf8
    guard bytes.allSatisfy({ $0 >= 0x20 || $0 == UInt8(ascii: "\n") }) else { return false }
    return bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).allSatisfy {
      $0.first != UInt8(ascii: " ") && $0.last != UInt8(ascii: " ")
    }
  }

  static func lines(of text: String) -> [String] {
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      $0.isEmpty ? "//" : "// " + String(decoding: $0, as: UTF8.self)
    }
  }

  /// Returns the text of a comment's line.
  static func text(of line: ArraySlice<UInt8>) -> String {
    let body = line.dropFirst(2)
    return String(decoding: body.first == UInt8(ascii: " ") ? body.dropFirst() : body, as: UTF8.self)
  }
}
