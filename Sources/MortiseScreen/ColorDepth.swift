/// The number of available colours.
public enum ColorDepth: String, Hashable, Sendable, CaseIterable, Comparable {
  case monochrome
  case eight
  case sixteen
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
