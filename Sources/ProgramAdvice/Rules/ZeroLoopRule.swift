import BlockModel

/// Finds loops that repeat 0 times or count with a step of 0.
package struct ZeroLoopRule: AdviceRule {
  package let id = "zero-loop"
  package let level = AdviceLevel.warning
  package let types: Set<String>? = ["controls_repeat", "controls_repeat_ext", "controls_for"]
  package init() {}

  package func findings(at loop: Block, in program: AdvisedProgram) -> [AdviceFinding] {
    guard program.isStock(loop) else { return [] }
    if loop.type == "controls_for" {
      return loop.value("BY")?.literalNumber == 0 ? [AdviceFinding(self, at: loop.id, "step")] : []
    }
    let times = loop.value("TIMES")?.literalNumber ?? loop.firstField(withName: "TIMES").flatMap { Double($0.text) }
    guard let times, times <= 0 else { return [] }
    return [AdviceFinding(self, at: loop.id, "times", [.text(Int(exactly: times).map { "\($0)" } ?? "\(times)")])]
  }
}
