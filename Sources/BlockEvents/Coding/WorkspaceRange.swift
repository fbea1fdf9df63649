import BlockModel

/// The valid range of coordinates and sizes: a magnitude of 1e9 or more is an error, as in files.
enum WorkspaceRange {
  private static let limit = 1e9

  /// - Throws: `EventError` if the number is out of range.
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
