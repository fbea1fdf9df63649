import CodeGeneration

/// Finds where the values of a recorded run came from, one hop at a time: dynamic slicing over the recording (Korel and
/// Laski 1988; Agrawal and Horgan 1990). Entries and times are those of the store.
struct OriginFinder {
  let store: RecordingStore
  let uses: BlockUses
  let plan: RunPlan
  /// Whether the values of blocks are recorded.
  let hasValues: Bool
  /// Whether the program ended by itself, so that its last statement was completed.
  var endsWell = false

  /// Returns the origin of a subject.
  func origin(of source: OriginSource) -> FoundOrigin {
    switch source {
    case .variable(let key, let time, let entry): variable(key, time, entry)
    case .item(let list, let index, let time): item(list, index, time)
    case .list(let list, let time): self.list(list, time)
    case .result(let start): result(of: store.firstCall(from: start))
    case .value(let block, let entry): value(of: block, in: entry)
    case .statement(let entry): statement(entry)
    case .output(let entry): statement(entry, kind: .wrote)
    case .control(let entry): control(of: entry)
    case .absence(let block, let time): absence(of: block, before: time)
    }
  }

  private var slots: RunSlots { store.slots }

  private func slot(_ key: Int) -> RunSlots.Slot { slots.slots[key - store.blockCount - 1] }

  // MARK: - Entries

  func block(_ entry: Int) -> Int { store.blockOfEntry(UInt32(entry)) }

  /// Returns the innermost call at an entry; -1 outside of all functions.
  func frame(_ entry: Int) -> Int { store.call(at: UInt32(entry)) ?? -1 }

  /// Returns the entry of the last statement before a time.
  func lastEntry(before time: UInt32) -> Int? { store.previousEntry(before: Int(time)) { _ in true } }

  /// Returns the first statement that meets a condition, of those that may have made a change at a time: the last one
  /// that began, and the callers of functions that had ended by then.
  func maker(at time: UInt32, where condition: (Int) -> Bool) -> Int? {
    guard var entry = lastEntry(before: time) else { return nil }
    while !condition(entry) {
      let call = frame(entry)
      guard call >= 0, store.calls[call].end <= time else { return nil }
      entry = Int(store.calls[call].caller)
      if entry < store.log.startIndex { return nil }
    }
    return entry
  }

  /// Returns the statement in a frame that was running at a time, perhaps through calls; nil for none.
  func statement(at time: UInt32, inFrame frame: Int) -> Int? {
    guard var entry = lastEntry(before: time) else { return nil }
    var call = self.frame(entry)
    while call > frame {
      entry = Int(store.calls[call].caller)
      call = store.calls[call].parent
    }
    return call == frame && entry >= store.log.startIndex ? entry : nil
  }

  /// Returns the calls that a statement made itself, in their order.
  func calls(by entry: Int) -> [Int] {
    var result: [Int] = []
    var index = store.firstCall(from: UInt32(entry) + 1)
    while index < store.calls.endIndex, store.calls[index].caller == UInt32(entry) {
      result.append(index)
      guard store.calls[index].end != .max else { break }
      index = max(index + 1, store.firstCall(from: store.calls[index].end))
    }
    return result
  }

  /// Returns the next statement after an entry, in the same call or one around it, skipping the calls that the entry
  /// made; the end of the recording if there is none.
  func next(_ entry: Int) -> Int {
    var next = entry + 1
    if let last = calls(by: entry).last {
      let end = store.calls[last].end
      if end == .max { return store.log.endIndex }
      next = Int(end)
    }
    return store.nextEntry(from: next) { _ in true } ?? store.log.endIndex
  }

  /// Returns the calls of a statement with the blocks that made them.
  private func matchedCalls(by entry: Int) -> [(call: Int, block: Int)] {
    var blocks = uses.calls(in: block(entry))[...]
    if blocks.isEmpty { return [] }
    return calls(by: entry).compactMap { call in
      let function = store.calls[call].function
      while let block = blocks.popFirst() {
        if uses.definition(of: uses[block].text) == function { return (call, block) }
      }
      return nil
    }
  }

  /// Returns the time at which a value of a statement was read: after the calls that come before it.
  func time(of block: Int, in entry: Int) -> UInt32 {
    let before = matchedCalls(by: entry).last { $0.block < block && plan.numbers.last(in: $0.block) < block }
    return before.map { min(store.calls[$0.call].end, store.time) } ?? UInt32(entry)
  }

