import MortiseScreen
import ProgramDiff

/// Changes as text for a terminal or a file.
struct ListingText {
  let isColored: Bool

  static let context = 3
  /// The maximum depth of indentation, as for texts in the notation.
  private static let mostIndentedLevels = 100

  /// Colours that are legible on dark and on light backgrounds: neither yellow nor cyan, and words with a background
  /// colour also have a text colour.
  private enum Paint: String {
    case emphasised = "1"
    case stack = "35"
    case inserted = "32"
    case deleted = "31"
    case moved = "1;35"
    case insertedWords = "30;42"
    case deletedWords = "1;37;41"
    case note = "2"
  }

  func text(of listing: ChangeListing, old: String, new: String) -> String {
    line("--- \(Console.sanitized(old))", .emphasised) + line("+++ \(Console.sanitized(new))", .emphasised)
      + text(of: listing)
  }

  /// The changes without the names of the files.
  func text(of listing: ChangeListing) -> String {
    var text = ""
    for section in listing.sections {
      text += heading(section.title)
      var end = 0
      for hunk in section.hunks(context: Self.context) {
        if hunk.lowerBound > end { text += line("  …", .note) }
        for row in section.rows[hunk] { text += self.text(of: row) }
        end = hunk.upperBound
      }
      if end < section.rows.count { text += line("  …", .note) }
    }
    return text
  }

  /// The line above a stack.
  func heading(_ title: String) -> String { line("@@ \(Self.visible(title))", .stack) }

  /// Words in the colour of their change.
  func painted(_ text: String, _ kind: WordChanges.Span.Kind) -> String {
    switch kind {
    case .same: text
    case .deleted: painted(text, Paint.deletedWords)
    case .inserted: painted(text, Paint.insertedWords)
    }
  }

  private func line(_ text: String, _ paint: Paint) -> String { painted(text, paint) + "\n" }

  private func painted(_ text: String, _ paint: Paint) -> String {
    isColored ? "\u{1B}[\(paint.rawValue)m\(text)\u{1B}[m" : text
  }

  private func text(of row: ChangeListing.Row) -> String {
    let start = "\(row.sign.rawValue) " + Self.indentation(row.level)
    let note = row.note.isEmpty ? "" : "  " + painted("(\(visible(row.note)))", .note)
    switch row.sign {
    case .same: return start + visible(row.text) + "\n"
    case .inserted: return painted(start + visible(row.text), Paint.inserted) + note + "\n"
    case .deleted: return painted(start + visible(row.text), Paint.deleted) + note + "\n"
    case .changed, .moved:
      let words = WordChanges.spans(visible(row.old ?? ""), visible(row.new ?? "")).map(text).joined()
      return painted(start, row.sign == .moved ? .moved : .emphasised) + words + note + "\n"
    }
  }

  private func text(of span: WordChanges.Span) -> String {
    switch span.kind {
    case .same: span.text
    case .deleted: isColored ? painted(span.text, span.kind) : "[-\(span.text)-]"
    case .inserted: isColored ? painted(span.text, span.kind) : "{+\(span.text)+}"
    }
  }

  static func indentation(_ level: Int) -> String { String(repeating: " ", count: 2 * min(level, mostIndentedLevels)) }

  private func visible(_ text: String) -> String { Self.visible(text) }

  /// A line with escapes for the characters that a terminal interprets, or that hide or reorder others.
  static func visible(_ text: String) -> String {
    String(decoding: VisibleText.escapingHidden(inJSON: Array(text.utf8)), as: UTF8.self).replacing("\n", with: " ")
  }
}
