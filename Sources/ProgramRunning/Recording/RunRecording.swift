import CodeGeneration
import Synchronization

/// The recording of a watched run, whose state can be read at any step. It is filled while the program runs, and can be
/// read from any thread.
///
/// A step is a statement that ran, and all steps are numbered from 0 on. The state at a step is the one that its
/// statement found; the state at `stepCount` is the last one.
public final class RunRecording: Sendable {
  let store: Mutex<RecordingStore>
  let plan: RunPlan
  /// The format of values.
  public let words: RecordedWords
  /// Whether values of blocks are recorded, too.
  public let hasValues: Bool

  /// The memory that a recording may use by default, in bytes.
  public static let usualBudget = 128 << 20

  let slots: RunSlots
  let uses: BlockUses

  /// Returns nil if the program's code doesn't report all that a recording needs.
  /// - Parameters:
  ///   - plan: the program.
  ///   - budget: the memory that it may use, in bytes: the oldest steps are dropped when it is not enough.
  public init?(_ plan: RunPlan, budget: Int = RunRecording.usualBudget) {
    guard let slots = plan.slots, let uses = plan.uses else { return nil }
    (self.plan, self.slots, self.uses) = (plan, slots, uses)
    hasValues = plan.watching == .recording(values: true)
    words = RecordedWords(language: plan.language.id)
    var keys: [Int: [Int]] = [:]
    for (number, function) in plan.functions {
      keys[number] = function.parameters.compactMap { slots.key(of: $0, in: number) }
    }
    store = Mutex(
      RecordingStore(blockCount: plan.numbers.ids.count, slots: slots, parameterKeys: keys, budget: budget))
  }

  /// Adds a part of the runtime's log.
  /// - Parameter look: called before the oldest steps are dropped, so that it can read them.
  package func add(_ bytes: ArraySlice<UInt8>, look: () -> Void = {}) {
    store.withLock { $0.add(bytes) }
    look()
    store.withLock { $0.dropIfNeeded() }
  }

  // MARK: - Steps

  /// The number of recorded steps, including those that were dropped.
  public var stepCount: Int { store.withLock(\.stepCount) }

  /// The oldest step that is kept.
  public var firstStep: Int { store.withLock(\.firstStep) }

  /// The memory in use, in bytes.
  public var bytes: Int { store.withLock(\.bytes) }

  /// Whether the log was invalid, or longer than about four billion steps, so that the rest is not recorded.
  public var isBroken: Bool { store.withLock(\.isBroken) }

  /// Returns the number of the block that runs at a step; 0 at the end.
  public func block(at step: Int) -> Int { store.withLock { $0.block(at: step) } }

  /// Returns the number of calls that are running at a step.
  public func depth(at step: Int) -> Int { store.withLock { store in store.depth(at: store.time(of: step)) } }

  /// Returns the last step before another one that is in a range of blocks; nil if none is kept.
  public func previousStep(before step: Int, in blocks: ClosedRange<Int>) -> Int? {
    store.withLock { store in
      store.previousEntry(before: Int(store.time(of: step))) { blocks ~= Int($0) }.map(store.step)
    }
  }

  /// Returns the first step after another one that is in a range of blocks; nil if there is none.
  public func nextStep(after step: Int, in blocks: ClosedRange<Int>) -> Int? {
    store.withLock { store in
      store.nextEntry(from: Int(store.time(of: step)) + 1) { blocks ~= Int($0) }.map(store.step)
    }
  }

  /// Returns how often a block ran before a step.
  public func visitCount(of block: Int, before step: Int) -> Int {
    let counts = store.withLock { store in store.counts(before: Int(store.time(of: step))) }
    return counts.indices.contains(block) ? Int(counts[block]) : 0
  }

  /// Returns how often each block ran before a step, by its number.
  public func visitCounts(before step: Int) -> [Int: Int] {
    let counts = store.withLock { store in store.counts(before: Int(store.time(of: step))) }
    return Dictionary(
      uniqueKeysWithValues: counts.enumerated().lazy.filter { $0.element > 0 }.map { ($0.offset, Int($0.element)) })
  }

  // MARK: - State

