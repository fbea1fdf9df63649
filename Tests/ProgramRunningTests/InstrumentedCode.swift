import CodeGeneration

@testable import ProgramRunning

/// The code of a program as `mortise generate` writes it, with a call around the code of each value that tells it. The
/// calls are put into the text where a plan's codes of values stand, which is another way than that of the generator's
/// hooks.
///
/// These can't be told:
/// - a value whose code stands in its statement more or less often than there are such values: Lua's `a[#a]`, and JavaScript's
///   `i` in `for (i = i; i <= 3; i++)`
/// - names of variables on the left of an assignment, and in lists of parameters and declarations, which are no values
/// - a statement of which a part stands in the line before, as Blockly ends no line behind JavaScript's `a.splice(1, 1);`
/// - a value with the same code as the value in it
/// - codes that overlap without being in each other, as one of them is no value there.
struct InstrumentedCode {
  private(set) var text = ""
  /// The blocks whose values are told, each with the first one of its statement that has the same code: which of them is
  /// which, the code doesn't say.
  private(set) var numbers: [Int: Int] = [:]

  let language: String
  private let lines: [[UInt8]]
  /// The numbers of the lines of statements, by the statements' numbers.
  private var linesOfStatements: [Int: [Int]] = [:]

  private struct Place: Hashable {
    var line: Int
    var range: Range<Int>
    var block: Int
  }

  init(_ plan: RunPlan) {
    language = plan.language.id
    lines = plan.code.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
    for line in lines.indices where !isDeclaration(lines[line]) {
      let number = plan.number(ofLine: line + 1)
      if number > 0 { linesOfStatements[number, default: []].append(line) }
    }
    for line in lines.indices.dropLast() where isRunOn(lines[line]) {
      linesOfStatements[plan.number(ofLine: line + 2)] = nil
    }
    var places: [Int: [Place]] = [:]
    for statement in linesOfStatements.keys {
      for place in self.places(in: statement, plan) {
        places[place.line, default: []].append(place)
      }
    }
    for line in lines.indices { text += instrumented(line, places[line] ?? []) + "\n" }
  }

  private func isDeclaration(_ line: [UInt8]) -> Bool {
    let text = String(decoding: line, as: UTF8.self).drop { $0 == " " }
    let beginnings = [
      "python": ["def ", "global ", "#"], "javascript": ["function ", "//"], "lua": ["function ", "--"],
    ]
    return beginnings[language]?.contains { text.hasPrefix($0) } != false
  }

  /// Whether another statement begins in a line.
  private func isRunOn(_ line: [UInt8]) -> Bool {
    language == "javascript" && [";var ", ";for "].contains { line.firstRange(of: Array($0.utf8)) != nil }
  }

  // MARK: - Places

  private mutating func places(in statement: Int, _ plan: RunPlan) -> [Place] {
    var blocks: [ArraySlice<UInt8>: [Int]] = [:]
    for number in statement...plan.numbers.last(in: statement) where plan.numbers.statement(of: number) == statement {
      if let code = plan.values?.code(of: number) { blocks[code, default: []].append(number) }
    }
    var found: [ArraySlice<UInt8>: [Place]] = [:]
    for (code, numbers) in blocks {
      var places: [Place] = []
      for line in linesOfStatements[statement] ?? [] {
        places += ranges(of: Array(code), in: lines[line]).map { Place(line: line, range: $0, block: numbers[0]) }
      }
      let hasInner = zip(numbers, numbers.dropFirst()).contains { plan.numbers.last(in: $0) >= $1 }
      if places.count == numbers.count, !hasInner { found[code] = places }
    }
    let all = found.values.flatMap { $0 }
    let crossing = Set(all.filter { place in all.contains { Self.cross(place, $0) } })
    let told = found.filter { crossing.isDisjoint(with: $0.value) }
    for code in told.keys {
      for number in blocks[code] ?? [] { self.numbers[number] = blocks[code]?.first }
    }
    return told.values.flatMap { $0 }
  }

  private static func cross(_ one: Place, _ other: Place) -> Bool {
    guard one.line == other.line, one.range != other.range, one.range.overlaps(other.range) else {
      return one.line == other.line && one.range == other.range && one.block != other.block
    }
    let common = one.range.clamped(to: other.range)
    return common != one.range && common != other.range
  }

  /// Returns where a code stands in a line, but for parts of words and texts, and for what is assigned to.
  private func ranges(of code: [UInt8], in line: [UInt8]) -> [Range<Int>] {
    guard line.count >= code.count else { return [] }
    let isInText = Self.texts(in: line)
    return (0...line.count - code.count).compactMap { start in
      let end = start + code.count
      guard !isInText[start], line[start..<end].elementsEqual(code) else { return nil }
      if start > 0, Self.isWord(line[start - 1]) || line[start - 1] == Self.point, Self.isWord(code[0]) { return nil }
      if end < line.count, Self.isWord(line[end]), Self.isWord(code[code.count - 1]) { return nil }
      if end < line.count, line[end] == Self.point, Self.isDigit(code[code.count - 1]) { return nil }
      let rest = String(decoding: line[end...], as: UTF8.self).drop { $0 == " " }
      let isAssigned = ["=", "+=", "-=", "++", "--", "in "].contains(where: rest.hasPrefix) && !rest.hasPrefix("==")
      return isAssigned ? nil : start..<end
    }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte >= 0x80 || isDigit(byte)
      || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }

  private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

  private static let point = UInt8(ascii: ".")

  /// Whether each byte of a line is behind the quotation mark of a text.
  private static func texts(in line: [UInt8]) -> [Bool] {
    var quote: UInt8?
    var isEscaped = false
    return line.map { byte in
      let isInText = quote != nil
      if isEscaped {
        isEscaped = false
      } else if let mark = quote {
        if byte == mark { quote = nil } else if byte == UInt8(ascii: "\\") { isEscaped = true }
      } else if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
        quote = byte
      }
      return isInText
    }
  }

  private func instrumented(_ line: Int, _ places: [Place]) -> String {
    var openings: [Int: String] = [:]
    var closings: [Int: String] = [:]
    for place in places.sorted(by: { $0.range.count > $1.range.count }) {
      openings[place.range.lowerBound, default: ""] += "_told(\(place.block), "
      closings[place.range.upperBound, default: ""] += ")"
    }
    var bytes: [UInt8] = []
    for index in 0...lines[line].count {
      bytes += Array(((closings[index] ?? "") + (openings[index] ?? "")).utf8)
      if index < lines[line].count { bytes.append(lines[line][index]) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
