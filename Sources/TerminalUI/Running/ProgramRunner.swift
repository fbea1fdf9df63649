import AppModules
import BlockLayout
import BlockLibrary
import BlockModel
import BlockNotation
import CodeGeneration
import EventQueues
import ProgramRunning
import Workbench

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
  private(set) var last: ProgramRun? { didSet { hasReportedChange = false } }
  /// Whether the status line has reported that the program has changed since the last run began.
  var hasReportedChange = false
  /// The size of the output's area.
  private var size = (rows: 24, columns: 80)
  private var speed = Speed.full
  /// Whether values are shown after the blocks.
  var showsValues = false
  /// The origins from the requested value to the present one, which is last.
  var originTrail: [RunOrigin] = []
  /// Whether the user wants to see how often blocks ran.
  var countsBlocks = false
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
  /// The time when the user last made the program run or end; nil once it has stopped, asked or ended.
  var orderTime: ContinuousClock.Instant?
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

  // MARK: - Commands

  static var noRun: String { "no program was run" + CanvasMode.canvasCommands.hint("run", "runs this one") }
  static var isAtWork: String { "the program is running" + CanvasMode.canvasCommands.hint("pause", "pauses it") }

  /// Whether a moment of the shown program's past is shown.
  var isInPast: Bool { shownRun?.past != nil }

  /// The block at the cursor at which the program can stop.
  var statement: Block? { workbench.cursorBlock?.lineHead }

  var refusalToRun: String? {
    isInPast ? nil : shownActive?.isRunning == true ? "the program runs already" : refusalToStart
  }

  /// Runs the shown program, or continues it; in the past, shows the present.
  func run() {
    if let run = shownRun, run.past != nil { return returnToPresent(run) }
    if let run = shownActive { resume(run, .run) } else { start() }
  }

  var refusalToStart: String? {
    workbench.workspace.topBlocks.isEmpty ? "the program is empty, so nothing runs" : nil
  }

  var refusalToStep: String? {
    let run = shownActive
    return run?.isRunning == true ? Self.isAtWork : run == nil ? refusalToStart : nil
  }

  var refusalToStepOut: String? {
    guard let run = shownActive, run.isStopped else { return "the program is not stopped" }
    return run.state?.calls.isEmpty == false ? nil : "the program is in no function"
  }

  /// Continues the program by a step. One that isn't running starts, and stops at its first statement.
  func step(_ order: RunOrder) {
    if let run = shownActive { resume(run, order) } else { start(isPaused: true) }
  }

  var refusalToRunToCursor: String? {
    if let refusalToStep { return refusalToStep }
    guard let statement else { return "there is no block here" }
    return shownActive.map { $0.plan.numbers.number(of: statement.id) == 0 } == true
      ? "this block is not in the version that runs" : nil
  }

  /// Runs to the block at the cursor.
  func runToCursor() {
    guard let statement else { return }
    let isStarting = shownActive == nil
    if isStarting { start(isPaused: true) }
    shownActive?.resume(to: statement, isStarting: isStarting)
  }

  private func resume(_ run: ProgramRun, _ order: RunOrder) {
    guard run.isStopped else { return }
    orderTime = now()
    if order == .run { showStatus("the program goes on") }
    run.resume(order)
  }

  var refusalToPause: String? {
    guard let active else { return "no program is running" }
    return active.isStopped ? "the program is stopped already" : nil
  }

  func pause() {
    active?.session?.pause()
    showStatus("the program pauses at its next statement")
  }

  var refusalToStop: String? { active == nil ? "no program is running" : nil }

  func stop() {
    guard let active else { return }
    orderTime = now()
    active.stop()
  }

  func changeSpeed() {
    speed = Speed(rawValue: speed.rawValue + 1) ?? .full
    active?.session?.setPace(speed.pace)
    showStatus(speed.words)
  }

  var refusalToShowOutput: String? {
    last == nil && programs.shown.session?.shownRun == nil ? Self.noRun : nil
  }

  var refusalToShowVariables: String? {
    last?.hasVariables == true ? nil : "variables are shown where a program is stopped, and when it has ended"
  }

  var refusalToShowCalls: String? {
    last?.traceback?.entries.isEmpty ?? true ? "calls are shown where a program is stopped" : nil
  }

  /// Opens the output if a program was run.
  func showOutput() { if last != nil, !screen.parts.showsOutput { open(.output(takesKeys: false)) } }

  func open(_ route: Route.Running) { emitter.emit(.open(.running(route))) }

  /// Passes a line to the program.
  func type(_ line: String) {
    orderTime = now()
    active?.type("\(line)\n")
  }

  /// Ends the program's input.
  func endInput() { active?.endInput() }

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

  /// Whether the program was just made to run or end, and may soon stop, ask or end.
  var isSettling: Bool { orderTime.map { now() - $0 < Self.settlingTime } ?? false }

  private static let settlingTime = Duration.milliseconds(500)

  // MARK: - Starting

  /// The interpreter of the code's language, else of the first language that has one; nil if none is installed. Only
  /// Python runs statements of Python.
  private var interpreter: Interpreter? {
    let languages = code.languages.all
    let isPython = workbench.workspace.blocks.values.contains { $0.type == StockBlocks.code }
    let first = isPython ? "python" : code.languageID
    return Interpreter.find(for: languages.filter { $0.id == first } + languages, searchPath: searchPath)
  }

  /// Runs the shown program on the input of a test, in the background and within the limits of tests.
  /// - Parameter then: called with the problem; nil if there is none.
  func run(_ test: OutputTest, then: @escaping @MainActor (TestProblem?) -> Void) {
    guard let interpreter, let language = try? code.language(interpreter.language.id, for: workbench.workspace.factory),
      let plan = try? RunPlan(
        workbench.workspace, in: language, watching: .errors, options: code.options(for: workbench.workspace))
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
    let statements = code.unallowedStatements(in: workspace)
    if !statements.isEmpty { return ask(statements, isPaused: isPaused) }
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
          options: code.options(for: workspace), conditions: conditions)
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

  /// Asks whether statements of Python may run, then runs the program.
  private func ask(_ statements: [CodeConsent.Statement], isPaused: Bool) {
    let code = statements[0].code
    let line = code.prefix { !$0.isNewline }
    let isWhole = line.count == code.count && line.count <= Self.columnsOfCode
    let shown = "‘\(line.prefix(Self.columnsOfCode))\(isWhole ? "" : " …")’"
    let more = statements.count > 1 ? " and \(statements.count - 1) more" : ""
    goTo(statements[0].blockID, in: programs.shown)
    screen.modes.push(
      ListPopup.question(
        "Run its Python, which can do whatever you can: \(shown)\(more)?",
        [
          Answer("do not run the program", keys: "n") { [self] in showStatus("the program does not run") },
          Answer("run it, now and later: I trust its author", keys: "y") { [self] in
            let problem = self.code.allow(statements)
            start(isPaused: isPaused)
            showOutput()
            if let problem { showStatus(problem) }
          },
        ]))
  }

  /// The columns of a statement that a question shows.
  private static let columnsOfCode = 40

  /// Whether a run also records the values of blocks: the speed of a run doesn't matter if the user examines it
  /// closely.
  private func keepsValues(isPaused: Bool) -> Bool {
    showsValues || isPaused || speed != .full
      || programs.shown.breakpoints.conditions.keys.contains { workbench.workspace.blocks[$0] != nil }
  }

  private func begin(_ plan: RunPlan, _ interpreter: Interpreter, isPaused: Bool) {
    let other = active.flatMap { $0.program === programs.shown ? nil : $0.program.name }
    // Further events of that run are ignored.
    active?.session?.stop()
    count += 1
    let run = ProgramRun(
      programs.shown, plan: plan, interpreter: interpreter, breakpoints: programs.shown.breakpoints, number: count)
    run.report = { [unowned self, unowned run] news in show(news, of: run) }
    var settings = RunSettings()
    settings.streams = .terminal(rows: size.rows, columns: size.columns)
    settings.keptOutput = 1 << 18
    settings.isPaused = isPaused
    settings.pace = isPaused ? nil : speed.pace
    do {
      try run.start(settings) { [queue] event in
        queue.enqueue(named: "what a program does") { [weak run] in run?.receive(event) }
      }
    } catch {
      return showStatus("\(error)")
    }
    last = run
    orderTime = now()
    let parts = [
      "running in \(run.languageName)", settings.pace.map { _ in speed.words }, other.map { "\($0) was stopped" },
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
