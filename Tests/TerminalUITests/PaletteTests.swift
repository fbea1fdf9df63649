import BlockModel
import Screen
import Testing

@testable import TerminalUI

/// Everything that is drawn can be read: text has a contrast of at least 4.5:1, as the Web Content Accessibility
/// Guidelines ask for, in xterm's palette.
@MainActor @Suite struct PaletteTests {
  private static let blockColours: [BlockBuilder.Colour] =
    [
      "logic_blocks", "loop_blocks", "math_blocks", "text_blocks", "list_blocks", "variable_blocks",
      "variable_dynamic_blocks", "procedure_blocks", "colour_blocks", "unknown_style",
    ].map { .style($0) } + stride(from: 0, to: 360, by: 15).map { .hue($0) }
    + ["#000000", "#FFFFFF", "#FF0000", "#00FF00", "#0000FF", "#808080", "#5BA5A5", "#FFFF00"].map { .hex($0) } + [
      .none
    ]

  private static func styles(of theme: Theme) -> [(name: String, style: Style)] {
    var styles: [(String, Style)] = [
      ("field", theme.field), ("empty input", theme.emptyInput), ("note", theme.note), ("focus", theme.focus),
      ("title", theme.title), ("name in the title", theme.emphasised(theme.title)), ("status", theme.status),
      ("hint", theme.hint), ("window", theme.popup), ("title of a window", theme.emphasised(theme.popup)),
      ("hint in a window", theme.popupHint), ("refusal", theme.refusal),
    ]
    for colour in blockColours {
      for (isUnknown, isAlternate) in [(false, false), (false, true), (true, false), (true, true)] {
        styles.append(("\(colour)", theme.surface(colour, isUnknown: isUnknown, isAlternate: isAlternate)))
      }
    }
    return styles
  }

  @Test(arguments: ColorDepth.allCases) func textCanBeRead(depth: ColorDepth) {
    let theme = Theme(depth: depth)
    for (name, style) in Self.styles(of: theme) {
      #expect(Self.contrast(of: style, depth) >= 4.5, "\(name): \(StyleNames.name(of: style, in: theme))")
      #expect(style == depth.reducing(style), "\(name) has a colour that \(depth) doesn't have")
      #expect(!style.attributes.contains(.dim), "\(name) is dim")
    }
  }

  /// Blocks of any hue have two shades of it, none of which is grey.
  @Test func huesAreKept() {
    for hue in stride(from: 0.0, to: 360, by: 5) {
      let pair = SurfaceColours.palette(.hue(hue), isUnknown: false)
      #expect(pair.surface != pair.alternate)
      for index in [pair.surface, pair.alternate] {
        let cube = Int(index) - 16
        let channels = Set([cube / 36, cube / 6 % 6, cube % 6])
        #expect(channels.count > 1, "hue \(hue) is grey")
      }
    }
    #expect(SurfaceColours.palette(.hex("#808080"), isUnknown: false).surface == 240)
  }

  /// Where the terminal's own colours are used, its text is readable, but not every other colour on its background, which
  /// may be black or white.
  private static func contrast(of style: Style, _ depth: ColorDepth) -> Double {
    if style.foreground < 0, style.background < 0 { return 21 }
    var foreground = style.foreground
    // Many terminals show bold text in the brighter colour.
    if style.attributes.contains(.bold), (0..<8).contains(foreground) { foreground += 8 }
    let texts = foreground < 0 ? [grey(0), grey(255)] : [luminance(foreground)]
    let backgrounds = style.background < 0 ? [0, 255].map { grey($0) } : [luminance(style.background)]
    return texts.flatMap { text in
      backgrounds.map { (max(text, $0) + 0.05) / (min(text, $0) + 0.05) }
    }.min() ?? 0
  }

  private static func luminance(_ index: Int16) -> Double {
    let index = Int(index)
    if index < 16 { return luminance(basic[index]) }
    if index >= 232 { return grey(8 + (index - 232) * 10) }
    func level(_ step: Int) -> Int { step == 0 ? 0 : 55 + 40 * step }
    let cube = index - 16
    return luminance(level(cube / 36) << 16 | level(cube / 6 % 6) << 8 | level(cube % 6))
  }

  private static func grey(_ level: Int) -> Double { luminance(level * 0x010101) }

  /// xterm's first sixteen colours.
  private static let basic = [
    0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5, 0x7F7F7F, 0xFF0000, 0x00FF00,
    0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
  ]

  /// The relative luminance. The square root chain is x^2.4 = x^2 · x^(2/5), by bisection: no mathematics library.
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
