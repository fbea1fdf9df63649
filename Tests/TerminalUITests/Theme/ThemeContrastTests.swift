import BlockModel
import MortiseScreen
import Testing

@testable import TerminalUI

/// Everything that is drawn can be read: text has a contrast of at least 4.5:1, as the Web Content Accessibility
/// Guidelines ask for, in xterm's palette.
@MainActor @Suite struct ThemeContrastTests {
  private static let blockColours: [BlockBuilder.Colour] =
    [
      "logic_blocks", "loop_blocks", "math_blocks", "text_blocks", "list_blocks", "variable_blocks",
      "variable_dynamic_blocks", "procedure_blocks", "colour_blocks", "unknown_style",
    ].map { .style($0) } + stride(from: 0, to: 360, by: 15).map { .hue($0) }
    + ["#000000", "#FFFFFF", "#FF0000", "#00FF00", "#0000FF", "#808080", "#5BA5A5", "#FFFF00"].map { .hex($0) } + [
      .none
    ]

  private static func styles(of theme: Theme) -> [(name: String, style: Style)] {
    var styles: [(String, Style)] = ThemeColors.Role.allCases.filter { $0 != .rule }.map { ("\($0)", theme.style($0)) }
    styles += [
      ("name in the title", theme.emphasised(theme.title)), ("title of a window", theme.emphasised(theme.popup)),
    ]
    for colour in blockColours {
      for (isUnknown, isAlternate) in [(false, false), (false, true), (true, false), (true, true)] {
        styles.append(("\(colour)", theme.surface(colour, isUnknown: isUnknown, isAlternate: isAlternate)))
        styles.append(("in \(colour)", theme.inset(colour, isUnknown: isUnknown, isAlternate: isAlternate)))
      }
    }
    return styles
  }

  /// Backgrounds that are common in terminals: the basic ones, and those of well-known schemes.
  nonisolated private static let dark = [
    0, 0x101010, 0x1E1E1E, 0x002B36, 0x1A1B26, 0x272822, 0x282A36, 0x282C34, 0x2E3440, 0x300A24,
  ]
  nonisolated private static let light = [0xFFFFFF, 0xFDF6E3, 0xFAFAFA, 0xFBF1C7, 0xEFF1F5, 0xEEE8D5, 0xE1E2E7]
  /// Where the terminal doesn't tell its background.
  nonisolated private static let neutral = "neutral"

  private static func canvases(_ name: String) -> [Int] {
    name == "light" ? light : name == neutral ? dark + light : dark
  }

  private static func colors(_ name: String) throws -> ThemeColors {
    name == neutral ? .neutral : try #require(ThemeColors.named(name))
  }

  @Test(arguments: ThemeColors.names + [neutral], ColorDepth.allCases)
  func textCanBeRead(name: String, depth: ColorDepth) throws {
    let theme = Theme(depth: depth, colors: try Self.colors(name))
    let canvases = Self.canvases(name)
    // High contrast is enhanced contrast in the guidelines.
    let least = name == "high-contrast" && theme.depth >= .twoFiftySix ? 7 : 4.5
    for (name, style) in Self.styles(of: theme) {
      let ratio = Contrast.least(of: style, onAnyOf: theme.depth >= .twoFiftySix ? canvases : [0, 0xFFFFFF])
      #expect(ratio >= least, "\(name): \(StyleNames.name(of: style, in: theme))")
      #expect(style == theme.depth.reducing(style), "\(name) has a colour that \(depth) doesn't have")
      #expect(!style.attributes.contains(.dim), "\(name) is dim")
    }
  }

  /// The cursor stands out from the block that it is in, whatever colours the theme gives the two.
  @Test(arguments: ThemeColors.names, ColorDepth.allCases) func theCursorCanBeSeen(
    name: String, depth: ColorDepth
  ) throws {
    let theme = Theme(depth: depth, colors: try Self.colors(name))
    for colour in Self.blockColours where theme.depth >= .eight {
      for isAlternate in [false, true] {
        let surface = theme.surface(colour, isUnknown: false, isAlternate: isAlternate)
        let focus = theme.focus(on: surface)
        let ratio = Contrast.least(
          of: Style(foreground: focus.background, background: surface.background), onAnyOf: [0, 0xFFFFFF])
        #expect(ratio >= 3, "\(colour): \(StyleNames.name(of: surface, in: theme))")
        #expect(Contrast.least(of: focus, onAnyOf: []) >= 4.5)
      }
    }
  }

