extension Evaluation {
  /// Returns the text of a value where a text is required. Lua accepts numbers, too.
  func text(_ operand: Operand, takesNumbers: Bool = true) throws(EvaluationProblem) -> Text {
    switch operand {
    case .text(let text): return text
    case .integer, .number:
      if language == .lua {
        if takesNumbers { return try text(of: operand) }
        throw .unknown("a number in place of a text can't be watched here")
      }
    case .other: throw .unknown("something that isn't a text can't be watched here")
    default: break
    }
    throw .failure(operand.isNothing ? "this has no value yet" : "\(operand.kind) isn't a text")
  }

  // MARK: - Joining

  func join(_ operands: [Operand]) throws(EvaluationProblem) -> Operand {
    var result: Text = []
    // More than two are joined as items of a list.
    if language == .lua, operands.count > 2, operands.contains(.nothing) { throw Self.holes }
    for operand in operands {
      if language == .javaScript, operands.count > 2, operand.isNothing { continue }
      if language == .lua, operands.count > 1 {
        result += try concatenable(operand)
      } else {
        result += try text(of: operand)
      }
      try charge(result.count)
    }
    return .text(result)
  }

  /// Returns the text of a value that Lua accepts for joining.
  private func concatenable(_ operand: Operand) throws(EvaluationProblem) -> Text {
    switch operand {
    case .text, .integer, .number: return try text(of: operand)
    case .other: throw .unknown("something that isn't a text can't be watched here")
    default:
      throw .failure(operand.isNothing ? "this has no value yet" : "\(operand.kind) can't be joined to a text in Lua")
    }
  }

  func joinItems(_ list: Operand, _ separator: Operand) throws(EvaluationProblem) -> Operand {
    switch language {
    case .python:
      let separator = try text(separator)
      var result: Text = []
      for (index, item) in try sequence(list).enumerated() {
        guard case .text(let text) = item else {
          if case .other = item { throw .unknown("something that isn't a text can't be watched here") }
          throw .failure("only texts can be joined to a text")
        }
        try charge(text.count + separator.count)
        result += (index > 0 ? separator : []) + text
      }
      return .text(result)
    case .javaScript:
      guard case .list(let reference) = list else {
        _ = try sequence(list)
        throw .failure("\(list.kind) isn't a list")
      }
      if separator == .undefined || separator == .nothingOrUndefined { throw nullOrUndefined }
      return .text(try joined(reference, with: text(of: separator)))
    case .lua:
      guard case .list(let reference) = list else { throw .failure("\(list.kind) isn't a list") }
      let separator = try separator.isNothing ? [] : text(separator)
      var result: Text = []
      for (index, item) in try items(of: reference).enumerated() {
        let text = try concatenable(item)
        try charge(text.count + separator.count)
        result += (index > 0 ? separator : []) + text
      }
      return .text(result)
    }
  }

  // MARK: - Searching

  /// Returns the index of the first occurrence of a part in a text, from an index on; nil if there is none.
  private func find(_ part: Text, in text: Text, from start: Int = 0) throws(EvaluationProblem) -> Int? {
    if part.count > text.count - start { return nil }
    guard let first = part.first else { return start }
    var position = start
    while position + part.count <= text.count {
      guard let candidate = text[position...(text.count - part.count)].firstIndex(of: first) else { return nil }
      try charge(part.count)
      if text[candidate..<candidate + part.count].elementsEqual(part) { return candidate }
      position = candidate + 1
    }
    return nil
  }

  private func findLast(_ part: Text, in text: Text) throws(EvaluationProblem) -> Int? {
    try find(part.reversed(), in: text.reversed()).map { text.count - part.count - $0 }
  }

  /// Returns the number of the first or last occurrence; if there is none, one less than the first letter's number.
  func occurrence(of part: Operand, in whole: Operand, isFirst: Bool) throws(EvaluationProblem) -> Operand {
    if language == .javaScript, case .list = whole { return try position(of: part, in: whole, isFirst: isFirst) }
    let whole = try text(whole)
    let part = try language == .javaScript ? text(of: part) : text(part)
    let index = try isFirst ? find(part, in: whole) : findLast(part, in: whole)
    return indexResult(index)
  }

