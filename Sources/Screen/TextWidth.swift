/// Measures text as `CellGrid` writes it.
public enum TextWidth {
  /// The columns that a text takes on the screen.
  public static func columns(of text: String, repertoire: Repertoire = .unicode) -> Int {
    if isPlain(text) { return text.utf8.count }
    var columns = 0
    for glyph in SafeText(text, repertoire: repertoire) { columns += glyph.width }
    return columns
  }

  /// The text, or as much of its start as leaves room for an ellipsis in that many columns.
  public static func truncated(_ text: String, to columns: Int, repertoire: Repertoire = .unicode) -> String {
    let ellipsis = "…"
    let room = columns - self.columns(of: ellipsis, repertoire: repertoire)
    var kept = ""
    var used = 0
    // What is kept stops growing once the next glyph would take the ellipsis' room.
    var isFull = false
    for glyph in SafeText(text, repertoire: repertoire) {
      if !isFull && used + glyph.width <= room {
        kept += glyph.text
      } else {
        isFull = true
      }
      used += glyph.width
      if used > columns {
        return room >= 0 ? kept + ellipsis : String(repeating: ".", count: max(0, columns))
      }
    }
    return text
  }

  /// Printable ASCII takes a column a byte.
  static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
  }
}
