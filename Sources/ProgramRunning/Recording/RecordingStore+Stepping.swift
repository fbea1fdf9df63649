import CodeGeneration

extension RecordingStore {
  /// Goes back through the entries of a call, without those of calls that it made, until `body` returns false.
  /// - Parameter call: its index; -1 for entries outside of all functions.
  func goBack(in call: Int, before entry: Int, _ body: (_ entry: Int, _ block: Int) -> Bool) {
    var end = min(entry, log.endIndex)
    let start = call < 0 ? log.startIndex : max(log.startIndex, Int(calls[call].start))
    while end > start {
      let part = part(around: end - 1)
      if part.call == call {
        let first = max(start, part.start)
        var index = end - 1
        while index >= first {
          if log[index] > 0, !body(index, Int(log[index])) { return }
          index -= 1
        }
        end = first
      } else {
        guard let made = callMade(by: call, around: part.call) else { return }
        end = Int(calls[made].start)
      }
    }
  }

  /// Goes forward through the entries of a call, without those of calls that it made, until `body` returns false.
  /// - Parameter call: its index; -1 for entries outside of all functions.
  func goOn(in call: Int, from entry: Int, _ body: (_ entry: Int, _ block: Int) -> Bool) {
    var start = max(entry, log.startIndex)
    let end = call < 0 ? log.endIndex : min(log.endIndex, Int(calls[call].end))
    while start < end {
      let part = part(around: start)
      if part.call == call {
        let last = min(end, part.end)
        for index in start..<last where log[index] > 0 {
          if !body(index, Int(log[index])) { return }
        }
        start = last
      } else {
        guard let made = callMade(by: call, around: part.call) else { return }
        start = Int(calls[made].end)
      }
    }
  }

  /// Returns the entries around one with the same innermost call; -1 for none.
  private func part(around entry: Int) -> (call: Int, start: Int, end: Int) {
    let next = switchTimes.firstIndex { Int($0) <= entry }
    let end = next < switchTimes.endIndex ? Int(switchTimes[next]) : log.endIndex
    if next == switchTimes.startIndex { return (-1, log.startIndex, end) }
    return (Int(switches[next - 1]), Int(switchTimes[next - 1]), end)
  }

  /// Returns the call that a call made and that contains another one, or is it; nil if there is none.
  private func callMade(by call: Int, around inner: Int) -> Int? {
    var next = inner
    while next >= 0, calls[next].parent != call { next = calls[next].parent }
    return next < 0 ? nil : next
  }

  /// Returns the next entry that is not in a range of blocks, nor in a call that was made since; nil if there is none.
  func entryAfter(_ entry: Int, outside blocks: ClosedRange<Int>) -> Int? {
    let call = call(at: UInt32(entry)) ?? -1
    var found: Int?
    goOn(in: call, from: entry + 1) { index, block in
      if blocks.contains(block) { return true }
      found = index
      return false
    }
    return found ?? (call < 0 ? nil : entryAfter(call: call))
  }

  /// Returns the next entry after a call in one of the calls around it; nil if there is none.
  func entryAfter(call: Int) -> Int? {
    var (call, found) = (call, nil as Int?)
    while found == nil, call >= 0, calls[call].end != .max {
      goOn(in: calls[call].parent, from: Int(calls[call].end)) { index, _ in
        found = index
        return false
      }
      call = calls[call].parent
    }
    return found
  }

  /// Returns the entry at which the statement before that of an entry began, including the statements in it; for the
  /// first statement of a function, the entry of the call; nil if that isn't kept.
  func entryBefore(_ entry: Int, _ numbers: BlockNumbers) -> Int? {
    let present = blockOfEntry(UInt32(entry))
    let call = call(at: UInt32(entry)) ?? -1
    var whole: ClosedRange<Int>?
    var found: Int?
    goBack(in: call, before: entry) { index, block in
      if let whole, !whole.contains(block) { return false }
      found = index
      whole = whole ?? numbers.outermostStatement(around: block, notAround: present)
      return whole != nil
    }
    return found ?? (call < 0 ? nil : callingEntry(of: call))
  }

  /// Returns the entry of the statement that made a call; nil if that isn't kept.
  func callingEntry(of call: Int) -> Int? {
    let caller = Int(calls[call].caller)
    return caller >= log.startIndex && caller < log.endIndex ? caller : nil
  }
}

extension BlockNumbers {
  /// Returns the blocks of the outermost statement that contains a block but not another one; nil if the other one is
  /// in the block.
  fileprivate func outermostStatement(around block: Int, notAround other: Int) -> ClosedRange<Int>? {
    var number = 1
    while number <= block {
      let last = last(in: number)
      if last < block {
        number = last + 1
      } else if number...last ~= other || statement(of: number) != number {
        number += 1
      } else {
        return number...last
      }
    }
    return nil
  }
}
