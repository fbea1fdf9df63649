import MortiseScreen
import Testing

@testable import TerminalUI

@MainActor @Suite struct ThemeReadingTests {
  private func read(_ text: String) throws -> ThemeColors { try ThemeColors(json: Array(text.utf8)) }

  @Test(arguments: ThemeColors.names) func stockThemesAreComplete(name: String) throws {
    let theme = try #require(ThemeColors.named(name))
    #expect(Set(theme.roles.keys) == Set(ThemeColors.Role.allCases))
  }

  @Test func themesExtendOthers() throws {
    let theme = try read(##"{"roles": {"focus": {"text": "#FFF", "bold": true}}, "extends": "light", "colors": 256}"##)
    #expect(theme.roles[.focus] == .init(foreground: RGB(hex: 0xFFFFFF), isBold: true))
    #expect(theme.roles[.hint] == ThemeColors.light.roles[.hint] && theme.tones == ThemeColors.light.tones)
    #expect(Theme(depth: .trueColor, colors: theme).depth == .twoFiftySix)
    #expect(Theme(depth: .eight, colors: theme).depth == .eight)
  }

  @Test(arguments: [
    ("[]", "a theme must be a JSON object"),
    (
      ##"{"color": 3}"##,
      "a theme has no “color”, only extends, canvas, contrast, colors, tones, blocks and roles"
    ),
    (##"{"extends": "x"}"##, "“extends” takes dark, light, high-contrast, deuteranopia, tritanopia, terminal"),
    (##"{"canvas": "red"}"##, "“canvas” needs a colour as #RRGGBB"),
    (
      ##"{"tones": {"bar": [2, 0]}}"##,
      "the tone “bar” takes a lightness from 0 to 1, a chroma from 0 to 0.4, and a spread from 0 to 1"
    ),
    (##"{"tones": {"edge": [0, 0]}}"##, "there is no tone “edge”; known are surface, bar, word, tint, inset, faint"),
    (##"{"colors": 5}"##, "“colors” takes 0, 8, 16, 256 or 16777216"),
    (##"{"roles": {"focus": {"background": "#12"}}}"##, "“focus” needs a colour as #RRGGBB"),
    (##"{"roles": {"focus": {"italic": true}}}"##, "the role “focus” has no “italic”, only text, background and bold"),
  ])
  func mistakesAreNamed(text: String, message: String) {
    let error = #expect(throws: ThemeError.self) { try read(text) }
    #expect(error?.description == message)
  }

  @Test func unknownRolesAreNamed() {
    let error = #expect(throws: ThemeError.self) { try read(##"{"roles": {"cursor": {}}}"##) }
    #expect(error?.description.hasPrefix("there is no role “cursor”; known are field, note, ") == true)
  }
}
