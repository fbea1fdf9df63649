import MortiseScreen

/// How the area of the output is divided.
struct OutputAreas {
  let heading: Rect
  let output: Rect
  /// Variables and calls; nil if the program isn't stopped.
  let state: Rect?

  /// The columns from which on variables stand beside the output instead of below it.
  private static let widthForState = 50

  /// - Parameter area: at least two rows.
  init(_ area: Rect, hasState: Bool, isPlain: Bool) {
    heading = Rect(x: area.minX, y: area.minY, width: area.width, height: 1)
    let rest = Rect(x: area.minX, y: area.minY + 1, width: area.width, height: area.height - 1)
    guard hasState, rest.height >= 2 || area.width >= Self.widthForState && !isPlain else {
      (output, state) = (rest, nil)
      return
    }
    if area.width >= Self.widthForState, !isPlain {
      let width = min(max(22, area.width * 2 / 5), 60)
      output = Rect(x: rest.minX, y: rest.minY, width: rest.width - width - 2, height: rest.height)
      state = Rect(x: rest.maxX - width, y: rest.minY, width: width, height: rest.height)
    } else {
      let height = rest.height / 2
      output = Rect(x: rest.minX, y: rest.minY, width: rest.width, height: rest.height - height)
      state = Rect(x: rest.minX, y: rest.maxY - height, width: rest.width, height: height)
    }
  }
}
