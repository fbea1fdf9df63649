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
    var surfaces: Set<Color> = []
    for colour in blockColours {
      let own = theme.colours(colour)
      surfaces.insert(own.surface)
      styles.append(("a number in \(colour)", theme.literal(on: own)))
    }
    // Values are on the surfaces of other blocks.
    for colour in blockColours {
      let own = theme.colours(colour)
      for surface in surfaces {
        for (part, foreground) in [("word", own.word), ("tint", own.tint), ("faint", own.faint)] {
          styles.append(("\(part) of \(colour)", theme.bright(Style(foreground: foreground, background: surface))))
        }
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
      let colours = theme.colours(colour)
      for (other, foreground) in [("cursor", theme.focus.background), ("bar", colours.bar)] {
        let style = theme.bright(Style(foreground: foreground, background: colours.surface))
        #expect(Contrast.least(of: style, onAnyOf: [0, 0xFFFFFF]) >= 3, "\(other) on \(colour)")
      }
      #expect(Contrast.least(of: theme.focus, onAnyOf: []) >= 4.5)
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

  /// Blocks of any hue keep it, and weigh the same.
  @Test(arguments: ["dark", "light"], [ColorDepth.twoFiftySix, .trueColor])
  func huesAreKept(name: String, depth: ColorDepth) throws {
    let theme = Theme(depth: depth, colors: try #require(ThemeColors.named(name)))
    var lightnesses: [Double] = []
    for hue in stride(from: 0.0, to: 360, by: 5) {
      let surface = try #require(theme.colours(.hue(hue)).surface.rgb)
      #expect(Set([surface.red, surface.green, surface.blue]).count > 1, "hue \(hue) is grey")
      let turn = abs(surface.hue - hue)
      #expect(min(turn, 360 - turn) <= (depth == .trueColor ? 40 : 70), "hue \(hue) became \(surface.hue)")
      lightnesses.append(surface.oklab.x)
    }
    let range = (lightnesses.max() ?? 1) - (lightnesses.min() ?? 0)
    #expect(range <= (depth == .trueColor ? 0.02 : 0.17), "\(range)")
    let grey = theme.colours(.hex("#808080")).surface.rgb
    #expect(grey.map { $0.red == $0.green && $0.green == $0.blue } == true)
  }

  /// A dozen colours of a file are different, in 256 colours, too.
  @Test(arguments: [ColorDepth.twoFiftySix, .trueColor]) func huesDiffer(depth: ColorDepth) {
    let theme = Theme(depth: depth)
    let hues = stride(from: 0.0, to: 360, by: 30).map { theme.colours(.hue($0)) }
    #expect(Set(hues).count == hues.count)
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
