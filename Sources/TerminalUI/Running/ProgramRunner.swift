import AppModules
import BlockLayout
import BlockModel
import BlockNotation
import CodeGeneration
import EventQueues
import ProgramRunning
import Workbench

/// A command of the debugger, on the canvas or in the output.
nonisolated enum RunRequest: Hashable, Sendable, CaseIterable {
  /// Runs the shown program, or continues it.
  case run
  case stop
  case pause
  /// Continues to the next statement that is not inside the present one.
  case over
  /// Continues to the next statement.
  case into
  /// Continues to the next statement after the present function.
  case out
  /// Runs to the block at the cursor.
  case toCursor
  /// Changes the speed.
  case changeSpeed
  /// Toggles the values of blocks.
  case showValues
  /// Reads the value of the block at the cursor.
  case readValue
  /// Sets or removes a breakpoint at the cursor.
  case toggleBreakpoint
  /// Asks for the condition of the breakpoint at the cursor.
  case editCondition
  case listBreakpoints
  /// Goes back to the step before, in the recording of the run.
  case stepBack
  /// Goes back to the beginning of the previous statement; in the first statement of a function, to the call.
  case backOver
  /// Goes back to the call of the present function.
  case backOut
  /// Goes back to the last step at which the block at the cursor ran.
  case previousVisit
  case firstStep, lastStep
  /// Asks for the number of a step.
  case goToStep
  /// Toggles the counts of how often blocks ran.
  case coverage
  /// Shows where the value at the cursor came from, or why the block there didn't run.
  case origin
  /// Shows the output, and gives it the keys.
  case output
  case variables
  case calls
  case watches
}

/// Runs the programs of the editor, one at a time: running another one stops the first. It keeps the last run, so that
/// its output stays.
final class ProgramRunner: EventsProducer {
  let programs: OpenPrograms
  let screen: EditorScreen
  private let code: ProgramCode
  private let queue: EventQueue<AppEvent>
  /// Folders with interpreters, in the format of the environment variable PATH.
  private let searchPath: String
  let now: () -> ContinuousClock.Instant
  let emitter = EventEmitter<RunningEvent>()
  private let subscriptions = SubscriptionBag()
  private var count = 0
  private(set) var last: ProgramRun?
  /// The size of the output's area.
  private var size = (rows: 24, columns: 80)
  private var speed = Speed.full
  /// Whether values are shown after the blocks.
  var showsValues = false
  /// The origins from the requested value to the present one, which is last.
  var originTrail: [RunOrigin] = []
  /// Whether the user wants to see how often blocks ran.
  var countsBlocks = false
  let watched = WatchedValues()
  weak var router: EditorRouter?
  /// Whether input waits for the program to start.
  var isAwaited = false {
    didSet {
      if isAwaited == oldValue { return }
      guard isAwaited else {
        router?.hideLoadingView(for: self)
        return
      }
      let words = { "starting the program …" }
      router?.showLoadingView(for: self, words: words) { [unowned self] in
        isAwaited = false
        stop()
      }
    }
  }
  /// The run that checks an output, and its number.
  private var test: (session: RunSession, number: Int)?
  /// The last message about the run, and its time.
  private var message: (text: String, time: ContinuousClock.Instant)?

  enum Speed: Int, CaseIterable {
    case full, slow, slower, slowest

    /// The pause at each statement.
    var pace: Duration? {
      switch self {
      case .full: nil
      case .slow: .milliseconds(100)
      case .slower: .milliseconds(400)
      case .slowest: .milliseconds(1500)
      }
    }

    var words: String {
      switch self {
      case .full: "full speed"
      case .slow: "slow motion: 10 statements a second"
      case .slower: "slow motion: 5 statements in 2 seconds"
      case .slowest: "slow motion: 2 statements in 3 seconds"
      }
    }
  }

  init(
    programs: OpenPrograms, screen: EditorScreen, code: ProgramCode, queue: EventQueue<AppEvent>, searchPath: String,
    now: @escaping () -> ContinuousClock.Instant
  ) {
    self.programs = programs
    self.screen = screen
    self.code = code
    self.queue = queue
    self.searchPath = searchPath
    self.now = now
  }

  var events: EventStream<RunningEvent> { emitter.events }

  var workbench: WorkbenchController { programs.workbench }

