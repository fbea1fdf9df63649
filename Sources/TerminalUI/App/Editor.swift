import AppModules
import BlockEditing
import BlockEvents
import BlockLayout
import BlockModel
import EventQueues
import Files
import ProgramJournal
import Screen
import Terminal
import Workbench

/// The editor on a terminal: it takes what comes in, hands it to the mode on top, and draws once when all input is dealt
/// with. What happens beside that, from start-up to saving, is told by the queue.
public final class Editor {
  /// What an editor may be given besides what it opens.
  public struct Options {
    /// The views of mutators.
    public var mutatorViews = MutatorViewFactory()
    /// Events, layouts of mutators, and listeners to the events of programs.
    public var extensions = ProgramExtensions()
    public var eventManager = EventManager.sharedInstance
    /// Mortise's version, for the journal.
    public var version = ""
    /// What the journal is written with; a test has one that fails.
    public var journalDisk = JournalDisk()
    /// Those who want to know of all that happens, such as a log.
    public var listeners: [any AnyEventsListener] = []
    /// Make listeners that open modules for the events of others.
    public var routingListeners: [(any Router) -> any AnyEventsListener] = []
    /// Follow deep links behind the `#` of a file's name, besides `block=` and `field=`; they may open modules. They are made
    /// when the program is there.
    public var links: [(WorkbenchController) -> any DeepLinkResponder] = []
    /// The time, by which it is decided what takes long; a test has its own.
    public var now: () -> ContinuousClock.Instant = { .now }

    public init() {}
  }

  let services: EditorServices
  private let options: Options
  private let opening: ProgramOpening
  let journal: JournalKeeper
  private let announcer: ViewAnnouncer
  private var idleSignal: IdleSignal?
  /// Whether something came in, or went on, since the last time that the editor was idle.
  private var owesIdle = true
  /// What was typed before the program could be edited, in order.
  private var heldEvents: [InputEvent] = []
  /// Whether the user can see what is waited for.
  private var tellsOfWaiting = false
  /// Whether the system ends the editor.
  private var isTerminated = false

  /// - Parameter startUp: what is being opened; it has begun.
  public init(_ startUp: StartUp, device: any TerminalDevice, options: Options = Options()) {
    self.options = options
    let empty = WorkbenchController(
      document: Document(factory: BlockFactory()), toolbox: Toolbox(categories: []),
      style: LayoutStyleChoice.first(for: device), eventManager: EventManager())
    services = EditorServices(
      workbench: empty, device: device, queue: startUp.queue, path: startUp.opening.path,
      runInBackground: startUp.runInBackground)
    let router = EditorRouter(editor: services)
    let log = EventLog()
    let steps = ModuleRoutes(editor: services, mutatorViews: options.mutatorViews, log: log)
    let programEvents = ProgramEvents()
    journal = JournalKeeper(
      editor: services, programEvents: programEvents, version: options.version, disk: options.journalDisk)
    announcer = ViewAnnouncer(editor: services)
    opening = ProgramOpening(
      startUp, editor: services, router: router, steps: steps, journal: journal, programEvents: programEvents,
      options: options)
    idleSignal = IdleSignal()
    // Who only listens hears of a thing before what comes of it.
    let listeners: [any AnyEventsListener] =
      options.listeners + [
        Routing(router) { [steps] (event: CanvasEvent) in steps.step(for: event) },
        Routing(router) { [steps] (event: ToolboxEvent) in steps.step(for: event) },
        Routing(router) { [steps] (event: TitleEvent) in steps.step(for: event) },
        StatusLine(editor: services), journal, log,
      ] + options.routingListeners.map { $0(router) }
    services.manager.addListeners(listeners)
    for listener in listeners { listener.listenEvents(from: programEvents) }
    for step in [steps.title, steps.toolboxBar] { router.route(to: step) }
    services.screenContainer.replaceTop(with: StartView(startUp: startUp))
    device.setMouse(enabled: true)
    services.queue.setWake { device.wake() }
    opening.begin { [unowned self] in deliverHeldEvents() }
  }

  /// The open program.
  public var workbench: WorkbenchController { services.workbench }

  /// Why the program could not be opened; nil when it was.
  public var failure: (any Error)? { opening.startUp.failure }

  // MARK: - The loop

  /// Runs until the user quits, or the system ends the editor.
  public func run() {
    awaitProgram()
    if services.isRunning { draw() }
    while services.isRunning {
      take(services.device.nextEvents(timeoutMilliseconds: isBusy ? Self.timeout : nil))
      if services.isRunning { draw() }
    }
    let left = awaitDisks(isJournalWanted: isTerminated && workbench.isModified)
    // What was being saved may have arrived meanwhile.
    journal.close(removing: !isTerminated || !workbench.isModified, atMost: left)
    services.device.close()
  }

