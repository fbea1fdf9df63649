import BlockModel
import BlockNotation
import MortiseFiles
import Synchronization

/// A run of a program, active or ended: its state, its breakpoints, its past and the values of watches. Views show it;
/// commands wait for its end.
@MainActor package final class RunController<Target: RunTarget> {
  package enum Phase {
    case running
    /// It waits for an order.
    case stopped
    case ended(RunEnd)
  }

  /// The number that distinguishes it from other runs.
  package let number: Int
  package let program: Target
  /// The plan of the run, which has the program as it was when the run began.
  package let plan: RunPlan
  private let interpreter: Interpreter
  /// The version of the program when the run began.
  package let version: Target.Version
  /// The breakpoints when the run began.
  package let breakpoints: Breakpoints
  /// The session; nil until the run has started.
  package private(set) var session: RunSession?
  /// Called after each event that has changed the run.
  package var report: ((RunNews) -> Void)?
  private nonisolated let inbox = EventInbox()

  package private(set) var phase = Phase.running
  /// The state of the program where it is stopped or failed; in slow motion, at the present statement.
  private var presentState: RunState?
  /// The moment that is shown in place of the present; nil in the present.
  package var past: Past?
  /// The values of the variables at the previous stop; nil if there was none.
  private var lastValues: [String: String]?
  package private(set) var error: RunError?
  package private(set) var presentOutput = OutputLines()
  private var outputCount = 0
  /// The number of the block that runs; 0 if that isn't known.
  private var block = 0
  package private(set) var isAsking = false
  /// Whether the recording is full, so that its oldest steps are dropped.
  private var hasDroppedSteps = false
  /// Whether the user has stopped it.
  package private(set) var isStoppedByUser = false
  /// The number of the block to run to once the program is stopped at its first statement.
  private var target: Int?
  /// The counts that were calculated last.
  var counted: (step: Int, coverage: RunCoverage)?
  /// The watches that were read and calculated last: views read them with every key.
  var watched: (watches: Watches, version: Target.Version, lines: WatchedLines)?
  var watchedValues: (step: Int, values: [WatchedLines.Watched])?

  /// - Parameters:
  ///   - number: a number that distinguishes it from other runs.
  ///   - breakpoints: the breakpoints, whose conditions are in the plan.
  package init(
    _ program: Target, plan: RunPlan, interpreter: Interpreter, breakpoints: Breakpoints = Breakpoints(),
    number: Int = 1
  ) {
    (self.program, self.plan, self.interpreter, self.number) = (program, plan, interpreter, number)
    (self.breakpoints, version) = (breakpoints, program.version)
  }

  // MARK: - Running

  /// Starts the program.
  /// - Parameter deliver: called with each event on a thread of the session; passes it to `receive` on the main thread.
  /// - Throws: `RunProblem` if the system has no pipes, terminals or processes left.
  package func start(_ settings: RunSettings, deliver: @escaping @Sendable (RunEvent) -> Void) throws(RunProblem) {
    var settings = settings
    settings.breakpoints = Set(breakpoints.conditions.keys.map(plan.numbers.number).filter { $0 > 0 })
    session = try RunSession(plan, with: interpreter, settings: settings, handler: deliver)
  }

  /// Starts the program, for a caller that waits for its end.
  /// - Throws: `RunProblem` if the system has no pipes, terminals or processes left.
  package func start(_ settings: RunSettings) throws(RunProblem) { try start(settings, deliver: inbox.add) }

  /// Waits until the program has ended.
  package func wait() -> RunEnd {
    while true {
      receive(inbox.take())
      if case .ended(let end) = phase { return end }
    }
  }

  /// Handles an event of the session.
  package func receive(_ event: RunEvent) {
    let (wasAsking, hadAllSteps) = (isAsking, !hasDroppedSteps)
    if case .progress = event {} else { past = nil }
    switch event {
    case .progress: update()
    case .stopped(let state, let atBreakpoint, _):
      if let target, target != state.block, !atBreakpoint {
        self.target = nil
        session?.resume(.until(target))
        return
      }
      (phase, presentState, target) = (.stopped, state, nil)
      update()
    case .failed(let error):
      (self.error, presentState) = (error, error.state)
      update()
    case .ended(let end):
      phase = .ended(end)
      update()
      presentState = error?.state
    }
    report?(
      RunNews(
        event: event, beginsToAsk: isAsking && !wasAsking,
        beginsToDropSteps: isRunning && hasDroppedSteps && hadAllSteps))
  }

  /// Reads the progress of the session.
  private func update() {
    guard let progress = session?.progress(after: outputCount) else { return }
    outputCount = progress.outputCount
    presentOutput.add(progress.output, total: progress.outputCount)
    block = progress.block
    isAsking = isRunning && progress.isAsking
    if isRunning { presentState = progress.state }
    hasDroppedSteps = progress.hasDroppedSteps
  }

  /// Continues the program if it is stopped.
  package func resume(_ order: RunOrder) {
    guard isStopped else { return }
    phase = .running
    lastValues = presentState.map(values)
    presentState = nil
    session?.resume(order)
  }

  /// Continues the program to a block.
  /// - Parameter isStarting: whether it has just started, and stops at its first statement first.
  package func resume(to block: Block, isStarting: Bool) {
    let number = plan.numbers.number(of: block.id)
    if isStarting { target = number } else { resume(.until(number)) }
  }

  /// Stops the program on the user's behalf.
  package func stop() {
    isStoppedByUser = true
    session?.stop()
  }

  /// Passes text to the program's standard input.
  package func type(_ text: String) {
    session?.type(Array(text.utf8))
    update()
  }

  /// Ends the program's standard input.
  package func endInput() {
    session?.endInput()
    update()
  }

  /// Sets the breakpoints while the program runs.
  package func set(_ breakpoints: Breakpoints) {
    session?.setBreakpoints(
      breakpoints.running(since: self.breakpoints, number: plan.numbers.number) { condition in
        (try? code(of: condition)).map { .value($0) }
      })
  }

  /// Returns the code that evaluates a condition while the program runs.
  /// - Throws: `ValueLines.Mistake` if that is impossible.
  @discardableResult
  package func code(of condition: String) throws(ValueLines.Mistake) -> ValueCode {
    if recording == nil { throw ValueLines.Mistake(message: "this run is not recorded") }
    let lines = ValueLines(for: program.workspace, library: program.notation)
    defer { withExtendedLifetime(lines) {} }
    return try plan.code(of: lines.read(condition))
  }

  // MARK: - State

  package var isRunning: Bool { if case .running = phase { true } else { false } }
  package var isStopped: Bool { if case .stopped = phase { true } else { false } }
  package var isActive: Bool { if case .ended = phase { false } else { true } }

  /// Whether the program was changed since the run began.
  package var isOlder: Bool { program.version != version }

  /// The name of the language that it runs in.
  package var languageName: String { interpreter.language.name }

  /// The state of the program, now or at the shown moment of the past.
  package var state: RunState? { past?.state ?? presentState }

  /// The output of the program, now or at the shown moment of the past.
  package var output: OutputLines { past?.output ?? presentOutput }

  /// The id of the lit block: the one that runs or failed; in the past, the one that came next. If a function is
  /// about to return, it is the block of the returned value.
  package var litBlockID: String? {
    returnedBlock?.id ?? past.map { plan.numbers.id(of: $0.state.block) } ?? presentBlockID
  }

  /// The block of the value that a function is about to return at the shown moment; nil otherwise. At that point, the
  /// function's definition runs for the second time.
  package var returnedBlock: Block? {
    guard let recording, let number = state?.block, plan.functions[number] != nil, recording.block(at: step) == number,
      let call = recording.calls(at: step).first, call.function == number, call.start < step
    else { return nil }
    let definition = plan.numbers.id(of: number).flatMap { program.workspace.blocks[$0] }
    return definition?.firstInput(withName: "RETURN")?.connectedBlock
  }

  /// The id of the block that runs or failed.
  package var presentBlockID: String? {
    switch phase {
    case .running: plan.numbers.id(of: block)
    case .stopped: plan.numbers.id(of: presentState?.block ?? 0)
    case .ended: error.flatMap { plan.numbers.id(of: $0.state.block) }
    }
  }

  /// The latest state of the program, as a predicate.
  package var outcome: String {
    switch phase {
    case .running: "was"
    case .stopped: "was stopped"
    case .ended: isStoppedByUser ? "was stopped" : error == nil ? "ended" : "failed"
    }
  }

  // MARK: - Variables and calls

  /// The state of the program when it ended, if that was recorded.
  private var finalState: RunState? {
    guard case .ended = phase, let recording else { return nil }
    return recording.state(at: recording.stepCount)
  }

  /// Whether the values of the variables are known.
  package var hasVariables: Bool { state != nil || finalState != nil }

  /// The variables by name, including those of the running function.
  package var variables: [(name: String, value: String)] {
    guard let state = state ?? finalState else { return [] }
    return values(in: state).sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
  }

  private func values(in state: RunState) -> [String: String] {
    var values = state.variables
    // A parameter has no value while its function isn't running.
    for name in plan.functions.values.flatMap(\.parameters) where values[name] == "null" { values[name] = nil }
    if let call = state.calls.first, let function = plan.functions[call.function] {
      for (name, value) in zip(function.parameters, call.arguments) { values[name] = value }
    }
    return values.mapValues(Self.words)
  }

  /// The active calls of functions with their arguments, the last one first.
  package var calls: [String] {
    (state?.calls ?? []).map { call in
      guard let function = plan.functions[call.function] else { return "" }
      let arguments = zip(function.parameters, call.arguments).map { "\($0) = \(Self.words($1))" }
      return arguments.isEmpty ? function.name : "\(function.name) with \(arguments.joined(separator: ", "))"
    }
  }

  package static func words(_ value: String) -> String { value == "null" ? nothing : value }

  /// The text for a variable without a value.
  package static var nothing: String { "nothing" }

  /// Whether the program stops for the first time.
  package var isFirstStop: Bool { past == nil && lastValues == nil }

  /// Whether a variable has changed since the previous stop; in the past, since the step before.
  package func isChanged(_ variable: (name: String, value: String)) -> Bool {
    (past.map { $0.before.map(values) } ?? lastValues).map { $0[variable.name] != variable.value } ?? false
  }

  /// Returns the program's position, and the calls that led there; nil if it isn't known.
  /// - Parameter label: returns the text of the first row of a block that takes several.
  package func traceback(label: (Block) -> String) -> Traceback? {
    if let error, past == nil {
      return Traceback(of: error, plan: plan, in: program.workspace, library: program.notation, label: label)
    }
    return state.map {
      Traceback(of: $0, plan: plan, in: program.workspace, library: program.notation, label: label)
    }
  }
}

/// An event of a run, and what it changed.
package struct RunNews {
  package let event: RunEvent
  /// Whether the program asks a question, which it didn't before.
  package let beginsToAsk: Bool
  /// Whether the recording is full now, so that its oldest steps are dropped.
  package let beginsToDropSteps: Bool
}

/// The events of a run that a thread waits for.
private final class EventInbox: Sendable {
  private let events = Mutex<[RunEvent]>([])
  private let arrivals = Semaphore()

  func add(_ event: RunEvent) {
    events.withLock { $0.append(event) }
    arrivals.signal()
  }

  /// Waits for an event.
  func take() -> RunEvent {
    arrivals.wait()
    return events.withLock { $0.removeFirst() }
  }
}
