/// Measures text the way `CellGrid` writes it.
public enum TextWidth {
  /// The width of a text in columns.
  public static func columns(of text: String, repertoire: Repertoire = .unicode) -> Int {
    if isPlain(text) { return text.utf8.count }
    var columns = 0
    for glyph in SafeText(text, repertoire: repertoire) { columns += glyph.width }
    return columns
  }

  /// Returns the text itself if it fits into `columns`, or else its beginning and an ellipsis.
  public static func truncated(_ text: String, to columns: Int, repertoire: Repertoire = .unicode) -> String {
    let ellipsis = "…"
    let available = columns - self.columns(of: ellipsis, repertoire: repertoire)
    var kept = ""
    var used = 0
    // Stop at the first glyph that doesn't fit before the ellipsis, even if a later one would.
    var isFull = false
    for glyph in SafeText(text, repertoire: repertoire) {
      if !isFull && used + glyph.width <= available {
        kept += glyph.text
      } else {
        isFull = true
      }
      used += glyph.width
      if used > columns {
        return available >= 0 ? kept + ellipsis : String(repeating: ".", count: max(0, columns))
      }
    }
    return text
  }

  /// Whether the text is printable ASCII, with one column per byte.
  package static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
  }
}
