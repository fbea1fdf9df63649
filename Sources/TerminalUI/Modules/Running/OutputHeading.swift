import MortiseScreen

/// The heading of the output: the state of the program or the moment that is shown, the keys that matter now, and the
/// steps.
struct OutputHeading {
  /// The state of the program, or the moment that is shown.
  let title: String
  let isPast: Bool
  /// Further notes on the run, such as the name of a program that is not shown.
  let notes: [String]
  /// The keys that matter now, the most important ones first.
  let keys: [String]
  /// The step that is shown, and the range of those that can be; nil if there are none.
  let steps: (shown: Int, all: ClosedRange<Int>)?

  /// - Parameter noteHints: called with the row that names the keys.
  /// - Returns: the timeline that was drawn; nil if none was.
  func draw(
    on grid: inout CellGrid, in area: Rect, theme: Theme, noteHints: (HintRow) -> Void
  ) -> RunTimeline? {
    let repertoire = grid.repertoire
    var rest = Rect(x: area.minX + 2, y: area.minY, width: max(0, area.width - 2), height: 1)
    func write(_ text: String, _ style: Style) {
      grid.write(text, at: rest.origin, style: style, fitting: rest)
      let used = min(rest.width, repertoire.columns(of: text))
      rest = Rect(x: rest.minX + used, y: rest.minY, width: rest.width - used, height: 1)
    }
    write(" \(title) ", isPast ? theme.running : theme.status)
    // In the past, the steps matter more than the keys.
    let room = rest.width - (steps != nil && isPast ? RunTimeline.fewestColumns + 2 : 0)
    let texts = texts
    let text = texts.first { repertoire.columns(of: $0) <= room }
    let hints = text ?? (rest.width >= 8 ? texts.last ?? "" : "")
    noteHints(HintRow(origin: rest.origin, text: hints))
    write(hints, theme.hint)
    guard let steps, rest.width >= RunTimeline.fewestColumns + 2 else { return nil }
    let row = Rect(x: rest.minX + 1, y: rest.minY, width: rest.width - 2, height: 1)
    let timeline = RunTimeline(area: row, steps: steps.all)
    timeline.draw(steps.shown, on: &grid, theme: theme)
    return timeline
  }

  /// Returns the notes with all keys, then with fewer and fewer keys for less room.
  private var texts: [String] {
    (0...keys.count).map { count in
      let keys = keys.dropLast(count).joined(separator: ", ")
      let parts = keys.isEmpty ? notes : notes + [keys]
      if parts.isEmpty { return "" }
      return "· \(parts.joined(separator: " · ")) "
    }
  }
}

/// A line that shows where a moment is among the recorded steps of a run.
struct RunTimeline {
  /// The row, including the sign at each end.
  let area: Rect
  /// The steps from the first one that is kept to the present.
  let steps: ClosedRange<Int>

  /// The minimum width of a useful timeline.
  static let fewestColumns = 10

  private var lastColumn: Int { area.width - 3 }

  /// Returns the column of a step.
  func column(of step: Int) -> Int {
    let part = Double(step - steps.lowerBound) / Double(max(1, steps.count - 1))
    return area.minX + 1 + Int((part * Double(lastColumn)).rounded())
  }

  /// Returns the step at a column, or at the nearest end.
  func step(atColumn x: Int) -> Int {
    let part = Double(min(max(x - area.minX - 1, 0), lastColumn)) / Double(lastColumn)
    return steps.lowerBound + Int((part * Double(steps.count - 1)).rounded())
  }

  func draw(_ step: Int, on grid: inout CellGrid, theme: Theme) {
    grid.fill(area, glyph: "─", style: theme.rule)
    _ = grid.write("├", at: area.origin, style: theme.rule, clip: area)
    _ = grid.write("┤", at: Point(x: area.maxX - 1, y: area.minY), style: theme.rule, clip: area)
    _ = grid.write("█", at: Point(x: column(of: step), y: area.minY), style: theme.status, clip: area)
  }
}