  /// Ends the editor.
  public func stop() { services.stop() }

  /// Milliseconds after which it is told what is waited for.
  private static let timeout = 200

  /// How long what is being written may keep an editor that is to end; and a journal that nobody needs any more.
  private static let saveTimeout = Duration.seconds(10)
  private static let journalTimeout = Duration.seconds(2)

  /// A program that is there soon is the first thing to be seen.
  private func awaitProgram() {
    let end = options.now() + .milliseconds(Self.timeout)
    while services.isRunning, !opening.isSettled {
      let left = options.now().duration(to: end) / .milliseconds(1)
      if left <= 0 { break }
      take(services.device.nextEvents(timeoutMilliseconds: Int(left.rounded(.up))))
    }
    tellsOfWaiting = !opening.isSettled
  }

  /// Whatever ends the editor, no file is left half written; what is unsaved is in the journal. A disk that does not answer
  /// must not keep it for ever.
  /// - Parameter isJournalWanted: whether there is more in the journal than in the file.
  /// - Returns: how long may still be waited.
  private func awaitDisks(isJournalWanted: Bool) -> Duration {
    let queue = services.queue
    let isSaving = queue.activityIsInProgress(.saving)
    let end = options.now() + (isSaving || isJournalWanted ? Self.saveTimeout : Self.journalTimeout)
    let news = Semaphore()
    queue.setWake { news.signal() }
    while true {
      let left = max(.zero, options.now().duration(to: end))
      guard left > .zero, queue.activityIsInProgress(.saving) || journal.isWriting else { return left }
      _ = news.wait(atMost: min(left, .milliseconds(Self.timeout)))
      queue.deliver()
      journal.checkTimeout(at: options.now())
    }
  }

  /// Whether something goes on in the background, or is still to come.
  public var isBusy: Bool {
    // What is being written is over before what came of it has arrived, so that is asked for last.
    opening.isStarting || !services.queue.activitiesInProgress.isEmpty || journal.isWriting
      || services.queue.hasArrivals
  }

  private func take(_ events: [InputEvent]) {
    services.queue.deliver()
    journal.checkTimeout(at: options.now())
    for event in events where services.isRunning {
      handle(event)
      deliverHeldEvents()
    }
  }

  private func handle(_ event: InputEvent) {
    if event != .wakeup { owesIdle = true }
    switch event {
    case .resize, .resumed: services.relayout()
    case .terminate:
      isTerminated = true
      workbench.endPreviews()
      journal.flush()
      services.stop()
    case .focus, .wakeup, .readable: break
    case .key(let key) where KeyMap.command(for: key, in: .canvas) == .redraw: services.device.redraw()
    case .key(.control("q")) where opening.isStarting && isLeaving: services.stop()
    case _ where opening.isHolding: heldEvents.append(event)
    default: deliver(event)
    }
  }

  /// Whether the key that leaves does so before there is a program. Behind others that were typed it waits with them, as
  /// one of them may be to save, until the user can see that this takes long.
  private var isLeaving: Bool { heldEvents.isEmpty || tellsOfWaiting }

  private func deliverHeldEvents() {
    if heldEvents.isEmpty || opening.isHoldingBack { return }
    let events = heldEvents
    heldEvents = []
    for event in events where services.isRunning { deliver(event) }
  }

  private func deliver(_ event: InputEvent) {
    // Letting go of the button belongs to the press before it.
    // What is said behind a question stays until that is answered.
    if !event.isRelease, services.modes.top?.isQuestion != true { services.message = nil }
    if case .mouse(let mouse) = event, mouse.kind == .press, mouse.button == .left,
      let part = services.part(at: mouse.position)
    {
      part.press(at: mouse.position, in: services)
    } else {
      services.modes.top?.handle(event, in: services)
    }
  }

  // MARK: - The screen

  private func draw() {
    repeat { show() } while opening.wasDrawn()
    tellIdle()
  }

  private func show() {
    if opening.hasOpened {
      opening.announce()
      services.scrollToCursor()
      announcer.announce()
    }
    // Before it is shown: a program that does not get that far has kept what was done.
    journal.flush()
    var view = ScreenView(editor: services)
    services.device.present(view.frame(activity: ActivityDescription.now(in: services.queue, options.now())))
    journal.claim()
  }
}

extension Editor {
  /// Tells a test that all is done that came in; once, whatever wakes the editor afterwards.
  private func tellIdle() {
    if isBusy || services.device.isBehind {
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
