import MortiseScreen
import Testing

@Suite struct TextWidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("日本語", 6), ("한국", 4), ("ｆｕ", 4), ("😀", 2), ("⚙", 1), ("▾", 1), ("½", 1),
    ("…", 1), ("─", 1), ("⟨x⟩", 3), ("α", 1), ("\u{3000}", 2), ("👩\u{200D}👩\u{200D}👧", 6), ("⌚", 2), ("क्षि", 3),
  ])
  func measuresColumns(text: String, columns: Int) {
    #expect(TextWidth.columns(of: text) == columns)
  }

  @Test(arguments: [
    ("short", 10, "short"), ("exactly ten", 11, "exactly ten"), ("too long here", 8, "too lon…"),
    ("日本語", 6, "日本語"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("日本語", 1, "…"), ("ab", 0, ""),
  ])
  func truncates(text: String, columns: Int, shown: String) {
    let truncated = TextWidth.truncated(text, to: columns)
    #expect(truncated == shown)
    #expect(TextWidth.columns(of: truncated) <= columns)
  }

  @Test func truncatesInASCII() {
    #expect(TextWidth.truncated("too long here", to: 8, repertoire: .ascii) == "too l…")
    #expect(TextWidth.truncated("long", to: 2, repertoire: .ascii) == "..")
  }
}