  /// The run of the program that is shown; nil if there is none.
  var shownRun: ProgramRun? { last.flatMap { $0.program === programs.shown ? $0 : nil } }

  /// The state of the shown program's run, as a word for other users; nil if it doesn't run, or has ended without an
  /// error.
  var wordForOthers: String? {
    guard let run = shownRun else { return nil }
    return run.isRunning ? "runs" : run.isStopped ? "stopped" : run.error == nil ? nil : "failed"
  }

  /// The active run; nil if there is none.
  private var active: ProgramRun? { last.flatMap { $0.isActive ? $0 : nil } }

  /// The active run of the shown program; nil if there is none.
  var shownActive: ProgramRun? { shownRun.flatMap { $0.isActive ? $0 : nil } }

  /// Shows a message about the run.
  func showStatus(_ text: String) {
    message = (text, now())
    emitter.emit(.status(text))
  }

  /// The time of the message in the status line; nil if that is not about the run.
  var shownMessageTime: ContinuousClock.Instant? {
    message.flatMap { screen.message == $0.text ? $0.time : nil }
  }

  /// Whether the cursor may be moved: the user neither moves anything nor has a window open.
  var isCursorFree: Bool {
    (screen.modes.hasOnlyCanvas || screen.modes.top is any LinesPart) && !workbench.state.isPreviewing
  }

  // MARK: - Requests

  /// The requests that move forward in the past, and continue the program in the present.
  private static let forward: Set<RunRequest> = [.into, .over, .out, .toCursor]
  static var noRun: String { "no program was run" + CanvasMode.canvasCommands.hint("run", "runs this one") }
  static var isAtWork: String { "the program is running" + CanvasMode.canvasCommands.hint("pause", "pauses it") }

  /// Why a request can't be met now; nil if it can.
  func refusal(of request: RunRequest) -> String? {
    if shownRun?.past != nil {
      if request == .run { return nil }
      if Self.forward.contains(request) { return refusalToGo(by: request) }
    }
    let run = shownActive
    switch request {
    case .stepBack, .backOver, .backOut, .previousVisit, .firstStep, .lastStep: return refusalToGo(by: request)
    case .goToStep: return refusalToLookBack
    case .origin: return refusalToTellOrigin
    case .coverage: return coverage == nil ? refusalToCount : nil
    case .run: return run?.isRunning == true ? "the program runs already" : refusalToStart
    case .stop: return active == nil ? "no program is running" : nil
    case .pause:
      guard let active else { return "no program is running" }
      return active.isStopped ? "the program is stopped already" : nil
    case .over, .into: return refusalToStep(run)
    case .toCursor:
      if let reason = refusalToStep(run) { return reason }
      guard let block = statement else { return "there is no block here" }
      return run.map { $0.plan.numbers.number(of: block.id) == 0 } == true
        ? "this block is not in the version that runs" : nil
    case .out:
      guard let run, run.isStopped else { return "the program is not stopped" }
      return run.state?.calls.isEmpty == false ? nil : "the program is in no function"
    case .changeSpeed, .watches: return nil
    case .showValues: return showsValues || shownRun != nil ? nil : refusalToStart
    case .readValue: return refusalToReadValue
    case .toggleBreakpoint, .editCondition:
      guard let statement else { return "there is no block here" }
      return statement.isEnabled ? nil : "this block is disabled, so it doesn't run"
    case .listBreakpoints:
      return breakpointBlocks.isEmpty
        ? "there are no breakpoints" + CanvasMode.canvasCommands.hint("breakpoint", "sets one") : nil
    case .output:
      return last == nil && programs.shown.session?.shownRun == nil ? Self.noRun : nil
    case .variables:
      return last?.hasVariables == true ? nil : "variables are shown where a program is stopped, and when it has ended"
    case .calls: return last?.traceback?.entries.isEmpty ?? true ? "calls are shown where a program is stopped" : nil
    }
  }

  private var refusalToStart: String? {
    workbench.workspace.topBlocks.isEmpty ? "the program is empty, so nothing runs" : nil
  }

  private func refusalToStep(_ run: ProgramRun?) -> String? {
    run?.isRunning == true ? Self.isAtWork : run == nil ? refusalToStart : nil
  }

