import MortiseScreen
import Testing

@Suite struct ColorTests {
  @Test func stylesKeepTheirParts() {
    let colors: [Color] = [
      .default, 0, 7, 16, 255, Color(RGB(hex: 0)), Color(RGB(hex: 0xFFFFFF)), Color(RGB(hex: 0x123456)),
    ]
    for foreground in colors {
      for background in colors {
        let style = Style(foreground: foreground, background: background, attributes: [.bold, .dim])
        #expect(style.foreground == foreground && style.background == background)
        #expect(style.attributes == [.bold, .dim])
      }
    }
    #expect(MemoryLayout<Cell>.stride == 24)
  }

  @Test func colorsAreIndicesOrTrueColors() {
    #expect(Color(index: -1) == .default && Color(index: 256) == .default)
    #expect(Color(index: 24).index == 24 && Color(index: 24).trueColor == nil && Color(index: 24).rgb?.hex == 0x005F87)
    #expect(Color(RGB(hex: 5)).index == nil && Color(RGB(hex: 5)).rgb?.hex == 5)
    #expect(Color.default.rgb == nil)
  }

  @Test func textsAreColours() {
    #expect(RGB("#5ba55B")?.hex == 0x5BA55B && RGB("#5bA")?.hex == 0x55BBAA)
    for text in ["", "#", "5ba55b", "#5ba55", "#5ba55bb", "#+1234f", "#٣٣٣"] { #expect(RGB(text) == nil) }
  }

  @Test func hueSaturationAndLightnessLeadBack() {
    for hex in stride(from: 0, to: 1 << 24, by: 4099) {
      let color = RGB(hex: hex)
      #expect(RGB(hue: color.hue, saturation: color.saturation, lightness: color.lightness) == color)
    }
  }

  @Test func trueColorsAreSelectedByTheirShares() {
    var grid = CellGrid(size: Size(width: 2, height: 1))
    grid.write(
      "a", at: .zero, style: Style(foreground: Color(RGB(hex: 0x010203)), background: Color(RGB(hex: 0xFF8000))))
    #expect(grid.text(ofRow: 0, depth: .trueColor).text == "\u{1B}[0;38;2;1;2;3;48;2;255;128;0ma\u{1B}[0m")
    #expect(grid.text(ofRow: 0, depth: .twoFiftySix).text == "a")
  }
}
