import MortiseScreen

extension ThemeColors.Role {
  /// The style where there are sixteen colours or fewer. It has to be readable on any background.
  func basicStyle(_ depth: ColorDepth) -> Style {
    switch depth {
    case .monochrome: monochromeStyle
    case .eight: styleInEightColours
    default: styleInSixteenColours
    }
  }

  private var monochromeStyle: Style {
    switch self {
    case .focus, .selection, .title: Style(attributes: .reverse)
    case .refusal: Style(attributes: .bold)
    default: .plain
    }
  }

  private var styleInEightColours: Style {
    switch self {
    case .field, .status, .refusal: Style(attributes: .bold)
    case .focus: Style(foreground: 0, background: 3)
    case .selection, .title: Style(foreground: 0, background: 7)
    case .emptyInput, .note, .hint, .rule, .window, .windowHint: .plain
    }
  }

  private var styleInSixteenColours: Style {
    switch self {
    case .field, .title: Style(foreground: 0, background: 7)
    case .emptyInput, .note: Style(foreground: 7, background: 0)
    case .focus: Style(foreground: 0, background: 11)
    case .selection: Style(foreground: 0, background: 15)
    case .status: Style(attributes: .bold)
    case .hint, .rule: .plain
    case .window, .windowHint: Style(foreground: 15, background: 0)
    case .refusal: Style(foreground: 9, background: 0, attributes: .bold)
    }
  }
}
