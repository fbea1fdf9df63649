/// A text of a recording: a whole one, or an addition to another one.
struct RecordedText {
  /// The text that this one begins with; nil for none.
  var base: Int?
  /// The text after the base.
  var rest: String

  var bytes: Int { MemoryLayout<RecordedText>.stride + (rest.utf8.count > 15 ? rest.utf8.count + 32 : 0) }
}

/// The texts of a recording, each once if it is short.
struct RecordedTexts {
  private var texts: [RecordedText?] = []
  private var numbers: [String: Int] = [:]
  private(set) var bytes = 0

  /// Longer texts are not compared with others.
  private static let longestShared = 64

  /// Returns the number of a text.
  mutating func add(_ text: String) -> Int {
    let isShared = text.utf8.count <= Self.longestShared
    if isShared, let number = numbers[text] { return number }
    let number = append(RecordedText(base: nil, rest: text))
    if isShared {
      numbers[text] = number
      bytes += 48
    }
    return number
  }

  /// Returns the number of a text with characters at its end.
  mutating func add(_ rest: String, to base: Int) -> Int { append(RecordedText(base: base, rest: rest)) }

  private mutating func append(_ text: RecordedText) -> Int {
    texts.append(text)
    bytes += text.bytes
    return texts.count - 1
  }

  /// Returns the text with a number.
  func text(_ number: Int) -> String {
    var parts: [String] = []
    var next: Int? = number
    while let number = next, let text = texts[number] {
      parts.append(text.rest)
      next = text.base
    }
    return parts.count == 1 ? parts[0] : parts.reversed().joined()
  }

  /// Whether a text is another one, or that one with a limited number of additions.
  func isText(_ number: Int, madeOf other: Int) -> Bool {
    var next = number
    for _ in 0..<100 {
      if next == other { return true }
      guard let base = texts[next]?.base else { return false }
      next = base
    }
    return false
  }

  /// Drops the texts that are not used. The others keep their numbers.
  mutating func keep(_ isUsed: (Int) -> Bool) {
    for number in texts.indices {
      if !isUsed(number) { continue }
      // Of the texts that it was made of, only one that is itself used stays.
      guard let text = texts[number], var base = text.base, !isUsed(base) else { continue }
      var parts = [text.rest]
      while let part = texts[base] {
        if isUsed(base) { break }
        parts.append(part.rest)
        guard let next = part.base else { break }
        base = next
      }
      let rest = parts.reversed().joined()
      texts[number] = RecordedText(base: isUsed(base) ? base : nil, rest: rest)
    }
    for number in texts.indices where !isUsed(number) { texts[number] = nil }
    numbers = numbers.filter { texts[$0.value] != nil }
    bytes = texts.reduce(numbers.count * 48) { $0 + ($1?.bytes ?? MemoryLayout<RecordedText?>.stride) }
  }
}
