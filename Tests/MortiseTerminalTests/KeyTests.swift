import MortiseScreen
import MortiseTerminal
import Testing

@Suite struct KeyTests {
  @Test func everyKeyHasItsOwnName() {
    let plain: [Key.Code] =
      [
        .enter, .escape, .tab, .backspace, .delete, .insert, .up, .down, .left, .right, .home, .end, .pageUp,
        .pageDown, .function(1), .function(12), .function(63),
      ] + "aZ09 <>-\\é日+".map { .character($0) }
    var names: Set<String> = []
    for code in plain {
      for bits in UInt8(0)..<8 {
        let key = Key(code, modifiers: Modifiers(rawValue: bits))
        #expect(Key(name: key.description) == key, "\(key)")
        names.insert(key.description)
      }
    }
    #expect(names.count > plain.count * 4)
  }

  @Test(arguments: [
    ("a", "a"), ("<C-Z>", "<C-z>"), ("<S-a>", "A"), ("<M-x>", "<A-x>"), ("<S-C-Up>", "<C-S-Up>"), ("<Lt>", "<Lt>"),
    (">", ">"), ("<Gt>", ">"), ("<CR>", "<Enter>"), ("<space>", "<Space>"), (" ", "<Space>"), ("<C->>", "<C->>"),
    ("<A-->", "<A-->"), ("<C-Space>", "<C-Space>"), ("<BS>", "<Backspace>"), ("<C-F5>", "<C-F5>"),
  ])
  func normalisesKeyNames(name: String, description: String) {
    #expect(Key(name: name)?.description == description)
  }

  @Test(arguments: ["", "ab", "<", "<>", "<a>", "<C->", "<Foo>", "<F0>", "<F64>", "<X-a>", "Up", "<Up", "<F>"])
  func refusesInvalidKeyNames(name: String) {
    #expect(Key(name: name) == nil)
  }

  @Test func namesEvents() throws {
    let events: [InputEvent] = [
      .key(.control("z")), .mouse(MouseEvent(.press, at: Point(x: 12, y: 4))),
      .mouse(MouseEvent(.drag, button: .right, at: Point(x: 0, y: 0), modifiers: [.control, .shift])),
      .mouse(MouseEvent(.scrollDown, at: Point(x: 1, y: 2))), .mouse(MouseEvent(.move, at: Point(x: 1, y: 2))),
      .paste("a > b\\n\n\tc <Up>"), .paste(""), .resize(Size(width: 80, height: 24)), .focus(true), .focus(false),
      .terminate(.hangup), .resumed, .wakeup, .key(Key("<")), .key(Key("x")), .paste("x-"), .key(Key(">")),
    ]
    let line = events.map(\.description).joined()
    #expect(try InputEvent.events(inLine: line) == events)
    #expect(line.contains("<Mouse-press 12,4>"))
    #expect(line.contains("<C-S-Mouse-drag-right 0,0>"))
    #expect(line.contains("<Mouse-scroll-down 1,2>"))
    #expect(throws: UnknownEventName.self) { try InputEvent.events(inLine: "ab<Nope>") }
    #expect(throws: UnknownEventName.self) { try InputEvent.events(inLine: "<Mouse-press 1>") }
    #expect(throws: UnknownEventName.self) { try InputEvent.events(inLine: "<Up") }
  }
}
