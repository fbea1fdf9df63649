/// A position in Blockly's workspace units: x to the right, y downwards.
public struct WorkspacePoint: Hashable, Sendable {
  public var x: Double
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  public static let zero = WorkspacePoint(x: 0, y: 0)
}

/// A size in Blockly's workspace units.
public struct WorkspaceSize: Hashable, Sendable {
  public var width: Double
  public var height: Double

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}
