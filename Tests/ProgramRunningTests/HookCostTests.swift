import Testing

@testable import ProgramRunning

/// What hooks cost in Python: the shortest of some runs each, without the time to start.
@Suite(.serialized) struct HookCostTests {
  @Test func hooksOfBareAssignmentsCostLittle() throws {
    let assignments = "count with i from 1 to 300000 by 1\n  set a to i\n  set b to a\n  set c to b\n  set d to c\n"
    let empty = try (seconds("", .errors), seconds("", .statements))
    let plain = try seconds(assignments, .errors) - empty.0
    let hooked = try seconds(assignments, .statements) - empty.1
    #expect(hooked <= 6 * plain, "\(hooked) s, without hooks \(plain) s")
  }

  private func seconds(_ program: String, _ watching: RunPlan.Watching) throws -> Double {
    let scene = try RunScene(program, watching: watching)
    var best = Double.infinity
    for _ in 0..<5 {
      let start = ContinuousClock.now
      #expect(try scene.start(RunScene.text()).end().end == .exited(code: 0))
      best = min(best, (ContinuousClock.now - start) / .seconds(1))
    }
    return best
  }
}