  /// Returns an index as the language's blocks do.
  /// - Parameter index: the index from 0; nil for no item.
  func indexResult(_ index: Int?) -> Operand {
    // Lua's blocks always count from 1.
    let number = (index ?? -1) + (isZeroBased && language != .lua ? 0 : 1)
    return language == .javaScript ? .number(Double(number)) : .integer(number)
  }

  func occurrences(of part: Operand, in whole: Operand) throws(EvaluationProblem) -> Operand {
    var count = 0
    if language == .python, case .list = whole {
      for item in try sequence(whole) where try areEqual(item, part) { count += 1 }
      return .integer(count)
    }
    if language == .javaScript, part == .text([]) { return try add(length(whole), .number(1)) }
    let whole = try text(whole, takesNumbers: false)
    if language == .javaScript, part.isNothing { throw nullOrUndefined }
    let part = try language == .javaScript ? text(of: part) : text(part, takesNumbers: false)
    if part.isEmpty {
      count = whole.count + 1
    } else {
      var start = 0
      while let found = try find(part, in: whole, from: start) {
        count += 1
        start = found + part.count
      }
    }
    return language == .javaScript ? .number(Double(count)) : .integer(count)
  }

  // MARK: - Replacing

  func replacing(_ part: Operand, by other: Operand, in whole: Operand) throws(EvaluationProblem) -> Operand {
    let whole = try text(whole, takesNumbers: false)
    let part = try text(part, takesNumbers: false)
    if language == .lua, part.isEmpty { throw Self.endless }
    let replacement: Text
    switch (language, other) {
    case (.javaScript, _): replacement = try text(of: other)
    // Lua joins the parts with the replacement, where nothing is an empty text.
    case (.lua, .nothing): replacement = []
    default: replacement = try text(other, takesNumbers: false)
    }
    var result: Text = []
    var (start, search) = (0, 0)
    while search <= whole.count, let found = try find(part, in: whole, from: search) {
      let replaced =
        language == .javaScript ? filled(replacement, found..<found + part.count, of: whole) : replacement
      try charge(replaced.count + found - start + 1)
      result += whole[start..<found] + replaced
      start = found + part.count
      search = part.isEmpty ? start + 1 : start
    }
    return .text(result + whole[start...])
  }

  static let endless = EvaluationProblem.unknown("with an empty text, this never ends in Lua")

  /// Returns JavaScript's replacement, with its patterns expanded: `$&` is the part that is replaced, and so on.
  private func filled(_ replacement: Text, _ range: Range<Int>, of whole: Text) -> Text {
    let dollar = UInt32(UInt8(ascii: "$"))
    guard replacement.contains(dollar) else { return replacement }
    var result: Text = []
    var index = 0
    while index < replacement.count {
      let next = index + 1 < replacement.count ? Unicode.Scalar(replacement[index + 1]) : nil
      if replacement[index] == dollar, let next, "$&`'".unicodeScalars.contains(next) {
        switch next {
        case "$": result.append(dollar)
        case "&": result += whole[range]
        case "`": result += whole[..<range.lowerBound]
        default: result += whole[range.upperBound...]
        }
        index += 2
      } else {
        result.append(replacement[index])
        index += 1
      }
    }
    return result
  }

  // MARK: - Splitting

  /// - Parameter isIntoLetters: whether the delimiter is written as an empty text, for which Python's code is
  ///   different.
  func split(
    _ whole: Operand, _ separator: Operand, isIntoLetters: Bool
  ) throws(EvaluationProblem) -> Operand {
    if isIntoLetters, language == .python, case .list = whole { throw .unknown("a list isn't split into letters here") }
    let whole = try text(whole)
    if separator.isNothing { throw .unknown("a text can't be split here without a delimiter") }
    let separator = try language == .javaScript ? text(of: separator) : text(separator, takesNumbers: false)
    if separator.isEmpty {
      if language == .python, !isIntoLetters { throw .failure("the delimiter is empty") }
      return try makeList(whole.map { .text([$0]) })
    }
    if language == .lua, let magic = separator.first(where: { "^$()%.[]*+-?".utf8.map(UInt32.init).contains($0) }) {
      throw .unknown("a delimiter with “\(string([magic]))” is a pattern in Lua, which isn't known here")
    }
    var items: [Operand] = []
    var start = 0
    while let found = try find(separator, in: whole, from: start) {
      items.append(.text(Array(whole[start..<found])))
      start = found + separator.count
    }
    try charge(whole.count)
    return try makeList(items + [.text(Array(whole[start...]))])
  }

