import Glibc

extension Evaluation {
  // MARK: - Numbers

  /// Returns a number as the language prints it.
  func words(_ number: Double) -> String {
    if language == .python, !number.isFinite { return number.isNaN ? "nan" : number < 0 ? "-inf" : "inf" }
    return RecordedWords(language: language.rawValue).text(number)
  }

  /// Returns the number that the language reads from a text; nil if it isn't one.
  func number(in text: Text) -> Operand? {
    guard text.allSatisfy({ $0 < 128 || language != .lua }) else { return nil }
    let trimmed = Self.trimmed(text, where: isSpace, start: true, end: true)
    let word = string(Array(trimmed))
    switch language {
    case .python:
      let digits = word.filter { $0 != "_" }
      // Underscores are allowed between digits only.
      if word.contains("_"),
        word.contains("__") || !word.split(separator: "_").allSatisfy({ $0.first?.isNumber == true })
          || word.hasSuffix("_")
      {
        return nil
      }
      switch digits.lowercased() {
      case "inf", "+inf", "infinity", "+infinity": return .number(.infinity)
      case "-inf", "-infinity": return .number(-.infinity)
      case "nan", "+nan", "-nan": return .number(.nan)
      default: return Self.decimal(digits).map { .number($0) }
      }
    case .javaScript:
      if word.isEmpty { return .number(0) }
      switch word {
      case "Infinity", "+Infinity": return .number(.infinity)
      case "-Infinity": return .number(-.infinity)
      default: break
      }
      for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where word.lowercased().hasPrefix(prefix) {
        let digits = word.dropFirst(2)
        guard !digits.isEmpty, digits.allSatisfy({ Int(String($0), radix: radix) != nil }) else { return nil }
        return UInt64(digits, radix: radix).map { .number(Double($0)) }
      }
      return Self.decimal(word).map { .number($0) }
    case .lua:
      let isNegative = word.hasPrefix("-")
      let body = isNegative || word.hasPrefix("+") ? word.dropFirst() : word[...]
      if body.lowercased().hasPrefix("0x") {
        // Hexadecimal numbers wrap around.
        let digits = body.dropFirst(2)
        guard !digits.isEmpty, digits.allSatisfy(\.isHexDigit) else { return nil }
        let bits = digits.reduce(UInt64(0)) { $0 << 4 | UInt64($1.hexDigitValue ?? 0) }
        let integer = Int(truncatingIfNeeded: bits)
        return .integer(isNegative ? 0 &- integer : integer)
      }
      if !body.isEmpty, body.allSatisfy({ $0.isASCII && $0.isNumber }) {
        if let integer = Int((isNegative ? "-" : "") + body) { return .integer(integer) }
      }
      return Self.decimal(word).map { .number($0) }
    }
  }

  /// Returns a number in decimal digits, perhaps with a point and an exponent; nil for anything else.
  private static func decimal(_ word: String) -> Double? {
    var rest = Array(word.utf8)[...]
    func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    func skipSign() { if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest.removeFirst() } }
    func skipDigits() -> Int {
      let count = rest.prefix(while: isDigit).count
      rest.removeFirst(count)
      return count
    }
    skipSign()
    var digits = skipDigits()
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      digits += skipDigits()
    }
    guard digits > 0 else { return nil }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest.removeFirst()
      skipSign()
      guard skipDigits() > 0 else { return nil }
    }
    return rest.isEmpty ? strtod(word, nil) : nil
  }

  // MARK: - Texts of values

  /// Returns a value as a text, like `str`, `String` and `tostring`.
  func text(of operand: Operand) throws(EvaluationProblem) -> Text {
    switch operand {
    case .text(let text): return text
    case .integer(let integer): return units(String(integer))
    case .number(let number):
      // Lua prints the sign of NaN, which isn't recorded.
      if language == .lua, number.isNaN { throw .unknown("how NaN is written was not recorded") }
      return units(words(number))
    case .truth(let truth):
      return units(language == .python ? (truth ? "True" : "False") : truth ? "true" : "false")
    case .nothing: return units(language == .python ? "None" : language == .lua ? "nil" : "null")
    case .undefined: return units("undefined")
    case .nothingOrUndefined: throw nullOrUndefined
    case .list(let list):
      switch language {
      case .python: return units(try pythonWords(list))
      case .javaScript: return try joined(list, with: units(","))
      case .lua: throw .unknown("a list as a text is its address in Lua, which differs in each run")
      }
    case .other: throw .unknown("the text of something that isn't a number, text or list isn't known")
    case .missing: throw .unknown("this was not recorded")
    }
  }

  var nullOrUndefined: EvaluationProblem { .unknown("whether this is null or undefined was not recorded") }

  /// Returns the result of JavaScript's `join`.
  func joined(_ list: Operand.ListReference, with separator: Text) throws(EvaluationProblem) -> Text {
    var result: Text = []
    var open: [(list: Operand.ListReference, items: [Operand], next: Int)] = [(list, try items(of: list), 0)]
    while let frame = open.last {
      guard frame.next < frame.items.count else {
        open.removeLast()
        continue
      }
      open[open.count - 1].next += 1
      // Nested lists are joined by commas.
      if frame.next > 0 { result += open.count == 1 ? separator : [UInt32(UInt8(ascii: ","))] }
      switch frame.items[frame.next] {
      case .nothing, .undefined, .nothingOrUndefined: break
      case .list(let inner):
        // A list inside itself becomes an empty text.
        if !open.contains(where: { $0.list == inner }) { open.append((inner, try items(of: inner), 0)) }
      case let item:
        let text = try text(of: item)
        try charge(text.count + open.count)
        result += text
      }
    }
    return result
  }

  /// Returns Python's `repr` of a list.
  private func pythonWords(_ list: Operand.ListReference) throws(EvaluationProblem) -> String {
    var result = "["
    var open: [(list: Operand.ListReference, items: [Operand], next: Int)] = [(list, try items(of: list), 0)]
    while let frame = open.last {
      guard frame.next < frame.items.count else {
        result += "]"
        open.removeLast()
        continue
      }
      open[open.count - 1].next += 1
      if frame.next > 0 { result += ", " }
      switch frame.items[frame.next] {
      case .text(let text):
        try charge(text.count)
        result += Self.quoted(text)
      case .list(let inner):
        try charge(open.count)
        if open.contains(where: { $0.list == inner }) {
          result += "[...]"
        } else {
          result += "["
          open.append((inner, try items(of: inner), 0))
        }
      case let item: result += string(try text(of: item))
      }
    }
    return result
  }

  /// Returns Python's `repr` of a text.
  private static func quoted(_ text: Text) -> String {
    let mark = text.contains(39) && !text.contains(34) ? "\"" : "'"
    var result = mark
    for unit in text {
      let scalar = Unicode.Scalar(unit) ?? "\u{FFFD}"
      switch scalar {
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "'" where mark == "'": result += "\\'"
      default:
        if isPrintable(scalar) {
          result.unicodeScalars.append(scalar)
        } else {
          let (prefix, width) = unit < 0x100 ? ("\\x", 2) : unit < 0x10000 ? ("\\u", 4) : ("\\U", 8)
          let digits = String(unit, radix: 16)
          result += prefix + String(repeating: "0", count: width - digits.count) + digits
        }
      }
    }
    return result + mark
  }

  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
    case .spaceSeparator: scalar == " "
    default: true
    }
  }
}
