import MortiseScreen
import Testing

@testable import MortiseTerminal

@Suite struct InputDecoderTests {
  /// The names of the events decoded from pieces of input, each followed by a drain.
  private func decode(_ pieces: String..., givingUp: Bool = true) -> String {
    var decoder = InputDecoder()
    var names = ""
    for piece in pieces {
      for byte in piece.utf8 { decoder.feed(Int(byte)) }
      decoder.endDrain()
      names += decoder.takeEvents().map(\.description).joined()
    }
    if givingUp { decoder.flushIncomplete() }
    return names + decoder.takeEvents().map(\.description).joined()
  }

  @Test(arguments: [
    ("aZ é日😀", "aZ<Space>é日😀"), ("\u{3}\u{13}\u{11}\u{1A}", "<C-c><C-s><C-q><C-z>"),
    ("\r\t\u{7F}\u{8}", "<Enter><Tab><Backspace><C-h>"),
    // Enter, typed before the terminal was set up.
    ("\u{A}", "<Enter>"),
    ("\u{0}\u{1F}\u{1C}", "<C-Space><C-_><C-\\>"), ("\u{1B}", "<Esc>"), ("\u{1B}\u{1B}", "<Esc><Esc>"),
    ("\u{1B}x\u{1B}é", "<A-x><A-é>"), ("\u{1B}\r", "<A-Enter>"), ("\u{1B}[A\u{1B}OB", "<Up><Down>"),
    ("\u{1B}[1;2A\u{1B}[1;5C\u{1B}[1;3D", "<S-Up><C-Right><A-Left>"), ("\u{1B}[3;5~\u{1B}[6~", "<C-Delete><PageDown>"),
    ("\u{1B}[Z", "<S-Tab>"), ("\u{1B}[15~\u{1B}[1;5P", "<F5><C-F1>"), ("\u{1B}[27;5;13~", "<C-Enter>"),
    ("\u{1B}[122;6u", "<C-S-z>"), ("\u{1B}[I\u{1B}[O", "<Focus-in><Focus-out>"), ("\u{1B}[", "<A-[>"),
    ("\u{1B}O", "<A-O>"),
    ("\u{1B}[?62;22cx", "<Background-unknown>x"), ("\u{1B}[99;99;99;99Wx", "x"), ("\u{1B}[1\u{1B}[A", "<Up>"),
    ("\u{9B}1", "1"),
  ])
  func keysAreDecoded(bytes: String, names: String) {
    #expect(decode(bytes) == names)
  }

  /// What is too long to be understood leaves no keys behind, and takes time in proportion.
  @Test(arguments: [
    ("\u{1B}]11;", "\u{7}"), ("\u{1B}]52;c;", "\u{1B}\\"), ("\u{1B}P>|", "\u{1B}\\"), ("\u{1B}[?1", "h"),
    ("\u{1B}[<1", "M"),
  ])
  func overlongSequencesArePassedOver(begin: String, end: String) {
    for length in [62, 63, 64, 65, 500, 400_000] {
      let reply = begin + String(repeating: "0", count: length) + end
      #expect(decode(reply + "x") == "x", "\(length)")
    }
    let long = begin + String(repeating: "0", count: 500)
    // Without its end, it is given up when nothing follows, and at an escape sequence.
    #expect(decode(long) == "")
    #expect(decode(long + "\u{1B}[A") == "<Up>")
  }

  @Test func brokenCharactersAreDropped() {
    var decoder = InputDecoder()
    for byte in [0xFF, 0x80, 0xC3, 0x61, 0xED, 0xA0, 0x80, 0x62, 0xC0, 0x63, 0xE6, 0x97] { decoder.feed(byte) }
    #expect(decoder.takeEvents().map(\.description) == ["a", "b", "c"])
    #expect(decoder.isWaiting)
    decoder.feed(0xA5)
    #expect(decoder.takeEvents().map(\.description) == ["日"])
    #expect(!decoder.isWaiting)
  }

