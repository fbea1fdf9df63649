import MortiseScreen

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
