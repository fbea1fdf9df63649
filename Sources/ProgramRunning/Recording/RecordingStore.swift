import CodeGeneration

/// The recording of a run, in compact form. A time is a number of entries of the log: values that came after entry `t -
/// 1` have the time `t`, and the statement of entry `t` sees the state at time `t`. Reading the state at any time needs
/// no second execution and no checkpoints, because each variable has its values by their times.
struct RecordingStore {
  /// A call of a function.
  struct Call {
    var function: Int
    /// The call around it, by its index; -1 for none.
    var parent: Int
    /// The time at which it began.
    var start: UInt32
    /// The time at which it ended; `.max` while it runs.
    var end: UInt32 = .max
    /// The entry of the statement that called it.
    var caller: UInt32
    var returned = StoredValue.nothing
    /// The index in the store's `saved` of the values that the function's variables had before it, in the order of
    /// their slots.
    var saved: Int
  }

  let blockCount: Int
  let slots: RunSlots
  /// The keys of the parameters, by the numbers of the functions.
  let parameterKeys: [Int: [Int]]
  /// The memory that it may use, in bytes.
  let budget: Int

  /// The numbers of the statements, in the order in which they ran; 0 before each change of a list.
  var log = Chunks<UInt32>()
  /// The indices of the zeros in the log.
  var ticks = Chunks<UInt32>()
  /// The values of blocks and variables by their keys; nil for those that never had one.
  var histories: [RecordedHistory?]
  var texts = RecordedTexts()
  var lists: [RecordedList?] = []
  var calls = Chunks<Call>()
  /// The times at which another call became the innermost one, and its index: -1 for none.
  var switchTimes = Chunks<UInt32>()
  var switches = Chunks<Int32>()
  /// The variables' values that calls have replaced.
  var saved = Chunks<StoredValue>()
  var output = RecordedOutput()
  /// The number of times that each block occurred in the log, including its dropped part, and that each function was
  /// called.
  private var counts: [UInt32]
  private var callCounts: [Int: UInt32] = [:]
  /// The number of times that each block ran before the kept part of the log, and by each mark in it.
  private(set) var firstCounts: [UInt32]
  private(set) var countMarks = Chunks<[UInt32]>()

  /// The running calls, and the entries of their running statements. The first one stands for the program, not a call.
  private var frames: [(call: Int, statement: UInt32)] = [(-1, 0)]
  private var listNumbers: [Int: Int] = [:]
  private var textNumbers: [Int: Int] = [:]
  /// The keys of functions' own variables, by the numbers of the functions.
  private(set) var localSlots: [Int: [Int]] = [:]
  private var listBytes = 0
  private var valueCount = 0
  private var receivedAtLastLook = 0
  private var reader = RunLog()
  /// Whether the log is invalid, or longer than times can count.
  private(set) var isBroken = false

  /// The maximum number of entries. Times have 32 bits, of which the rest is enough for one part of the log.
  private static let mostEntries = Int(UInt32.max) - 1 << 25

  /// The entries between two marks of the counts.
  static let markInterval = 1 << 18

  init(blockCount: Int, slots: RunSlots, parameterKeys: [Int: [Int]], budget: Int) {
    (self.blockCount, self.slots, self.parameterKeys, self.budget) = (blockCount, slots, parameterKeys, budget)
    histories = Array(repeating: nil, count: blockCount + 1 + slots.slots.count)
    counts = Array(repeating: 0, count: blockCount + 1)
    firstCounts = counts
    for (index, slot) in slots.slots.enumerated() where slot.isLocal {
      localSlots[slot.function, default: []].append(slots.key(ofSlot: index))
    }
  }

  /// The present time.
  var time: UInt32 { UInt32(truncatingIfNeeded: log.endIndex) }

  // MARK: - Taking the log

  /// Adds a part of the log.
  mutating func add(_ bytes: ArraySlice<UInt8>) {
    if isBroken { return }
    var reader = reader
    if !reader.read(bytes, to: &self) || log.endIndex > Self.mostEntries { isBroken = true }
    self.reader = reader
  }

  /// Returns a value with our number of a list or text in place of the program's.
  @inline(__always) private mutating func stored(_ value: StoredValue) -> StoredValue {
    value.kind == .reference ? resolved(value.integer) : value
  }

  private mutating func resolved(_ number: Int) -> StoredValue {
    if number >= 0 { return StoredValue(.list, UInt64(list(ofProgram: number))) }
    return textNumbers[-number].map { $0 < 0 ? .missing : StoredValue(.text, UInt64($0)) } ?? .missing
  }

