import Testing
import Workbench

@testable import TerminalUI

/// What the program is compared with is read in the background, from where that may take long: editing goes on.
@MainActor @Suite struct VersionReadingTests {
  /// Asks for the changes since the last commit, which is not read yet.
  private func askForCommit(_ scene: StartScene) throws {
    scene.expect(scene.another)
    try scene.feed("_m_m")
  }

  @Test func theProgramIsEditedMeanwhile() throws {
    let scene = try StartScene(another: Gate(isHeld: true))
    try scene.play([
      askForCommit,
      { try $0.feed("<Enter>7<Enter>") },
      { scene in
        #expect(scene.number == "7")
        scene.passTime()
      },
      { #expect($0.statusLine.contains("reading what to compare with …")) },
      { $0.open($0.another) },
      { scene in
        #expect(scene.statusLine.contains("changes since the last commit: ~1"))
        #expect(scene.screen.contains("~1 since the last commit"))
      },
    ])
  }

  @Test func itCanBeGivenUp() throws {
    let scene = try StartScene(another: Gate(isHeld: true))
    try scene.play([
      askForCommit,
      { try $0.feed("_m") },
      { scene in
        #expect(scene.statusLine.contains("changes aren't marked any more"))
        scene.open(scene.another)
      },
      { #expect(!$0.screen.contains("since the last commit")) },
    ])
  }

  @Test func aFailureIsALine() throws {
    let scene = try StartScene(another: Gate(failure: OpenError("git is not installed")))
    try scene.play([
      { try $0.feed("_m_m") },
      { #expect($0.statusLine.contains("changes aren't marked any more: git is not installed")) },
    ])
  }
}
