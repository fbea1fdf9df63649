import BlockModel
import MortiseScreen

/// Finds colours in palettes.
enum PaletteColours {
  /// The 240 colours of the 256-colour palette that all terminals show alike.
  private static let colours: [(index: Int, rgb: RGB, oklab: SIMD3<Double>)] = (16..<256).map { index in
    let rgb = RGB(paletteIndex: index)
    return (index, rgb, rgb.oklab)
  }

  /// The indices of these colours, by their hexadecimal values.
  private static let indices = Dictionary(
    (16..<256).map { (RGB(paletteIndex: $0).hex, $0) }, uniquingKeysWith: { first, _ in first })

  /// The maximum deviation of a hue, in degrees.
  private static let widestTurn = 40.0

  /// Returns the nearest of the 256 colours.
  static func nearest(to colour: RGB) -> Color {
    // Stock themes have colours of the palette, and a search would delay the launch.
    if let index = indices[colour.hex] { return Color(index: index) }
    let wanted = colour.oklab
    let nearest = colours.min { distance($0.oklab, wanted) < distance($1.oklab, wanted) }
    return Color(index: nearest?.index ?? 16)
  }

  private static func distance(_ one: SIMD3<Double>, _ two: SIMD3<Double>) -> Double {
    let difference = one - two
    return (difference * difference).sum().squareRoot()
  }

  /// Returns the one of 256 colours that is most like a surface and has enough contrast with its text.
  /// - Parameters:
  ///   - hue: the hue to keep to; nil for the surface's own.
  ///   - taken: the costs of colours that are in use, as additional distances.
  static func surface(
    like wanted: RGB, hue: Double? = nil, text: RGB, contrast: Double, besides taken: [Color: Double],
    otherThan other: Color? = nil
  ) -> Color {
    let isGrey = wanted.saturation <= 0.1
    let oklab = wanted.oklab
    var best: (index: Int, distance: Double)?
    for (index, rgb, ownOklab) in colours {
      let colour = Color(index: index)
      guard colour != other, rgb.contrast(with: text) >= contrast else { continue }
      // The nearest dark colour of a pale hue is often a grey, which would hide the hue.
      if isGrey != (rgb.saturation <= 0.1) { continue }
      let turn = isGrey ? 0 : abs((hue ?? wanted.hue) - rgb.hue)
      let degrees = min(turn, 360 - turn)
      guard degrees <= widestTurn else { continue }
      let distance = Self.distance(ownOklab, oklab) + degrees / 300 + taken[colour, default: 0]
      if distance < best?.distance ?? .infinity { best = (index, distance) }
    }
    return best.map { Color(index: $0.index) } ?? Color(index: 240)
  }

  // MARK: - Eight and sixteen colours

  /// The styles of blocks: a background, one of the eight basic colours, and a foreground: 0 for black, 15 for white.
  private static let styles: [String: (Color, Color)] = [
    "logic_blocks": (4, 15), "loop_blocks": (2, 0), "math_blocks": (6, 0), "text_blocks": (6, 0),
    "list_blocks": (5, 15),
    "variable_blocks": (1, 15), "variable_dynamic_blocks": (1, 15), "procedure_blocks": (5, 15),
    "colour_blocks": (3, 0),
  ]

  /// Returns the style of a block for eight or sixteen colours. With eight, white text is bold, which most terminals
  /// show as bright; yellow is reserved for the cursor.
  static func basic(_ colour: BlockBuilder.Colour, isUnknown: Bool, in depth: ColorDepth) -> Style {
    let (background, foreground) = isUnknown ? (0, 15) : basic(colour)
    if depth == .sixteen { return Style(foreground: foreground, background: background) }
    return Style(
      foreground: foreground == 15 ? 7 : foreground, background: background == 3 ? 2 : background,
      attributes: foreground == 15 ? .bold : [])
  }

  private static func basic(_ colour: BlockBuilder.Colour) -> (background: Color, foreground: Color) {
    switch colour {
    case .style(let name): styles[name] ?? (0, 15)
    case .hue(let hue): basic(RGB(hue: hue, saturation: 0.3, lightness: 0.5))
    case .hex(let text): RGB(text).map(basic) ?? (0, 15)
    case .none: (0, 15)
    }
  }

  private static func basic(_ colour: RGB) -> (Color, Color) {
    let (red, green, blue) = (Int(colour.red), Int(colour.green), Int(colour.blue))
    let middle = (red + green + blue) / 3
    let index = (red > middle ? 1 : 0) + (green > middle ? 2 : 0) + (blue > middle ? 4 : 0)
    return (Color(index: index), [2, 3, 6, 7].contains(index) ? 0 : 15)
  }
}
