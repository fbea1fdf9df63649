import BlockModel
import MortiseScreen

/// Gives every colour of a program its own shades, if the terminal has enough colours.
final class SurfaceColours {
  private let theme: ThemeColors
  private let hasTrueColor: Bool
  private var known: [BlockBuilder.Colour: BlockColours] = [:]
  private var byColour: [RGB: BlockColours] = [:]
  /// The colours in use, and the costs of using them again.
  private var taken: [Color: Double] = [:]
  private static let (costOfSurface, costOfStock, costOfAlternate) = (0.6, 0.3, 0.1)

  init(theme: ThemeColors, hasTrueColor: Bool) {
    self.theme = theme
    self.hasTrueColor = hasTrueColor
    if hasStockShades {
      for shades in Self.stockShades.values { taken[shades.0] = Self.costOfStock }
    }
  }

  func colours(_ colour: BlockBuilder.Colour, isUnknown: Bool) -> BlockColours {
    if isUnknown { return colours(of: Self.unknown) }
    if let found = known[colour] { return found }
    let found = colours(of: rgb(colour) ?? Self.unknown)
    known[colour] = found
    return found
  }

  private func colours(of colour: RGB) -> BlockColours {
    if let found = byColour[colour] { return found }
    let found = hasTrueColor ? trueColours(of: colour) : paletteColours(of: colour)
    byColour[colour] = found
    taken[found.surface] = Self.costOfSurface
    taken[found.alternate] = max(taken[found.alternate] ?? 0, Self.costOfAlternate)
    return found
  }

  // MARK: - A file's colours

  /// The hues of the block styles in Blockly's default theme, in degrees.
  private static let hues: [String: Double] = [
    "logic_blocks": 210, "loop_blocks": 120, "math_blocks": 230, "text_blocks": 160, "list_blocks": 260,
    "variable_blocks": 330, "variable_dynamic_blocks": 310, "procedure_blocks": 290, "colour_blocks": 20,
  ]
  private static let unknown = RGB(hex: 0x585858)

  /// Returns a colour as Blockly shows it: all hues have the same saturation and value.
  private static func colour(ofHue hue: Double) -> RGB {
    let (saturation, value) = (0.45, 0.65)
    let lightness = value * (1 - saturation / 2)
    return RGB(hue: hue, saturation: (value - lightness) / min(lightness, 1 - lightness), lightness: lightness)
  }

  private func rgb(_ colour: BlockBuilder.Colour) -> RGB? {
    switch colour {
    case .hue(let hue): hue.isFinite ? Self.colour(ofHue: hue.truncatingRemainder(dividingBy: 360)) : nil
    case .hex(let text): RGB(text)
    case .style(let name): theme.blocks[name] ?? Self.hues[name].map(Self.colour(ofHue:))
    case .none: nil
    }
  }

  // MARK: - True colours

  /// The maximum number of steps by which a colour is moved away from another one.
  private static let longestSearch = 200

  private func trueColours(of colour: RGB) -> BlockColours {
    var shades = Shades(of: colour, texts: theme.blockTexts, contrast: theme.contrast)
    for steps in 1..<Self.longestSearch {
      let areFree = taken[Color(shades.surface)] == nil && taken[Color(shades.alternate)] == nil
      if areFree, shades.surface != shades.alternate { break }
      shades = Shades(of: colour, texts: theme.blockTexts, contrast: theme.contrast).nudged(by: steps, of: colour)
    }
    return BlockColours(
      text: Color(shades.text), surface: Color(shades.surface), alternate: Color(shades.alternate),
      inset: Color(shades.insets.0), alternateInset: Color(shades.insets.1))
  }

  // MARK: - 256 colours

  /// Shades of Blockly's own hues for white text: two surfaces and their insets. They differ in lightness more than
  /// the nearest colours would. If the palette has no darker shade of a hue, the alternate's inset is the lighter
  /// surface.
  private static let stockShades: [Double: (Color, Color, Color, Color)] = [
    210: (26, 24, 18, 17), 120: (28, 22, 22, 28), 230: (62, 60, 19, 18), 160: (29, 23, 23, 29), 260: (97, 55, 54, 17),
    330: (125, 89, 53, 53), 310: (126, 90, 53, 53), 290: (91, 54, 53, 91), 20: (130, 94, 52, 52),
  ]

  private var hasStockShades: Bool { !hasTrueColor && theme.blockTexts == [RGB(hex: 0xFFFFFF)] }

  private func paletteColours(of colour: RGB) -> BlockColours {
    if hasStockShades, let known = Self.stockShades.first(where: { Self.colour(ofHue: $0.key) == colour })?.value {
      return BlockColours(
        text: PaletteColours.nearest(to: theme.blockTexts[0]), surface: known.0, alternate: known.1, inset: known.2,
        alternateInset: known.3)
    }
    let shades = Shades(of: colour, texts: theme.blockTexts, contrast: theme.contrast)
    let text = PaletteColours.nearest(to: shades.text)
    let surface = PaletteColours.surface(
      like: shades.surface, text: shades.text, contrast: theme.contrast, besides: taken)
    let alternate = PaletteColours.surface(
      like: shades.alternate, hue: surface.rgb?.hue, text: shades.text, contrast: theme.contrast, besides: taken,
      otherThan: surface)
    func inset(like wanted: RGB, in surface: Color) -> Color {
      PaletteColours.surface(
        like: wanted, hue: surface.rgb?.hue, text: shades.text, contrast: theme.contrast, besides: [:],
        otherThan: surface)
    }
    return BlockColours(
      text: text, surface: surface, alternate: alternate, inset: inset(like: shades.insets.0, in: surface),
      alternateInset: inset(like: shades.insets.1, in: alternate))
  }
}

/// The colours of a block as a terminal shows them.
struct BlockColours: Hashable {
  var text: Color
  var surface: Color
  var alternate: Color
  /// The insets in the surface and in the alternate.
  var inset: Color
  var alternateInset: Color
}
