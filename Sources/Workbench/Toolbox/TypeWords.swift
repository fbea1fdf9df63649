/// The words of which the names of block types are made.
enum TypeWords {
  /// What tells types apart in words: each without the words that all begin or end with, such as “number” of
  /// `motor_set_Number` beside `motor_set`, for which nothing is left.
  static func differences(of types: Set<String>) -> [String: String] {
    let words = types.map { type in
      type.split { !$0.isLetter && !$0.isNumber }
        .flatMap { $0.separatingWords.lowercased().split(separator: " ").map(String.init) }
    }
    let shortest = words.map(\.count).min() ?? 0
    func isShared(_ word: ([String]) -> String) -> Bool { Set(words.map(word)).count == 1 }
    let first = (0..<shortest).first { index in !isShared { $0[index] } } ?? shortest
    let last = (0..<(shortest - first)).first { index in !isShared { $0[$0.count - 1 - index] } } ?? shortest - first
    let rests = words.map { $0[first..<($0.count - last)].joined(separator: " ") }
    // Types may differ by their signs only.
    let areTold = Set(rests).count == types.count
    return Dictionary(uniqueKeysWithValues: zip(types, areTold ? rests : Array(types)))
  }
}