  /// In a window and on the page, too.
  @Test(arguments: ThemeColors.names, [ColorDepth.twoFiftySix, .trueColor]) func theCursorStandsOut(
    name: String, depth: ColorDepth
  ) throws {
    let theme = Theme(depth: depth, colors: try Self.colors(name))
    guard theme.depth >= .twoFiftySix else { return }
    for background in [Color.default, theme.popup.background, theme.title.background] {
      let style = Style(foreground: theme.focus.background, background: background)
      #expect(Contrast.least(of: style, onAnyOf: Self.canvases(name)) >= 3, "\(background)")
    }
  }

  /// Blocks of any hue have two shades of it, none of which is grey.
  @Test(arguments: [ColorDepth.twoFiftySix, .trueColor]) func huesAreKept(depth: ColorDepth) throws {
    for hue in stride(from: 0.0, to: 360, by: 5) {
      let theme = Theme(depth: depth)
      let shades = [false, true].map { theme.surface(.hue(hue), isUnknown: false, isAlternate: $0).background }
      #expect(shades[0] != shades[1])
      let insets = [false, true].map { theme.inset(.hue(hue), isUnknown: false, isAlternate: $0).background }
      #expect(zip(shades, insets).allSatisfy { $0 != $1 }, "what is in hue \(hue) looks like it")
      for shade in shades + insets {
        let rgb = try #require(shade.rgb)
        #expect(Set([rgb.red, rgb.green, rgb.blue]).count > 1, "hue \(hue) is grey")
        let turn = abs(rgb.hue - hue)
        #expect(min(turn, 360 - turn) <= (depth == .trueColor ? 5 : 60), "hue \(hue) became \(rgb.hue)")
      }
    }
    let grey = Theme(depth: depth).surface(.hex("#808080"), isUnknown: false, isAlternate: false).background.rgb
    #expect(grey.map { $0.red == $0.green && $0.green == $0.blue } == true)
  }

  /// On a light page, blocks look as on a dark one.
  @Test func blocksAreTheSameInTheLightTheme() {
    for colour in Self.blockColours {
      let styles = [ThemeColors.dark, .light].map {
        Theme(depth: .trueColor, colors: $0).surface(colour, isUnknown: false, isAlternate: false)
      }
      #expect(styles[0] == styles[1])
    }
  }
}

/// The contrast of styles, computed in another way than by the theme.
enum Contrast {
  /// The contrast where the terminal's own colours are one of `canvases`, and have enough contrast with each other.
  static func least(of style: Style, onAnyOf canvases: [Int]) -> Double {
    if style.foreground == .default, style.background == .default { return 21 }
    // Many terminals show bold text in the brighter colour.
    let isBrightened = style.attributes.contains(.bold) && style.foreground.index.map { $0 < 8 } == true
    let text = isBrightened ? style.foreground.index.map { Color(index: $0 + 8) } ?? .default : style.foreground
    let texts = text.rgb.map { [luminance($0.hex)] } ?? [luminance(0), luminance(0xFFFFFF)]
    let backgrounds = style.background.rgb.map { [luminance($0.hex)] } ?? canvases.map(luminance)
    return texts.flatMap { text in
      backgrounds.map { (max(text, $0) + 0.05) / (min(text, $0) + 0.05) }
    }.min() ?? 0
  }

  /// The relative luminance. x^2.4 = x^2 · x^(2/5), by bisection: no mathematics library.
  private static func luminance(_ colour: Int) -> Double {
    func linear(_ channel: Int) -> Double {
      let share = Double(channel) / 255
      if share <= 0.03928 { return share / 12.92 }
      let base = (share + 0.055) / 1.055
      var (low, high) = (0.0, 1.0)
      for _ in 0..<60 {
        let middle = (low + high) / 2
        if middle * middle * middle * middle * middle < base * base { low = middle } else { high = middle }
      }
      return base * base * low
    }
    return 0.2126 * linear(colour >> 16) + 0.7152 * linear(colour >> 8 & 0xFF) + 0.0722 * linear(colour & 0xFF)
  }
}
