import AppModules
import BlockEditing
import BlockEvents
import BlockLayout
import BlockModel
import EventQueues
import MortiseFiles
import MortiseScreen
import MortiseTerminal
import ProgramJournal
import ProgramRunning
import Workbench

/// The editor on a terminal. It passes input to the top mode, and draws once after all input is handled. The results of
/// background work, from the start-up to saving, arrive through the event queue.
public final class Editor {
  /// Extensions and settings of an editor.
  public struct Options {
    /// The views of mutators.
    public var mutatorViews = MutatorViewFactory()
    /// Custom events, mutator layouts and listeners to the events of programs.
    public var extensions = ProgramExtensions()
    public var eventManager = EventManager.sharedInstance
    /// Mortise's version, for the journal.
    public var version = ""
    /// Writes the journal; tests replace it by one that fails.
    public var journalDisk = JournalDisk()
    /// Listeners to the events of all modules, such as a log.
    public var listeners: [any AnyEventsListener] = []
    /// Factories of listeners that open modules with the router.
    public var routingListeners: [(any Router) -> any AnyEventsListener] = []
    /// Factories of responders to deep links: the part after the `#` of a file argument. They are called once the
    /// program has been read. Their responders join those for blocks, fields and comments.
    public var links: [(WorkbenchController) -> any DeepLinkResponder] = []
    /// The file in which running editors share what is copied; nil for none.
    public var clipboardFile: PrivateFile?
    /// The files of the user's snippets; nil for none.
    public var snippetFiles: NamedFiles?
    /// Reads a further program, on a background thread; nil for an editor with one program only. Without a path, it is
    /// a new program.
    public var readProgram: (@Sendable (_ path: String?) throws -> (Opening.Definitions, Document))?
    /// Where the files that the user opens are noted; nil for nowhere.
    public var recentFiles: RecentFiles?
    /// The theme.
    public var colors = ThemeColors.dark
    /// Whether the theme follows the terminal's background, once it is known.
    public var followsBackground = false
    /// The folders with the interpreters of languages, as the environment variable PATH has them.
    public var searchPath = Interpreter.searchPath
    /// The clock for timeouts; tests replace it.
    public var now: () -> ContinuousClock.Instant = { .now }

    /// What the user has set.
    public var settings = EditorSettings()
    /// Whether the user opens the editor for the first time, and is told the keys to begin with.
    public var greetsNewUser = false
    /// What is wrong with the settings; shown once the program is open.
    public var remarks: [String] = []

    public init() {}
  }

  let programs: OpenPrograms
  let screen: EditorScreen
  private let viewport: Viewport
  let queue: EventQueue<AppEvent>
  /// Builds the modules and keeps the listeners.
  private let manager = ModuleManager()
  private let router: EditorRouter
  private(set) var isRunning = true
  private let options: Options
  private let opening: ProgramOpening
  let journal: JournalKeeper
  private let clipboard: ClipboardKeeper
  private let snippets: SnippetKeeper
  private let code: ProgramCode
  let runner: ProgramRunner
  private let keeper: ProgramKeeper
  private let fileWatcher: FileWatcher
  private let announcer: ViewAnnouncer
  private var startView: StartView?
  private var idleSignal: IdleSignal?
  /// Whether anything has happened since the last idle signal.
  private var owesIdle = true
  /// Input that arrived before the program could be edited, in order.
  private var heldEvents: [InputEvent] = []
  /// Whether the screen shows that the program is still being read.
  private var tellsOfWaiting = false
  /// Whether a signal has ended the editor.
  private var isTerminated = false

