import BlockModel

/// Coordinates and sizes of a thousand million or more are out of range, as in files.
enum WorkspaceRange {
  private static let limit = 1e9

  /// - Throws: `EventError` for a number that is out of range.
  static func check(_ number: Double) throws(EventError) {
    if !(number.magnitude < limit) { throw EventError("\(number) is out of range") }
  }

  static func checked(_ point: WorkspacePoint) throws(EventError) -> WorkspacePoint {
    try check(point.x)
    try check(point.y)
    return point
  }

  static func checked(_ size: WorkspaceSize) throws(EventError) -> WorkspaceSize {
    try check(size.width)
    try check(size.height)
    return size
  }
}
