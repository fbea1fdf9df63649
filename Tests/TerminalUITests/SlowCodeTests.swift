import Testing

@testable import TerminalUI

/// Where nothing fits into a frame, the code is whole before the editor waits for a key.
@MainActor @Suite struct SlowCodeTests {
  @Test(arguments: [1, 7, 13, 30]) func theCodeIsWhole(milliseconds: Int) throws {
    let scene = try AppScene(width: 130) { options in
      var time = ContinuousClock.now
      options.now = {
        time += .milliseconds(milliseconds)
        return time
      }
    }
    let screens = try scene.play(["$", "&", "H", "&", "<Esc>", "a2<Enter>"])
    for screen in screens.dropFirst() { #expect(!screen.contains("…") && !screen.contains("0 lines"), "\(screen)") }
  }
}