  /// Returns the state that a run stopped at a step reports.
  public func state(at step: Int) -> RunState {
    store.withLock { store in
      let time = store.time(of: step)
      var state = RunState(block: store.block(at: step))
      let call = store.call(at: time)
      let function = call.map { store.calls[$0].function } ?? 0
      for (index, slot) in store.slots.slots.enumerated() where !slot.isLocal {
        let key = store.slots.key(ofSlot: index)
        // Variables of loops hide those of the program; parameters are listed with the calls.
        let loop = slots.key(ofLoopsOver: slot.variable, in: function)
        let value = loop.flatMap { store.bound($0, at: time) } ?? store.bound(key, at: time)
        guard let value = value ?? (slots.areDeclared ? .nothing : nil) else { continue }
        state.variables[slot.variable] = write(value, at: time, in: store)
      }
      state.calls = store.callsAround(call).prefix(100).map { index in
        let call = store.calls[index]
        let arguments = store.arguments(of: index, at: time).map { write($0, at: time, in: store) }
        return RunCall(function: call.function, arguments: arguments, caller: store.blockOfEntry(call.caller))
      }
      return state
    }
  }

  /// Returns the value of a variable that the statement of a step sees; nil if it has none.
  public func value(ofVariable name: String, at step: Int) -> RunValue? {
    store.withLock { store in
      let time = store.time(of: step)
      let function = store.call(at: time).map { store.calls[$0].function } ?? 0
      return store.visible(name, in: function, at: time).map(store.value)
    }
  }

  /// Returns the last value of a block before a step; nil if it had none, or values are not recorded.
  /// - Returns: the value, its text, and the step in which it arose.
  public func value(ofBlock number: Int, at step: Int) -> (value: RunValue, words: String, step: Int)? {
    store.withLock { store in
      guard number > 0, number <= store.blockCount, let history = store.histories[number],
        let index = history.index(at: store.time(of: step))
      else { return nil }
      let (time, value) = (history.entries[index].time, history.entries[index].value)
      return (store.value(value), write(value, at: time, in: store), store.step(around: time))
    }
  }

  /// A call of a function.
  public struct Call: Hashable, Sendable {
    /// The number of the function's definition.
    public var function: Int
    /// The values of its parameters at the step.
    public var arguments: [RunValue]
    /// The step of the statement that called it.
    public var caller: Int
    /// The first step in it.
    public var start: Int
    /// The first step after it; nil while it runs.
    public var end: Int?
    /// Its result, if it has ended.
    public var returned: RunValue?
  }

  /// Returns the calls that are running at a step, the innermost one first.
  public func calls(at step: Int) -> [Call] {
    store.withLock { store in
      let time = store.time(of: step)
      return store.callsAround(store.call(at: time)).map { self.call($0, at: time, in: store) }
    }
  }

  private func call(_ index: Int, at time: UInt32, in store: borrowing RecordingStore) -> Call {
    let call = store.calls[index]
    let hasEnded = call.end <= time && call.end != .max
    return Call(
      function: call.function, arguments: store.arguments(of: index, at: time).map(store.value),
      caller: store.step(around: call.caller + 1), start: store.step(call.start),
      end: hasEnded ? store.step(call.end) : nil, returned: hasEnded ? store.value(call.returned) : nil)
  }

  // MARK: - Changes

  /// A change of a variable: the value that it got, and when.
  public struct Change: Hashable, Sendable {
    /// The step of the statement that set it; -1 for a value from before the first one.
    public var step: Int
    /// The value.
    public var value: RunValue
    /// The value as it was then, as text.
    public var words: String
  }

  /// Returns the number of kept changes, before a step, of the variable that the step sees under a name.
  public func changeCount(ofVariable name: String, before step: Int) -> Int {
    store.withLock { store in
      let time = store.time(of: step)
      guard let history = store.history(of: name, at: time), let index = history.index(at: time) else { return 0 }
      return index - history.entries.startIndex + 1
    }
  }

