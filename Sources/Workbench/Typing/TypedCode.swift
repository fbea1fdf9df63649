import BlockNotation

/// Looks at code that is typed, without knowing its language.
enum TypedCode {
  /// Whether the code around a value ends it: brackets, commas, or the statement's own words, such as `if` and `:`.
  static func isClosed(_ range: Range<Int>, in line: [UInt8]) -> Bool {
    let before = line[..<range.lowerBound]
    let after = line[range.upperBound...]
    let isOpened = before.last { $0 != UInt8(ascii: " ") }.map { "([,".utf8.contains($0) } ?? true
    let isEnded = after.first { $0 != UInt8(ascii: " ") }.map { ")],".utf8.contains($0) } ?? true
    if isOpened, isEnded { return true }
    let (start, end) = (String(decoding: before, as: UTF8.self), String(decoding: after, as: UTF8.self))
    return start.wholeMatch(of: /(if|elif|elseif|while|return|(var |local )?\w+ =) |/) != nil
      && end.wholeMatch(of: /:|;| then| do|/) != nil
  }

  /// Returns code with the program's names in place of those that a generator derived from them.
  static func withProgramNames(_ code: String, _ names: [String: String]) -> String {
    if names.isEmpty { return code }
    var result = ""
    var quote: Character?
    var rest = code[...]
    while let character = rest.first {
      if quote == nil, isPartOfWord(character) {
        let word = rest.prefix(while: isPartOfWord)
        result += names[String(word)].map(NameText.quoted) ?? String(word)
        rest = rest.dropFirst(word.count)
        continue
      }
      if let open = quote {
        if character == "\\" {
          result.append(character)
          rest = rest.dropFirst()
        } else if character == open {
          quote = nil
        }
      } else if "'\"`".contains(character) {
        quote = character
      }
      result += rest.prefix(1)
      rest = rest.dropFirst()
    }
    return result
  }

  /// Returns a line with Python's signs in place of Lua's: `#x`, `~=`, `'a' .. b`, `{1, 2}`,
  /// `table.insert(x, 5)`.
  static func withoutLuaSigns(_ line: String) -> String {
    var line = line
    if line.contains("~=") { line = line.replacing(" ~= ", with: " != ") }
    if let match = line.wholeMatch(of: /table\.insert\((\w+|`[^`]+`), (?:#\1 \+ 1, )?([^,]+)\)/) {
      line = "\(match.output.1).append(\(match.output.2))"
    }
    if line.contains("#") {
      line = line.replacing(/(^|[ (,])#(\w+|`[^`]+`)(?=[ ),]|$)/) { "\($0.output.1)len(\($0.output.2))" }
    }
    // A table with keys has no block.
    while let match = line.firstMatch(of: /\{([^{}=]*)\}/) {
      line.replaceSubrange(match.range, with: "[\(match.output.1)]")
    }
    // Of two unknown values, a sum would be a number.
    if let first = line.firstRange(of: " .. "),
      "\"'".contains(line[..<first.lowerBound].last ?? " ") || "\"'".contains(line[first.upperBound...].first ?? " ")
    {
      line = line.replacing(" .. ", with: " + ")
    }
    return line
  }

  private static func isPartOfWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }
}
