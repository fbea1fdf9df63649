/// The characters that a terminal can show.
public enum Repertoire: String, Hashable, Sendable, CaseIterable {
  /// A UTF-8 locale: all characters with a well-defined width.
  case unicode
  /// Any other locale: printable ASCII. All other characters are transliterated.
  case ascii

  /// Returns the number of columns that a text takes.
  package func columns(of text: String) -> Int { TextWidth.columns(of: text, repertoire: self) }
}

/// The special glyphs that Mortise uses, and their ASCII replacements.
public enum GlyphSet {
  /// Replaces a character that must not reach the terminal.
  public static let replacement: Unicode.Scalar = "\u{FFFD}"
  /// The base for a combining mark without one.
  public static let dottedCircle: Unicode.Scalar = "\u{25CC}"
  /// Represents a line break inside a row.
  public static let lineBreak: Unicode.Scalar = "↵"

  /// The ASCII replacement of a character; nil if there is none.
  public static func ascii(for character: Character) -> String? {
    if let ascii = character.asciiValue {
      return ascii >= 0x20 && ascii < 0x7F ? String(character) : nil
    }
    guard let scalar = character.unicodeScalars.first else { return nil }
    return ascii(for: scalar)
  }

  static func ascii(for scalar: Unicode.Scalar) -> String? {
    table[scalar]
  }

  private static let table: [Unicode.Scalar: String] = [
    // Symbols of the editor.
    "▾": "v", "▸": ">", "▴": "^", "◂": "<", "●": "*", "○": "o", "⚙": "@", "✎": "#", "⚑": "!", "⊘": "(off)", "✓": "x",
    "✗": "x",
    "▏": "|", "▌": "|", "▐": "|", "█": ">", "▀": "\"", "▄": "_", "░": ".", "▒": ":", "▓": "#", "■": "#", "□": "o",
    "◆": "?", "▶": ">", "◀": "<", "◇": "o", "•": "*", "·": "-", "…": "...", "↵": "\\n", "⇧": "S-", "⌃": "C-",
    "⏎": "Enter",
    // Brackets and quotes.
    "⟨": "<", "⟩": ">", "⟪": "<<", "⟫": ">>", "‹": "<", "›": ">", "«": "<<", "»": ">>",
    "“": "\"", "”": "\"", "„": "\"", "‘": "'", "’": "'", "‚": "'", "′": "'", "″": "\"",
    // Lines and corners.
    "─": "-", "━": "-", "═": "=", "┄": "-", "┅": "-", "┈": "-", "╌": "-", "│": "|", "┃": "|", "║": "|",
    "┆": ":", "┊": ":", "╎": ":", "┌": "+", "┐": "+", "└": "+", "┘": "+", "╭": "+", "╮": "+", "╰": "+",
    "╯": "+", "├": "+", "┤": "+", "┬": "+", "┴": "+", "┼": "+", "╔": "+", "╗": "+", "╚": "+", "╝": "+",
    // Arrows.
    "←": "<-", "→": "->", "↑": "Up", "↓": "Down", "↔": "<->", "⇒": "=>", "⇐": "<=", "↺": "<-", "↻": "->",
    // Mathematical symbols of the stock blocks.
    "×": "x", "÷": "/", "−": "-", "±": "+-", "≠": "!=", "≤": "<=", "≥": ">=", "≈": "~", "≡": "==",
    "π": "pi", "φ": "phi", "ϕ": "phi", "∞": "inf", "√": "sqrt", "½": "1/2", "¼": "1/4", "¾": "3/4",
    "²": "^2", "³": "^3", "¹": "^1", "∑": "sum", "∈": "in", "¬": "not", "∧": "and", "∨": "or", "°": "deg",
    "µ": "u", "μ": "u", "‰": "o/oo",
    // Punctuation and letters in text.
    "–": "-", "—": "--", "‐": "-", "‑": "-", "¿": "?", "¡": "!", "€": "EUR", "£": "GBP", "©": "(c)",
    "®": "(R)", "™": "(TM)", "ß": "ss", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ø": "o", "Ø": "O",
    "◌": "?", "\u{FFFD}": "?", "\u{3000}": " ",
  ]
}
