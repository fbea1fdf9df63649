/// The recognition of files in programming languages. Their lines can often be read as notation, but saving notation
/// would overwrite the code.
nonisolated enum OtherLanguage {
  private static let names: [String: String] = [
    "py": "Python", "pyw": "Python", "js": "JavaScript", "mjs": "JavaScript", "cjs": "JavaScript", "ts": "TypeScript",
    "lua": "Lua", "php": "PHP", "dart": "Dart", "c": "C", "h": "C", "cpp": "C++", "cc": "C++", "hpp": "C++",
    "ino": "Arduino", "java": "Java", "kt": "Kotlin", "cs": "C#", "rb": "Ruby", "go": "Go", "rs": "Rust",
    "swift": "Swift", "pl": "Perl", "r": "R", "jl": "Julia", "sh": "shell", "bash": "shell", "html": "HTML",
    "css": "CSS", "sql": "SQL", "md": "Markdown", "tex": "TeX",
  ]

  /// Returns the language that the extension of a file's name stands for; nil for none.
  static func name(ofPath path: String) -> String? {
    let file = path.split(separator: "/").last ?? ""
    guard let dot = file.lastIndex(of: "."), dot > file.startIndex else { return nil }
    return names[file[file.index(after: dot)...].lowercased()]
  }

  /// Whether a text that was read as notation has lines of another language.
  /// - Parameter notation: the same program as Mortise writes it, whose lines are the notation's own.
  static func isIn(_ text: String, notation: String) -> Bool {
    let own = Set(notation.split(whereSeparator: \.isNewline).map(trimmed))
    return text.split(whereSeparator: \.isNewline).contains { line in
      let line = trimmed(line)
      return !own.contains(line) && isForeign(line)
    }
  }

  private static func trimmed(_ line: Substring) -> Substring {
    let text = line.drop(while: \.isWhitespace)
    return text[..<(text.lastIndex { !$0.isWhitespace }.map(text.index(after:)) ?? text.startIndex)]
  }

  /// Whether a line is an assignment, a call, the head or the end of a body, or a declaration.
  private static func isForeign(_ line: Substring) -> Bool {
    line.hasSuffix(";") || line.hasSuffix("{") || line.hasPrefix("}")
      || line.prefixMatch(of: /[\p{L}_][\w.\[\]]*(, *[\p{L}_]\w*)* *(?:[-+*\/%]|\/\/|\*\*)?:?=(?!=)/) != nil
      || line.wholeMatch(of: /[\p{L}_][\w.]*\(.*\)/) != nil
      || line.prefixMatch(of: /(def|class|import|from|elif|const|let|var|local|public|#include|<\?php)\b/) != nil
  }
}
