import BlockModel

/// Chooses the colours of block surfaces: the palette colours nearest to a block's colour on which white text is
/// readable.
enum SurfaceColours {
  struct Pair {
    var surface: Int16
    var alternate: Int16
  }

  /// The colours for the block styles of Blockly's default theme.
  private static let styles: [String: Pair] = [
    "logic_blocks": Pair(surface: 24, alternate: 25),
    "loop_blocks": Pair(surface: 28, alternate: 29),
    "math_blocks": Pair(surface: 61, alternate: 62),
    // 30, the next shade of 23, has too little contrast with white.
    "text_blocks": Pair(surface: 23, alternate: 22),
    "list_blocks": Pair(surface: 97, alternate: 98),
    "variable_blocks": Pair(surface: 125, alternate: 126),
    "variable_dynamic_blocks": Pair(surface: 125, alternate: 126),
    "procedure_blocks": Pair(surface: 90, alternate: 91),
    "colour_blocks": Pair(surface: 94, alternate: 95),
  ]
  private static let unknown = Pair(surface: 240, alternate: 241)

  /// A background, one of the eight basic colours, and a foreground: 0 for black, 15 for white.
  private static let basicStyles: [String: (Int16, Int16)] = [
    "logic_blocks": (4, 15), "loop_blocks": (2, 0), "math_blocks": (6, 0), "text_blocks": (6, 0),
    "list_blocks": (5, 15),
    "variable_blocks": (1, 15), "variable_dynamic_blocks": (1, 15), "procedure_blocks": (5, 15),
    "colour_blocks": (3, 0),
  ]

  private static var cache: [BlockBuilder.Colour: Pair] = [:]

  static func palette(_ colour: BlockBuilder.Colour, isUnknown: Bool) -> Pair {
    if isUnknown { return unknown }
    if case .style(let name) = colour { return styles[name] ?? unknown }
    if let known = cache[colour] { return known }
    let pair = nearest(to: colour)
    cache[colour] = pair
    return pair
  }

  static func basic(_ colour: BlockBuilder.Colour, isUnknown: Bool) -> (background: Int16, foreground: Int16) {
    if isUnknown { return (0, 15) }
    if case .style(let name) = colour { return basicStyles[name] ?? (0, 15) }
    guard let (red, green, blue) = components(colour) else { return (0, 15) }
    let middle = (red + green + blue) / 3
    let index = (red > middle ? 1 : 0) + (green > middle ? 2 : 0) + (blue > middle ? 4 : 0)
    return (Int16(index), [2, 3, 6, 7].contains(index) ? 0 : 15)
  }

  // MARK: - Nearest colours

  /// The saturation and value that Blockly uses for hues.
  private static let (saturation, value) = (0.45, 0.65)

  private static func components(_ colour: BlockBuilder.Colour) -> (Double, Double, Double)? {
    switch colour {
    case .hue(let hue):
      let sector = (hue / 60).truncatingRemainder(dividingBy: 6)
      let position = sector < 0 ? sector + 6 : sector
      func channel(_ offset: Double) -> Double {
        let place = (offset + position).truncatingRemainder(dividingBy: 6)
        return (value - value * saturation * max(0, min(place, 4 - place, 1))) * 255
      }
      return (channel(5), channel(3), channel(1))
    case .hex(let text):
      let digits = text.dropFirst()
      guard digits.count == 6, let number = Int(digits, radix: 16) else { return nil }
      return (Double(number >> 16), Double(number >> 8 & 0xFF), Double(number & 0xFF))
    case .style, .none: return nil
    }
  }

  /// The channel values of the palette's colour cube.
  private static let cubeSteps: [Double] = [0, 95, 135, 175, 215, 255]

  private static func nearest(to colour: BlockBuilder.Colour) -> Pair {
    guard let (red, green, blue) = components(colour) else { return unknown }
    var best: [(index: Int16, distance: Double)] = []
    let wanted = hueAndSaturation(red, green, blue)
    if wanted.saturation <= 0.1 { return unknown }
    for index in 0..<216 {
      let (r, g, b) = (cubeSteps[index / 36], cubeSteps[index / 6 % 6], cubeSteps[index % 6])
      guard index > 0, contrastWithWhite(r, g, b) >= 4.5 else { continue }
      // The nearest dark colour of a pale hue is often a grey, which would hide the hue.
      let offered = hueAndSaturation(r, g, b)
      let turn = abs(wanted.hue - offered.hue)
      if offered.saturation < wanted.saturation / 2 { continue }
      if min(turn, 360 - turn) > 40 { continue }
      // Weighted because the eye distinguishes greens best and blues least.
      let distance = 0.3 * (r - red) * (r - red) + 0.59 * (g - green) * (g - green) + 0.11 * (b - blue) * (b - blue)
      best.append((Int16(16 + index), distance))
    }
    guard best.count > 1 else { return unknown }
    best.sort { $0.distance < $1.distance }
    return Pair(surface: best[0].index, alternate: best[1].index)
  }

  /// The hue in degrees, and the saturation from 0 to 1.
  private static func hueAndSaturation(_ red: Double, _ green: Double, _ blue: Double) -> (
    hue: Double, saturation: Double
  ) {
    let (most, least) = (max(red, green, blue), min(red, green, blue))
    guard most > least else { return (0, 0) }
    let range = most - least
    let sector =
      switch most {
      case red: (green - blue) / range + (green < blue ? 6 : 0)
      case green: (blue - red) / range + 2
      default: (red - green) / range + 4
      }
    return (sector * 60, range / most)
  }

  /// Returns a colour's contrast with white, as defined by the Web Content Accessibility Guidelines.
  static func contrastWithWhite(_ red: Double, _ green: Double, _ blue: Double) -> Double {
    func linear(_ channel: Double) -> Double {
      let share = channel / 255
      // The guidelines use a power of 2.4. Computed here, to avoid a mathematics library.
      return share <= 0.03928 ? share / 12.92 : power((share + 0.055) / 1.055)
    }
    func power(_ base: Double) -> Double {
      // base^2.4 = base^2 · base^0.4, and base^0.4 = (base²)^(1/5), by Newton's method.
      let square = base * base
      var root = 1.0
      for _ in 0..<24 { root -= (root * root * root * root * root - square) / (5 * root * root * root * root) }
      return square * root
    }
    return 1.05 / (0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue) + 0.05)
  }
}
