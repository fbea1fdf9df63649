/// Numbers for the words of the notation: those of the block definitions, and the marks of the grammar. Words are
/// compared as UTF-8.
struct WordTable {
  private var slots: [Int32] = Array(repeating: -1, count: 1024)
  private var starts: [Int32] = [0]
  private var bytes: [UInt8] = []

  var count: Int { starts.count - 1 }

  /// The text of a word.
  subscript(word: Int32) -> String {
    String(decoding: bytes[Int(starts[word])..<Int(starts[Int(word) + 1])], as: UTF8.self)
  }

  /// Returns the number of a word; -1 if it has none.
  func number(of text: some Collection<UInt8>) -> Int32 {
    var slot = Self.hash(text) & (slots.count - 1)
    while slots[slot] >= 0 {
      if isWord(slots[slot], text) { return slots[slot] }
      slot = (slot + 1) & (slots.count - 1)
    }
    return -1
  }

  /// Returns the number of a word, adding the word if it has none.
  mutating func add(_ text: some Collection<UInt8>) -> Int32 {
    let known = number(of: text)
    if known >= 0 { return known }
    let word = Int32(count)
    bytes.append(contentsOf: text)
    starts.append(Int32(bytes.count))
    if count * 2 > slots.count { grow() } else { enter(word, Self.hash(text)) }
    return word
  }

  mutating func add(_ text: String) -> Int32 { add(Array(text.utf8)) }

  private func isWord(_ word: Int32, _ text: some Collection<UInt8>) -> Bool {
    let (start, end) = (Int(starts[word]), Int(starts[Int(word) + 1]))
    guard end - start == text.count else { return false }
    var index = start
    for byte in text {
      if bytes[index] != byte { return false }
      index += 1
    }
    return true
  }

  private mutating func enter(_ word: Int32, _ hash: Int) {
    var slot = hash & (slots.count - 1)
    while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = word
  }

  private mutating func grow() {
    slots = Array(repeating: -1, count: slots.count * 2)
    for word in 0..<count { enter(Int32(word), Self.hash(bytes[Int(starts[word])..<Int(starts[word + 1])])) }
  }

  private static func hash(_ text: some Collection<UInt8>) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    return Int(truncatingIfNeeded: (hash ^ (hash >> 29)) & 0x7FFF_FFFF)
  }
}

/// The marks of the grammar, with which every word table begins.
enum Mark {
  static let texts = ["(", ")", "[", "]", "{", "}", ",", ";", "~", "_", ":", "=", "-", "."]

  static let openParenthesis: Int32 = 0
  static let closeParenthesis: Int32 = 1
  static let openBracket: Int32 = 2
  static let closeBracket: Int32 = 3
  static let openBrace: Int32 = 4
  static let closeBrace: Int32 = 5
  static let comma: Int32 = 6
  static let semicolon: Int32 = 7
  static let shadow: Int32 = 8
  static let empty: Int32 = 9
  static let colon: Int32 = 10
  static let equals: Int32 = 11
  static let minus: Int32 = 12
  static let dot: Int32 = 13
}
