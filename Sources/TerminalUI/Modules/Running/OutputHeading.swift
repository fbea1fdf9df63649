import MortiseScreen

/// The heading of the output: what the program does or which moment is shown, which keys matter now, and the steps.
struct OutputHeading {
  /// What the program does, or which moment is shown.
  let title: String
  let isPast: Bool
  /// What else is to be known of it.
  let notes: [String]
  /// The keys that matter now, the most important ones first.
  let keys: [String]
  /// The step that is shown, and all that can be; nil if there are none.
  let steps: (shown: Int, all: ClosedRange<Int>)?

  /// - Parameter noteHints: is called with the text that names the keys.
  /// - Returns: the steps as they are drawn; nil if they are not.
  func draw(
    on grid: inout CellGrid, in area: Rect, theme: Theme, noteHints: (HintRow) -> Void
  ) -> RunTimeline? {
    let repertoire = grid.repertoire
    var rest = area
    func write(_ text: String, _ style: Style) {
      grid.write(text, at: rest.origin, style: style, fitting: rest)
      let used = min(rest.width, repertoire.columns(of: text))
      rest = Rect(x: rest.minX + used, y: rest.minY, width: rest.width - used, height: 1)
    }
    if !theme.isPlain { rest = Rect(x: area.minX + 2, y: area.minY, width: max(0, area.width - 2), height: 1) }
    write(theme.isPlain ? title : " \(title) ", isPast ? theme.selection : theme.status)
    let steps = theme.isPlain ? nil : steps
    // In the past, the steps matter more than the keys.
    let room = rest.width - (steps != nil && isPast ? RunTimeline.fewestColumns + 2 : 0)
    let texts = texts(isPlain: theme.isPlain)
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

  /// The notes with all keys, and with fewer for less room.
  private func texts(isPlain: Bool) -> [String] {
    (0...keys.count).map { count in
      let keys = keys.dropLast(count).joined(separator: ", ")
      let parts = keys.isEmpty ? notes : notes + [keys]
      if parts.isEmpty { return "" }
      return (isPlain ? " · " : "· ") + parts.joined(separator: " · ") + (isPlain ? "" : " ")
    }
  }
}

/// A line that shows where a moment is among the recorded steps of a run.
struct RunTimeline {
  /// A row with an end at both sides.
  let area: Rect
  /// The steps from the first one that is kept to the present.
  let steps: ClosedRange<Int>

  /// Fewer columns show nothing.
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
