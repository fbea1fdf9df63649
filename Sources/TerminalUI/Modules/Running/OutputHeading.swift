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

  /// - Returns: the steps as they are drawn; nil if they are not.
  func draw(on grid: inout CellGrid, in area: Rect, theme: Theme) -> RunTimeline? {
    let repertoire = grid.repertoire
    var rest = area
    func write(_ text: String, _ style: Style) {
      grid.write(text, at: rest.origin, style: style, fitting: rest)
      let used = min(rest.width, TextWidth.columns(of: text, repertoire: repertoire))
      rest = Rect(x: rest.minX + used, y: rest.minY, width: rest.width - used, height: 1)
    }
    if !theme.isPlain { rest = Rect(x: area.minX + 2, y: area.minY, width: max(0, area.width - 2), height: 1) }
    write(theme.isPlain ? title : " \(title) ", isPast ? theme.selection : theme.status)
    let steps = theme.isPlain ? nil : steps
    // In the past, the steps matter more than the keys.
    let room = rest.width - (steps != nil && isPast ? RunTimeline.fewestColumns + 2 : 0)
    let texts = texts(isPlain: theme.isPlain)
    let text = texts.first { TextWidth.columns(of: $0, repertoire: repertoire) <= room }
    write(text ?? (rest.width >= 8 ? texts.last ?? "" : ""), theme.hint)
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
