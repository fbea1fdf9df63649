import MortiseScreen
import Testing

/// The characters that reach a terminal.
@Suite struct SanitisingTests {
  @Test(arguments: [
    ("plain", "plain"),
    ("bell\u{7}", "bell\u{FFFD}"),
    ("\u{1B}[31mred", "\u{FFFD}[31mred"),
    ("c1\u{9B}31m", "c1\u{FFFD}31m"),
    ("del\u{7F}", "del\u{FFFD}"),
    ("null\u{0}", "null\u{FFFD}"),
    ("a\tb", "a b"),
    ("a\nb", "a↵b"),
    ("a\r\nb", "a↵b"),
    ("a\rb\r", "a↵b↵"),
    ("a\u{2028}b", "a↵b"),
    ("a\u{A0}b\u{2003}c", "a b c"),
    ("user\u{202E}nimda\u{202C}", "usernimda"),
    ("a\u{2066}b\u{2069}\u{200F}c\u{61C}", "abc"),
    ("zero\u{200B}width\u{FEFF}\u{2060}\u{AD}", "zerowidth"),
    ("❤\u{FE0F}", "❤"),
    ("e\u{301}", "e\u{301}"),
    ("\u{301}e", "◌\u{301}e"),
    ("x \u{20E3}", "x \u{20E3}"),
    ("a\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}b", "a\u{300}\u{301}\u{302}\u{303}b"),
    ("👍🏽", "👍"),
    ("🏽", "🏽"),
    ("👩\u{200D}🔧", "👩🔧"),
    ("🇩🇪", "DE"),
    ("\u{1112}\u{1161}\u{11AB}", "\u{1112}\u{1161}\u{11AB}"),
    ("\u{FFFE}\u{E0041}\u{378}", "\u{FFFD}\u{FFFD}"),
    ("\u{600}1", "1"),
    ("", ""),
  ])
  func sanitisesText(text: String, shown: String) {
    var grid = CellGrid(size: Size(width: 30, height: 1))
    let used = grid.write(text, at: .zero, style: .plain)
    #expect(grid.textRows()[0].unicodeScalars.elementsEqual(shown.unicodeScalars))
    #expect(used == TextWidth.columns(of: text))
    #expect(grid[used, 0] == .blank)
  }

  @Test func everyScalarIsSafeAndFitsItsCells() {
    var grid = CellGrid(size: Size(width: 16, height: 1))
    for value in UInt32(0)..<0x30000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = String(scalar) + "|"
      let used = grid.write(text, at: .zero, style: .plain)
      // The bar follows directly, according to the width, whatever comes before it.
      guard grid[used - 1, 0].glyph.text == "|", (1...3).contains(used) else {
        Issue.record("U+\(String(value, radix: 16)) takes \(used - 1) columns")
        continue
      }
      grid[0, 0].glyph.forEachScalar { shown in
        let isControl = shown < 0x20 || (0x7F..<0xA0).contains(shown)
        let isBidi = (0x202A...0x202E).contains(shown) || (0x2066...0x2069).contains(shown)
        if isControl || isBidi { Issue.record("U+\(String(value, radix: 16)) comes through") }
      }
    }
  }

  @Test(arguments: [
    ("i ▾", "i v"), ("⟨i⟩ ⟪⟫", "<i> <<>>"), ("“x”", "\"x\""), ("3 × 4 ÷ 5 ≤ 6", "3 x 4 / 5 <= 6"),
    ("→ next…", "-> next..."), ("● ⚙ ✎ ┄ ✓", "* @ # - x"), ("Größe à", "Grosse a"), ("e\u{301}", "e"),
    ("π φ ∞ √ ½", "pi phi inf sqrt 1/2"), ("日本", "??"), ("bell\u{7}", "bell?"), ("a\nb", "a\\nb"),
  ])
  func transliterates(text: String, shown: String) {
    var grid = CellGrid(size: Size(width: 30, height: 1), repertoire: .ascii)
    let used = grid.write(text, at: .zero, style: .plain)
    #expect(grid.textRows() == [shown])
    #expect(used == TextWidth.columns(of: text, repertoire: .ascii))
  }

  @Test func everyReplacementIsPrintableASCII() {
    for value in UInt32(0x20)..<0x3100 {
      guard let scalar = Unicode.Scalar(value), let ascii = GlyphSet.ascii(for: Character(scalar)) else { continue }
      #expect(!ascii.isEmpty && ascii.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F })
    }
    #expect(GlyphSet.ascii(for: "語") == nil)
    #expect(GlyphSet.ascii(for: "\u{7}") == nil)
  }
}