  /// - Parameter startUp: the start-up, whose `begin()` has been called.
  public init(_ startUp: StartUp, device: any TerminalDevice, options: Options = Options()) {
    self.options = options
    options.settings.useKeys()
    programs = OpenPrograms(
      OpenProgram(
        path: startUp.opening.path, link: startUp.opening.link, style: LayoutStyleChoice.first(for: device)))
    screen = EditorScreen(device: device, colors: options.colors, isPlain: options.settings.isPlain)
    viewport = Viewport(of: programs, on: screen)
    queue = startUp.queue
    router = EditorRouter(manager: manager, screen: screen)
    let log = EventLog()
    let programEvents = ProgramEvents(wantsLoadingEvents: !options.listeners.isEmpty)
    clipboard = ClipboardKeeper(
      queue: queue, programs: programs, programEvents: programEvents, device: device, file: options.clipboardFile,
      runInBackground: startUp.runInBackground)
    snippets = SnippetKeeper(
      queue: queue, programs: programs, programEvents: programEvents, files: options.snippetFiles,
      runInBackground: startUp.runInBackground)
    code = ProgramCode(programs: programs, languageID: options.settings.codeLanguage, now: options.now)
    runner = ProgramRunner(
      programs: programs, code: code, queue: queue, searchPath: options.searchPath, now: options.now,
      isCursorFree: { [screen, programs] in
        (screen.modes.top === screen.modes.bottom || screen.modes.top is any LinesPart)
          && !programs.workbench.state.isPreviewing
      })
    runner.isTold = { [screen] text in screen.message == text }
    keeper = ProgramKeeper(
      queue: queue, programs: programs, programEvents: programEvents, manager: manager, read: options.readProgram,
      recentFiles: options.recentFiles, runInBackground: startUp.runInBackground)
    fileWatcher = FileWatcher(
      queue: queue, programs: programs, programEvents: programEvents, now: options.now,
      runInBackground: startUp.runInBackground)
    let routes = ModuleRoutes(
      programs: programs, screen: screen, viewport: viewport,
      windows: ModuleWindows(manager: manager, modes: screen.modes),
      saving: FileSaving(queue: queue, manager: manager, runInBackground: startUp.runInBackground),
      keeper: keeper, clipboard: clipboard, snippets: snippets, code: code, runner: runner,
      mutatorViews: options.mutatorViews, log: log, settings: options.settings)
    journal = JournalKeeper(
      queue: queue, programs: programs, programEvents: programEvents, version: options.version,
      disk: options.journalDisk)
    let questions = StartUpQuestions()
    announcer = ViewAnnouncer(programs: programs, viewport: viewport, modes: screen.modes)
    opening = ProgramOpening(
      startUp, router: router, routes: routes, journal: journal, programEvents: programEvents, questions: questions,
      options: options)
    idleSignal = IdleSignal()
    (keeper.opening, keeper.journal) = (opening, journal)
    // Listeners that only record events come before those that act on them.
    let listeners: [any AnyEventsListener] =
      options.listeners + [
        Routing(router) { [routes] (event: CanvasEvent) in routes.step(for: event) },
        Routing(router) { [routes] (event: ToolboxEvent) in routes.step(for: event) },
        Routing(router) { [routes] (event: CodeEvent) in routes.step(for: event) },
        Routing(router) { [routes] (event: RunningEvent) in routes.step(for: event) },
        Routing(router) { [routes] (event: JournalsEvent) in routes.step(for: event) },
        StatusLine(screen: screen), journal, keeper, clipboard, snippets, code, runner, log, questions,
        Quitting { [unowned self] in stop() },
      ] + options.routingListeners.map { $0(router) }
    manager.addListeners(listeners)
    for listener in listeners {
      listener.listenEvents(from: programEvents)
      if listener !== runner { listener.listenEvents(from: runner) }
      listener.listenEvents(from: manager.viewControllerEvents)
    }
    for step in [routes.title, routes.toolboxBar] { router.route(to: step) }
    let startView = StartView(startUp: startUp) { [unowned self] in stop() }
    self.startView = startView
    screen.container.embed(startView)
    device.setMouse(enabled: options.settings.usesMouse)
    queue.setWake { device.wake() }
    opening.begin { [unowned self] in deliverHeldEvents() }
  }

  /// The program that is shown.
  public var workbench: WorkbenchController { programs.workbench }

  /// Why the program could not be opened; nil if it was.
  public var failure: (any Error)? { opening.startUp.failure }

