/// The possible meanings of a line.
extension LineReader {
  /// Returns the meanings of a line: with `//`, a quotient that is rounded down or a comment. The quotient comes first
  /// if the divisor is complete and needs no new names.
  func meanings(of line: String, as kind: LineKind, _ continuation: LineContinuation?) -> [LineReading] {
    let plain = read(line, as: kind, continuation)
    guard line.contains("//"), hasComment(line), let divided = read(line, as: kind, continuation, divides: true) else {
      return plain.map { [$0] } ?? []
    }
    guard let plain else { return [divided] }
    let isNew =
      !Set(divided.newVariables).isSubset(of: plain.newVariables)
      || !Set(divided.newFunctions).isSubset(of: plain.newFunctions)
    let isComplete = divided.text.count { $0 == "_" } == line.count { $0 == "_" }
    let isSure = isComplete && !isNew
    return isSure ? [divided, plain] : [plain, divided]
  }

  /// Returns the same line with other choices, if the program leaves it ambiguous.
  func otherMeanings(of line: String, as kind: LineKind, _ reading: LineReading) -> [LineReading] {
    var options: [LineLowering.Options] = []
    if reading.isAmbiguous { options.append(LineLowering.Options(unknown: .text)) }
    if reading.hasIndex { options.append(LineLowering.Options(countsFromZero: false)) }
    if reading.isGuarded { options.append(LineLowering.Options(guardsLoops: false)) }
    return options.compactMap {
      var other = read(line, as: kind, reading.continuation, divides: reading.slashes == .division, options: $0)
      other?.isOtherMeaning = true
      return other
    }
  }

  /// Returns the same wording as other types, for the last block that shares its wording.
  func otherTypes(of reading: LineReading?, behind line: String, as kind: LineKind) -> [LineReading] {
    guard let reading, reading.continuation == nil, reading.slashes != .comment, !Self.hasType(reading.text) else {
      return []
    }
    var types: [String] = []
    for record in reading.snapshot.records.reversed() {
      types += (library.typesWithSameWording[record.type] ?? []).filter { !types.contains($0) }
    }
    return types.prefix(Self.mostOtherTypes).compactMap { type in
      var other = read(
        "\(reading.text) ::\(type)", as: kind, nil, divides: reading.slashes == .division, typedEnd: line.utf8.count)
      // The text is shown to users, for whom names of types have no meaning.
      other?.text = reading.text
      other?.completion = reading.completion
      other?.otherType = type
      other?.meaning += type
      return other
    }
  }

  /// Whether a line ends in the type of its last block.
  static func hasType(_ line: String) -> Bool { line.split(separator: " ").last?.hasPrefix("::") ?? false }

  static let mostOtherTypes = 8
}
