/// How a cell looks: two indices into the terminal's palette and some attributes.
public struct Style: Hashable, Sendable {
  /// What a terminal can do to a character without colour.
  public struct Attributes: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    public static let bold = Attributes(rawValue: 1)
    public static let underline = Attributes(rawValue: 2)
    public static let reverse = Attributes(rawValue: 4)
    public static let dim = Attributes(rawValue: 8)
  }

  /// The palette index of the text, -1 for the terminal's own.
  public var foreground: Int16
  /// The palette index of the surface, -1 for the terminal's own.
  public var background: Int16
  public var attributes: Attributes

  public init(foreground: Int16 = -1, background: Int16 = -1, attributes: Attributes = []) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  /// The terminal's own colours, without attributes.
  public static let plain = Style()

  /// The same colours with more attributes.
  public func adding(_ more: Attributes) -> Style {
    Style(foreground: foreground, background: background, attributes: attributes.union(more))
  }
}