  @Test(arguments: [
    ("\u{1B}[<0;13;5M", "<Mouse-press 12,4>"), ("\u{1B}[<0;14;6m", "<Mouse-release 13,5>"),
    ("\u{1B}[<32;14;6M", "<Mouse-drag 13,5>"), ("\u{1B}[<2;1;1M", "<Mouse-press-right 0,0>"),
    ("\u{1B}[<64;1;1M\u{1B}[<65;1;1M", "<Mouse-scroll-up 0,0><Mouse-scroll-down 0,0>"),
    ("\u{1B}[<20;1;1M", "<C-S-Mouse-press 0,0>"), ("\u{1B}[<8;300;200M", "<A-Mouse-press 299,199>"),
    ("\u{1B}[<35;3;3M", "<Mouse-move 2,2>"), ("\u{1B}[<128;3;3Mx", "x"), ("\u{1B}[<0;3Mx", "x"), ("\u{1B}[<;;Mx", "x"),
    ("\u{1B}[<0;-9223372036854775808;1Mx", "x"), ("\u{1B}[<99999999999999999999;1;1Mx", "x"),
  ])
  func mouseReportsAreDecoded(bytes: String, names: String) {
    #expect(decode(bytes) == names)
  }

  @Test func sequencesMayArriveInPieces() {
    let report = "\u{1B}[<32;14;6M"
    // Not split after the ESC: curses has already waited for the rest, so that is the Escape key.
    for cut in 2..<report.utf8.count {
      let index = report.utf8.index(report.startIndex, offsetBy: cut)
      #expect(decode(String(report[..<index]), String(report[index...]), givingUp: false) == "<Mouse-drag 13,5>")
    }
    #expect(decode("\u{1B}[<0;1", ";1M\u{1B}[<0;2;", "2mz") == "<Mouse-press 0,0><Mouse-release 1,1>z")
    #expect(decode("\u{1B}[<0;1") == "")
  }

  @Test func codesAndBytesCanBeMixed() {
    var decoder = InputDecoder { $0 == 600 ? "kUP5" : nil }
    for value in [InputDecoder.CustomCode.mouse] + Array("0;1;1M".utf8).map(Int.init) { decoder.feed(value) }
    for value in [0o403, 0x1B, 0o402, 600, 601, 0o410 + 13, 0x1B, InputDecoder.CustomCode.focusIn] {
      decoder.feed(value)
    }
    let names = decoder.takeEvents().map(\.description).joined()
    #expect(names == "<Mouse-press 0,0><Up><A-Down><C-Up><S-F1><Esc><Focus-in>")
  }

  @Test func pastesAreOneEvent() {
    #expect(decode("\u{1B}[200~a\r\nb\rc\nd\te\u{7}\u{1B}[31m\u{1B}[201~x") == "<Paste a\\nb\\nc\\nd\\te[31m>x")
    #expect(decode("\u{1B}[200~one", " two\u{1B}[20", "1~") == "<Paste one two>")
    #expect(decode("\u{1B}[200~stuck\u{3}x") == "<Paste stuck>x")
    #expect(decode("\u{1B}[201~x") == "x")
    var decoder = InputDecoder()
    for value in [InputDecoder.CustomCode.pasteBegin, 0x61, 0o403, 0o407, InputDecoder.CustomCode.mouse, 0x62] {
      decoder.feed(value)
    }
    decoder.endDrain()
    decoder.flushIncomplete()
    #expect(decoder.takeEvents().isEmpty)
    decoder.feed(InputDecoder.CustomCode.pasteEnd)
    #expect(decoder.takeEvents() == [.paste("ab")])
  }

  @Test func supportForSynchronisedOutputIsDetected() {
    var decoder = InputDecoder()
    #expect(decoder.supportsSynchronisedOutput == nil)
    for byte in "\u{1B}[?2026;2$y".utf8 { decoder.feed(Int(byte)) }
    #expect(decoder.supportsSynchronisedOutput == true)
    for byte in "\u{1B}[?2026;0$y".utf8 { decoder.feed(Int(byte)) }
    #expect(decoder.supportsSynchronisedOutput == false)
    #expect(decoder.takeEvents().isEmpty)
  }

