import Testing

@testable import ProgramRunning

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
}
