/// A colour of the terminal: its default, an entry of its palette, or a true colour.
public struct Color: Hashable, Sendable, ExpressibleByIntegerLiteral {
  /// 0 for the default, 1 to 256 for the palette, and from `firstTrueColor` on a true colour: 25 bits.
  let code: UInt32

  private static let firstTrueColor: UInt32 = 1 << 24

  init(code: UInt32) { self.code = code }

  /// An entry of the palette, from 0 to 255; any other number is the default.
  public init(index: Int) { code = (0..<256).contains(index) ? UInt32(index + 1) : 0 }

  /// A true colour. Terminals without true colours show the nearest of their palette.
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