  @Test func theVersionIsNoted() {
    for (bytes, isTold) in [
      ("\u{1B}P>|XTerm(379)\u{1B}\\", true), ("\u{1B}P1$r0m\u{1B}\\", false), ("\u{1B}P>q\u{1B}\\", false),
    ] {
      var decoder = InputDecoder()
      for byte in bytes.utf8 { decoder.feed(Int(byte)) }
      #expect(decoder.hasReportedVersion == isTold, "\(bytes.debugDescription)")
    }
  }

  @Test func theBackgroundIsToldInAnyForm() {
    let answers: [(String, [InputEvent])] = [
      ("\u{1B}]11;rgb:ffff/ffff/dddd\u{7}", [.background(isLight: true)]),
      ("\u{1B}]11;rgb:00/2b/36\u{1B}\\", [.background(isLight: false)]),
      ("\u{1B}]11;rgba:f/f/f/8\u{7}x", [.background(isLight: true), .key(Key("x"))]),
      // What kind of terminal it is comes behind what else it answers; a version announces a second time.
      ("\u{1B}[?1;2cx", [.background(isLight: nil), .key(Key("x"))]),
      ("\u{1B}P>|tmux 3.3a\u{1B}\\\u{1B}[?1;2c", []),
      ("\u{1B}P>|tmux 3.3a\u{1B}\\\u{1B}[?1;2c\u{1B}[?1;2c", [.background(isLight: nil)]),
      ("\u{1B}P>|XTerm(379)\u{1B}\\\u{1B}[?64;1c\u{1B}]11;rgb:0/0/0\u{7}\u{1B}[?64;1c", [.background(isLight: false)]),
      // Answers to other questions, and broken ones.
      ("\u{1B}]10;rgb:ffff/ffff/ffff\u{7}", []), ("\u{1B}]11;rgb:ffff/ffff\u{7}", []),
      ("\u{1B}]11;rgb:fffff/0/0\u{7}", []), ("\u{1B}]11;white\u{1B}\\y", [.key(Key("y"))]),
      ("\u{1B}]11;rgb:ff\u{1B}[A", [.key(Key(.up))]), ("\u{1B}]11;\r", [.key(Key(.enter))]),
      // The key.
      ("\u{1B}]q", [.key(.alt("]")), .key(Key("q"))]), ("\u{1B}]", [.key(.alt("]"))]),
      ("\u{1B}Pq", [.key(.alt("P")), .key(Key("q"))]), ("\u{1B}P", [.key(.alt("P"))]),
    ]
    for (bytes, events) in answers {
      var decoder = InputDecoder()
      for byte in bytes.utf8 { decoder.feed(Int(byte)) }
      decoder.endDrain()
      decoder.flushIncomplete()
      #expect(decoder.takeEvents() == events, "\(bytes.debugDescription)")
    }
  }

  /// No input crashes the decoder, and later keys are decoded.
  @Test func anyBytesLeaveTheKeyboardUsable() {
    var random = FixedRandom()
    let likely = Array("\u{1B}\u{1B}[[]<;0123456789Mm~OAIuy?$ 200\u{7F}\u{0}é".utf8)
    for _ in 0..<2000 {
      var decoder = InputDecoder()
      for _ in 0..<40 {
        let isLikely = Int.random(in: 0..<4, using: &random) > 0
        decoder.feed(
          isLikely ? Int(likely.randomElement(using: &random) ?? 0) : Int.random(in: 0..<700, using: &random))
        if Bool.random(using: &random) { decoder.endDrain() }
      }
      decoder.flushIncomplete()
      _ = decoder.takeEvents()
      // Ends a paste that may be open, and any sequence before it.
      for byte in "\u{1B}[201~".utf8 { decoder.feed(Int(byte)) }
      decoder.flushIncomplete()
      _ = decoder.takeEvents()
      decoder.feed(Int(UInt8(ascii: "z")))
      #expect(decoder.takeEvents() == [.key(Key("z"))])
    }
  }
}

/// Gives the same numbers in each run.
private struct FixedRandom: RandomNumberGenerator {
  private var state: UInt64 = 1

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}