  /// Returns our number of a list. Its items may be logged after a reference to it, if it contains itself.
  private mutating func list(ofProgram number: Int) -> Int {
    if let index = listNumbers[number] { return index }
    listNumbers[number] = lists.count
    lists.append(RecordedList())
    return lists.count - 1
  }

  private mutating func set(_ key: Int, _ value: StoredValue) {
    if histories[key] == nil { histories[key] = RecordedHistory() }
    let time = time
    histories[key]?.add(value, at: time)
    valueCount += 1
  }

  // MARK: - Calls

  private mutating func call(_ function: Int, _ arguments: [StoredValue]) {
    let call = Call(
      function: function, parent: frames[frames.count - 1].call, start: time,
      caller: frames[frames.count - 1].statement, saved: saved.endIndex)
    for key in localSlots[function] ?? [] {
      saved.append(histories[key]?.last ?? .unbound)
      if histories[key]?.last ?? .unbound != .unbound { set(key, .unbound) }
    }
    callCounts[function, default: 0] += 1
    frames.append((calls.endIndex, time))
    calls.append(call)
    noteInnermostCall()
    for (key, value) in zip(parameterKeys[function] ?? [], arguments) { set(key, stored(value)) }
  }

  private mutating func returnFromCall(_ value: StoredValue) {
    guard frames.count > 1 else { return }
    let index = frames.removeLast().call
    calls[index].end = time
    calls[index].returned = value
    for (slot, key) in (localSlots[calls[index].function] ?? []).enumerated() {
      let before = saved[calls[index].saved + slot]
      if histories[key]?.last ?? .unbound != before { set(key, before) }
    }
    noteInnermostCall()
  }

  private mutating func noteInnermostCall() {
    switchTimes.append(time)
    switches.append(Int32(frames[frames.count - 1].call))
  }

  // MARK: - Dropping

  /// The memory in use, in bytes.
  var bytes: Int {
    var result = log.bytes + ticks.bytes + texts.bytes + saved.bytes + calls.bytes + switchTimes.bytes + switches.bytes
    result += histories.reduce(0) { $0 + ($1?.entries.bytes ?? 0) + 64 } + output.bytes
    result += countMarks.count * counts.count * MemoryLayout<UInt32>.stride
    return result + lists.reduce(listNumbers.count * 40) { $0 + ($1?.bytes ?? 8) }
  }

  /// An estimate of the received bytes, so that the memory in use is measured only now and then.
  private var received: Int {
    log.endIndex * 5 + valueCount * 12 + texts.bytes + listBytes + calls.count * 64 + output.bytes
  }

  /// Drops the oldest steps when the memory in use approaches the budget.
  mutating func dropIfNeeded() {
    if received - receivedAtLastLook < budget / 16 { return }
    while bytes > budget * 15 / 16, !log.isEmpty { drop(before: log.startIndex + max(1, log.count / 8)) }
    receivedAtLastLook = received
  }

  /// Drops everything before an entry.
  private mutating func drop(before entry: Int) {
    let time = UInt32(entry)
    firstCounts = counts(before: entry, callsBefore: entry)
    log.dropFirst(to: entry)
    ticks.dropFirst(to: ticks.firstIndex { $0 < time })
    countMarks.dropFirst(to: entry / Self.markInterval)
    for key in histories.indices { histories[key]?.drop(before: time) }
    let firstSwitch = switchTimes.firstIndex { $0 <= time } - 1
    switchTimes.dropFirst(to: firstSwitch)
    switches.dropFirst(to: firstSwitch)
    dropCalls(before: time)
    output.drop(before: time)
    for index in lists.indices { lists[index]?.drop(before: time) }
    dropUnused()
  }

  /// Drops calls that had ended. Others get new indices.
  private mutating func dropCalls(before time: UInt32) {
    var kept = Chunks<Call>()
    var keptValues = Chunks<StoredValue>()
    var indices: [Int: Int] = [-1: -1]
    for index in calls.startIndex..<calls.endIndex where calls[index].end >= time {
      var call = calls[index]
      indices[index] = kept.endIndex
      call.parent = indices[call.parent] ?? -1
      let first = keptValues.endIndex
      for slot in (localSlots[call.function] ?? []).indices { keptValues.append(saved[call.saved + slot]) }
      call.saved = first
      kept.append(call)
    }
    var keptSwitches = Chunks<Int32>()
    for index in switches.startIndex..<switches.endIndex {
      keptSwitches.append(Int32(indices[Int(switches[index])] ?? -1))
    }
    keptSwitches.begin(at: switches.startIndex)
    (calls, saved, switches) = (kept, keptValues, keptSwitches)
    for index in frames.indices { frames[index].call = indices[frames[index].call] ?? -1 }
  }

