import Testing

@testable import BlockEvents
@testable import TerminalUI

/// Warnings don't reach the screen that the editor draws on.
@MainActor @Suite struct WarningTests {
  @Test func warningsWaitUntilTheScreenIsLeft() throws {
    var written: [String] = []
    let write = Warnings.write
    Warnings.write = { written.append($0) }
    defer { Warnings.write = write }
    let scene = try StartScene()
    try scene.play([
      { _ in
        for number in 1...11 { Warnings.write("warning \(number)") }
        #expect(written.isEmpty)
      }
    ])
    #expect(written == (1...10).map { "warning \($0)" })
  }
}
