/// A statement that a run reached, and the changes since the one before.
public struct TracedStep: Sendable {
  /// The number of the statement's block.
  public var block: Int
  /// The changed variables, in the order of their names, with their values as text. Those of the running function hide
  /// others.
  public var changes: [(name: String, value: String)]
}

/// Passes on each step of a running program once, as it is recorded.
struct RunTrace {
  /// The value of a variable at the step that was read last.
  private struct Known {
    var value = StoredValue.nothing
    var words = "null"
    /// The lists whose first items are in the text.
    var lists: [Int] = []
  }

  private let recording: RunRecording
  private let handler: @Sendable ([TracedStep]) -> Void
  private let globals: [(name: String, key: Int)]
  /// The keys of functions' own variables that hide the globals, by the numbers of the functions.
  private var locals: [Int: [[Int]]] = [:]
  private var known: [Known]
  /// The next step, and the entry of the one before.
  private var step = 0
  private var lastEntry = 0

  /// The maximum number of steps that are passed on at once.
  private static let portion = 4096

  init(_ recording: RunRecording, handler: @escaping @Sendable ([TracedStep]) -> Void) {
    (self.recording, self.handler) = (recording, handler)
    let slots = recording.slots
    globals = slots.slots.enumerated().filter { !$0.element.isLocal }
      .map { (name: $0.element.variable, key: slots.key(ofSlot: $0.offset)) }.sorted { $0.name < $1.name }
    known = globals.map { _ in Known() }
  }

  /// Passes on the steps that have been recorded since.
  mutating func passOn() {
    while true {
      let steps = nextSteps()
      if steps.isEmpty { return }
      handler(steps)
    }
  }

  private mutating func nextSteps() -> [TracedStep] {
    recording.store.withLock { store in
      var steps: [TracedStep] = []
      var entry = Int(store.time(of: step))
      while steps.count < Self.portion, entry < store.log.endIndex {
        let block = Int(store.log[entry])
        if block > 0 {
          steps.append(TracedStep(block: block, changes: changes(at: entry, in: store)))
          (step, lastEntry) = (step + 1, entry)
        }
        entry += 1
      }
      return steps
    }
  }

  private mutating func changes(
    at entry: Int, in store: borrowing RecordingStore
  ) -> [(name: String, value: String)] {
    let time = UInt32(entry)
    let function = store.call(at: time).map { store.calls[$0].function } ?? 0
    let locals = locals[function] ?? globals.map { store.keys(of: $0.name, in: function) }
    self.locals[function] = locals
    // The entries between those of two steps are changes of lists.
    let hasSameLists = entry - lastEntry == 1
    var changes: [(name: String, value: String)] = []
    for (index, global) in globals.enumerated() {
      let value = store.firstBound(of: locals[index], at: time) ?? store.bound(global.key, at: time) ?? .nothing
      if value == known[index].value, hasSameLists || areSame(known[index].lists, store, time) { continue }
      if beginsAlike(value, known[index], store) {
        known[index].value = value
        continue
      }
      var lists: [Int] = []
      let words = recording.write(value, at: time, in: store) { lists.append($0) }
      if words != known[index].words { changes.append((global.name, words)) }
      known[index] = Known(value: value, words: words, lists: lists)
    }
    return changes
  }

  /// Whether the lists' items that the text shows are the same as at the step before.
  private func areSame(_ lists: [Int], _ store: borrowing RecordingStore, _ time: UInt32) -> Bool {
    // A step that was dropped can't be compared.
    if lastEntry < store.log.startIndex { return false }
    for number in lists {
      guard let list = store.list(number),
        list.isSame(upTo: RecordedWords.mostItems, from: UInt32(lastEntry), to: time)
      else { return false }
    }
    return true
  }

  /// Whether a text is the one before with more at its end, which its cut text doesn't show.
  private func beginsAlike(_ value: StoredValue, _ known: Known, _ store: borrowing RecordingStore) -> Bool {
    value.kind == .text && known.value.kind == .text && known.words.last == "…"
      && store.texts.isText(value.payload, madeOf: known.value.payload)
  }
}
