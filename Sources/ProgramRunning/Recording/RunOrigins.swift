import BlockModel
import BlockNotation
import MortiseScreen

/// The origin of something in a recorded run, or the reason why a block didn't run: one hop back, as text.
public struct RunOrigin: Sendable {
  /// A value or condition that was used.
  public struct Use: Sendable {
    /// The used value or condition as text, such as “n = 3”.
    public var words: String
    /// Its origin, such as “set at step 8 by ‘set n to 3’”; empty if there is none to report.
    public var note: String
    /// The step of the statement that made it; nil if there is none.
    public var step: Int?
    /// The block that made it; nil if there is none.
    public var blockID: String?
    let source: OriginSource?
    let name: String
  }

  /// The whole origin, in one clause.
  public var words: String
  /// The same without the used values.
  public var headline: String
  /// The step of the statement that did it, or decided; nil if there is none.
  public var step: Int?
  /// The block that did it, or decided.
  public var blockID: String?
  /// The values and conditions that it used.
  public var uses: [Use]
}

/// Explains where the values of a recorded run came from, and why blocks didn't run, one hop at a time.
public struct RunOrigins {
  private let recording: RunRecording
  private let uses: BlockUses
  private let workspace: Workspace
  private let library: NotationLibrary
  private let label: (Block) -> String
  private let outcome: String

  /// - Parameters:
  ///   - workspace: the program as it is now.
  ///   - library: the wordings of its blocks.
  ///   - outcome: how the program's run ended, such as “ended” or “failed”.
  ///   - label: returns the text of the first row of a block that takes several.
  public init(
    _ recording: RunRecording, in workspace: Workspace, library: NotationLibrary, outcome: String,
    label: @escaping (Block) -> String
  ) {
    (self.recording, self.workspace, self.library) = (recording, workspace, library)
    (self.outcome, self.label) = (outcome, label)
    uses = recording.uses
  }

  // MARK: - Questions

  /// Returns the origin of the value that a variable has before a step.
  public func origin(ofVariable name: String, at step: Int) -> RunOrigin {
    let source = recording.store.withLock { store -> OriginSource? in
      let finder = finder(store)
      let time = store.time(of: step)
      let block = store.blockOfEntry(time)
      let function = store.call(at: time).map { store.calls[$0].function } ?? 0
      return finder.key(of: name, at: block > 0 ? block : function, in: Int(time)).map {
        .variable(key: $0, time: time, entry: Int(time))
      }
    }
    guard let source else {
      let words = "there is no variable “\(name)”"
      return RunOrigin(words: words, headline: words, uses: [])
    }
    return origin(of: source, named: name)
  }

  /// Returns the origin of a block's value, or the effect of its statement, when that last ran before a step; if it
  /// didn't run, the reason why.
  /// - Returns: nil if the program had no such block when it ran.
  public func origin(ofBlock id: String, before step: Int) -> RunOrigin? {
    let number = recording.plan.numbers.number(of: id)
    if number == 0 { return nil }
    let source = recording.store.withLock { store -> OriginSource in
      finder(store).source(of: number, before: store.time(of: step))
    }
    return origin(of: source, named: text(of: number))
  }

  /// Returns the origin of a line of the output.
  /// - Parameter line: its number among all lines that were ever written, from 0 on.
  /// - Returns: nil if that isn't recorded.
  public func origin(ofOutputLine line: Int) -> RunOrigin? {
    let source = recording.store.withLock { store -> OriginSource? in
      store.output.time(ofLine: line).flatMap { time in
        let finder = finder(store)
        return (finder.maker(at: time) { finder.writes($0) } ?? finder.lastEntry(before: time)).map {
          .output(entry: $0)
        }
      }
    }
    return source.map { origin(of: $0, named: "line \(line + 1)") }
  }

  /// Returns the origin of a used value; nil if there is none to report.
  public func origin(of use: RunOrigin.Use) -> RunOrigin? { use.source.map { origin(of: $0, named: use.name) } }

  private func finder(_ store: RecordingStore) -> OriginFinder {
    OriginFinder(
      store: store, uses: uses, plan: recording.plan, hasValues: recording.hasValues, endsWell: outcome == "ended")
  }

  // MARK: - Answers

