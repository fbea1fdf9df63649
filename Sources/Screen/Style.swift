/// The appearance of a cell: two palette indices and some attributes.
public struct Style: Hashable, Sendable {
  /// Text attributes other than colours.
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

  /// The palette index of the text; -1 for the terminal's default.
  public var foreground: Int16
  /// The palette index of the background; -1 for the terminal's default.
  public var background: Int16
  public var attributes: Attributes

  public init(foreground: Int16 = -1, background: Int16 = -1, attributes: Attributes = []) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  /// The terminal's default colours, without attributes.
  public static let plain = Style()

  /// The style with additional attributes.
  public func adding(_ more: Attributes) -> Style {
    Style(foreground: foreground, background: background, attributes: attributes.union(more))
  }
}
