/// A colour of the terminal: its default, an entry of its palette, or a true colour.
public struct Color: Hashable, Sendable, ExpressibleByIntegerLiteral {
  /// 0 for the default, 1 to 256 for the palette, and from `firstTrueColor` on a true colour: 25 bits.
  let code: UInt32

  private static let firstTrueColor: UInt32 = 1 << 24

  init(code: UInt32) { self.code = code }

  /// An entry of the palette, from 0 to 255; any other number is the default.
  public init(index: Int) { code = (0..<256).contains(index) ? UInt32(index + 1) : 0 }

  /// A true colour. Terminals without true colours show the nearest colour of their palette.
  public init(_ color: RGB) { code = Self.firstTrueColor | UInt32(color.hex) }

  /// An entry of the palette; -1 is the default.
  public init(integerLiteral value: Int) { self.init(index: value) }

  /// The terminal's own colour for text or background.
  public static let `default` = Color(code: 0)

  /// The palette index; nil for the default and true colours.
  public var index: Int? { (1...256).contains(code) ? Int(code) - 1 : nil }

  /// The true colour; nil for the default and the palette.
  public var trueColor: RGB? {
    code >= Self.firstTrueColor ? RGB(hex: Int(code & (Self.firstTrueColor - 1))) : nil
  }

  /// The colour as it is shown, with xterm's palette; nil for the default.
  public var rgb: RGB? { trueColor ?? index.map(RGB.init(paletteIndex:)) }
}

/// The number of available colours.
public enum ColorDepth: String, Hashable, Sendable, CaseIterable, Comparable {
  /// No colours: only bold, underlined and reversed text.
  case monochrome
  /// The eight colours of old terminals.
  case eight
  /// The eight colours and their bright variants.
  case sixteen
  /// xterm's palette.
  case twoFiftySix
  /// Any red, green and blue, besides the palette.
  case trueColor

  /// The number of colours.
  public var colors: Int {
    switch self {
    case .monochrome: 0
    case .eight: 8
    case .sixteen: 16
    case .twoFiftySix: 256
    case .trueColor: 1 << 24
    }
  }

  public static func < (left: ColorDepth, right: ColorDepth) -> Bool {
    left.colors < right.colors
  }

  /// Replaces colours that this depth lacks with the terminal's default colours. With eight colours, bright colours
  /// become normal ones.
  public func reducing(_ style: Style) -> Style {
    if self == .trueColor { return style }
    return Style(
      foreground: reducing(style.foreground), background: reducing(style.background),
      attributes: style.attributes)
  }

  private func reducing(_ color: Color) -> Color {
    guard let index = color.index else { return .default }
    if index < colors { return color }
    return self == .eight && index < 16 ? Color(index: index - 8) : .default
  }
}
