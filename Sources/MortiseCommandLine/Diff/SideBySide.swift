import MortiseScreen
import ProgramDiff

/// Changes in two columns: the old program on the left, the new one on the right (`--side-by-side`).
struct SideBySide {
  let isColored: Bool
  /// The width of a column, in terminal columns.
  private let width: Int
  private let paint: ListingText

  /// - Parameter width: the total width, in terminal columns.
  init(isColored: Bool, width: Int) {
    self.isColored = isColored
    self.width = max(8, (width - 3) / 2)
    paint = ListingText(isColored: isColored)
  }

  private struct Piece {
    var text: String
    var kind: WordChanges.Span.Kind
  }

  func text(of listing: ChangeListing, old: String, new: String) -> String {
    var text = row([piece("--- \(old)")], " ", [piece("+++ \(new)")])
    for section in listing.sections {
      text += paint.heading(TextWidth.truncated(ListingText.visible(section.title), to: 2 * width))
      var end = 0
      for hunk in section.hunks(context: ListingText.context) {
        if hunk.lowerBound > end { text += row([piece("…")], " ", [piece("…")]) }
        for row in section.rows[hunk] { text += self.text(of: row) }
        end = hunk.upperBound
      }
      if end < section.rows.count { text += row([piece("…")], " ", [piece("…")]) }
    }
    return text
  }

  private func piece(_ text: String, _ kind: WordChanges.Span.Kind = .same) -> Piece {
    Piece(text: ListingText.visible(text), kind: kind)
  }

  private func text(of row: ChangeListing.Row) -> String {
    let marks: [WordChanges.Span.Kind: (String, String)] =
      isColored ? [:] : [.deleted: ("[-", "-]"), .inserted: ("{+", "+}")]
    func pieces(_ kind: WordChanges.Span.Kind) -> [Piece] {
      let isWhole = row.old == nil || row.new == nil
      let text = kind == .deleted ? row.old : row.new
      guard let text else { return [] }
      // Limit the indentation to leave room for text.
      let level = kind == .deleted ? row.oldLevel ?? row.level : row.level
      let indentation = piece(String(ListingText.indentation(level).prefix(width / 2)))
      if isWhole { return [indentation, piece(text, isColored ? kind : .same)] }
      let spans = WordChanges.spans(row.old ?? "", row.new ?? "").filter { $0.kind == .same || $0.kind == kind }
      return [indentation]
        + spans.map { span in
          let mark = marks[span.kind] ?? ("", "")
          return piece(mark.0 + span.text + mark.1, span.kind)
        }
    }
    let note = row.note.isEmpty ? [] : [piece("  (\(row.note))")]
    return self.row(pieces(.deleted), row.sign.rawValue, pieces(.inserted) + note)
  }

  /// Two texts side by side, on as many lines as the longer one needs.
  private func row(_ left: [Piece], _ sign: String, _ right: [Piece]) -> String {
    let (own, others) = (lines(left), lines(right))
    var text = ""
    for index in 0..<max(own.count, others.count, 1) {
      let left = index < own.count ? own[index] : ("", 0)
      let right = index < others.count ? others[index] : ("", 0)
      let gap = String(repeating: " ", count: max(0, width - left.1))
      var line = left.0 + gap + " " + (index == 0 ? sign : " ") + (right.1 == 0 ? "" : " " + right.0)
      while line.last == " " { line.removeLast() }
      text += line + "\n"
    }
    return text
  }

  /// Breaks a text into lines of a column's width, between words if possible.
  private func lines(_ pieces: [Piece]) -> [(text: String, width: Int)] {
    var lines: [(text: String, width: Int)] = []
    var line = (text: "", width: 0)
    func end() {
      lines.append(line)
      line = ("", 0)
    }
    func add(_ text: Substring, _ kind: WordChanges.Span.Kind) {
      line.text += paint.painted(String(text), kind)
      line.width += TextWidth.columns(of: String(text))
    }
    for piece in pieces {
      var rest = piece.text[...]
      while !rest.isEmpty {
        let blanks = rest.prefix { $0 == " " }
        let word = rest[blanks.endIndex...].prefix { $0 != " " }
        rest = rest[word.endIndex...]
        let columns = TextWidth.columns(of: String(word))
        if line.width + blanks.count + columns <= width {
          add(blanks + word, piece.kind)
        } else if columns <= width, line.width > 0 {
          end()
          add(word, piece.kind)
        } else {
          for character in blanks + word {
            if line.width + TextWidth.columns(of: String(character)) > width { end() }
            add(Substring(String(character)), piece.kind)
          }
        }
      }
    }
    if line.width > 0 { lines.append(line) }
    return lines
  }
}