  private func origin(of source: OriginSource, named name: String) -> RunOrigin {
    let (found, step, parts, notes) = recording.store.withLock { store in
      let finder = finder(store)
      let found = finder.origin(of: source)
      // Literals need no explanation.
      var parts = found.parts.filter { $0.kind != .literal }
      if let entry = found.entry, let control = finder.controlPart(of: entry, found.kind) { parts.append(control) }
      let notes = parts.map { part in
        part.source.map { finder.origin(of: $0) }.map { ($0, $0.entry.map(store.step)) }
      }
      return (found, found.entry.map(store.step), parts, notes)
    }
    let uses = zip(parts, notes).map { part, note in
      let (name, words) = words(for: part, note?.0)
      let isControl = part.kind == .control
      return RunOrigin.Use(
        words: words, note: isControl ? "" : note.map { self.note($0.0, $0.1, part) } ?? "", step: note?.1 ?? step,
        blockID: id(note.map { $0.0.block } ?? part.block), source: part.source, name: name)
    }
    let used = zip(parts, uses).filter { $0.0.kind != .control }.map(\.1.words)
    return RunOrigin(
      words: sentence(found, step, name, uses: used), headline: sentence(found, step, name, uses: []), step: step,
      blockID: id(found.block), uses: uses)
  }

  private func id(_ number: Int) -> String? { recording.plan.numbers.id(of: number) }

  // MARK: - Words

  /// Returns a block as a line in quotes.
  private func text(of number: Int) -> String {
    guard let block = id(number).flatMap({ workspace.blocks[$0] }) else { return "a deleted block" }
    return "‘\(LineWriter.words(of: block, library: library, in: workspace) ?? label(block))’"
  }

  private func text(ofStatement number: Int) -> String { text(of: recording.plan.numbers.statement(of: number)) }

  private func words(_ value: StoredValue, at time: UInt32) -> String {
    recording.store.withLock { store in
      let words = recording.write(value, at: time, in: store)
      return words == "null" ? "nothing" : words
    }
  }

  private func at(_ step: Int?) -> String { step.map { " at step \(($0 + 1).grouped)" } ?? "" }

  /// Returns how something came about, such as “set at step 12 by ‘set n to 3’”.
  private func note(_ found: FoundOrigin, _ step: Int?, _ part: FoundOrigin.Part?) -> String {
    let by = "\(at(step)) by \(text(ofStatement: found.block))"
    switch found.kind {
    case .set(let round): return "set" + by + (round.map { ", in round \($0)" } ?? "")
    case .passed: return "passed" + by
    case .returned: return "returned" + at(step) + function(found.block)
    case .changedList(.set): return (isItem(part) ? "put there" : "changed") + by
    case .changedList(.insert): return (isItem(part) ? "inserted" : "changed (one item more)") + by
    case .changedList(.remove): return "changed (one item less)" + by
    case .made: return "made" + by
    case .evaluated, .ran, .wrote:
      return found.parts.first.map { $0.kind == .typed } == true ? "typed" + by : "made" + by
    case .unset: return "never set"
    case .dropped: return "set before the steps that are kept"
    case .unknown: return "set" + at(step) + ", perhaps by \(text(ofStatement: found.block))"
    case .decided, .looped, .round, .called, .always: return ""
    case .absent: return sentence(found, step, "", uses: [])
    }
  }

  private func isItem(_ part: FoundOrigin.Part?) -> Bool {
    if case .item? = part?.kind { true } else { part == nil }
  }

  private func function(_ number: Int) -> String {
    let plan = recording.plan
    return plan.functions[plan.function(around: number)].map { " by “\($0.name)”" } ?? ""
  }

  /// Returns the name of a used part, and its text with its value.
  private func words(for part: FoundOrigin.Part, _ found: FoundOrigin?) -> (name: String, words: String) {
    let value = part.value.map { words($0, at: part.time) }
    func named(_ name: String) -> (String, String) { (name, value.map { "\(name) = \($0)" } ?? name) }
    switch part.kind {
    case .variable(let name): return named(name)
    case .item(let number, let list): return named("item \(number)" + (list.map { " of \($0)" } ?? ""))
    case .list: return named("the list before")
    case .literal:
      let name = text(of: part.block)
      return (name, String(name.dropFirst().dropLast()))
    case .typed: return (text(of: part.block), value.map { "\($0), which was typed" } ?? "the typed value")
    case .result(let function): return named("“\(function)”")
    case .random: return (text(of: part.block), value.map { "\($0), by chance" } ?? "a random value")
    case .unknown: return named(text(of: part.block))
    case .caller: return (text(of: part.block), text(ofStatement: part.block))
    case .control:
      let step = found?.entry.map { entry in recording.store.withLock { store -> Int in store.step(entry) } }
      return ("", found.map { "it ran because " + sentence($0, step, "", uses: []) } ?? "")
    }
  }

