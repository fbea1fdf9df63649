import BlockModel
import MortiseScreen
import SeededTesting
import Testing

@testable import TerminalUI

/// The colours of files: changed in lightness only, readable, and different where the files' are.
@MainActor @Suite struct FileColoursTests {
  private nonisolated static let seeds = (0..<8).map { UInt64($0) }

  private func colours(seed: UInt64) -> [BlockBuilder.Colour] {
    var random = SeededGenerator(seed: seed)
    let base = Int.random(in: 0..<1 << 24, using: &random)
    return (0..<120).map { index in
      switch index % 4 {
      case 0: return .hue(Double(Int.random(in: 0..<360, using: &random)))
      // Neighbours, of which many are too light to be shown as they are.
      case 1: return .hex(Self.hex(min(0xFFFFFF, base + index)))
      case 2: return .hex(Self.hex(0xFFFFFF - index * 0x010101))
      default: return .hex(Self.hex(Int.random(in: 0..<1 << 24, using: &random)))
      }
    }
  }

  private static func hex(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }

  @Test(arguments: seeds, ["dark", "light", "high-contrast", "deuteranopia", "tritanopia"])
  func trueColoursDiffer(seed: UInt64, name: String) throws {
    let theme = Theme(depth: .trueColor, colors: try #require(ThemeColors.named(name)))
    var users: [Color: BlockBuilder.Colour] = [:]
    for colour in Set(colours(seed: seed)) {
      let styles = [false, true].map { theme.surface(colour, isUnknown: false, isAlternate: $0) }
      #expect(styles[0].background != styles[1].background, "\(colour) has one shade, seed \(seed)")
      for style in styles {
        #expect(Contrast.least(of: style, onAnyOf: [0]) >= 4.5, "\(colour), seed \(seed)")
        let other = users.updateValue(colour, forKey: style.background)
        #expect(other == nil || other == colour, "\(colour) looks like \(String(describing: other)), seed \(seed)")
        if case .hex(let text) = colour, let wanted = RGB(text), let shown = style.background.rgb {
          expectSameHue(wanted, shown, seed: seed)
        }
      }
    }
  }

  /// The hue of a dark or pale colour has few steps, so it may be off by as much as one of them.
  private func expectSameHue(_ wanted: RGB, _ shown: RGB, seed: UInt64) {
    let range = min(chroma(wanted), chroma(shown))
    guard range > 8 else { return }
    let turn = abs(wanted.hue - shown.hue)
    #expect(min(turn, 360 - turn) <= 60 / Double(range) + 1, "\(wanted) became \(shown), seed \(seed)")
  }

  private func chroma(_ colour: RGB) -> Int {
    Int(max(colour.red, colour.green, colour.blue)) - Int(min(colour.red, colour.green, colour.blue))
  }

  @Test(arguments: seeds, ["dark", "light", "deuteranopia"]) func paletteColoursCanBeRead(seed: UInt64, name: String)
    throws
  {
    let theme = Theme(depth: .twoFiftySix, colors: try #require(ThemeColors.named(name)))
    for colour in colours(seed: seed) {
      for isAlternate in [false, true] {
        let style = theme.surface(colour, isUnknown: false, isAlternate: isAlternate)
        #expect(Contrast.least(of: style, onAnyOf: [0]) >= 4.5, "\(colour), seed \(seed)")
      }
    }
  }

  /// A dozen colours of a file are different in 256 colours, too.
  @Test func paletteColoursDiffer() {
    let theme = Theme(depth: .twoFiftySix)
    let hues = stride(from: 0.0, to: 360, by: 30).map { BlockBuilder.Colour.hue($0) }
    let shown = Set(hues.map { theme.surface($0, isUnknown: false, isAlternate: false).background })
    #expect(shown.count == hues.count)
  }

  @Test func coloursLightEnoughForTheirTextStay() {
    let theme = Theme(depth: .trueColor)
    let style = theme.surface(.hex("#204060"), isUnknown: false, isAlternate: false)
    #expect(style.background == Color(RGB(hex: 0x204060)))
  }
}
