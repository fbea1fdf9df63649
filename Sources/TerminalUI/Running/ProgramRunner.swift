import AppModules
import BlockLayout
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
  private let code: ProgramCode
  private let queue: EventQueue<AppEvent>
  /// Folders with interpreters, as the environment variable PATH has them.
  private let searchPath: String
  let now: () -> ContinuousClock.Instant
  /// Whether the cursor may be moved: the user neither moves anything nor has a window open.
  let isCursorFree: () -> Bool
  let emitter = EventEmitter<RunningEvent>()
  private let subscriptions = SubscriptionBag()
  private var count = 0
  private(set) var last: ProgramRun?
  /// The size of the output's area.
  private var size = (rows: 24, columns: 80)
  private var speed = Speed.full
  /// Whether the next run keeps the values of blocks.
  private(set) var showsValues = false
  /// The last message about the run, and when it came.
  private(set) var told: (text: String, time: ContinuousClock.Instant)?
  /// Called when a run has ended.
  var whenEnded: () -> Void = {}
  /// Whether the status line shows a text.
  var isTold: (String) -> Bool = { _ in false }

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
    programs: OpenPrograms, code: ProgramCode, queue: EventQueue<AppEvent>, searchPath: String,
    now: @escaping () -> ContinuousClock.Instant, isCursorFree: @escaping () -> Bool
  ) {
    self.programs = programs
    self.code = code
    self.queue = queue
    self.searchPath = searchPath
    self.now = now
    self.isCursorFree = isCursorFree
  }

  var events: EventStream<RunningEvent> { emitter.events }

  var workbench: WorkbenchController { programs.workbench }

  /// The run of the program that is shown; nil if there is none.
  var shownRun: ProgramRun? { last.flatMap { $0.program === programs.shown ? $0 : nil } }

  /// The run that goes on; nil if there is none.
  private var active: ProgramRun? { last.flatMap { $0.isActive ? $0 : nil } }

  /// The run of the shown program that goes on; nil if there is none.
  var shownActive: ProgramRun? { shownRun.flatMap { $0.isActive ? $0 : nil } }

  /// Whether something will come of the run without the user: it neither waits nor has ended.
  var isExpectingNews: Bool { active.map { $0.isRunning && !$0.isAsking || $0.isStoppedByUser } ?? false }

  /// Shows a message about the run.
  func tell(_ text: String) {
    told = (text, now())
    emitter.emit(.status(text))
  }

  // MARK: - Requests

  /// Why a request can't be met now; nil if it can.
  func refusal(of request: RunRequest) -> String? {
    let run = shownActive
    switch request {
    case .run: return run?.isRunning == true ? "the program runs already" : refusalToStart
    case .stop: return active == nil ? "no program is running" : nil
    case .pause:
      guard let active else { return "no program is running" }
      return active.isStopped ? "the program is stopped already" : nil
    case .over, .into: return refusalToStep(run)
    case .toCursor:
      if let reason = refusalToStep(run) { return reason }
      guard let block = place else { return "there is no block here" }
      return run.map { $0.plan.numbers.number(of: block.id) == 0 } == true
        ? "this block is not in the version that runs" : nil
    case .out:
      guard let run, run.isStopped else { return "the program is not stopped" }
      return run.state?.calls.isEmpty == false ? nil : "the program is in no function"
    case .changeSpeed, .showValues: return nil
    case .toggleBreakpoint, .editCondition:
      guard let place else { return "there is no block here" }
      return place.isEnabled ? nil : "this block is disabled, so it doesn't run"
    case .listBreakpoints: return breakpointBlocks.isEmpty ? "there are no breakpoints; F9 sets one" : nil
    case .output: return last == nil ? "no program was run; F5 runs this one" : nil
    case .variables: return last?.state == nil ? "variables are shown where a program is stopped" : nil
    case .calls: return last?.traceback?.entries.isEmpty ?? true ? "calls are shown where a program is stopped" : nil
    }
  }

  private var refusalToStart: String? {
    workbench.workspace.topBlocks.isEmpty ? "the program is empty, so nothing runs" : nil
  }

  private func refusalToStep(_ run: ProgramRun?) -> String? {
    run?.isRunning == true ? "the program is running; F6 pauses it" : run == nil ? refusalToStart : nil
  }

  /// The block at which the program can stop, at the cursor.
  var place: Block? { workbench.cursorBlock.map(Breakpoints.place) }

  /// Meets a request that needs no window.
  func perform(_ request: RunRequest) {
    switch request {
    case .run: if let run = shownActive { resume(run, .run) } else { start() }
    case .stop: stop()
    case .pause:
      active?.session?.pause()
      tell("the program pauses at its next statement")
    case .over: step(.over)
    case .into: step(.into)
    case .out: step(.out)
    case .toCursor: runToCursor()
    case .changeSpeed: changeSpeed()
    case .showValues:
      showsValues.toggle()
      tell(showsValues ? "values are shown from the next run on" : "values are not shown from the next run on")
    case .toggleBreakpoint: toggleBreakpoint()
    case .editCondition, .listBreakpoints, .output, .variables, .calls: break
    }
  }

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

  /// Tells the program the size of its terminal.
  func resize(rows: Int, columns: Int) {
    if size == (rows, columns) { return }
    size = (rows, columns)
    active?.session?.resize(rows: rows, columns: columns)
  }

  /// Ends what runs, as the editor or the program is closed.
  func end(_ program: OpenProgram? = nil) {
    if let active, program == nil || active.program === program { active.session?.stop() }
  }

  private func changeSpeed() {
    speed = Speed(rawValue: speed.rawValue + 1) ?? .full
    active?.session?.setPace(speed.pace)
    tell(speed.words)
  }

  private func step(_ order: RunOrder) {
    if let run = shownActive { resume(run, order) } else { start(isPaused: true) }
  }

  private func runToCursor() {
    guard let place else { return }
    if let run = shownActive {
      resume(run, .until(run.plan.numbers.number(of: place.id)))
    } else {
      start(isPaused: true)
      shownActive?.target = shownActive?.plan.numbers.number(of: place.id)
    }
  }

  private func resume(_ run: ProgramRun, _ order: RunOrder) {
    guard run.isStopped else { return }
    run.goOn()
    if order == .run { tell("the program goes on") }
    run.session?.resume(order)
  }

  // MARK: - Starting

  /// Runs the program that is shown.
  /// - Parameter isPaused: whether it stops at its first statement.
  private func start(isPaused: Bool = false) {
    let wanted = code.languageID
    guard
      let interpreter = Interpreter.find(
        Interpreter.languages.contains(wanted) ? wanted : nil, searchPath: searchPath)
        ?? Interpreter.find(nil, searchPath: searchPath)
    else { return tell(Interpreter.advice(for: nil)) }
    let workspace = workbench.workspace
    var conditions = BreakpointConditions(for: workspace, library: workbench.notation)
    do {
      let language = try code.language(interpreter.language, for: workspace.factory)
      for (id, condition) in programs.shown.breakpoints.conditions where !condition.isEmpty {
        if workspace.blocks[id] != nil { try conditions.add(condition, at: id) }
      }
      let plan = try RunPlan(
        workspace, in: language, watching: showsValues ? .values : .statements, conditions: conditions)
      begin(plan, interpreter, languageName: language.name, isPaused: isPaused)
    } catch let problem as GenerationProblem {
      goTo(problem.blockID, in: programs.shown)
      tell("this can't be run: \(problem.message)")
    } catch let mistake as BreakpointConditions.Mistake {
      tell("the condition of a breakpoint is wrong: \(mistake.message)")
    } catch {
      tell("\(error)")
    }
  }

  private func begin(_ plan: RunPlan, _ interpreter: Interpreter, languageName: String, isPaused: Bool) {
    let other = active.flatMap { $0.program === programs.shown ? nil : $0.program.name }
    // Nothing more is heard of it.
    active?.session?.stop()
    count += 1
    let run = ProgramRun(number: count, plan: plan, program: programs.shown, languageName: languageName)
    var settings = RunSettings()
    settings.streams = .terminal(rows: size.rows, columns: size.columns)
    settings.keptOutput = 1 << 18
    settings.stops = numbers(of: run.breakpoints.conditions.keys, in: plan)
    settings.isPaused = isPaused
    settings.pace = isPaused ? nil : speed.pace
    do {
      let number = count
      run.session = try RunSession(plan, with: interpreter, settings: settings) { [queue] event in
        queue.wait(for: [], named: "what a program does") { [weak self] in self?.take(event, of: number) }
      }
    } catch {
      return tell("\(error)")
    }
    last = run
    let parts = [
      "running in \(languageName)", settings.pace.map { _ in speed.words }, other.map { "\($0) was stopped" },
    ]
    tell(parts.compactMap(\.self).joined(separator: " · "))
  }
}

extension ProgramRunner: AnyEventsListener {
  func listenEvents(from producer: any AnyEventsProducer) -> Bool {
    guard let events = producer.stream(of: ProgramEvent.self) else { return false }
    events.observe { [unowned self] event in
      guard case .closing(let workbench) = event, let last, last.program.workbench === workbench else { return }
      end()
      self.last = nil
    }.kept(in: subscriptions)
    return true
  }
}
