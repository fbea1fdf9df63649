/// Finds possible meanings of an unknown word: a word with a similar spelling, or the wording of a block with that
/// meaning.
extension LineReader {
  private static let mostSimilarLines = 8

  /// Returns the line with its first unknown word replaced by possible ones, the nearest first.
  func similarLines(to line: String, as kind: LineKind) -> [String] {
    let bytes = Array(line.utf8)
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    let tokens = Lexer(bytes, words: library.words, isTyped: isTyped).tokens
    for token in tokens where token.kind == .word {
      let range = Int(token.start)..<Int(token.end)
      let word = text(range).lowercased()
      if word.count < 3 || library.phraseWords.contains(word) || names.variables.contains(word)
        || functions.keys.contains(where: { $0.lowercased() == word })
      {
        continue
      }
      let (before, behind) = (text(0..<range.lowerBound), text(range.upperBound..<bytes.count))
      let isStatement = before.allSatisfy(\.isWhitespace) && kind == .statement
      var lines = phrases(meaning: word, isValue: !isStatement).map { before + $0 + behind.trimmingSpaces }
      if library.refusedWords[word] == nil {
        let own =
          Spelling.similar(to: word, among: variableNames).map(written)
          + Spelling.similar(to: word, among: functions.keys.sorted()).map(written)
        for similar in own + Spelling.similar(to: word, among: library.sortedPhraseWords) {
          if behind.allSatisfy(\.isWhitespace) { lines += proposals(for: before + similar, as: kind).map(\.text) }
          lines.append(before + similar + behind)
        }
      }
      return Array(lines.prefix(Self.mostSimilarLines))
    }
    return []
  }

  /// Returns the beginnings of the wordings of blocks that a word means.
  private func phrases(meaning word: String, isValue: Bool) -> [String] {
    (library.meanings[word] ?? []).compactMap { type, option in
      library.phrases.first {
        library.types[$0.type] == type && $0.isValue == isValue && !$0.isAlias && !$0.startsWithInput
          && (option.isEmpty || $0.option == option)
      }?.beginning
    }
  }
}
