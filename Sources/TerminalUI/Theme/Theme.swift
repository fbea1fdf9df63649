import BlockModel
import MortiseScreen

/// The styles of everything on the screen, for each colour depth. Every pair of colours has a contrast of at least
/// 4.5:1.
public struct Theme {
  /// The colours in use: those of the terminal, or fewer if the theme wants fewer.
  public let depth: ColorDepth
  /// Whether the screen is for screen readers and braille displays, without colours and highlights.
  public let isPlain: Bool
  private let styles: [ThemeColors.Role: Style]
  private let blocks: BlockPalette
  /// The terminal's background.
  private let canvas: RGB
  /// The minimum contrast of text.
  private let contrast: Double

  /// - Parameters:
  ///   - depth: the colour depth of the terminal.
  ///   - isPlain: whether the screen has no colours, borders or frames.
  public init(depth: ColorDepth, colors: ThemeColors = .dark, isPlain: Bool = false) {
    self.isPlain = isPlain
    (canvas, contrast) = (colors.canvas, colors.contrast)
    let depth =
      isPlain ? .monochrome : ColorDepth.allCases.last { $0 <= depth && $0.colors <= colors.colors } ?? .monochrome
    self.depth = depth
    blocks = BlockPalette(theme: colors, depth: depth)
    let roles = ThemeColors.Role.allCases.map { ($0, Self.style(of: $0, colors, depth)) }
    styles = Dictionary(uniqueKeysWithValues: roles)
  }

  private static func style(of role: ThemeColors.Role, _ colors: ThemeColors, _ depth: ColorDepth) -> Style {
    guard depth >= .twoFiftySix, let style = colors.roles[role] else { return role.basicStyle(depth) }
    func shown(_ color: RGB?) -> Color {
      guard let color else { return .default }
      return depth == .trueColor ? Color(color) : PaletteColours.nearest(to: color)
    }
    return Style(
      foreground: shown(style.foreground), background: shown(style.background), attributes: style.isBold ? .bold : [])
  }

  /// Whether brackets show the shapes of blocks, because there are too few colours for surfaces.
  public var usesBrackets: Bool { depth == .monochrome }

  /// Returns the style of a part of the screen.
  public func style(_ role: ThemeColors.Role) -> Style { styles[role] ?? .plain }

  // MARK: - Blocks

  /// Returns the colours of a block; the terminal's own if there are none.
  func colours(_ colour: BlockBuilder.Colour, isUnknown: Bool = false) -> BlockColours {
    blocks.colours(colour, isUnknown: isUnknown)
  }

  /// Returns the style of a text or number in a block.
  func literal(on block: BlockColours) -> Style {
    switch depth {
    case .monochrome: .plain
    case .eight: Style(foreground: 7, background: block.inset, attributes: .bold)
    case .sixteen: Style(foreground: 15, background: block.inset)
    default: Style(foreground: field.foreground, background: block.inset)
    }
  }

  /// Returns the style of a mark in a block's colour, which is written on a background.
  func mark(_ colour: BlockBuilder.Colour, on background: Color) -> Style {
    bright(Style(foreground: colours(colour).bar, background: background))
  }

  /// Returns the style of a text in a block's colour. With eight colours, terminals show bold text in bright ones.
  func bright(_ style: Style) -> Style { depth == .eight ? style.adding(.bold) : style }

  /// Returns the colour for a colour value in a program; nil if there are too few colours to show it.
  func swatch(_ colour: RGB) -> Color? {
    switch depth {
    case .monochrome, .eight, .sixteen: nil
    case .twoFiftySix: PaletteColours.nearest(to: colour)
    case .trueColor: Color(colour)
    }
  }

  /// Returns the style of text with a hue on the terminal's background; without the hue if there are too few colours.
  /// - Parameter hue: in degrees.
  func text(hue: Double) -> Style {
    let shades = stride(from: 0.5, through: 1, by: 0.05).map { canvas.contrast(with: RGB(hex: 0)) < 2 ? $0 : 1 - $0 }
    let colour = shades.map { RGB(hue: hue, saturation: 0.7, lightness: $0) }.first {
      // The nearest of 256 colours may have less contrast.
      $0.contrast(with: canvas) >= contrast + 0.5
    }
    return Style(foreground: colour.flatMap(swatch) ?? .default)
  }

  /// Returns a style in bold, unless that turns dark text grey, as it does with the eight basic colours.
  func emphasised(_ style: Style) -> Style {
    style.foreground.index.map { $0 < 8 } == true ? style : style.adding(.bold)
  }

  // MARK: - Roles

  /// The style of what can be typed, in windows.
  var field: Style { style(.field) }
  var note: Style { style(.note) }
  /// The style of the item under the cursor.
  var focus: Style { style(.focus) }
  /// The style of the sign of a selected block.
  var selection: Style { style(.selection) }
  var title: Style { style(.title) }
  var status: Style { style(.status) }
  var hint: Style { style(.hint) }
  var rule: Style { style(.rule) }
  /// The style of text from an earlier version.
  var ghost: Style { depth >= .twoFiftySix ? style(.hint) : Style(attributes: .dim) }
  var popup: Style { style(.window) }
  var popupHint: Style { style(.windowHint) }
  /// The style of the sign of a block with a problem.
  var problem: Style { style(.problem) }
  /// The style of the sign of a breakpoint.
  var breakpoint: Style { style(.breakpoint) }
  /// The style of the row that runs next.
  var running: Style { style(.running) }
  /// The style of messages that refuse an input.
  var refusal: Style { style(.refusal) }
}

extension ThemeColors.Role {
  /// The style for sixteen colours or fewer, which has to be readable on any background.
  func basicStyle(_ depth: ColorDepth) -> Style {
    switch depth {
    case .monochrome: monochromeStyle
    case .eight: styleInEightColours
    default: styleInSixteenColours
    }
  }

  private var monochromeStyle: Style {
    switch self {
    case .focus, .selection, .title, .running: Style(attributes: .reverse)
    case .refusal, .problem, .breakpoint, .keyword: Style(attributes: .bold)
    default: .plain
    }
  }

  private var styleInEightColours: Style {
    switch self {
    case .status, .refusal, .problem, .breakpoint, .keyword: Style(attributes: .bold)
    case .focus: Style(foreground: 0, background: 3)
    case .field, .selection, .title, .running: Style(foreground: 0, background: 7)
    case .note: Style(foreground: 7, background: 0)
    case .hint, .rule, .window, .windowHint, .string, .number, .comment: .plain
    }
  }

  private var styleInSixteenColours: Style {
    switch self {
    case .field, .title: Style(foreground: 0, background: 7)
    case .note: Style(foreground: 7, background: 0)
    case .focus: Style(foreground: 0, background: 11)
    case .selection: Style(foreground: 14, background: 0)
    case .running: Style(foreground: 0, background: 14)
    case .status, .keyword: Style(attributes: .bold)
    case .hint, .rule, .string, .number, .comment: .plain
    case .window, .windowHint: Style(foreground: 15, background: 0)
    case .refusal, .problem, .breakpoint: Style(foreground: 9, background: 0, attributes: .bold)
    }
  }
}
