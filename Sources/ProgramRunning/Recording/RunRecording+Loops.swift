extension RunRecording {
  /// The maximum number of steps that are searched one by one.
  private static var mostHops: Int { 20_000 }

  /// Returns the iteration of a loop that a step is in.
  /// - Parameters:
  ///   - loop: the number of the loop's block. The code reports it when the loop begins, and after each iteration.
  ///   - step: a step of a statement in the loop, or of the loop itself.
  /// - Returns: the iteration, counted from 0, and the step in which the loop began; nil if it is in none, or if that
  ///   isn't known.
  public func iteration(of loop: Int, at step: Int) -> (index: Int, start: Int)? {
    guard let start = start(of: loop, at: step), start < step else { return nil }
    let function = plan.function(around: loop)
    // If a function calls itself, the same loop may run inside the loop.
    let around = plan.numbers.last(in: loop)
    let isAlone =
      function == 0
      || loop > function + 1 && !isVisited(in: function...(loop - 1), from: start, upTo: step)
        && !isVisited(in: (around + 1)...max(around + 1, plan.numbers.last(in: function)), from: start, upTo: step)
    if isAlone {
      return (visitCount(of: loop, before: step) - visitCount(of: loop, before: start) - 1, start)
    }
    let depth = depth(at: step)
    var visits = 0
    var visit = step
    for _ in 0..<Self.mostHops {
      guard let previous = previousStep(before: visit, in: loop...loop), previous >= start else {
        return visits == 0 ? nil : (visits - 1, start)
      }
      if self.depth(at: previous) == depth { visits += 1 }
      visit = previous
    }
    return nil
  }

  private func isVisited(in blocks: ClosedRange<Int>, from start: Int, upTo end: Int) -> Bool {
    nextStep(after: start, in: blocks).map { $0 < end } ?? false
  }

  /// Returns the step in which a loop that is running at a step began; nil if that isn't known.
  private func start(of loop: Int, at step: Int) -> Int? {
    let depth = depth(at: step)
    let last = plan.numbers.last(in: loop)
    let stack = plan.stack(around: loop)
    let begin = calls(at: step).first?.start ?? 0
    var end = step
    for _ in 0..<Self.mostHops {
      // The last steps of the same stack or function that aren't in the loop.
      let before = loop > stack.lowerBound ? previousStep(before: end, in: stack.lowerBound...(loop - 1)) : nil
      let behind = last < stack.upperBound ? previousStep(before: end, in: (last + 1)...stack.upperBound) : nil
      guard let outside = [before, behind].compactMap(\.self).max(), outside >= begin else {
        return begin < firstStep ? nil : firstVisit(of: loop, from: begin, upTo: step, depth: depth)
      }
      let distance = self.depth(at: outside) - depth
      if distance <= 0 { return firstVisit(of: loop, from: outside + 1, upTo: step, depth: depth) }
      // The function called itself.
      let calls = calls(at: outside)
      guard calls.indices.contains(distance - 1) else { return nil }
      let caller = calls[distance - 1].caller
      if !(loop...last).contains(block(at: caller)) {
        return firstVisit(of: loop, from: outside + 1, upTo: step, depth: depth)
      }
      end = caller
    }
    return nil
  }

  private func firstVisit(of loop: Int, from start: Int, upTo end: Int, depth: Int) -> Int? {
    var visit = block(at: start) == loop ? start : nextStep(after: start, in: loop...loop)
    for _ in 0..<Self.mostHops {
      guard let found = visit, found <= end else { return nil }
      if self.depth(at: found) == depth { return found }
      visit = nextStep(after: found, in: loop...loop)
    }
    return nil
  }
}