  /// Returns the recorded value of a block in a statement; nil if there is none.
  func recordedValue(of block: Int, in entry: Int) -> StoredValue? {
    guard let history = store.histories[block], var index = history.index(at: UInt32(next(entry))) else { return nil }
    while index >= history.entries.startIndex, history.entries[index].time > UInt32(entry) {
      if maker(at: history.entries[index].time, where: { $0 == entry }) != nil { return history.entries[index].value }
      index -= 1
    }
    return nil
  }

  // MARK: - Variables

  /// A value that a variable got, with its maker and time.
  private struct Write {
    enum Maker {
      case statement(Int)
      /// A call, by its index.
      case call(Int)
      case unknown(Int)
      case dropped
    }

    var maker: Maker
    var value: StoredValue
    var time: UInt32
  }

  /// Returns the key of the variable that a name refers to in a block of a statement.
  func key(of name: String, at block: Int, in entry: Int) -> Int? {
    let function = plan.function(around: block)
    // The variable of a loop may have a value or not.
    if let loop = slots.key(ofLoopsOver: name, in: function), store.bound(loop, at: UInt32(entry)) != nil {
      return loop
    }
    return slots.key(of: name, in: function) ?? slots.key(ofGlobal: name)
  }

  private func write(_ key: Int, _ time: UInt32, _ entry: Int) -> Write? {
    guard let history = store.histories[key], var index = history.index(at: time) else { return nil }
    let slot = self.slot(key)
    let frame = frame(entry)
    let setters = Set(uses.setters[slot.variable.lowercased()] ?? [])
    while index >= history.entries.startIndex {
      let (time, value) = (history.entries[index].time, history.entries[index].value)
      if slot.isLocal, frame >= 0, time <= store.calls[frame].start {
        return value == .unbound ? nil : Write(maker: .call(frame), value: value, time: time)
      }
      func isMaker(_ maker: Int) -> Bool {
        setters.contains(block(maker)) && (!slot.isLocal || self.frame(maker) == frame)
      }
      var maker = maker(at: time, where: isMaker)
      // Of several values at a time, the first ones are those of the functions that were called.
      var same = index
      while let inner = maker, same > history.entries.startIndex, history.entries[same - 1].time == time {
        same -= 1
        let call = self.frame(inner)
        guard call >= 0, store.calls[call].end <= time else { break }
        let outer = self.maker(at: time) { $0 <= Int(store.calls[call].caller) && isMaker($0) }
        maker = outer ?? maker
      }
      // When a loop with a variable of its own has ended, that of a loop around it is visible again.
      if let maker, leavesLoop(maker), slots.key(ofLoopsOver: slot.variable, in: slot.function) == key {
        index = history.index(at: UInt32(loop(at: maker).start)) ?? Int.min
        continue
      }
      // When a loop has ended, its variable is recorded again, usually with the same value.
      if let maker, index > history.entries.startIndex, history.entries[index - 1].value == value, leavesLoop(maker) {
        index -= 1
        continue
      }
      if let maker, maker != entry { return Write(maker: .statement(maker), value: value, time: time) }
      if slot.isLocal {
        // A value that was restored when a call had ended: the one from before the call counts.
        guard let caller = statement(at: time, inFrame: frame) else { return nil }
        index = min(index - 1, history.index(at: UInt32(caller)) ?? Int.min)
      } else if maker != nil {
        index -= 1
      } else {
        guard let last = lastEntry(before: time) else {
          return store.log.startIndex > 0 ? Write(maker: .dropped, value: value, time: time) : nil
        }
        return Write(maker: .unknown(last), value: value, time: time)
      }
    }
    return history.entries.startIndex > 0 ? Write(maker: .dropped, value: .missing, time: 0) : nil
  }

  /// Whether a loop ended at an entry of its own.
  private func leavesLoop(_ entry: Int) -> Bool {
    let number = block(entry)
    guard uses[number].role.isLoop else { return false }
    let following = next(entry)
    return !(number...plan.numbers.last(in: number) ~= block(following))
  }

  private func variable(_ key: Int, _ time: UInt32, _ entry: Int) -> FoundOrigin {
    guard let write = write(key, time, entry) else { return FoundOrigin(kind: .unset) }
    let name = slot(key).variable
    if write.value.kind == .list, let change = lastChange(of: write.value.payload, after: write.time, upTo: time, entry)
    {
      let before = OriginSource.variable(key: key, time: change.time - 1, entry: entry)
      return listChange(change, of: write.value, .variable(name), before: before)
    }
    switch write.maker {
    case .dropped: return FoundOrigin(kind: .dropped, value: write.value)
    case .unknown(let entry):
      return FoundOrigin(kind: .unknown, entry: entry, block: block(entry), value: write.value)
    case .call(let call): return passed(key, call, write.value)
    case .statement(let maker): return set(key, name, by: maker, write)
    }
  }

