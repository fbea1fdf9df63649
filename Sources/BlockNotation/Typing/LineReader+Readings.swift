extension LineReader {
  /// Returns the possible meanings of a line, the likeliest first.
  /// - Parameter continuations: the ways in which it can continue the statement around it.
  public func readings(
    of line: String, as kind: LineKind, continuations: [LineContinuation] = []
  ) -> [LineReading] {
    if Self.isTooLong(line) { return [] }
    let typed = isTyped ? Self.withoutGeneratedForms(line) : line
    var search = ReadingSearch(self, typed, kind, continuations)
    let line = kind == .statement ? Self.withoutClosingBrace(typed) : typed
    if !line.allSatisfy(\.isWhitespace) {
      search.addMeanings(of: line)
      search.addOtherSpellings(of: line)
      search.addSeveral(line)
      search.addOtherTypes(of: line)
      search.addContinuations(of: line)
    }
    search.addProposals(for: line)
    search.addSimilar(to: line)
    return search.ranked
  }
}

/// Searches for the readings of a line.
private struct ReadingSearch {
  private let reader: LineReader
  private let kind: LineKind
  private let continuations: [LineContinuation]
  /// The line as it was typed.
  private let typed: String
  private let typedWords: Set<String>
  private let lastWord: String?
  private var readings: [LineReading] = []
  private var texts: Set<String> = []

  init(_ reader: LineReader, _ line: String, _ kind: LineKind, _ continuations: [LineContinuation]) {
    (self.reader, self.kind, self.continuations, typed) = (reader, kind, continuations, line)
    typedWords = LineReader.words(of: line)
    lastWord = LineReader.lastWords(of: line).last.map { String(line[$0]) }
  }

  var ranked: [LineReading] {
    readings.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(\.element)
  }

  private mutating func add(_ reading: LineReading?, as rank: LineReading.Rank) {
    guard var reading, texts.insert(reading.text + reading.meaning).inserted else { return }
    // Other new names are in all readings, or are a block's initial names.
    let names = reading.newVariables + reading.newFunctions
    let isNew = rank == .typed && names.contains { $0 == lastWord || typed.hasSuffix("`\($0)`") }
    reading.rank = isNew ? max(rank, .newName) : rank
    readings.append(reading)
  }

  private func meanings(_ text: String) -> [LineReading] {
    let own = reader.meanings(of: text, as: kind, nil)
    let further = continuations.flatMap { reader.meanings(of: text, as: kind, $0) }
    // Prefer a complete reading: “si no” is an else, and the beginning of “if not”.
    let isFurther = own.first.map { !$0.holes.isEmpty } ?? false && further.contains { $0.holes.isEmpty }
    return isFurther ? further + own : own + further
  }

  private mutating func addAll(_ meant: [LineReading], of line: String) {
    for reading in meant { add(reading, as: .typed) }
    for reading in meant {
      let rank = readings.first { $0.text + $0.meaning == reading.text + reading.meaning }?.rank ?? .typed
      for other in reader.otherMeanings(of: line, as: kind, reading) { add(other, as: rank) }
    }
  }

  // MARK: - The line

  mutating func addMeanings(of line: String) {
    if reader.isTyped, line.contains("#"), line.contains("//"), kind == .statement {
      add(reader.readWithComment(line, as: kind), as: .typed)
    }
    let meant = meanings(line)
    // `Print(x)` doesn't call a new function.
    let isUnknown = meant.allSatisfy { !$0.newFunctions.isEmpty }
    if reader.isTyped, isUnknown, let small = reader.inSmallLetters(line) {
      addAll(meanings(small).filter(\.newFunctions.isEmpty), of: small)
    }
    addAll(meant, of: line)
    if readings.isEmpty { add(reader.readWithComment(line, as: kind), as: .typed) }
    // A branch or a returned value has no block of its own, which could have a comment.
    if readings.isEmpty, reader.isTyped, let comment = LineSigns(line).comment, comment > line.startIndex {
      for continuation in continuations {
        for reading in reader.meanings(of: String(line[..<comment]).trimmingSpaces, as: kind, continuation) {
          add(reading, as: .typed)
        }
      }
    }
  }

  /// If nothing was found, adds the meanings of the line in another spelling, or without type hints.
  mutating func addOtherSpellings(of line: String) {
    if readings.isEmpty {
      for line in reader.otherSpellings(of: line) + LineReader.withoutBodyMark(line)
        + [reader.withoutType(line), reader.withGluedBrackets(line)].compactMap(\.self)
      where readings.isEmpty {
        addAll(meanings(line), of: line)
      }
    }
    if readings.isEmpty, let bare = reader.withoutHints(line) {
      for var reading in meanings(bare) {
        reading.omitsHints = true
        add(reading, as: .typed)
      }
    }
  }

  /// If nothing was found, adds the meanings of the line as several statements, or as one that reads a variable.
  mutating func addSeveral(_ line: String) {
    guard readings.isEmpty, reader.isTyped, kind == .statement, reader.meantTypes.isEmpty else { return }
    let several =
      (reader.assignments(declaredIn: line) ?? reader.printedLines(of: line) ?? reader.assignments(in: line)).map {
        [$0.joined(separator: "; ")]
      }
      ?? reader.inputs(of: line)
    for (index, text) in several.enumerated() {
      var reading = reader.read(text, as: kind, nil, isSeveral: true)
      reading?.isOtherMeaning = index > 0
      add(reading, as: .typed)
    }
  }

  mutating func addOtherTypes(of line: String) {
    for reading in reader.otherTypes(of: readings.first, behind: line, as: kind) {
      add(reading, as: max(readings[0].rank, .words))
    }
  }

  mutating func addContinuations(of line: String) {
    for continuation in continuations {
      let words = reader.words(of: continuation)
      guard words.hasPrefix(line), words != line else { continue }
      var reading = reader.read(words, as: kind, continuation)
      reading?.completion = words
      add(reading, as: .beginning)
    }
  }

  // MARK: - Other lines

  mutating func addProposals(for line: String) {
    for proposal in reader.proposals(for: line, as: kind).prefix(LineReader.mostProposals) {
      for var reading in meanings(proposal.text) {
        // The words of a block can also be read as names.
        let names = reading.newVariables + reading.newFunctions
        if names.contains(where: { !typedWords.contains($0) && LineReader.words(of: proposal.text).contains($0) }) {
          continue
        }
        if reading.slashes == .comment { continue }
        reading.completion = proposal.text
        add(reading, as: proposal.rank)
      }
    }
  }

  /// If no known words were found, adds the meanings of similar lines.
  mutating func addSimilar(to line: String) {
    if readings.contains(where: { $0.rank <= .words && $0.newFunctions.isEmpty }) { return }
    // Other spellings of the same blocks add nothing.
    var blocks: Set<[String]> = []
    for text in reader.similarLines(to: line, as: kind) {
      for var reading in meanings(text)
      where reading.newFunctions.isEmpty && reading.slashes != .comment
        && blocks.insert(reading.snapshot.records.map(\.type)).inserted
      {
        reading.completion = text
        add(reading, as: .similar)
      }
    }
  }
}
