import MortiseScreen
import Testing

@testable import MortiseTerminal

@Suite struct ColorPairsTests {
  private final class Definitions {
    var pairs: [[Int32]] = []
  }

  @Test func pairsAreReusedAndNeverRunOut() {
    var pairs = ColorPairs(depth: .twoFiftySix, limit: 4, hasDirectColor: false) { _, _, _ in true }
    #expect(pairs.pair(for: .plain) == 0)
    #expect(pairs.pair(for: Style(attributes: .bold)) == 0)
    let first = pairs.pair(for: Style(foreground: 15, background: 24))
    #expect(first == 1)
    #expect(pairs.pair(for: Style(foreground: 15, background: 24, attributes: .bold)) == first)
    #expect(pairs.pair(for: Style(foreground: 1, background: 25)) == 2)
    #expect(pairs.pair(for: Style(foreground: 2, background: 26)) == 3)
    // No pairs are left: one with the same background, or else the terminal's own colours.
    #expect(pairs.pair(for: Style(foreground: 3, background: 25)) == 2)
    #expect(pairs.pair(for: Style(foreground: 3, background: 99)) == 0)
  }

  @Test func colorDepthsLimitColours() {
    var pairs = ColorPairs(depth: .monochrome, limit: 64, hasDirectColor: false) { _, _, _ in false }
    #expect(pairs.pair(for: Style(foreground: 15, background: 24)) == 0)
    #expect(ColorDepth.eight.reducing(Style(foreground: 15, background: 24)) == Style(foreground: 7))
    #expect(ColorDepth(terminalColors: 88, noColor: "") == .sixteen)
    #expect(ColorDepth(terminalColors: 1 << 24, noColor: "") == .trueColor)
    #expect(ColorDepth(terminalColors: -1, noColor: "") == .monochrome)
    #expect(ColorDepth(terminalColors: 256, noColor: "0") == .monochrome)
  }

  @Test func directColoursComeFromThePalette() {
    let defined = Definitions()
    var pairs = ColorPairs(depth: .twoFiftySix, limit: 64, hasDirectColor: true) { _, foreground, background in
      defined.pairs.append([foreground, background])
      return true
    }
    _ = pairs.pair(for: Style(foreground: 15, background: 24))
    _ = pairs.pair(for: Style(foreground: -1, background: 232))
    _ = pairs.pair(for: Style(foreground: 7, background: 231))
    #expect(defined.pairs == [[0xFFFFFF, 0x005F87], [-1, 0x080808], [7, 0xFFFFFF]])
  }

  /// The first eight numbers are palette indices even there, and bold black would become grey.
  @Test func noDirectColourIsTakenForAPaletteIndex() {
    let defined = Definitions()
    var pairs = ColorPairs(depth: .twoFiftySix, limit: 1024, hasDirectColor: true) { _, foreground, background in
      defined.pairs.append([foreground, background])
      return true
    }
    for index in 8..<256 { _ = pairs.pair(for: Style(foreground: Color(index: index), background: 220)) }
    #expect(defined.pairs.count == 248 && defined.pairs.joined().allSatisfy { $0 >= 8 })
  }
}
