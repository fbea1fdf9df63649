import MortiseScreen
import ProgramRunning
import Testing

@testable import TerminalUI

@Suite struct BreakpointTests {
  /// Conditions are compiled in. Others are evaluated where the program stops; those that can't be wait for the next run.
  @Test func changesTakeEffectAtOnceIfTheyCanBeEvaluated() {
    var start = Breakpoints()
    start.set("", at: "plain")
    start.set("i = 1", at: "conditional")
    start.set("i = 1", at: "freed")
    start.set("i = 1", at: "kept")
    start.set("i = 1", at: "waiting")
    start.set("", at: "removed")
    var now = start
    let toggled = [now.toggle("removed"), now.toggle("new")]
    #expect(toggled == [false, true])
    now.set("i = 2", at: "conditional")
    now.set("i = 3", at: "plain")
    now.set("i = 4", at: "new and conditional")
    now.set("", at: "freed")
    now.set("f() = 1", at: "waiting")
    now.set("f() = 2", at: "new and waiting")
    let ids = ["plain", "conditional", "freed", "kept", "waiting", "new", "new and conditional", "new and waiting"]
    func number(_ id: String) -> Int { (ids.firstIndex(of: id) ?? -1) + 1 }
    let running = now.running(since: start, number: number) { $0.hasPrefix("f") ? nil : .always }
    func names(_ numbers: some Sequence<Int>) -> Set<String> { Set(numbers.map { ids[$0 - 1] }) }
    #expect(
      names(running.blocks) == ["plain", "conditional", "freed", "kept", "waiting", "new", "new and conditional"])
    #expect(names(running.conditions.keys) == ["plain", "conditional", "freed", "new and conditional"])
  }

  @Test func theOutputLeavesRoomForTheBlocks() {
    for width in [20, 60, 80, 119, 120, 200] {
      for height in 3...60 {
        for (log, code, isPlain) in [(0, false, false), (9, false, false), (9, true, false), (0, true, true)] {
          let size = Size(width: width, height: height)
          let layout = ScreenLayout(size: size, isPlain: isPlain, logRows: log, showsCode: code, showsOutput: true)
          let parts = [layout.canvas, layout.log, layout.output, layout.code].filter { $0.width > 0 && $0.height > 0 }
          for (index, part) in parts.enumerated() {
            #expect(Rect(origin: .zero, size: size).intersection(part) == part, "\(size)")
            for other in parts[(index + 1)...] {
              let common = part.intersection(other)
              #expect(common.width <= 0 || common.height <= 0, "\(size): \(part) and \(other)")
            }
          }
          #expect(layout.output.height <= max(0, height / 2))
          #expect(layout.canvas.height >= min(3, layout.canvas.height + layout.output.height))
        }
      }
    }
  }
}
