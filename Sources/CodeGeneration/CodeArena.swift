import Glibc
import Markup

/// Code being generated, in its own memory: it is made of very many short pieces, and an array would run its checks for
/// each one. Every text that isn't code is escaped when it is appended; it can't be appended as it is.
final class CodeArena {
  private(set) var base: UnsafeMutablePointer<UInt8>
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int = 1 << 12) {
    self.capacity = capacity
    base = .allocate(capacity: capacity)
  }

  deinit { base.deallocate() }

  @inline(__always) private func makeRoom(_ more: Int) {
    if capacity - count < more { grow(more) }
  }

  @inline(never) private func grow(_ more: Int) {
    let larger = max(capacity * 2, count + more)
    let new = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    new.update(from: base, count: count)
    base.deallocate()
    (base, capacity) = (new, larger)
  }

  @inline(__always) private func append(byte: UInt8) {
    makeRoom(1)
    base[count] = byte
    count += 1
  }

  /// The bytes must not lie in this arena.
  @inline(__always) private func append(bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress else { return }
    makeRoom(bytes.count)
    memcpy(base + count, start, bytes.count)
    count += bytes.count
  }

  private func append(raw text: String) {
    var text = text
    text.withUTF8 { append(bytes: $0) }
  }

  /// Discards everything from `length` on.
  @inline(__always) func shrink(to length: Int) { count = length }

  func string(from start: Int) -> String {
    String(decoding: UnsafeBufferPointer(start: base + start, count: count - start), as: UTF8.self)
  }

  // MARK: - Code

  /// Appends code of an arena, which may be this one.
  @inline(__always) func append(_ start: Int, _ length: Int, of other: CodeArena) {
    makeRoom(length)
    memcpy(base + count, other.base + start, length)
    count += length
  }

  func append(_ code: Code) { append(raw: code.text) }

  /// Returns the code from `start` on as a piece.
  @inline(__always) func piece(from start: Int, kind: CodePiece.Kind = .fresh) -> CodePiece {
    count == start
      ? .none : CodePiece(start: Int32(start), count: Int32(count - start), kind: kind, first: base[start])
  }

  /// Appends a section.
  func append(_ section: CodeSection) { section.bytes.withUnsafeBufferPointer { append(bytes: $0) } }

  enum Mark: UInt8 {
    case opening = 0x28
    case closing = 0x29
    case lineBreak = 0x0A
  }

  @inline(__always) func append(_ mark: Mark) { append(byte: mark.rawValue) }

  func append(blanks: Int) {
    guard blanks > 0 else { return }
    makeRoom(blanks)
    memset(base + count, Int32(UInt8(ascii: " ")), blanks)
    count += blanks
  }

  // MARK: - Numbers

  /// Appends the digits of an integer.
  func append(_ integer: Int64) {
    if integer < 0 { append(byte: UInt8(ascii: "-")) }
    var rest = integer.magnitude
    let start = count
    repeat {
      append(byte: UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    var digits = UnsafeMutableBufferPointer(start: base + start, count: count - start)
    digits.reverse()
  }

  // MARK: - Literals

  /// Appends a text as a literal.
  func append(literal text: String, _ syntax: TextLiterals) {
    var text = text
    text.withUTF8 { bytes in
      let mark =
        syntax.otherQuote.map { bytes.contains(syntax.quote) && !bytes.contains($0) ? $0 : syntax.quote }
        ?? syntax.quote
      append(byte: mark)
      append(escaping: bytes, between: mark, syntax)
      append(byte: mark)
    }
  }

  /// Appends a text as a part of a literal whose quotation marks are in the code around it.
  func append(partOfLiteral text: String, between mark: UInt8, _ syntax: TextLiterals) {
    var text = text
    text.withUTF8 { append(escaping: $0, between: mark, syntax) }
  }

  /// Appends a block's id as a literal.
  func append(id: String, _ syntax: TextLiterals) {
    guard Self.isBlocklysID(id) else { return append(literal: id, syntax) }
    append(byte: syntax.quote)
    append(raw: id)
    append(byte: syntax.quote)
  }

  /// Whether an id has the form of those that Blockly makes. Their characters don't end a literal, and Blockly doesn't
  /// escape them.
  private static func isBlocklysID(_ id: String) -> Bool {
    let bytes = Array(id.utf8)
    guard bytes.count == 20, bytes.allSatisfy(isInIDs) else { return false }
    // In Dart, “${…}” is code.
    guard let opening = id.firstRange(of: "${") else { return true }
    return !id[opening.upperBound...].contains("}")
  }

  private static func isInIDs(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%()*+,-./:;=?@[]^_`{|}~".utf8.contains(byte)
    }
  }

  private func append(escaping bytes: UnsafeBufferPointer<UInt8>, between mark: UInt8, _ syntax: TextLiterals) {
    let isEscaped = syntax.isEscaped
    var start = 0
    var index = 0
    while index < bytes.count {
      if isEscaped[Int(bytes[index])], let escape = syntax.escape(of: bytes, at: index, between: mark) {
        append(bytes: UnsafeBufferPointer(rebasing: bytes[start..<index]))
        append(raw: escape.by)
        index += escape.text.count
        start = index
      } else {
        index += 1
      }
    }
    append(bytes: UnsafeBufferPointer(rebasing: bytes[start...]))
  }

  // MARK: - Comments

  /// Appends a line of a comment and a line break.
  /// - Parameter prefix: the code that begins the comment.
  func append(comment line: Substring, after prefix: Code, _ syntax: CommentSyntax) {
    append(prefix)
    // Control characters and the line ends of any language become U+FFFD, because they could end the comment.
    var text = ""
    for scalar in line.unicodeScalars {
      text.unicodeScalars.append(scalar == "\t" || !scalar.isControlOrLineEnd ? scalar : "\u{FFFD}")
    }
    var bytes = Array(text.utf8)
    for (ending, replacement) in syntax.replacements { bytes.replace(ending.utf8, with: replacement.utf8) }
    bytes.withUnsafeBufferPointer { append(bytes: $0) }
    append(.lineBreak)
  }
}

extension Unicode.Scalar {
  /// Whether it is a control character, or ends a line in some language.
  fileprivate var isControlOrLineEnd: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
    default: false
    }
  }
}
