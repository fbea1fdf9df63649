/// A colour in sRGB, with red, green and blue from 0 to 255 each.
public struct RGB: Hashable, Sendable {
  /// The red component.
  public let red: UInt8
  /// The green component.
  public let green: UInt8
  /// The blue component.
  public let blue: UInt8

  /// A colour of three components; `init(hex:)` and `init(_:)` take the usual forms.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// The lowest 24 bits, as in `#RRGGBB`.
  public init(hex: Int) {
    self.init(red: UInt8(hex >> 16 & 0xFF), green: UInt8(hex >> 8 & 0xFF), blue: UInt8(hex & 0xFF))
  }

  /// `#RRGGBB` or `#RGB`; nil for any other text.
  public init?(_ text: String) {
    // Read as bytes for speed: each start reads a theme with dozens of colours.
    guard text.utf8.first == UInt8(ascii: "#"), [4, 7].contains(text.utf8.count) else { return nil }
    var number = 0
    for byte in text.utf8.dropFirst() {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      number = number << 4 | digit
    }
    if text.utf8.count == 4 {
      number = (number >> 8) * 0x110000 | (number >> 4 & 0xF) * 0x1100 | (number & 0xF) * 0x11
    }
    self.init(hex: number)
  }

  /// A hue in degrees, and a saturation and lightness from 0 to 1 (HSL).
  public init(hue: Double, saturation: Double, lightness: Double) {
    let reach = saturation * min(lightness, 1 - lightness)
    func channel(_ offset: Double) -> UInt8 {
      var position = (offset + hue / 30).truncatingRemainder(dividingBy: 12)
      if position < 0 { position += 12 }
      let share = lightness - reach * max(-1, min(position - 3, 9 - position, 1))
      return UInt8(max(0, min(255, (share * 255).rounded())))
    }
    self.init(red: channel(0), green: channel(8), blue: channel(4))
  }

  /// The colour as a number: `0xRRGGBB`.
  public var hex: Int { Int(red) << 16 | Int(green) << 8 | Int(blue) }

  // MARK: - The palette

  /// xterm's first sixteen colours.
  private static let basic = [
    0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5, 0x7F7F7F, 0xFF0000, 0x00FF00,
    0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
  ]

  /// An entry of xterm's palette: 16 basic colours, a cube of 216, and 24 greys.
  /// - Parameter index: from 0 to 255.
  public init(paletteIndex index: Int) {
    if index < 16 {
      self.init(hex: Self.basic[max(0, index)])
    } else if index >= 232 {
      self.init(hex: (8 + (min(index, 255) - 232) * 10) * 0x010101)
    } else {
      func level(_ step: Int) -> Int { step == 0 ? 0 : 55 + 40 * step }
      let cube = index - 16
      self.init(hex: level(cube / 36) << 16 | level(cube / 6 % 6) << 8 | level(cube % 6))
    }
  }

  // MARK: - Hue, saturation, lightness

  /// The hue in degrees from 0 to 360; 0 for greys.
  public var hue: Double {
    let (red, green, blue) = (Double(red), Double(green), Double(blue))
    let (most, least) = (max(red, green, blue), min(red, green, blue))
    guard most > least else { return 0 }
    let range = most - least
    let sector =
      switch most {
      case red: (green - blue) / range + (green < blue ? 6 : 0)
      case green: (blue - red) / range + 2
      default: (red - green) / range + 4
      }
    return sector * 60
  }

  /// The lightness from 0 to 1.
  public var lightness: Double { Double(Int(max(red, green, blue)) + Int(min(red, green, blue))) / 510 }

  /// The saturation from 0 to 1; 0 for greys.
  public var saturation: Double {
    let range = Double(max(red, green, blue) - min(red, green, blue)) / 255
    let room = 1 - abs(2 * lightness - 1)
    return room > 0 ? min(1, range / room) : 0
  }

  // MARK: - Likeness

  /// The lightness, green to red, and blue to yellow, as the eye sees them. The distance of two colours is their
  /// visible difference, from 0 to about 1 (https://bottosson.github.io/posts/oklab).
  public var oklab: SIMD3<Double> {
    let (red, green, blue) = (Self.linear[Int(red)], Self.linear[Int(green)], Self.linear[Int(blue)])
    let long = Self.cubeRoot(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    let middle = Self.cubeRoot(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    let short = Self.cubeRoot(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    return SIMD3(
      0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
      1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
      0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short)
  }

  /// The nearest colour to an `oklab` value.
  public init(oklab: SIMD3<Double>) {
    func cube(_ root: Double) -> Double { root * root * root }
    let long = cube(oklab.x + 0.3963377774 * oklab.y + 0.2158037573 * oklab.z)
    let middle = cube(oklab.x - 0.1055613458 * oklab.y - 0.0638541728 * oklab.z)
    let short = cube(oklab.x - 0.0894841775 * oklab.y - 1.2914855480 * oklab.z)
    self.init(
      red: Self.channel(4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short),
      green: Self.channel(-1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short),
      blue: Self.channel(-0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short))
  }

  /// Returns the channel value whose linear light is nearest.
  private static func channel(_ light: Double) -> UInt8 {
    var (low, high) = (0, 255)
    while low < high {
      let middle = (low + high) / 2
      if linear[middle] + linear[middle + 1] < 2 * light { low = middle + 1 } else { high = middle }
    }
    return UInt8(low)
  }

  private static func cubeRoot(_ number: Double) -> Double {
    guard number > 0 else { return 0 }
    var root = 1.0
    for _ in 0..<16 { root -= (root * root * root - number) / (3 * root * root) }
    return root
  }

  // MARK: - Contrast

  /// The relative luminance from 0 to 1, as the Web Content Accessibility Guidelines define it.
  public var luminance: Double {
    0.2126 * Self.linear[Int(red)] + 0.7152 * Self.linear[Int(green)] + 0.0722 * Self.linear[Int(blue)]
  }

  /// The contrast with another colour, from 1 to 21, as the Web Content Accessibility Guidelines define it.
  public func contrast(with other: RGB) -> Double {
    let (one, two) = (luminance, other.luminance)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }

  /// The linear light of each channel value.
  private static let linear: [Double] = (0..<256).map { channel in
    let share = Double(channel) / 255
    if share <= 0.03928 { return share / 12.92 }
    // The guidelines use a power of 2.4. Computed here, to avoid a mathematics library: base^2.4 = base^2 · base^0.4,
    // and base^0.4 = (base²)^(1/5), by Newton's method.
    let base = (share + 0.055) / 1.055
    let square = base * base
    var root = 1.0
    while true {
      let next = root - (root * root * root * root * root - square) / (5 * root * root * root * root)
      // From above, each step comes closer until it can't.
      if next >= root { return square * root }
      root = next
    }
  }
}
