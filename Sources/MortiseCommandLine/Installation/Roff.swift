/// Text in the language of manual pages, man(7).
struct Roff {
  private(set) var text = ""

  /// Adds a request or macro verbatim.
  mutating func request(_ request: String) { text += ".\(request)\n" }

  /// Adds a heading: `SH` for a section, `SS` for a part of one.
  mutating func heading(_ macro: String, _ title: String) { request("\(macro) \"\(Self.escaped(title))\"") }

  /// Adds a text, on lines of up to 80 characters if its words allow. A line may begin with any character.
  mutating func words(_ words: String) {
    var line = ""
    for word in Self.escaped(words).split(separator: " ") {
      if !line.isEmpty, line.utf8.count + 1 + word.utf8.count > 80 {
        text += line + "\n"
        line = ""
      }
      line += line.isEmpty ? Self.protected(word) : " " + word
    }
    text += line + "\n"
  }

  /// Adds a line in bold, and after it, if given, a text in the normal font.
  mutating func bold(_ bold: String, then rest: String = "") {
    text += "\\fB\(Self.escaped(bold))\\fR" + (rest.isEmpty ? "" : " " + Self.escaped(rest)) + "\n"
  }

  /// Adds names in bold, separated by commas, and after them a placeholder in italics.
  mutating func names(_ names: [String], value: String? = nil) {
    text += names.map { "\\fB\(Self.escaped($0))\\fR" }.joined(separator: ", ")
    text += (value.map { " \\fI\(Self.escaped($0))\\fR" } ?? "") + "\n"
  }

  /// Keeps a line from being read as a request.
  private static func protected(_ line: Substring) -> Substring { line.hasPrefix(".") ? "\\&" + line : line }

  /// Returns a text with every character that roff would interpret or replace, such as hyphens and quotes, as an
  /// escape. The result is ASCII.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\[rs]"
      case "-": result += "\\-"
      case "'": result += "\\[aq]"
      case "`": result += "\\[ga]"
      case "^": result += "\\[ha]"
      case "~": result += "\\[ti]"
      case "\"": result += "\\[dq]"
      case "\n": result += " "
      case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
      }
    }
    return result
  }
}