  // MARK: - The loop

  /// Runs until the user quits, or a signal ends the editor.
  public func run() {
    let writeWarning = EventManager.writeWarning
    var warnings: [String] = []
    EventManager.writeWarning = { if warnings.count < Self.warningLimit { warnings.append($0) } }
    defer {
      EventManager.writeWarning = writeWarning
      for warning in warnings { writeWarning(warning) }
    }
    awaitProgram()
    if isRunning { draw() }
    while isRunning {
      take(screen.device.nextEvents(timeoutMilliseconds: isBusy ? Self.timeout : nil))
      if isRunning { draw() }
    }
    runner.end()
    let left = awaitDisks(isJournalWanted: programs.all.contains(where: isWorkLeft))
    // A save may have finished meanwhile.
    journal.close(keeping: isWorkLeft, atMost: left)
    screen.device.close()
  }

  /// Whether a signal has ended the editor before everything in a program was saved or applied.
  private func isWorkLeft(in program: OpenProgram) -> Bool {
    let hasDraft = program === programs.shown && screen.modes.draft != nil
    return isTerminated && (program.workbench.isModified || hasDraft)
  }

  /// The maximum number of warnings kept until the screen is left. The first ones are the most useful.
  private static let warningLimit = 10

  /// Ends the editor after the current input event.
  public func stop() { isRunning = false }

  /// The time in milliseconds after which the screen shows what the editor is waiting for.
  private static let timeout = 200

  /// How long the editor waits before it exits: for a file being saved or a journal with unsaved work, and for a
  /// journal that is no longer needed.
  private static let saveTimeout = Duration.seconds(10)
  private static let journalTimeout = Duration.seconds(2)

  /// Waits up to `timeout` for the program, so that the first frame shows it if it is read quickly.
  private func awaitProgram() {
    let end = options.now() + .milliseconds(Self.timeout)
    while isRunning, !opening.isSettled {
      let left = options.now().duration(to: end) / .milliseconds(1)
      if left <= 0 { break }
      take(screen.device.nextEvents(timeoutMilliseconds: Int(left.rounded(.up))))
    }
    tellsOfWaiting = !opening.isSettled
  }

  /// Waits until the files, the clipboard's too, and the journal are written, up to a time limit: a disk may hang.
  /// - Parameter isJournalWanted: whether the journal holds unsaved changes.
  /// - Returns: the remaining time.
  private func awaitDisks(isJournalWanted: Bool) -> Duration {
    let isSaving = queue.activityIsInProgress(.saving)
    let end = options.now() + (isSaving || isJournalWanted ? Self.saveTimeout : Self.journalTimeout)
    let news = Semaphore()
    queue.setWake { news.signal() }
    while true {
      let left = max(.zero, options.now().duration(to: end))
      let isWriting =
        [.saving, .codeSaved, .clipboardShared, .snippetsKept, .recentFileNoted].contains {
          queue.activityIsInProgress($0)
        }
        || journal.isWriting
      guard left > .zero, isWriting else { return left }
      _ = news.wait(atMost: min(left, .milliseconds(Self.timeout)))
      queue.deliver()
      journal.checkTimeout(at: options.now())
    }
  }

  /// Whether background work is in progress, or its results have not been handled.
  public var isBusy: Bool {
    // The queue is checked last: work that ends during the other checks has put its result there.
    opening.isStarting || !queue.activitiesInProgress.isEmpty || journal.isWriting || fileWatcher.isLooking
      || queue.hasPendingRequests
  }

  private func take(_ events: [InputEvent]) {
    queue.deliver()
    journal.checkTimeout(at: options.now())
    clipboard.checkTimeout(at: options.now())
    // What was held comes before what has just arrived.
    deliverHeldEvents()
    for event in events where isRunning {
      handle(event)
      deliverHeldEvents()
    }
  }