  /// Drops texts and lists that no value refers to.
  private mutating func dropUnused() {
    var usedTexts: Set<Int> = []
    var usedLists: Set<Int> = []
    var pending: [Int] = []
    func use(_ value: StoredValue) {
      switch value.kind {
      case .text, .other: usedTexts.insert(value.payload)
      case .list: if usedLists.insert(value.payload).inserted { pending.append(value.payload) }
      default: break
      }
    }
    for history in histories {
      guard let entries = history?.entries else { continue }
      entries.forEachPart(in: entries.startIndex..<entries.endIndex) { part in
        for entry in part { use(entry.value) }
      }
    }
    saved.forEachPart(in: saved.startIndex..<saved.endIndex) { $0.forEach(use) }
    for index in calls.startIndex..<calls.endIndex { use(calls[index].returned) }
    // The log may refer again to lists and texts that the program still has.
    for list in listNumbers.values { use(StoredValue(.list, UInt64(list))) }
    for text in textNumbers.values where text >= 0 { usedTexts.insert(text) }
    while let list = pending.popLast() { lists[list]?.forEachValue(use) }
    for index in lists.indices where !usedLists.contains(index) { lists[index] = nil }
    texts.keep(usedTexts.contains)
  }
}

extension RecordingStore: RunLog.Receiver {
  mutating func add(_ text: String) -> Int { texts.add(text) }

  @inline(__always) mutating func step(_ number: Int) {
    guard number > 0, number <= blockCount else { return }
    frames[frames.count - 1].statement = time
    append(UInt32(number))
    counts[number] &+= 1
  }

  @inline(__always) private mutating func append(_ entry: UInt32) {
    log.append(entry)
    if log.endIndex % Self.markInterval == 0 { markCounts() }
  }

  private mutating func markCounts() {
    var mark = counts
    for function in functions { mark[function] = callCounts[function] ?? 0 }
    mark[0] = 0
    countMarks.append(mark)
  }

  mutating func value(_ value: StoredValue, key: Int) {
    if key > 0, key < histories.count { set(key, stored(value)) }
  }

  mutating func read(_ number: Int, ofVariable key: Int) {
    guard number > 0, number <= blockCount, key > blockCount, key < histories.count else { return }
    let value = histories[key]?.last ?? .unbound
    set(number, value == .unbound ? .nothing : value)
  }

  /// Adds an entry for a change of a list. Its time differs from those of values, so that a value shows the list as it
  /// was then.
  private mutating func tick() {
    ticks.append(time)
    append(0)
  }

  mutating func event(_ code: Int, _ number: Int, _ values: [StoredValue]) {
    switch code {
    case -1: call(number, values)
    case -3:
      var items = values
      for index in items.indices where items[index].kind == .reference { items[index] = stored(items[index]) }
      addList(number, items, count: items.count)
    default: break
    }
  }

  mutating func event(_ code: Int, _ number: Int, _ value: StoredValue) {
    switch code {
    case -2: returnFromCall(stored(value))
    case -6: change(code, list: number, index: value.isInteger ? value.integer : -1, .nothing)
    case -7: addList(number, nil, count: value.isInteger ? max(0, value.integer) : 0)
    case -8: listNumbers[number] = nil
    case -9: if value.kind == .text { textNumbers[number] = value.payload }
    case -10: append(value, toTextOf: number)
    case -11: if value.kind == .text { output.add(texts.text(value.payload), at: time) }
    // With a line break, as the terminal showed it.
    case -12: if value.kind == .text { output.add(texts.text(value.payload) + "\n", at: time) }
    case -13: if number > 0, number < histories.count { set(number, .unbound) }
    case -14: textNumbers[number] = -1
    default: break
    }
  }

  mutating func change(_ code: Int, list number: Int, index: Int, _ value: StoredValue) {
    guard let index = UInt32(exactly: index), let list = listNumbers[number] else { return }
    let value = stored(value)
    listBytes += 16
    tick()
    let time = time
    lists[list]?.add(
      RecordedList.Change(
        time: time, index: index, kind: code == -4 ? .set : code == -5 ? .insert : .remove, value: value))
  }

  private mutating func append(_ rest: StoredValue, toTextOf key: Int) {
    guard key > 0, key < histories.count, rest.kind == .text else { return }
    guard let last = histories[key]?.last, last.kind == .text else { return set(key, .missing) }
    set(key, StoredValue(.text, UInt64(texts.add(texts.text(rest.payload), to: last.payload))))
  }

  private mutating func addList(_ number: Int, _ items: [StoredValue]?, count: Int) {
    listBytes += 100 + 8 * (items?.count ?? 0)
    let index = list(ofProgram: number)
    if lists[index]?.isEmpty == false { tick() }
    let time = time
    lists[index]?.add(items, count: count, at: time)
  }
}
