import Markup
import Testing

/// Searches for texts in bytes, beside the simplest ones.
@Suite struct ByteSearchTests {
  /// All texts of up to so many letters, of which one is a quotation mark.
  private static func texts(of mostLetters: Int) -> [String] {
    var texts = [""]
    var last = texts
    for _ in 0..<mostLetters {
      last = last.flatMap { ["a\($0)", "b\($0)", "\"\($0)"] }
      texts += last
    }
    return texts
  }

  @Test func theFirstAndTheLastPlaceAreFound() {
    let patterns = Self.texts(of: 3).dropFirst()
    for text in Self.texts(of: 6) {
      // A slice has indices of its own.
      let bytes = Array("\"a\(text)".utf8)[2...]
      for pattern in patterns {
        let places = bytes.indices.filter { bytes[$0...].starts(with: pattern.utf8) }
        let ranges = places.map { $0..<$0 + pattern.utf8.count }
        guard
          bytes.firstRange(ofText: pattern) == ranges.first && bytes.lastRange(ofText: pattern) == ranges.last
            && bytes.contains(text: pattern) == !ranges.isEmpty
        else {
          Issue.record("“\(pattern)” in “\(text)”")
          return
        }
      }
    }
  }

  @Test func textsAreSplitWhereAnotherStands() {
    for text in Self.texts(of: 6) {
      for pattern in Self.texts(of: 2).dropFirst() {
        #expect(text.split(atText: pattern) == text.split(separator: pattern).map(String.init))
      }
    }
    #expect("für · » · é".split(atText: " · ") == ["für", "»", "é"])
  }

  @Test func nothingHasNoPlace() {
    #expect([UInt8]()[...].lastRange(ofText: "a") == nil && Array("a".utf8)[...].lastRange(ofText: "") == nil)
  }
}