  /// The block at the cursor at which the program can stop.
  var statement: Block? { workbench.cursorBlock?.lineHead }

  /// Performs a request. Opens the output if a program was run.
  func perform(_ request: RunRequest) {
    if let run = shownRun, run.past != nil {
      if request == .run { return returnToPresent(run) }
      if Self.forward.contains(request) { return go(by: request) }
    }
    switch request {
    case .stepBack, .backOver, .backOut, .previousVisit, .firstStep, .lastStep: go(by: request)
    case .goToStep: open(.step)
    case .origin: showOrigin()
    case .coverage: toggleCoverage()
    case .run: if let run = shownActive { resume(run, .run) } else { start() }
    case .stop: stop()
    case .pause:
      active?.session?.pause()
      showStatus("the program pauses at its next statement")
    case .over: step(.over)
    case .into: step(.into)
    case .out: step(.out)
    case .toCursor: runToCursor()
    case .changeSpeed: changeSpeed()
    case .showValues: toggleValues()
    case .readValue: if let value = valueAtCursor { open(.value(name: value.name, value.value)) }
    case .toggleBreakpoint: toggleBreakpoint()
    case .editCondition: if let statement { open(.condition(blockID: statement.id)) }
    case .listBreakpoints: open(.breakpoints)
    case .output: open(.output(takesKeys: true))
    case .variables: open(.variables)
    case .calls: open(.calls)
    case .watches: open(.watches)
    }
    if last != nil, !screen.parts.showsOutput { open(.output(takesKeys: false)) }
  }

  func open(_ route: Route.Running) { emitter.emit(.open(.running(route))) }

  func stop() {
    guard let active else { return }
    active.isStoppedByUser = true
    active.session?.stop()
  }

  /// Passes a line to the program.
  func type(_ line: String) {
    guard let active else { return }
    active.session?.type(Array("\(line)\n".utf8))
    active.update()
  }

  /// Ends the program's input.
  func endInput() {
    guard let active else { return }
    active.session?.endInput()
    active.update()
  }

  /// Sets the size of the program's terminal.
  func resize(rows: Int, columns: Int) {
    if size == (rows, columns) { return }
    size = (rows, columns)
    active?.session?.resize(rows: rows, columns: columns)
  }

  /// Stops the run when the editor or its program is closed.
  func end(_ program: OpenProgram? = nil) {
    if let active, program == nil || active.program === program { active.session?.stop() }
    test?.session.stop()
  }

  private func changeSpeed() {
    speed = Speed(rawValue: speed.rawValue + 1) ?? .full
    active?.session?.setPace(speed.pace)
    showStatus(speed.words)
  }

  private func step(_ order: RunOrder) {
    if let run = shownActive { resume(run, order) } else { start(isPaused: true) }
  }

  private func runToCursor() {
    guard let statement else { return }
    if let run = shownActive {
      resume(run, .until(run.plan.numbers.number(of: statement.id)))
    } else {
      start(isPaused: true)
      shownActive?.target = shownActive?.plan.numbers.number(of: statement.id)
    }
  }

  private func resume(_ run: ProgramRun, _ order: RunOrder) {
    guard run.isStopped else { return }
    run.goOn()
    if order == .run { showStatus("the program goes on") }
    run.session?.resume(order)
  }

  // MARK: - Starting

  /// The interpreter of the code's language, else of the first language that has one; nil if none is installed.
  private var interpreter: Interpreter? {
    let languages = code.languages.all
    return Interpreter.find(for: languages.filter { $0.id == code.languageID } + languages, searchPath: searchPath)
  }

  /// Runs the shown program on the input of a test, in the background and within the limits of tests.
  /// - Parameter then: called with the problem; nil if there is none.
  func run(_ test: OutputTest, then: @escaping @MainActor (TestProblem?) -> Void) {
    guard let interpreter, let language = try? code.language(interpreter.language.id, for: workbench.workspace.factory),
      let plan = try? RunPlan(workbench.workspace, in: language, watching: .errors)
    else { return then(.end("the program can't be run")) }
    self.test?.session.stop()
    let number = (self.test?.number ?? 0) + 1
    let settings = test.settings(RunSettings())
    do throws(RunProblem) {
      let session = try RunSession(plan, with: interpreter, settings: settings) { [queue] event in
        guard case .ended(let end) = event else { return }
        queue.enqueue(named: "the end of a test") { [weak self] in
          guard let self, let (session, last) = self.test, last == number else { return }
          queue.completed(.outputChecked)
          let problem = OutputTest.problem(end, interpreter, settings)
          then(problem.map(TestProblem.end) ?? test.difference(of: session.progress.output).map(TestProblem.output))
        }
      }
      if !queue.activityIsInProgress(.outputChecked) { queue.started(.outputChecked) }
      self.test = (session, number)
    } catch {
      then(.end("\(error)"))
    }
  }

