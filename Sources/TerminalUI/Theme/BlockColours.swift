import BlockModel
import MortiseScreen

/// The colours of a block as a terminal shows them; `ThemeColors.BlockPart` describes them.
struct BlockColours: Hashable {
  var surface = Color.default
  var bar = Color.default
  var word = Color.default
  var tint = Color.default
  var inset = Color.default
  var faint = Color.default
}

/// Gives blocks their hue in the tones of the theme.
final class BlockPalette {
  private let theme: ThemeColors
  private let depth: ColorDepth
  private var known: [BlockBuilder.Colour: BlockColours] = [:]
  private var byColour: [RGB: BlockColours] = [:]
  private let isDark: Bool
  /// The luminance of the surface on which texts have the least contrast.
  private let worst: Double

  init(theme: ThemeColors, depth: ColorDepth) {
    (self.theme, self.depth) = (theme, depth)
    let tone = theme.tone(.surface)
    let isDark = tone.lightness < 0.6
    self.isDark = isDark
    if depth == .trueColor {
      let all = Self.directions.map { tone.colour(of: $0, lightness: isDark ? 1 : 0).luminance }
      worst = (isDark ? all.max() : all.min()) ?? 0
    } else {
      // Less freedom would leave no colour to some hues.
      worst = isDark ? 1.05 / (1.49 * theme.contrast) - 0.05 : 0.13 * theme.contrast
    }
  }

  /// The surfaces of stock blocks with 256 colours, by their tones. They differ from each other, whichever a program
  /// has first.
  private lazy var stockSurfaces: [RGB: Color] = {
    var found: [RGB: Color] = [:]
    for name in Self.hues.keys.sorted() {
      guard let colour = rgb(.style(name)) else { continue }
      let tone = tone(.surface, of: colour)
      found[tone] = nearestSurface(to: tone, otherThan: Set(found.values))
    }
    return found
  }()

  /// Hues all around the circle.
  private static let directions: [SIMD2<Double>] = [
    [1, 0], [0.7, 0.7], [0, 1], [-0.7, 0.7], [-1, 0], [-0.7, -0.7], [0, -1], [0.7, -0.7],
  ]

  func colours(_ colour: BlockBuilder.Colour, isUnknown: Bool) -> BlockColours {
    if depth < .twoFiftySix { return fewColours(isUnknown ? 7 : PaletteColours.basic(colour)) }
    if isUnknown { return colours(of: Self.unknown) }
    if let found = known[colour] { return found }
    let found = colours(of: rgb(colour) ?? Self.unknown)
    known[colour] = found
    return found
  }

  /// Coloured words on black: coloured surfaces would glare, and leave no colours for what is nested in them.
  private func fewColours(_ index: Int) -> BlockColours {
    if depth == .monochrome { return BlockColours() }
    let shown = Color(index: depth == .eight ? index & 7 : index)
    return BlockColours(surface: 0, bar: shown, word: shown, tint: shown, inset: 0, faint: 7)
  }

  private func colours(of colour: RGB) -> BlockColours {
    if let found = byColour[colour] { return found }
    func tone(_ part: ThemeColors.BlockPart) -> RGB { self.tone(part, of: colour) }
    let found = BlockColours(
      surface: surface(tone(.surface)), bar: text(tone(.bar), contrast: 3),
      word: text(tone(.word), contrast: theme.contrast), tint: text(tone(.tint), contrast: theme.contrast),
      inset: inset(tone(.inset)), faint: text(tone(.faint), contrast: theme.contrast))
    byColour[colour] = found
    return found
  }

  private func tone(_ part: ThemeColors.BlockPart, of colour: RGB) -> RGB {
    let oklab = colour.oklab
    return theme.tone(part).colour(of: PaletteColours.direction(of: oklab), lightness: oklab.x)
  }

  private func surface(_ colour: RGB) -> Color {
    depth == .trueColor ? Color(colour) : stockSurfaces[colour] ?? nearestSurface(to: colour)
  }

  private func nearestSurface(to colour: RGB, otherThan taken: Set<Color> = []) -> Color {
    let found = PaletteColours.like(colour, otherThan: taken) { isDark ? $0.luminance <= worst : $0.luminance >= worst }
    return found ?? PaletteColours.nearest(to: colour)
  }

  private func inset(_ colour: RGB) -> Color {
    if depth == .trueColor { return Color(colour) }
    // The palette has no shade of most hues that is darker, or lighter, than the surface.
    return PaletteColours.nearest(to: RGB(oklab: SIMD3(colour.oklab.x, 0, 0)))
  }

  /// Returns the colour of a text that has enough contrast with all surfaces: nested values are on those of other
  /// blocks.
  private func text(_ wanted: RGB, contrast: Double) -> Color {
    func isReadable(_ rgb: RGB) -> Bool {
      let own = rgb.luminance
      return (max(own, worst) + 0.05) / (min(own, worst) + 0.05) >= contrast
    }
    var (colour, oklab) = (wanted, wanted.oklab)
    while !isReadable(colour), (0...1).contains(oklab.x) {
      oklab.x += isDark ? 0.01 : -0.01
      colour = RGB(oklab: oklab)
    }
    if depth == .trueColor { return Color(colour) }
    return PaletteColours.like(colour, isAllowed: isReadable)
      ?? PaletteColours.nearest(to: RGB(hex: isDark ? 0xFFFFFF : 0))
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
}

extension ThemeColors {
  func tone(_ part: BlockPart) -> Tone { tones[part] ?? Tone(lightness: 0, chroma: 0) }
}

extension ThemeColors.Tone {
  /// Returns the tone of a block's colour.
  /// - Parameters:
  ///   - direction: its hue, as a direction in OKLab; nil for grey.
  ///   - lightness: its lightness.
  func colour(of direction: SIMD2<Double>?, lightness own: Double) -> RGB {
    let shown = lightness + spread * (own - 0.6)
    return RGB(oklab: SIMD3(shown, (direction?.x ?? 0) * chroma, (direction?.y ?? 0) * chroma))
  }
}
