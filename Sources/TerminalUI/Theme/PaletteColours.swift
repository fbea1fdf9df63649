import BlockModel
import MortiseScreen

/// Finds colours in palettes.
enum PaletteColours {
  /// The 240 colours of the 256-colour palette that all terminals show alike.
  private static let colours: [(color: Color, rgb: RGB, oklab: SIMD3<Double>)] = (16..<256).map { index in
    let rgb = RGB(paletteIndex: index)
    return (Color(index: index), rgb, rgb.oklab)
  }

  /// The indices of these colours, by their hexadecimal values.
  private static let indices = Dictionary(
    (16..<256).map { (RGB(paletteIndex: $0).hex, $0) }, uniquingKeysWith: { first, _ in first })

  /// Returns the nearest of the 256 colours.
  static func nearest(to colour: RGB) -> Color {
    // Stock themes have colours of the palette, and a search would delay the launch.
    if let index = indices[colour.hex] { return Color(index: index) }
    let wanted = colour.oklab
    let nearest = colours.min { distance($0.oklab, wanted) < distance($1.oklab, wanted) }
    return nearest?.color ?? 16
  }

  private static func distance(_ one: SIMD3<Double>, _ two: SIMD3<Double>) -> Double {
    let difference = one - two
    return (difference * difference).sum().squareRoot()
  }

  /// How much a difference in lightness or chroma counts: surfaces of equal weight matter more than exact hues.
  private static let weightOfDifference = 2.0

  /// Returns the one of 256 colours that is most like another one, among those that are allowed. The hue of a colour
  /// is never lost: the nearest dark colour of a pale hue would often be a grey.
  static func like(_ wanted: RGB, otherThan taken: Set<Color> = [], isAllowed: (RGB) -> Bool) -> Color? {
    let oklab = wanted.oklab
    let hue = direction(of: oklab)
    var best: (color: Color, distance: Double)?
    for (color, rgb, own) in colours where isAllowed(rgb) {
      let ownHue = direction(of: own)
      if (hue == nil) != (ownHue == nil) { continue }
      // 0 for the same hue, 2 for the opposite one.
      let turn = if let hue, let ownHue { 1 - (hue * ownHue).sum() } else { 0.0 }
      // Colours that are 60 degrees away look like another category.
      guard turn < 0.5 else { continue }
      let chroma = chroma(of: own) - chroma(of: oklab)
      let difference = abs(own.x - oklab.x) + abs(chroma)
      let distance = weightOfDifference * difference + 1.5 * turn + (taken.contains(color) ? costOfTaken : 0)
      if distance < best?.distance ?? .infinity { best = (color, distance) }
    }
    return best?.color
  }

  /// How much it counts that another block has the colour.
  private static let costOfTaken = 0.2

  private static func chroma(of oklab: SIMD3<Double>) -> Double {
    (oklab.y * oklab.y + oklab.z * oklab.z).squareRoot()
  }

  /// The hue as a direction; nil for greys.
  static func direction(of oklab: SIMD3<Double>) -> SIMD2<Double>? {
    let chroma = chroma(of: oklab)
    return chroma < leastChroma ? nil : SIMD2(oklab.y, oklab.z) / chroma
  }

  /// The chroma below which a colour looks grey.
  private static let leastChroma = 0.02

  // MARK: - Eight and sixteen colours

  /// The colours of block styles on black. Blue, and the darker half of most others, are hard to read there.
  private static let styles: [String: Int] = [
    "logic_blocks": 14, "loop_blocks": 10, "math_blocks": 11, "text_blocks": 7, "list_blocks": 6,
    "variable_blocks": 9, "variable_dynamic_blocks": 9, "procedure_blocks": 13, "colour_blocks": 3,
  ]

  /// Returns the colour of a block among the first sixteen.
  static func basic(_ colour: BlockBuilder.Colour) -> Int {
    switch colour {
    case .style(let name): styles[name] ?? 7
    case .hue(let hue): basic(RGB(hue: hue, saturation: 0.3, lightness: 0.5))
    case .hex(let text): RGB(text).map(basic) ?? 7
    case .none: 7
    }
  }

  private static func basic(_ colour: RGB) -> Int {
    guard colour.saturation > 0.1 else { return 7 }
    let (red, green, blue) = (Int(colour.red), Int(colour.green), Int(colour.blue))
    let middle = (red + green + blue) / 3
    let index = (red > middle ? 1 : 0) + (green > middle ? 2 : 0) + (blue > middle ? 4 : 0)
    return index == 0 ? 7 : index == 4 ? 14 : 8 + index
  }
}