  // MARK: - Letters

  func isSpace(_ unit: UInt32) -> Bool {
    switch unit {
    case 9...13, 32: true
    case 0x1C...0x1F, 0x85: language == .python
    case 0xFEFF: language == .javaScript
    case 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: language != .lua
    default: false
    }
  }

  static func trimmed(_ text: Text, where isSpace: (UInt32) -> Bool, start: Bool, end: Bool) -> ArraySlice<UInt32> {
    var rest = text[...]
    if start { rest = rest.drop(while: isSpace) }
    if end { while let last = rest.last, isSpace(last) { rest.removeLast() } }
    return rest
  }

  func trim(_ operand: Operand, _ mode: String) throws(EvaluationProblem) -> Operand {
    let text = try text(operand)
    try charge(text.count)
    return .text(Array(Self.trimmed(text, where: isSpace, start: mode != "RIGHT", end: mode != "LEFT")))
  }

  func reversed(_ operand: Operand) throws(EvaluationProblem) -> Operand {
    if language == .python, case .list = operand { return try makeList(sequence(operand).reversed()) }
    return .text(try text(operand).reversed())
  }

  func changeCase(_ operand: Operand, _ name: String) throws(EvaluationProblem) -> Operand {
    let text = try text(operand)
    try charge(text.count)
    if language == .lua { return .text(asciiCase(text, name)) }
    if string(text).unicodeScalars.contains("\u{FFFD}") { throw .unknown("half a letter has no capital") }
    switch name {
    case "UPPERCASE": return .text(units(upper(text)))
    case "LOWERCASE": return .text(units(lower(text)))
    default:
      if language == .python { return .text(pythonTitle(text)) }
      var result: Text = []
      var isInWord = false
      var word: Text = []
      for unit in text + [32] {
        if isSpace(unit) {
          if isInWord { result += units(upper([word[0]])) + units(lower(Array(word.dropFirst()))) }
          (word, isInWord) = ([], false)
          result.append(unit)
        } else {
          word.append(unit)
          isInWord = true
        }
      }
      return .text(result.dropLast())
    }
  }

  private func upper(_ text: Text) -> String {
    string(text).unicodeScalars.map(\.properties.uppercaseMapping).joined()
  }

  func lower(_ text: Text) -> String {
    let scalars = Array(string(text).unicodeScalars)
    return scalars.indices.map { Self.lower(scalars, $0) }.joined()
  }

  private static func lower(_ scalars: [Unicode.Scalar], _ index: Int) -> String {
    guard scalars[index] == "Σ" else { return scalars[index].properties.lowercaseMapping }
    // A sigma at the end of a word has a form of its own.
    let before = scalars[..<index].last { !$0.properties.isCaseIgnorable }
    let after = scalars[(index + 1)...].first { !$0.properties.isCaseIgnorable }
    return before?.properties.isCased == true && after?.properties.isCased != true ? "ς" : "σ"
  }

  private func pythonTitle(_ text: Text) -> Text {
    let scalars = Array(string(text).unicodeScalars)
    var result = ""
    var isInWord = false
    for (index, scalar) in scalars.enumerated() {
      result += isInWord ? Self.lower(scalars, index) : scalar.properties.titlecaseMapping
      isInWord = scalar.properties.isCased
    }
    return units(result)
  }

  private func asciiCase(_ text: Text, _ name: String) -> Text {
    func upper(_ unit: UInt32) -> UInt32 { (97...122).contains(unit) ? unit - 32 : unit }
    func lower(_ unit: UInt32) -> UInt32 { (65...90).contains(unit) ? unit + 32 : unit }
    if name == "UPPERCASE" { return text.map(upper) }
    if name == "LOWERCASE" { return text.map(lower) }
    // A letter, all up to a space, and one space: the pattern of Lua's helper function.
    var result: Text = []
    var index = 0
    while index < text.count {
      result.append(upper(text[index]))
      index += 1
      while index < text.count, !isSpace(text[index]) {
        result.append(lower(text[index]))
        index += 1
      }
      if index < text.count {
        result.append(text[index])
        index += 1
      }
    }
    return result
  }
}
