/// A position in Blockly's workspace units: x to the right, y downwards.
public struct WorkspacePoint: Hashable, Sendable {
  /// The distance to the right, in pixels at Blockly's normal scale. `LayoutStyle` converts it to columns.
  public var x: Double
  /// The distance downwards, in pixels at Blockly's normal scale. `LayoutStyle` converts it to rows.
  public var y: Double

  /// Creates a position as in files and events; fractions and negative numbers are allowed.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Blockly's origin; positions in files are relative to it.
  public static let zero = WorkspacePoint(x: 0, y: 0)
}

/// A size in Blockly's workspace units.
public struct WorkspaceSize: Hashable, Sendable {
  /// In pixels at Blockly's normal scale.
  public var width: Double
  /// In pixels at Blockly's normal scale.
  public var height: Double

  /// Creates a size as in files and events.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}