  private func set(_ key: Int, _ name: String, by maker: Int, _ write: Write) -> FoundOrigin {
    let number = block(maker)
    var origin = FoundOrigin(kind: .set(round: nil), entry: maker, block: number, value: write.value)
    switch uses[number].role {
    case .changes:
      origin.parts = [variablePart(name, key, number, UInt32(maker), maker)]
      for child in uses.children(of: number) { origin.parts += parts(of: child.number, in: maker) }
    case .counts:
      let (start, round) = loop(at: maker)
      origin.kind = .set(round: round)
      for input in ["FROM", "BY"] { origin.parts += parts(of: uses.child(of: number, input), in: start) }
    case .walks:
      let (start, round) = loop(at: maker)
      origin.kind = .set(round: round)
      if let child = uses.child(of: number, "LIST") {
        origin.parts = itemParts(of: child, in: start, index: round - 1, write.time)
      }
    default:
      let child = uses.child(of: number, "VALUE")
      origin.parts = parts(of: child, in: maker)
      if let child, origin.parts.count == 1, origin.parts[0].block == child {
        origin.parts[0].value = write.value
      }
    }
    return origin
  }

  private func passed(_ key: Int, _ call: Int, _ value: StoredValue) -> FoundOrigin {
    let entry = Int(store.calls[call].caller)
    guard entry >= store.log.startIndex, entry < store.log.endIndex else {
      return FoundOrigin(kind: .dropped, value: value)
    }
    var origin = FoundOrigin(kind: .passed, entry: entry, block: block(entry), value: value)
    let function = store.calls[call].function
    let index = uses.parameters[function]?.firstIndex { slots.key(of: $0, in: function) == key }
    if let index, let caller = matchedCalls(by: entry).first(where: { $0.call == call })?.block {
      origin.block = caller
      origin.parts = parts(of: uses.child(of: caller, "ARG\(index)"), in: entry)
    }
    return origin
  }

  // MARK: - Calls

  private func result(of call: Int) -> FoundOrigin {
    guard store.calls.startIndex..<store.calls.endIndex ~= call, store.calls[call].end != .max,
      let entry = statement(at: store.calls[call].end, inFrame: call)
    else { return FoundOrigin(kind: .dropped) }
    let number = block(entry)
    return FoundOrigin(
      kind: .returned, entry: entry, block: number,
      name: plan.functions[store.calls[call].function].map { "“\($0.name)”" }, value: store.calls[call].returned,
      parts: parts(of: uses.child(of: number, uses[number].role == .returns ? "VALUE" : "RETURN"), in: entry))
  }

  // MARK: - Loops

  /// Returns the entry at which a loop began, and the round that it is in.
  /// - Parameter entry: an entry of the loop itself.
  func loop(at entry: Int) -> (start: Int, round: Int) {
    let number = block(entry)
    let range = number...plan.numbers.last(in: number)
    var (start, round) = (entry, 1)
    store.goBack(in: frame(entry), before: entry) { before, block in
      guard range.contains(block) else { return false }
      if block == number { (start, round) = (before, round + 1) }
      return true
    }
    return (start, round)
  }

  // MARK: - Statements

  func statement(_ entry: Int, kind: FoundOrigin.Kind = .ran) -> FoundOrigin {
    let number = block(entry)
    var origin = FoundOrigin(kind: kind, entry: entry, block: number)
    guard number > 0 else { return origin }
    if uses[number].role.setsVariable, let set = written(by: entry) { return set }
    if uses[number].role.isLoop {
      let loop = loop(at: entry)
      origin.kind = leavesLoop(entry) ? .looped(loop.round - 1) : .round(loop.round)
      if uses[number].role != .loops {
        for input in valueChildren(of: number) { origin.parts += parts(of: input, in: loop.start) }
        return origin
      }
    }
    for child in uses[number].isValue ? [number] : valueChildren(of: number) {
      origin.parts += parts(of: child, in: entry)
    }
    return origin
  }

  /// Returns the origin of the value that a statement gave to its variable; nil if it gave none.
  private func written(by entry: Int) -> FoundOrigin? {
    let number = block(entry)
    guard let name = uses[number].variables.first, !leavesLoop(entry) else { return nil }
    let own = store.keys(of: name, in: plan.function(around: number))
    for key in own + [slots.key(ofGlobal: name)].compactMap(\.self) {
      guard let history = store.histories[key], var index = history.index(at: UInt32(next(entry))) else { continue }
      while index >= history.entries.startIndex, history.entries[index].time > UInt32(entry) {
        let (time, value) = (history.entries[index].time, history.entries[index].value)
        if value != .unbound, maker(at: time, where: { $0 == entry }) != nil {
          var origin = set(key, name, by: entry, Write(maker: .statement(entry), value: value, time: time))
          origin.name = name
          return origin
        }
        index -= 1
      }
    }
    return nil
  }