  /// Returns the whole clause.
  private func sentence(_ found: FoundOrigin, _ step: Int?, _ name: String, uses: [String]) -> String {
    let value = found.value.map { words($0, at: time(found)) }
    let name = found.name ?? name
    let subject = value.map { "\(name) = \($0)" } ?? name
    let used = uses.isEmpty ? "" : "; it used " + list(uses)
    switch found.kind {
    case .set, .passed, .changedList, .made, .unknown: return "\(subject) was \(note(found, step, nil))" + used
    case .returned: return "\(subject) was returned\(at(step))\(function(found.block))" + used
    case .evaluated:
      if found.parts.count == 1, found.parts[0].block == found.block { return alone(found, step) }
      return "\(subject)\(at(step))" + used
    case .wrote: return "\(name) was written\(at(step)) by \(text(ofStatement: found.block))" + used
    case .ran: return "\(text(ofStatement: found.block)) ran\(at(step))" + used
    case .unset: return "\(name) has no value yet: nothing has set it"
    case .dropped: return "the step that set \(name.isEmpty ? "it" : name) is no longer recorded"
    case .decided(let isTrue):
      let result = isTrue.map { $0 ? "was true" : "was false" } ?? "decided"
      return "\(text(of: found.block)) \(result)\(at(step))"
    case .looped(let rounds):
      return "\(text(of: found.block)) ended\(at(step)) after \(rounds) \(rounds == 1 ? "round" : "rounds")" + used
    case .round(let round): return "\(text(of: found.block)) was in round \(round)\(at(step))"
    case .called: return "\(text(ofStatement: found.block)) called its function\(at(step))"
    case .always: return "it runs with the program"
    case .absent(let absence): return words(for: absence, found, step, uses)
    }
  }

  /// Returns the time as of which a value is described: when it had been made.
  private func time(_ found: FoundOrigin) -> UInt32 { UInt32(max(0, (found.entry ?? -1) + 1)) }

  /// Returns the clause for a value that comes from nothing else.
  private func alone(_ found: FoundOrigin, _ step: Int?) -> String {
    let part = found.parts[0]
    let statement = "in \(text(ofStatement: found.block))"
    switch part.kind {
    case .literal: return "\(text(of: found.block)) is \(statement) itself"
    case .typed:
      let value = (found.value ?? part.value).map { words($0, at: part.time) } ?? "it"
      return "you typed \(value)\(at(step)), \(statement)"
    default: return "\(words(for: part, nil).words)\(at(step)), \(statement)"
    }
  }

  private static let mostUses = 4

  private func list(_ words: [String]) -> String {
    words.prefix(Self.mostUses).joined(separator: ", ") + (words.count > Self.mostUses ? " …" : "")
  }

  private func words(
    for absence: FoundOrigin.Absence, _ found: FoundOrigin, _ step: Int?, _ uses: [String]
  ) -> String {
    let values = uses.isEmpty ? "" : " (\(list(uses)))"
    switch absence {
    case .disabled: return "this block is disabled, so it doesn’t run"
    case .disabledAround: return "\(text(of: found.block)) around it is disabled"
    case .notCalled(let function):
      let name = recording.plan.functions[function]?.name ?? ""
      return "its function “\(name)” was never called"
        + (uses.isEmpty ? ", and nothing calls it" : "; calls to it: \(list(uses))")
    case .otherBranch(let isTrue):
      let result = isTrue.map { $0 ? "was true" : "was false" } ?? "decided otherwise"
      return "\(text(of: found.block)) \(result)\(at(step))\(values)"
    case .noRound: return "\(text(of: found.block)) had no round\(at(step))\(values)"
    case .left: return "\(text(ofStatement: found.block)) left before it\(at(step))"
    case .endless(let visits):
      return "\(text(of: found.block)) before it didn’t end; it repeated \(visits.grouped) times"
    case .ended:
      return found.block == 0
        ? "the program \(outcome) before it ran anything"
        : "the program \(outcome) before it,\(at(step)), in \(text(ofStatement: found.block))"
    case .later: return "it has not run yet; it runs\(at(step))"
    case .notNeeded: return "its value wasn’t needed\(at(step)): \(text(of: found.block)) decided\(values)"
    case .dropped: return "the steps that decided it are no longer recorded"
    }
  }
}
