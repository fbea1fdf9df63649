/// The number of available colours.
public enum ColorDepth: String, Hashable, Sendable, CaseIterable, Comparable {
  case monochrome
  case eight
  case sixteen
  case twoFiftySix

  /// The number of palette entries.
  public var colors: Int {
    switch self {
    case .monochrome: 0
    case .eight: 8
    case .sixteen: 16
    case .twoFiftySix: 256
    }
  }

  public static func < (left: ColorDepth, right: ColorDepth) -> Bool {
    left.colors < right.colors
  }

  /// Replaces colours that this depth lacks with the terminal's default colours. With eight colours, bright colours
  /// become normal ones.
  public func reducing(_ style: Style) -> Style {
    Style(
      foreground: reducing(style.foreground), background: reducing(style.background),
      attributes: style.attributes)
  }

  private func reducing(_ color: Int16) -> Int16 {
    if color < 0 || Int(color) >= 256 { return -1 }
    if Int(color) < colors { return color }
    return self == .eight && color < 16 ? color - 8 : -1
  }
}