  /// Runs the program that is shown.
  /// - Parameter isPaused: whether it stops at its first statement.
  func start(isPaused: Bool = false) {
    guard let interpreter else { return showStatus(Interpreter.advice(for: code.languages.all)) }
    let workspace = workbench.workspace
    isAwaited = true
    // Keys that are typed before the first stop are meant for the screen at that stop, so they wait for it.
    defer { isAwaited = isPaused && shownActive?.isRunning == true }
    var conditions = BreakpointConditions(for: workspace, library: workbench.notation)
    do {
      let generators = try code.language(interpreter.language.id, for: workspace.factory)
      for (id, condition) in programs.shown.breakpoints.conditions where !condition.isEmpty {
        if workspace.blocks[id] != nil { try conditions.add(condition, at: id) }
      }
      let plan = try Progress.within(0...1, .generating) {
        try RunPlan(
          workspace, in: generators, watching: .recording(values: keepsValues(isPaused: isPaused)),
          conditions: conditions)
      }
      begin(plan, interpreter, isPaused: isPaused)
    } catch let problem as GenerationProblem where problem == .givenUp {
      showStatus("given up: the program does not run")
    } catch let problem as GenerationProblem {
      goTo(problem.blockID, in: programs.shown)
      showStatus("this can't be run: \(problem.message)")
    } catch let mistake as ValueLines.Mistake {
      showStatus("the condition of a breakpoint is wrong: \(mistake.message)")
    } catch {
      showStatus("\(error)")
    }
  }

  /// Whether a run also records the values of blocks: the speed of a run doesn't matter if the user examines it
  /// closely.
  private func keepsValues(isPaused: Bool) -> Bool {
    showsValues || isPaused || speed != .full
      || programs.shown.breakpoints.conditions.keys.contains { workbench.workspace.blocks[$0] != nil }
  }

  private func begin(_ plan: RunPlan, _ interpreter: Interpreter, isPaused: Bool) {
    let languageName = interpreter.language.name
    let other = active.flatMap { $0.program === programs.shown ? nil : $0.program.name }
    // Further events of that run are ignored.
    active?.session?.stop()
    count += 1
    let run = ProgramRun(number: count, plan: plan, program: programs.shown, languageName: languageName)
    var settings = RunSettings()
    settings.streams = .terminal(rows: size.rows, columns: size.columns)
    settings.keptOutput = 1 << 18
    settings.breakpoints = numbers(of: run.breakpoints.conditions.keys, in: plan)
    settings.isPaused = isPaused
    settings.pace = isPaused ? nil : speed.pace
    do {
      let number = count
      run.session = try RunSession(plan, with: interpreter, settings: settings) { [queue] event in
        queue.enqueue(named: "what a program does") { [weak self] in self?.receive(event, of: number) }
      }
    } catch {
      return showStatus("\(error)")
    }
    last = run
    let parts = [
      "running in \(languageName)", settings.pace.map { _ in speed.words }, other.map { "\($0) was stopped" },
    ]
    showStatus(parts.compactMap(\.self).joined(separator: " · "))
  }
}

extension ProgramRunner: AnyEventsListener {
  func listenEvents(from producer: any AnyEventsProducer) -> Bool {
    guard let events = producer.stream(of: ProgramEvent.self) else { return false }
    events.observe { [unowned self] event in
      guard case .closing(let workbench) = event, let last, last.program.workbench === workbench else { return }
      end()
      (self.last, isAwaited) = (nil, false)
    }.kept(in: subscriptions)
    return true
  }
}

/// A problem of a run on the input of a test.
enum TestProblem {
  /// It ended too early, or not at all; in words.
  case end(String)
  case output(OutputTest.Difference)
}
