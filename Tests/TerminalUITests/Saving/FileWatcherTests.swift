import Glibc
import MortiseFiles
import Testing

@testable import TerminalUI

/// The editor notices when another program changes the open program's file.
@MainActor @Suite struct FileWatcherTests {
  private let scene: StartScene

  init() throws { scene = try StartScene() }

  private func changeFile(_ number: Int) throws {
    try FileSaver.save(Array(StartScene.program.replacing(">1<", with: ">\(number)<").utf8), to: scene.path)
  }

  @Test func aChangeIsToldOnceWhenTheTerminalGetsTheFocus() throws {
    try scene.play([
      { $0.focus() },
      { scene in
        #expect(!scene.screen.contains("changed"))
        try changeFile(2)
        scene.focus()
      },
      { scene in
        #expect(scene.statusLine.contains("another program changed n.xml"), "\(scene.statusLine)")
        #expect(scene.screen.contains("n.xml (changed on disk)"))
        try scene.feed("<Right>")
      },
      { scene in
        #expect(!scene.statusLine.contains("another program"))
        scene.focus()
      },
      { scene in
        #expect(!scene.statusLine.contains("another program") && scene.screen.contains("(changed on disk)"))
        // The same bytes are no change.
        try changeFile(1)
        scene.focus()
      },
      { scene in
        #expect(!scene.screen.contains("(changed on disk)"))
        unlink(scene.path)
        scene.focus()
      },
      { #expect($0.screen.contains("(changed on disk)")) },
    ])
  }

  @Test func itIsNoticedWhileKeysArePressed() throws {
    try scene.play([
      { try $0.feed("<Right>") },
      { scene in
        unlink(scene.path)
        try scene.feed("<Left>")
      },
      { scene in
        // It was looked at just before.
        #expect(!scene.screen.contains("another program"))
        scene.advanceClock(.seconds(6))
        try scene.feed("<Right>")
      },
      { #expect($0.statusLine.contains("another program deleted or moved n.xml"), "\($0.statusLine)") },
    ])
  }

  @Test func whatTheEditorItselfSavesIsNoChange() throws {
    try scene.play([
      { try $0.feed("<Enter>7<Enter><C-s>") },
      { $0.focus() },
      { #expect($0.savedNumber == "7" && !$0.screen.contains("another program") && !$0.screen.contains("changed on")) },
    ])
  }
}
