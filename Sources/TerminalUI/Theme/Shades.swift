import MortiseScreen

/// The colours of a block: its file's colour, changed in lightness only, so that the text on it is readable.
struct Shades {
  /// The least contrast of text, as the Web Content Accessibility Guidelines ask for.
  static let contrast = 4.5

  let text: RGB
  /// The surface of outer statements. Those in them have `alternate`, and so on by turns.
  var surface: RGB
  var alternate: RGB
  /// What is set into the surface and the alternate: dropdowns and empty inputs.
  private(set) var insets: (RGB, RGB)

  init(of color: RGB, texts: [RGB]) {
    let choices = texts.map { Shades(of: color, text: $0) }
    self = choices.min { $0.change(of: color) < $1.change(of: color) } ?? Shades(of: color, text: RGB(hex: 0xFFFFFF))
  }

  private func change(of color: RGB) -> Double { abs(surface.lightness - color.lightness) }

  private init(of color: RGB, text: RGB) {
    self.text = text
    let scale = LightnessScale(of: color, text: text)
    let level = scale.surface(for: color)
    surface = scale.color(at: level)
    alternate = scale.color(at: scale.alternate(of: level))
    insets = (scale.inset(in: surface), scale.inset(in: alternate))
  }

  /// Moves both surfaces by a little, away from the text as long as there is room.
  func nudged(by steps: Int, of color: RGB) -> Shades {
    let scale = LightnessScale(of: color, text: text)
    let step = Double(steps) / 255
    var nudged = self
    nudged.surface = scale.color(at: scale.wrapped(scale.level(of: surface) - step))
    nudged.alternate = scale.color(at: scale.wrapped(scale.level(of: alternate) - step / 2))
    nudged.insets = (scale.inset(in: nudged.surface), scale.inset(in: nudged.alternate))
    return nudged
  }
}

/// The lightnesses of a hue and saturation, from 0, the farthest from the text's, to 1, the text's own.
private struct LightnessScale {
  private let hue: Double
  private let saturation: Double
  private let isTextLight: Bool
  /// The nearest to the text that is readable.
  private let limit: Double

  init(of color: RGB, text: RGB) {
    (hue, saturation) = (color.hue, color.saturation)
    isTextLight = text.luminance > 0.18
    var (low, high) = (0.0, 1.0)
    let scale = (hue: hue, saturation: saturation, isTextLight: isTextLight)
    for _ in 0..<12 {
      let middle = (low + high) / 2
      let lightness = scale.isTextLight ? middle : 1 - middle
      // A little more than asked for, as rounding may take some.
      let isReadable =
        RGB(hue: scale.hue, saturation: scale.saturation, lightness: lightness).contrast(with: text)
        >= Shades.contrast + 0.06
      if isReadable { low = middle } else { high = middle }
    }
    limit = low
  }

  func color(at level: Double) -> RGB {
    RGB(hue: hue, saturation: saturation, lightness: isTextLight ? level : 1 - level)
  }

  func level(of color: RGB) -> Double { isTextLight ? color.lightness : 1 - color.lightness }

  /// Lightnesses stay up to nearly what is readable; the others are pressed into the rest, so that different
  /// ones stay different. Very dark ones are raised a little, as they need a shade beside them.
  func surface(for color: RGB) -> Double {
    let level = max(0.12 + level(of: color) / 4, level(of: color))
    let knee = limit * 0.97
    if level <= knee { return level }
    let excess = (level - knee) / (1 - knee)
    let rest = 1 - excess
    return knee + (limit - knee) * (1 - rest * rest * rest)
  }

  /// A level below 0 becomes one below the limit.
  func wrapped(_ level: Double) -> Double { level < 0 ? max(0, level + limit) : level }

  /// The shade beside a surface: farther from the text, or nearer where there is no room.
  func alternate(of level: Double) -> Double { level >= 0.24 ? level * 0.7 : min(limit, level + 0.12) }

  /// The shade of what is set into a surface: still farther from the text, or nearer.
  func inset(in surface: RGB) -> RGB {
    let level = level(of: surface)
    return color(at: level >= 0.15 ? level * 0.6 : min(limit, level + 0.1))
  }
}
