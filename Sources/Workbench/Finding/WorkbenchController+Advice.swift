import ProgramAdvice

/// Repairing what advice finds, without a user.
extension WorkbenchController {
  /// The number of repairs after which a program is left as it is: repairs that undo each other must end.
  private static let mostRepairs = 10_000

  /// Makes all repairs that need no name, one after the other, as each may make another one possible or needless.
  /// - Returns: a sentence on each.
  package func repairAll() -> [String] {
    var sentences: [String] = []
    var refused: Set<AdviceFinding> = []
    while sentences.count < Self.mostRepairs {
      // Errors first: a variable may be unused only because its name is mistyped elsewhere.
      let next = problemFinder.currentFindings().filter { finding in
        finding.repair.map { !$0.needsName } ?? false && !refused.contains(finding)
      }.min { $0.level < $1.level }
      guard let finding = next else { break }
      let (message, effect) = (problemFinder.message(of: finding), problemFinder.repair(of: finding) ?? "")
      if perform(.repair(finding)).refusal != nil {
        refused.insert(finding)
      } else {
        sentences.append("\(message): \(effect)")
      }
    }
    return sentences
  }
}