  /// Returns the values in the inputs of a block, without statements.
  func valueChildren(of number: Int) -> [Int] {
    uses.children(of: number).map(\.number).filter {
      plan.numbers.statement(of: $0) == plan.numbers.statement(of: number)
    }
  }

  private func value(of block: Int, in entry: Int) -> FoundOrigin {
    let parts = parts(of: block, in: entry)
    let value = hasValues ? recordedValue(of: block, in: entry) : nil
    if parts.count == 1, parts[0].block == block, let source = parts[0].source {
      var origin = origin(of: source)
      origin.value = origin.value ?? value
      return origin
    }
    return FoundOrigin(kind: .evaluated, entry: entry, block: block, value: value, parts: parts)
  }

  // MARK: - Values

  /// Returns the parts that a value of a statement used.
  func parts(of block: Int?, in entry: Int) -> [FoundOrigin.Part] {
    guard let block else { return [] }
    var result: [FoundOrigin.Part] = []
    var pending = [block]
    while let number = pending.popLast() {
      let use = uses[number]
      var children = valueChildren(of: number)
      func isEvaluated() -> Bool { !hasValues || recordedValue(of: number, in: entry) != nil }
      func add(_ kind: FoundOrigin.Part.Kind, _ source: OriginSource? = nil, _ value: StoredValue? = nil) {
        let value = value ?? (hasValues ? recordedValue(of: number, in: entry) : nil)
        result.append(
          FoundOrigin.Part(kind: kind, block: number, value: value, time: UInt32(entry), source: source))
      }
      switch use.role {
      case .reads:
        guard isEvaluated(), let name = use.variables.first, let key = key(of: name, at: number, in: entry) else {
          break
        }
        result.append(variablePart(name, key, number, time(of: number, in: entry), entry))
      case .literal: add(.literal)
      case .asks:
        if isEvaluated() { add(.typed) }
        children = []
      case .random: if isEvaluated() { add(.random) }
      case .calls:
        if let call = matchedCalls(by: entry).first(where: { $0.block == number })?.call {
          let hasEnded = store.calls[call].end != .max
          add(
            .result(use.text), .result(start: store.calls[call].start), hasEnded ? store.calls[call].returned : nil)
        }
        children = []
      case .takes:
        guard isEvaluated(), let list = uses.child(of: number, "VALUE") else { break }
        if let position = position(of: number, in: entry) {
          result += itemParts(of: list, in: entry, index: position.index, position.time)
          children.removeAll { $0 == list }
        }
        if use.text == "RANDOM" { add(.random) }
      case .picks:
        if let condition = uses.child(of: number, "IF"), let value = self.known(condition, in: entry) {
          let isTrue = value.kind == .truth ? value.payload == 1 : true
          let other = uses.child(of: number, isTrue ? "ELSE" : "THEN")
          if value.kind == .truth { children.removeAll { $0 == other } }
        }
      case .unknown: add(.unknown)
      default: break
      }
      pending += children.reversed()
    }
    var seen: Set<OriginSource> = []
    return result.filter { $0.source.map { seen.insert($0).inserted } ?? true }
  }

  private func variablePart(_ name: String, _ key: Int, _ block: Int, _ time: UInt32, _ entry: Int) -> FoundOrigin.Part
  {
    FoundOrigin.Part(
      kind: .variable(name), block: block, value: write(key, time, entry)?.value ?? .nothing, time: time,
      source: .variable(key: key, time: time, entry: entry))
  }

  /// Returns the value of a block if it is recorded, or known in another way; nil otherwise.
  func known(_ block: Int, in entry: Int) -> StoredValue? {
    let use = uses[block]
    switch use.role {
    case .reads:
      guard let name = use.variables.first, let key = key(of: name, at: block, in: entry) else { return nil }
      return write(key, time(of: block, in: entry), entry)?.value
    case .calls:
      let call = matchedCalls(by: entry).first { $0.block == block }?.call
      return call.flatMap { store.calls[$0].end == .max ? nil : store.calls[$0].returned }
    case .literal:
      if let number = Double(use.text) { return StoredValue(number) }
      if use.text == "TRUE" || use.text == "FALSE" { return StoredValue(use.text == "TRUE") }
      return nil
    default: return hasValues ? recordedValue(of: block, in: entry) : nil
    }
  }
}
