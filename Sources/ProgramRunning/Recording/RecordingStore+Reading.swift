import Markup

extension RecordingStore {
  // MARK: - Steps and entries

  var stepCount: Int { log.endIndex - ticks.endIndex }

  /// The oldest step that is kept.
  var firstStep: Int { log.startIndex - ticks.startIndex }

  /// Returns the entry of a step, which is also the time of the state that the step's statement finds. For a step that
  /// doesn't exist yet, returns the end.
  func time(of step: Int) -> UInt32 {
    if step >= stepCount { return time }
    // The entry's number exceeds the step's by the number of list changes before it.
    let tick = (ticks.startIndex..<ticks.endIndex).sortedIndex { Int(ticks[$0]) - $0 > step }
    return UInt32(max(step, firstStep) + tick)
  }

  /// Returns the step of an entry, or the first one after it if it isn't a step.
  func step(_ entry: Int) -> Int { entry - ticks.firstIndex { $0 < UInt32(entry) } }

  func step(_ entry: UInt32) -> Int { step(Int(entry)) }

  /// Returns the step whose statement made the change at a time; -1 for the state before the first one.
  func step(around time: UInt32) -> Int {
    var entry = Int(time) - 1
    while entry >= log.startIndex, log[entry] == 0 { entry -= 1 }
    return entry < 0 ? -1 : step(max(entry, log.startIndex))
  }

  func block(at step: Int) -> Int { step >= stepCount ? 0 : blockOfEntry(time(of: step)) }

  func blockOfEntry(_ entry: UInt32) -> Int {
    let entry = Int(entry)
    return entry >= log.startIndex && entry < log.endIndex ? Int(log[entry]) : 0
  }

  /// Returns the last entry before another one whose block meets a condition.
  func previousEntry(before entry: Int, where condition: (UInt32) -> Bool) -> Int? {
    var index = min(entry, log.endIndex) - 1
    while index >= log.startIndex {
      if log[index] > 0, condition(log[index]) { return index }
      index -= 1
    }
    return nil
  }

  func nextEntry(from entry: Int, where condition: (UInt32) -> Bool) -> Int? {
    var index = max(entry, log.startIndex)
    while index < log.endIndex {
      if log[index] > 0, condition(log[index]) { return index }
      index += 1
    }
    return nil
  }

  /// The functions, by the numbers of their definitions.
  var functions: some Sequence<Int> { parameterKeys.keys.lazy.filter { 1...blockCount ~= $0 } }

  /// Returns how often each block ran before an entry. A function's definition, which the log has where the function
  /// begins and where it returns, counts its calls.
  func counts(before entry: Int) -> [UInt32] { counts(before: entry, callsBefore: entry + 1) }

  /// - Parameter callEnd: calls that began at this time or later don't count.
  func counts(before entry: Int, callsBefore callEnd: Int) -> [UInt32] {
    let mark = min(entry / Self.markInterval, countMarks.endIndex) - 1
    let isMarked = mark >= countMarks.startIndex
    let known = isMarked ? countMarks[mark] : firstCounts
    let start = isMarked ? (mark + 1) * Self.markInterval : log.startIndex
    var counts = known
    log.forEachPart(in: start..<max(start, min(entry, log.endIndex))) { part in
      for block in part { counts[Int(block)] &+= 1 }
    }
    counts[0] = 0
    for function in functions { counts[function] = known[function] }
    for index in firstCall(from: UInt32(start))..<firstCall(from: UInt32(max(start, callEnd))) {
      let function = calls[index].function
      if parameterKeys[function] != nil, 1...blockCount ~= function { counts[function] &+= 1 }
    }
    return counts
  }

  // MARK: - Calls

  /// Returns the innermost call at a time, by its index; nil outside of all functions.
  func call(at time: UInt32) -> Int? {
    let index = switchTimes.firstIndex { $0 <= time } - 1
    return index < switchTimes.startIndex || switches[index] < 0 ? nil : Int(switches[index])
  }

  /// Returns a call and those around it, the innermost one first.
  func callsAround(_ call: Int?) -> [Int] {
    var result: [Int] = []
    var next = call ?? -1
    while next >= calls.startIndex {
      result.append(next)
      next = calls[next].parent
    }
    return result
  }

  func depth(at time: UInt32) -> Int { callsAround(call(at: time)).count }

  /// Returns the index of the first call that began at a time or later.
  func firstCall(from time: UInt32) -> Int { calls.firstIndex { $0.start < time } }

  /// Returns the values of a call's parameters at a time; those that it began with if it has ended.
  func arguments(of call: Int, at time: UInt32) -> [StoredValue] {
    let function = calls[call].function
    return (parameterKeys[function] ?? []).map { key in
      let slot = localSlots[function]?.firstIndex(of: key) ?? 0
      // A later call of the same function has saved the values of this one.
      var inner: Int?
      var next = self.call(at: time) ?? -1
      while next > call {
        if calls[next].function == function { inner = next }
        next = calls[next].parent
      }
      let value =
        inner.map { saved[calls[$0].saved + slot] }
        ?? histories[key]?.value(at: calls[call].end <= time ? calls[call].start : time)
      return value.map { $0 == .unbound ? .nothing : $0 } ?? .nothing
    }
  }

  // MARK: - Values

  /// Returns the value of a key at a time; nil if it has none.
  func bound(_ key: Int, at time: UInt32) -> StoredValue? {
    histories[key]?.value(at: time).flatMap { $0 == .unbound ? nil : $0 }
  }

  /// Returns the value of the variable that a name refers to in a function.
  func visible(_ name: String, in function: Int, at time: UInt32) -> StoredValue? {
    key(of: name, in: function, at: time).flatMap { bound($0, at: time) }
  }

  /// Returns the key of the variable that a name refers to in a function: that of a loop, a parameter or one of the
  /// program.
  private func key(of name: String, in function: Int, at time: UInt32) -> Int? {
    keys(of: name, in: function).first { bound($0, at: time) != nil } ?? slots.key(ofGlobal: name)
  }

  /// Returns the value of the first of some variables that has one.
  func firstBound(of keys: [Int], at time: UInt32) -> StoredValue? {
    keys.lazy.compactMap { bound($0, at: time) }.first
  }

  /// Returns the keys of a function's own variables of a name: each hides the next while it has a value.
  func keys(of name: String, in function: Int) -> [Int] {
    [slots.key(ofLoopsOver: name, in: function), slots.key(of: name, in: function)].compactMap(\.self)
  }

  /// Returns the values of the variable that a name refers to at a time.
  func history(of name: String, at time: UInt32) -> RecordedHistory? {
    let function = call(at: time).map { calls[$0].function } ?? 0
    return key(of: name, in: function, at: time).flatMap { histories[$0] }
  }

  func list(_ number: Int) -> RecordedList? { lists.indices.contains(number) ? lists[number] : nil }

  func value(_ value: StoredValue) -> RunValue {
    switch value.kind {
    case nil: .number(value.number)
    case .nothing, .unbound, .mark: .nothing
    case .truth: .truth(value.payload == 1)
    case .integer: .integer(value.integer)
    case .text: .text(texts.text(value.payload))
    case .other: .other(texts.text(value.payload))
    case .list: .list(value.payload)
    case .missing, .reference: .missing
    }
  }
}
