/// The appearance of a cell: two colours and some attributes.
public struct Style: Hashable, Sendable {
  /// Text attributes other than colours.
  public struct Attributes: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Bold, or brighter where the terminal has no bold font.
    public static let bold = Attributes(rawValue: 1)
    /// Underlined; spaces, too.
    public static let underline = Attributes(rawValue: 2)
    /// With text and background colours exchanged, which terminals without colours can show as well.
    public static let reverse = Attributes(rawValue: 4)
    /// Fainter than normal text; many terminals ignore it.
    public static let dim = Attributes(rawValue: 8)
  }

  /// The text's colour, the background's from bit 28 on, and the attributes from bit 56 on. One word, because whole
  /// grids are compared for every frame.
  private var bits: UInt64

  private static let colorMask: UInt64 = (1 << 28) - 1

  /// A style in the terminal's own colours unless others are given.
  public init(foreground: Color = .default, background: Color = .default, attributes: Attributes = []) {
    bits = UInt64(foreground.code) | UInt64(background.code) << 28 | UInt64(attributes.rawValue) << 56
  }

  /// The text's colour.
  public var foreground: Color {
    get { Color(code: UInt32(bits & Style.colorMask)) }
    set { self = Style(foreground: newValue, background: background, attributes: attributes) }
  }

  /// The background's colour.
  public var background: Color {
    get { Color(code: UInt32(bits >> 28 & Style.colorMask)) }
    set { self = Style(foreground: foreground, background: newValue, attributes: attributes) }
  }

  /// The attributes other than colours.
  public var attributes: Attributes {
    get { Attributes(rawValue: UInt8(bits >> 56)) }
    set { self = Style(foreground: foreground, background: background, attributes: newValue) }
  }

  /// The terminal's default colours, without attributes.
  public static let plain = Style()

  /// The style with additional attributes.
  public func adding(_ more: Attributes) -> Style {
    Style(foreground: foreground, background: background, attributes: attributes.union(more))
  }
}
