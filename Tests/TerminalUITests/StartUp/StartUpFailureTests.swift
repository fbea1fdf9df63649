import FileTesting
import MortiseTerminal
import Testing
import Workbench

@testable import TerminalUI

/// Each step of start-up fails in turn: what failed can be read, and the editor can be left.
@MainActor @Suite struct StartUpFailureTests {
  private static let broken = "<xml>\n  <block type=\"a\">\n</xml>\n"
  nonisolated private static let sizes = [(80, 24), (40, 12), (24, 8)]

  @Test(arguments: sizes) func definitionsThatCannotBeRead(width: Int, height: Int) throws {
    let gate = Gate(isHeld: true)
    let scene = try StartScene(size: (width, height), definitions: gate)
    let failure = OpenError("own.json:3:7: the member “type” is missing")
    try scene.play(
      holding: gate,
      [
        { $0.open(gate, failing: failure) },
        { scene in
          scene.expectMessage(failure.description)
          try scene.feed("q")
        },
      ])
    #expect((scene.editor?.failure).map { "\($0)" } == failure.description)
    #expect(scene.queue.pending.count == 1 && scene.queue.pending.first?.contains("own.json:3:7") == true)
  }

  @Test(arguments: sizes) func aBrokenFile(width: Int, height: Int) throws {
    let scene = try StartScene(Self.broken, size: (width, height))
    try scene.play([
      { scene in
        let failure = "\(scene.editor?.failure.map { "\($0)" } ?? "")"
        #expect(failure.hasPrefix("\(scene.path):3:3: "))
        scene.expectMessage(failure)
        // Other keys do nothing.
        try scene.feed("x<Right><Paste q><Mouse-press 20,5>")
      },
      { scene in
        scene.expectMessage(scene.editor?.failure.map { "\($0)" } ?? "")
        try scene.feed("q")
      },
    ])
    #expect(scene.folder.names == ["n.xml"])
    // The one that is left says why.
    #expect(scene.queue.pending.count == 1, "\(scene.queue.pending)")
    #expect(scene.queue.pending.first?.hasPrefix("the editor waits for the file (failed: ") == true)
  }

  /// The message can be read after the screen has become another one, too.
  @Test func aResizeAfterIt() throws {
    let scene = try StartScene(Self.broken)
    try scene.play([
      { $0.resize(32, 14) },
      { scene in
        scene.expectMessage(scene.editor?.failure.map { "\($0)" } ?? "")
        try scene.feed("<C-q>")
      },
    ])
  }

  @Test(arguments: ["q", "xxq", "<Esc>", "<Enter>", "<C-q>"]) func whatWasTypedBeforeLeaves(keys: String) throws {
    for isSeen in [false, true] {
      let gate = Gate(isHeld: true)
      let scene = try StartScene(Self.broken, file: gate)
      // These keys give up what takes long.
      let isAtOnce = keys == "<C-q>" || isSeen && ["q", "xxq", "<Esc>"].contains(keys)
      try scene.play(
        holding: gate,
        (isSeen ? [{ $0.passTime() }] : [])
          + (isAtOnce ? [{ try $0.feed(keys) }] : [{ try $0.feed(keys) }, { $0.open(gate) }]))
      gate.open()
    }
  }

  @Test func aLongMessageIsReadByRows() throws {
    let gate = Gate(failure: OpenError((1...40).map { "word\($0)" }.joined(separator: " ")))
    let scene = try StartScene(size: (30, 8), file: gate)
    try scene.play([
      { scene in
        #expect(scene.screen.contains("word1 ") && !scene.screen.contains("word40"))
        try scene.feed(String(repeating: "<Down>", count: 40))
      },
      { scene in
        #expect(scene.screen.contains("word40") && scene.screen.contains("q quits"))
        try scene.feed(String(repeating: "<Up>", count: 3))
      },
      { scene in
        #expect(!scene.screen.contains("word40"))
        try scene.feed("q")
      },
    ])
  }

  /// Nobody is kept from editing by journals that can't be looked for.
  @Test(arguments: [false, true]) func journalsThatCannotBeLookedFor(isTyping: Bool) throws {
    let gate = Gate(isHeld: true)
    let scene = try StartScene(journals: gate)
    try scene.play(
      holding: gate,
      (isTyping ? [{ try $0.feed("<Enter>7<Enter>") }] : []) + [
        { $0.open(gate, failing: OpenError("the folder is locked")) },
        { scene in
          if !isTyping {
            #expect(scene.statusLine.contains("can't look for unsaved work: the folder"))
            try scene.feed("<Enter>7<Enter>")
          }
        },
        { scene in
          #expect(scene.number == "7")
          try scene.feed("<C-s>")
        },
        { #expect($0.savedNumber == "7") },
      ])
    #expect(scene.queue.pending == [])
    #expect(scene.editor?.failure == nil)
  }

  @Test func noJournalSettlesItToo() throws {
    let scene = try StartScene()
    try scene.play([
      { scene in
        #expect(scene.queue.hasSignalled(.ready) && scene.queue.activityIsCompleted(.journalScanned))
        #expect(scene.folder.names == [".n.xml.mortise-journal", "n.xml"])
      }
    ])
    #expect(scene.folder.names == ["n.xml"])
  }
}

extension StartScene {
  /// All of the message is on the screen, its words in their order, and how one leaves.
  fileprivate func expectMessage(_ message: String) {
    // Without the toolbox beside it and the status line, which may have no room for all of it.
    let text = terminal.screenRows().dropFirst().dropLast().map { row in
      row.split(separator: "│").last.map(String.init) ?? ""
    }.joined()
    let (shown, wanted) = (text.filter { !$0.isWhitespace }, message.filter { !$0.isWhitespace })
    #expect(shown.contains(wanted), "\(screen)")
    #expect(statusLine.hasPrefix(" not opened: "), "\(screen)")
    #expect(screen.contains("q quit"), "\(screen)")
  }
}
