import BlockModel
import Screen

/// The styles of everything on the screen, for each colour depth. Every pair of colours has a contrast of at least
/// 4.5:1 in the standard palette.
public struct Theme {
  public let depth: ColorDepth

  public init(depth: ColorDepth) { self.depth = depth }

  /// Whether brackets show the shapes of blocks, because there are too few colours for surfaces.
  public var usesBrackets: Bool { depth <= .eight }

  private static let white: Int16 = 231
  private static let black: Int16 = 16

  // MARK: - Blocks

  /// Returns the style of a block's surface and its text. Nested values alternate between two shades if there are
  /// enough colours. With eight colours, only the bar at the left is coloured: blue and red text is hard to read.
  func surface(_ colour: BlockBuilder.Colour, isUnknown: Bool, isAlternate: Bool) -> Style {
    switch depth {
    case .monochrome, .eight: return .plain
    case .sixteen:
      let (background, foreground) = SurfaceColours.basic(colour, isUnknown: isUnknown)
      return Style(foreground: foreground, background: background)
    case .twoFiftySix:
      let pair = SurfaceColours.palette(colour, isUnknown: isUnknown)
      return Style(foreground: Self.white, background: isAlternate ? pair.alternate : pair.surface)
    }
  }

  /// Returns the style of a bar that shows a block's or category's colour and holds no text.
  func bar(_ colour: BlockBuilder.Colour, isUnknown: Bool) -> Style {
    guard depth == .eight else { return surface(colour, isUnknown: isUnknown, isAlternate: false) }
    let background = SurfaceColours.basic(colour, isUnknown: isUnknown).background
    return Style(foreground: background == 0 ? -1 : background)
  }

  /// Makes a style bold where that doesn't turn dark text grey, as it does with the eight basic colours.
  func emphasised(_ style: Style) -> Style { (0..<8).contains(style.foreground) ? style : style.adding(.bold) }

  /// The style of an editable value.
  var field: Style {
    switch depth {
    case .monochrome: .plain
    case .eight: Style(attributes: .bold)
    case .sixteen: Style(foreground: 0, background: 7)
    case .twoFiftySix: Style(foreground: Self.black, background: 253)
    }
  }

  /// The style of an empty value or statement input.
  var emptyInput: Style {
    switch depth {
    case .monochrome, .eight: .plain
    case .sixteen: Style(foreground: 7, background: 0)
    case .twoFiftySix: Style(foreground: 250, background: 235)
    }
  }

  var note: Style {
    switch depth {
    case .monochrome, .eight: .plain
    case .sixteen: Style(foreground: 7, background: 0)
    case .twoFiftySix: Style(foreground: 250, background: 236)
    }
  }

  /// The style of the item under the cursor.
  var focus: Style {
    switch depth {
    case .monochrome: Style(attributes: .reverse)
    case .eight: Style(foreground: 0, background: 3)
    case .sixteen: Style(foreground: 0, background: 11)
    case .twoFiftySix: Style(foreground: Self.black, background: 220, attributes: .bold)
    }
  }

  /// The style of the sign of a selected block.
  var selection: Style {
    switch depth {
    case .monochrome: Style(attributes: .reverse)
    case .eight: Style(foreground: 0, background: 7)
    case .sixteen: Style(foreground: 0, background: 15)
    case .twoFiftySix: Style(foreground: Self.black, background: Self.white, attributes: .bold)
    }
  }

  // MARK: - Around the canvas

  var title: Style {
    switch depth {
    case .monochrome: Style(attributes: .reverse)
    case .eight, .sixteen: Style(foreground: 0, background: 7)
    case .twoFiftySix: Style(foreground: 252, background: 236)
    }
  }

  var status: Style { Style(attributes: depth == .monochrome ? [] : .bold) }

  /// A grey that is readable on black and on white.
  var hint: Style { depth == .twoFiftySix ? Style(foreground: 243) : .plain }

  var rule: Style { depth == .twoFiftySix ? Style(foreground: 240) : .plain }

  var popup: Style {
    switch depth {
    case .monochrome, .eight: .plain
    case .sixteen: Style(foreground: 15, background: 0)
    case .twoFiftySix: Style(foreground: 252, background: 236)
    }
  }

  var popupHint: Style {
    depth == .twoFiftySix ? Style(foreground: 248, background: 236) : popup
  }

  /// The style of messages that refuse an input.
  var refusal: Style {
    switch depth {
    case .monochrome, .eight: Style(attributes: .bold)
    case .sixteen: Style(foreground: 9, background: 0, attributes: .bold)
    case .twoFiftySix: Style(foreground: 217, background: 236)
    }
  }
}
