/// The line at the cursor in the output, and the first one that is shown. Lines are numbered from the first one that
/// was written.
struct OutputCursor {
  /// The line at the cursor; nil at the end, where the cursor follows new output.
  private(set) var line: Int?
  /// The first line that is shown, as of the last drawing.
  private(set) var top = 0

  /// Goes to a line; to the end if it is the last one.
  mutating func go(to line: Int, in lines: Range<Int>) {
    self.line = line >= lines.upperBound - 1 ? nil : max(line, lines.lowerBound)
  }

  mutating func follow() { line = nil }

  /// Returns the line at the cursor; nil if there are no lines.
  func current(in lines: Range<Int>) -> Int? {
    lines.isEmpty ? nil : min(max(line ?? .max, lines.lowerBound), lines.upperBound - 1)
  }

  /// Scrolls by some rows; the cursor stays on the screen.
  mutating func scroll(by rows: Int, in lines: Range<Int>, page: Int) {
    guard let current = current(in: lines) else { return }
    let start = min(max(top + rows, lines.lowerBound), max(lines.lowerBound, lines.upperBound - page))
    if start == top { return }
    top = start
    go(to: min(max(current, start), start + page - 1), in: lines)
  }

  /// Scrolls so that the cursor is on the screen.
  mutating func show(in lines: Range<Int>, page: Int) {
    guard let current = current(in: lines) else {
      top = lines.lowerBound
      return
    }
    if line != nil { top = min(max(top, current - page + 1), current) } else { top = lines.upperBound - page }
    top = max(lines.lowerBound, min(top, lines.upperBound - page))
  }
}
