import Testing

@testable import ProgramRunning

/// What hooks cost in Python: the shortest processor time of some runs each.
@Suite(.serialized) struct HookCostTests {
  @Test func hooksOfBareAssignmentsCostLittle() throws {
    let plain = try seconds(.errors)
    let hooked = try seconds(.statements)
    #expect(hooked <= 6 * plain, "\(hooked) s, without hooks \(plain) s")
  }

  private static let program = """
    ::python(CODE = "import time; begin = time.process_time()")
    count with i from 1 to 300000 by 1
      set a to i
      set b to a
      set c to b
      set d to c
    ::python(CODE = "print(time.process_time() - begin)")
    """

  private func seconds(_ watching: RunPlan.Watching) throws -> Double {
    let scene = try RunScene(Self.program, watching: watching)
    var best = Double.infinity
    for _ in 0..<5 {
      let running = try scene.start(RunScene.text())
      #expect(try running.end().end == .exited(code: 0))
      best = min(best, try #require(Double(running.output.trimmingPrefix { $0 == " " }.prefix { $0 != "\n" })))
    }
    return best
  }
}
