import MortiseScreen

/// The colours of a block: its file's colour, changed in lightness only, so that the text on it is readable.
struct Shades {
  let text: RGB
  /// The surface of outer statements. Nested statements alternate between `alternate` and this one.
  var surface: RGB
  var alternate: RGB
  /// The insets in the surface and in the alternate, such as dropdowns and empty inputs.
  private(set) var insets: (RGB, RGB)

  private let contrast: Double

  /// - Parameters:
  ///   - texts: the possible colours of text, at least one.
  ///   - contrast: the minimum contrast of text.
  init(of color: RGB, texts: [RGB], contrast: Double) {
    let choices = texts.map { Shades(of: color, text: $0, contrast: contrast) }
    self =
      choices.min { $0.change(of: color) < $1.change(of: color) }
      ?? Shades(of: color, text: RGB(hex: 0xFFFFFF), contrast: contrast)
  }

  private func change(of color: RGB) -> Double { abs(surface.lightness - color.lightness) }

  private init(of color: RGB, text: RGB, contrast: Double) {
    (self.text, self.contrast) = (text, contrast)
    let scale = LightnessScale(of: color, text: text, contrast: contrast)
    let level = scale.surface(for: color)
    surface = scale.color(at: level)
    alternate = scale.color(at: scale.alternate(of: level))
    insets = (scale.inset(in: surface), scale.inset(in: alternate))
  }

  /// Returns the shades with both surfaces moved a little, away from the text as long as there is room.
  func nudged(by steps: Int, of color: RGB) -> Shades {
    let scale = LightnessScale(of: color, text: text, contrast: contrast)
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
  /// The readable level that is nearest to the text.
  private let limit: Double

  init(of color: RGB, text: RGB, contrast: Double) {
    (hue, saturation) = (color.hue, color.saturation)
    isTextLight = text.luminance > 0.18
    var (low, high) = (0.0, 1.0)
    let scale = (hue: hue, saturation: saturation, isTextLight: isTextLight)
    for _ in 0..<12 {
      let middle = (low + high) / 2
      let lightness = scale.isTextLight ? middle : 1 - middle
      // A little more than required, as rounding may reduce it.
      let isReadable =
        RGB(hue: scale.hue, saturation: scale.saturation, lightness: lightness).contrast(with: text)
        >= contrast + 0.06
      if isReadable { low = middle } else { high = middle }
    }
    limit = low
  }

  func color(at level: Double) -> RGB {
    RGB(hue: hue, saturation: saturation, lightness: isTextLight ? level : 1 - level)
  }

  func level(of color: RGB) -> Double { isTextLight ? color.lightness : 1 - color.lightness }

  /// Returns the level of a surface. Levels are kept almost up to the readable limit; higher ones are compressed into
  /// the rest, so that different ones stay different. Very low levels are raised a little, as they need an alternate
  /// shade.
  func surface(for color: RGB) -> Double {
    let level = max(0.12 + level(of: color) / 4, level(of: color))
    let knee = limit * 0.97
    if level <= knee { return level }
    let excess = (level - knee) / (1 - knee)
    let rest = 1 - excess
    return knee + (limit - knee) * (1 - rest * rest * rest)
  }

  /// Wraps a level below 0 around to one below the limit.
  func wrapped(_ level: Double) -> Double { level < 0 ? max(0, level + limit) : level }

  /// Returns the alternate level of a surface: farther from the text, or nearer if there is no room.
  func alternate(of level: Double) -> Double { level >= 0.24 ? level * 0.7 : min(limit, level + 0.12) }

  /// Returns the shade of an inset in a surface: still farther from the text, or nearer if there is no room.
  func inset(in surface: RGB) -> RGB {
    let level = level(of: surface)
    return color(at: level >= 0.15 ? level * 0.6 : min(limit, level + 0.1))
  }
}
