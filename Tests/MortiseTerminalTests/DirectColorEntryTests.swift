import Testing

@testable import MortiseTerminal

@Suite struct DirectColorEntryTests {
  /// An entry with 256 colours, made by hand (term(5)).
  private func entry(extended: [UInt8] = [], colors: Int = 256, isWide: Bool = false) -> [UInt8] {
    func short(_ number: Int) -> [UInt8] {
      [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
    }
    let width = isWide ? 4 : 2
    let name = Array("test".utf8) + [0]
    let text = Array("\u{1B}[H".utf8) + [0]
    var bytes = [isWide ? 0o1036 : 0o432, name.count, 1, 15, 361, text.count].flatMap(short)
    bytes += name + [1]
    for index in 0..<15 {
      let number = index == 13 ? colors : index == 14 ? 32767 : -1
      bytes += short(number) + (width == 4 ? (number < 0 ? [0xFF, 0xFF] : [0, 0]) : [])
    }
    for index in 0..<361 { bytes += short(index == 12 ? 0 : -1) }
    bytes += text
    return (bytes.count % 2 == 1 ? bytes + [0] : bytes) + extended
  }

  /// The flag AX, the number U8 and the string kUP5.
  private let extended: [UInt8] =
    [1, 0, 1, 0, 1, 0, 4, 0, 13, 0, 1, 0, 1, 0] + [0, 0] + [0, 0, 3, 0, 6, 0] + Array("A\0".utf8)
    + Array("AX\0U8\0kUP5\0".utf8)

  @Test(arguments: [false, true]) func colorsBecomeDirect(isWide: Bool) throws {
    let changed = try #require(DirectColorEntry.changed(entry(isWide: isWide)))
    let text = String(decoding: changed, as: UTF8.self)
    #expect(changed.prefix(2) == [0x1E, 0x02])
    #expect(text.contains("test\0") && text.contains("\u{1B}[H\0"))
    #expect(text.contains("e38;2;%p1%{65536}%/%d;") && text.contains("e48;2;%p1%{65536}%/%d;"))
    #expect(text.hasSuffix("RGB\0"))
    // An entry that has direct colours is left alone.
    #expect(DirectColorEntry.changed(changed) == nil)
  }

  @Test func otherCapabilitiesStay() throws {
    let changed = try #require(DirectColorEntry.changed(entry(extended: extended)))
    let text = String(decoding: changed, as: UTF8.self)
    #expect(text.contains("A\0AX\0U8\0kUP5\0RGB\0"))
  }

  @Test func otherEntriesAreLeftAlone() {
    #expect(DirectColorEntry.changed(entry(colors: 16)) == nil)
    #expect(DirectColorEntry.changed([]) == nil)
    let whole = entry(extended: extended)
    for length in 0..<whole.count { _ = DirectColorEntry.changed(Array(whole.prefix(length))) }
    for index in 0..<20 {
      var broken = whole
      broken[index] = 0xFF
      _ = DirectColorEntry.changed(broken)
    }
    #expect(DirectColorEntry(terminal: "no/such") == nil && DirectColorEntry(terminal: "") == nil)
  }

  @Test func lightBackgroundsAreKnown() {
    for colors in ["0;15", "0;default;15", "0;7"] { #expect(TerminalBackground.isLight(colors: colors) == true) }
    for colors in ["15;0", "15;8", "0;"] { #expect(TerminalBackground.isLight(colors: colors) == false) }
    for colors in ["", "default"] { #expect(TerminalBackground.isLight(colors: colors) == nil) }
  }
}
