import BlockLibrary
import BlockModel

/// Finds loops whose body surely leaves them in its first pass.
public struct OnePassLoopRule: AdviceRule {
  public let id = "one-pass-loop"
  public let level = AdviceLevel.warning
  public let types: Set<String>? = [
    "controls_repeat", "controls_repeat_ext", "controls_whileUntil", "controls_for", "controls_forEach",
  ]
  public init() {}

  public func findings(at loop: Block, in program: AdvisedProgram) -> [AdviceFinding] {
    guard program.isStock(loop) else { return [] }
    for statement in loop.body("DO") {
      let facts = program.facts(of: statement)
      if [.breaking, .returning, .leaving].contains(facts.exit) {
        return [AdviceFinding(self, at: loop.id, "", [.line(blockID: loop.id)])]
      }
      if facts.mayContinue || facts.exit != .none { return [] }
    }
    return []
  }
}
