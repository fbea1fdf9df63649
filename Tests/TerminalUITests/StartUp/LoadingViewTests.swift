import FileTesting
import Glibc
import MortiseFiles
import MortiseScreen
import MortiseTerminal
import ProgramRunning
import Testing

@testable import TerminalUI

/// The router's loading view: what shows and hides it, what it says, and that nothing typed meanwhile is lost.
@MainActor @Suite struct LoadingViewTests {
  private static let path = "<F3>another<Enter><C-u>"

  private func isShown(in scene: StartScene) -> Bool { scene.editor?.screen.modes.loading != nil }

  /// Reads a program for longer than half a second, with a key behind it, and shows what the screen is then.
  private func readSlowly(
    from gate: Gate, plain: Bool = false, colors: ColorDepth = .twoFiftySix, _ check: @escaping (StartScene) -> Void
  ) throws {
    let scene = try StartScene(colorDepth: colors, another: gate)
    scene.settings.isPlain = plain
    let other = scene.folder.file("other.xml")
    try FileSaver.save(Array(StartScene.program.replacing(">1<", with: ">7<").utf8), to: other)
    try scene.play([
      { scene in
        scene.expect(gate)
        try scene.feed("\(Self.path)\(other)<Enter>d")
      },
      { scene in
        #expect(!isShown(in: scene), "it flashes")
        scene.passTime()
      },
      { scene in
        #expect(isShown(in: scene))
        check(scene)
        scene.open(gate)
      },
      { scene in
        #expect(!isShown(in: scene))
        #expect(scene.number == "7" && scene.editor?.workbench.history.undoCount == 1, "a key was lost")
      },
    ])
  }

  @Test func openingALargeFileShowsAndHidesIt() throws {
    try readSlowly(from: Gate(isHeld: true)) { scene in
      #expect(scene.statusLine.contains("reading another program …"), "\(scene.screen)")
      #expect(scene.statusLine.contains("Esc give up"))
      #expect(scene.screen.ranges(of: "reading another program …").count == 2, "\(scene.screen)")
      #expect(scene.screen.contains("─ Esc give up ─"), "\(scene.screen)")
    }
  }

  @Test func joiningAHostShowsAndHidesIt() throws {
    try readSlowly(from: Gate(isHeld: true, activity: "waiting for the host of other.xml")) { scene in
      #expect(scene.statusLine.contains("waiting for the host of other.xml …"), "\(scene.screen)")
    }
  }

  @Test func itCanBeReadWithoutColoursAndFrames() throws {
    try readSlowly(from: Gate(isHeld: true), plain: false, colors: .monochrome) { scene in
      #expect(scene.statusLine.contains("reading another program …  "), "\(scene.screen)")
      #expect(scene.screen.ranges(of: "Esc give up").count == 2, "\(scene.screen)")
      #expect(scene.screen.contains("┌──"))
    }
    try readSlowly(from: Gate(isHeld: true), plain: true, colors: .monochrome) { scene in
      #expect(scene.statusLine == "reading another program …", "\(scene.screen)")
      #expect(!scene.screen.contains("┌──"))
    }
  }

  @Test func startingARecordedRunShowsAndHidesIt() throws {
    let program = """
      <xml xmlns="https://developers.google.com/blockly/xml">
        <block type="text_print" id="a"><next><block type="text_print" id="b"></block></next></block>
      </xml>
      """
    for key in ["d", "<Esc>"] {
      let scene = try StartScene(program)
      let (bin, pipe) = (scene.folder.file("bin"), scene.folder.file("pipe"))
      // An interpreter that takes long to start.
      try #require(mkfifo(pipe, 0o600) == 0 && mkdir(bin, 0o700) == 0)
      // It can be written to before anybody reads.
      let descriptor = Glibc.open(pipe, O_RDWR)
      defer { close(descriptor) }
      let script = "#!/bin/sh\nread line < \(pipe)\nPATH=\(Interpreter.searchPath) exec python3 \"$@\"\n"
      try FileSaver.save(Array(script.utf8), to: bin + "/python3")
      try #require(chmod(bin + "/python3", 0o700) == 0)
      scene.searchPath = bin
      // Nobody is held at it.
      let passed = Gate()
      try passed.pass()
      try scene.play([
        { scene in
          scene.expect(passed)
          try scene.feed("<F10>")
        },
        { scene in
          #expect(!isShown(in: scene), "it flashes")
          scene.passTime()
        },
        { scene in
          #expect(isShown(in: scene) && scene.statusLine.contains("starting the program …"), "\(scene.screen)")
          try scene.feed(key)
        },
        { scene in
          scene.open(passed)
          #expect(isShown(in: scene) == (key == "d"))
          #expect(write(descriptor, "\n", 1) == 1)
          try scene.feed("<C-l>")
        },
        { scene in
          #expect(!isShown(in: scene))
          let run = scene.editor?.runner.last
          #expect(run?.isStopped == (key == "d") && run?.isStoppedByUser == (key == "<Esc>"))
          #expect(scene.editor?.workbench.history.undoCount == (key == "d" ? 1 : 0), "the key was lost")
        },
      ])
    }
  }

  /// An app has nothing to give up: input goes on.
  @Test func anAppsCallsMayBeNestedAndGivenUp() throws {
    let passed = Gate()
    try passed.pass()
    let scene = try StartScene()
    try scene.play([
      { scene in
        scene.expect(passed)
        scene.editor?.scene.router.showLoadingView()
        scene.editor?.scene.router.showLoadingView()
        try scene.feed("d")
      },
      { $0.passTime() },
      { scene in
        #expect(isShown(in: scene) && scene.statusLine.contains("loading …"), "\(scene.screen)")
        scene.editor?.scene.router.hideLoadingView()
        try scene.feed("d")
      },
      { scene in
        #expect(isShown(in: scene) && scene.editor?.workbench.history.undoCount == 0)
        scene.editor?.scene.router.hideLoadingView()
        try scene.feed("d")
      },
      { scene in
        #expect(!isShown(in: scene) && scene.editor?.workbench.history.undoCount == 3)
        scene.editor?.scene.router.showLoadingView()
        try scene.feed("<Esc>d")
      },
      { scene in
        #expect(!isShown(in: scene) && scene.editor?.workbench.history.undoCount == 4)
        scene.editor?.scene.router.hideLoadingView()
        scene.editor?.scene.router.hideLoadingView()
      },
    ])
  }
}