  private func handle(_ event: InputEvent) {
    if event != .wakeup { owesIdle = true }
    if case .key(let key) = event, screen.performGlobal(key) { return }
    switch event {
    case .resize: viewport.relayout()
    case .resumed:
      viewport.relayout()
      fileWatcher.look()
    case .terminate:
      isTerminated = true
      journal.note(screen.modes.draft)
      workbench.endPreviews()
      journal.flush()
      stop()
    case .focus(let isIn): if isIn { fileWatcher.look() }
    case .background(let isLight):
      if options.followsBackground { screen.setColors(.suiting(isLight: isLight)) }
    case .wakeup, .readable: break
    case .key(let key) where opening.isStarting && isLeaving && StartView.waitingCommands[key] != nil:
      startView?.press(key, on: screen)
    case .key(let key) where keeper.performWaiting(key, on: screen): break
    case _ where opening.isHolding || clipboard.isReading || keeper.isAwaited: heldEvents.append(event)
    default: deliver(event)
    }
  }

  /// Whether the quit key takes effect while the program is being read. Behind other keys it is held, as one of them
  /// may save, until the screen shows that the program is still being read.
  private var isLeaving: Bool { heldEvents.isEmpty || tellsOfWaiting }

  private func deliverHeldEvents() {
    if heldEvents.isEmpty || opening.isHoldingBack || keeper.isAwaited { return }
    var events = heldEvents[...]
    heldEvents = []
    // One of them may be a paste, which the others wait for.
    while isRunning, !clipboard.isReading, !keeper.isAwaited, let event = events.popFirst() { deliver(event) }
    heldEvents = events + heldEvents
  }

  private func deliver(_ event: InputEvent) {
    // The events of loading a program come before those of what is done to it, though nothing was drawn since.
    opening.announce()
    // Input clears the message, except a release, which belongs to its press, and except while a question is open.
    if !event.isRelease, screen.modes.top?.isQuestion != true { screen.message = nil }
    if case .mouse(let mouse) = event, mouse.kind == .press, mouse.button == .left {
      if let part = screen.part(at: mouse.position) { return part.press(at: mouse.position, on: screen) }
      if let window = screen.window(withCloseButtonAt: mouse.position) {
        router.close(window)
        return
      }
    }
    if case .mouse(let mouse) = event, let rows = mouse.scrolledRows,
      screen.part(at: mouse.position)?.scroll(by: rows) == true
    {
      return
    }
    screen.modes.top?.handle(event, on: screen)
    fileWatcher.keyPressed()
  }

  // MARK: - The screen

  private func draw() {
    repeat { show() } while opening.wasDrawn()
    if inspectProgram() { show() }
    if code.update(while: { !screen.device.hasInput }) { show() }
    reportIdle()
  }

  /// Looks for problems in the program until input arrives.
  /// - Returns: whether there are other problems than before.
  private func inspectProgram() -> Bool {
    var isChanged = false
    while opening.hasOpened, workbench.isInspecting, !screen.device.hasInput {
      if workbench.inspectSome() { isChanged = true }
    }
    return isChanged
  }

  private func show() {
    screen.modes.top?.willShow()
    if opening.hasOpened {
      opening.announce()
      viewport.scrollToCursor()
      announcer.announce()
    }
    if let note = runner.noteOnVersion() { screen.message = "\(ScreenView.sentence(on: screen)) · \(note)" }
    // Before drawing, so that the change is kept even if the editor dies here.
    journal.note(screen.modes.draft)
    journal.flush()
    var view = ScreenView(of: programs, in: viewport, on: screen)
    screen.device.present(view.frame(activity: ActivityDescription.now(in: queue, options.now())))
    journal.claim()
  }
}

extension Editor {
  /// Signals tests, once after all input is handled, that the editor is idle.
  private func reportIdle() {
    if isBusy || screen.device.isBehind {
      owesIdle = true
    } else if owesIdle {
      owesIdle = false
      idleSignal?.signalIdle()
    }
  }
}

extension InputEvent {
  fileprivate var isRelease: Bool {
    if case .mouse(let mouse) = self { mouse.kind == .release } else { false }
  }
}