  /// Returns changes of the variable that a step sees under a name, the oldest first.
  /// - Parameter range: positions, below `changeCount`.
  public func changes(ofVariable name: String, before step: Int, _ range: Range<Int>) -> [Change] {
    store.withLock { store in
      guard let history = store.history(of: name, at: store.time(of: step)) else { return [] }
      return range.clamped(to: 0..<history.entries.count).map { position in
        let index = history.entries.startIndex + position
        let (time, value) = (history.entries[index].time, history.entries[index].value)
        return Change(
          step: store.step(around: time), value: store.value(value), words: write(value, at: time, in: store))
      }
    }
  }

  /// Returns the last change before a step of the variable that it sees under a name; nil if none is kept.
  public func lastChange(ofVariable name: String, before step: Int) -> Change? {
    let count = changeCount(ofVariable: name, before: step)
    return changes(ofVariable: name, before: step, max(0, count - 1)..<count).first
  }

  // MARK: - Lists

  /// Returns the number of items of a list at a step; nil if that isn't known.
  public func count(ofList list: Int, at step: Int) -> Int? {
    store.withLock { store in store.list(list)?.count(at: store.time(of: step)) }
  }

  /// Returns items of a list at a step, by their indices from 0 on.
  public func items(ofList list: Int, _ range: Range<Int>, at step: Int) -> [RunValue] {
    store.withLock { store in
      (store.list(list)?.items(at: store.time(of: step), range) ?? []).map { store.value($0) }
    }
  }

  // MARK: - Output

  /// Returns the output before a step, including the typed answers.
  public func output(before step: Int) -> OutputLines {
    store.withLock { store in store.output.lines(at: store.time(of: step)) }
  }

  /// Returns the step whose statement wrote the beginning of a line; nil if that isn't known.
  /// - Parameter line: its number among all lines that were ever written, from 0 on.
  public func step(ofOutputLine line: Int) -> Int? {
    store.withLock { store in store.output.time(ofLine: line).map(store.step(around:)) }
  }

  // MARK: - Words

  /// Returns a value as text, in the form in which a run stopped at a step reports it.
  public func words(_ value: RunValue, at step: Int) -> String {
    store.withLock { store in write(value, at: store.time(of: step), in: store) }
  }

  func write(
    _ value: StoredValue, at time: UInt32, in store: borrowing RecordingStore, visit: (_ list: Int) -> Void = { _ in }
  ) -> String {
    write(store.value(value), at: time, in: store, visit: visit)
  }

  /// - Parameter visit: called with the lists whose items are written.
  private func write(
    _ value: RunValue, at time: UInt32, in store: borrowing RecordingStore, depth: Int = RecordedWords.deepest,
    visit: (_ list: Int) -> Void = { _ in }
  ) -> String {
    func list(_ count: Int, item: (Int) -> RunValue) -> String {
      var text = ""
      for index in 0..<count {
        if words.length(text) > RecordedWords.longest || depth == 0 {
          text += ", …"
          break
        }
        text += (text.isEmpty ? "" : ", ") + write(item(index), at: time, in: store, depth: depth - 1, visit: visit)
      }
      return words.cut("[" + text + "]")
    }
    switch value {
    case .nothing: return "null"
    case .truth(let truth): return String(truth)
    case .integer(let integer): return String(integer)
    case .number(let number): return words.text(number)
    case .text(let text): return words.quoted(text)
    case .other(let text): return words.cut(text)
    case .missing: return "…"
    case .made(let items): return list(items.count) { items[$0] }
    case .list(let number):
      visit(number)
      guard let recorded = store.list(number), let count = recorded.count(at: time) else { return "[…]" }
      let items = recorded.items(at: time, 0..<min(count, RecordedWords.mostItems))
      return list(items.count) { store.value(items[$0]) }
    }
  }
}

extension RunRecording {
  /// Calls a function with all values, before a step, of the variable that the step sees under a name, the oldest
  /// first. This is faster than reading the changes, whose values are also formatted.
  public func forEachValue(ofVariable name: String, before step: Int, _ body: (RunValue) -> Void) {
    store.withLock { store in
      let time = store.time(of: step)
      guard let history = store.history(of: name, at: time), let last = history.index(at: time) else { return }
      for index in history.entries.startIndex...last { body(store.value(history.entries[index].value)) }
    }
  }
}
