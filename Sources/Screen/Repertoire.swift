/// The characters that a terminal can show.
public enum Repertoire: String, Hashable, Sendable, CaseIterable {
  /// A UTF-8 locale: everything that has a settled width.
  case unicode
  /// Any other locale: printable ASCII, all else is transliterated.
  case ascii
}

/// The glyphs that Mortise draws with, and what stands for them in ASCII.
public enum GlyphSet {
  /// What is shown for a character that must not reach the terminal.
  public static let replacement: Unicode.Scalar = "\u{FFFD}"
  /// What carries a combining mark that has no base of its own.
  public static let markCarrier: Unicode.Scalar = "\u{25CC}"
  /// What is shown for a line break inside a row.
  public static let lineBreak: Unicode.Scalar = "↵"

  /// What stands for a character in a terminal without UTF-8, nil if nothing does.
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
    // Marks of the editor.
    "▾": "v", "▸": ">", "▴": "^", "◂": "<", "●": "*", "○": "o", "⚙": "@", "✎": "#", "⚑": "!", "✓": "x", "✗": "x",
    "▌": "|", "▐": "|", "█": "#", "▀": "\"", "▄": "_", "░": ".", "▒": ":", "▓": "#", "■": "#", "□": "o",
    "◆": "*", "◇": "o", "•": "*", "·": "-", "…": "...", "↵": "\\n", "⇧": "S-", "⌃": "C-", "⏎": "Enter",
    // Brackets and quotes.
    "⟨": "<", "⟩": ">", "⟪": "<<", "⟫": ">>", "‹": "<", "›": ">", "«": "<<", "»": ">>",
    "“": "\"", "”": "\"", "„": "\"", "‘": "'", "’": "'", "‚": "'", "′": "'", "″": "\"",
    // Lines and corners.
    "─": "-", "━": "-", "═": "=", "┄": "-", "┅": "-", "┈": "-", "╌": "-", "│": "|", "┃": "|", "║": "|",
    "┆": ":", "┊": ":", "╎": ":", "┌": "+", "┐": "+", "└": "+", "┘": "+", "╭": "+", "╮": "+", "╰": "+",
    "╯": "+", "├": "+", "┤": "+", "┬": "+", "┴": "+", "┼": "+", "╔": "+", "╗": "+", "╚": "+", "╝": "+",
    // Arrows.
    "←": "<-", "→": "->", "↑": "^", "↓": "v", "↔": "<->", "⇒": "=>", "⇐": "<=", "↺": "<-", "↻": "->",
    // Mathematics, as the stock blocks write it.
    "×": "x", "÷": "/", "−": "-", "±": "+-", "≠": "!=", "≤": "<=", "≥": ">=", "≈": "~", "≡": "==",
    "π": "pi", "φ": "phi", "ϕ": "phi", "∞": "inf", "√": "sqrt", "½": "1/2", "¼": "1/4", "¾": "3/4",
    "²": "^2", "³": "^3", "¹": "^1", "∑": "sum", "∈": "in", "¬": "not", "∧": "and", "∨": "or", "°": "deg",
    "µ": "u", "μ": "u", "‰": "o/oo",
    // Punctuation of running text.
    "–": "-", "—": "--", "‐": "-", "‑": "-", "¿": "?", "¡": "!", "€": "EUR", "£": "GBP", "©": "(c)",
    "®": "(R)", "™": "(TM)", "ß": "ss", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ø": "o", "Ø": "O",
    "◌": "?", "\u{FFFD}": "?", "\u{3000}": " ",
  ]
}
