import AppModules
import BlockEvents
import BlockLayout
import BlockModel
import EventQueues
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
    /// The layouts of mutators.
    public var layoutFactory = LayoutFactory.stock()
    public var eventManager = EventManager.sharedInstance
    /// Mortise's version, for the journal.
    public var version = ""
    /// Those who want to know of all that happens, such as a log.
    public var listeners: [any AnyEventsListener] = []

    public init() {}
  }

  let services: EditorServices
  private let startUp: StartUp
  private let options: Options
  private let router: EditorRouter
  private let steps: EditorSteps
  private let programEvents = ProgramEvents()
  private let journal: JournalKeeper
  private let announcer: ViewAnnouncer
  private var idleSignal: IdleSignal?
  /// Whether something came in, or went on, since the last time that the editor was idle.
  private var owesIdle = true
  /// What was typed before the program could be edited.
  private var heldEvents: [InputEvent] = []
  private var hasOpened = false
  /// Whether the listeners don't know yet that the program is there.
  private var isNew = false
  /// Whether the system ends the editor.
  private var isTerminated = false

  /// - Parameter startUp: what is being opened; it has begun.
  public init(_ startUp: StartUp, device: any TerminalDevice, options: Options = Options()) {
    self.startUp = startUp
    self.options = options
    let empty = WorkbenchController(
      document: Document(factory: BlockFactory()), toolbox: Toolbox(categories: []),
      style: LayoutStyleChoice.first(for: device), eventManager: EventManager())
    services = EditorServices(
      workbench: empty, device: device, queue: startUp.queue, path: startUp.opening.path,
      runInBackground: startUp.runInBackground)
    router = EditorRouter(editor: services)
    let log = EventLog()
    steps = EditorSteps(editor: services, mutatorViews: options.mutatorViews, log: log)
    journal = JournalKeeper(editor: services, version: options.version)
    announcer = ViewAnnouncer(editor: services)
    idleSignal = IdleSignal()
    // Who only listens hears of a thing before what comes of it.
    let listeners: [any AnyEventsListener] =
      options.listeners + [
        CanvasRouting(router: router, steps: steps), ToolboxRouting(router: router, steps: steps),
        TitleRouting(router: router, steps: steps), StatusLine(editor: services), journal, log,
      ]
    services.manager.addListeners(listeners)
    for listener in listeners { listener.listenEvents(from: programEvents) }
    for step in [steps.title, steps.toolboxBar] { router.route(to: step) }
    services.screenContainer.replaceTop(with: StartView(startUp: startUp))
    device.setMouse(enabled: true)
    services.queue.setWake { device.wake() }
    awaitStart()
  }

  /// The open program.
  public var workbench: WorkbenchController { services.workbench }

  // MARK: - Start-up

  /// What is done when the steps of start-up are.
  private func awaitStart() {
    let queue = services.queue
    queue.wait(for: [.terminalReady, .programSettled], named: "opening the program") { [unowned self] in
      if let (definitions, document) = startUp.takeProgram() {
        // Whoever has a journal first and then looks for others can't overlook one that comes at the same time.
        journal.whenClaimed = { [unowned self] in startUp.lookForJournals(besides: journal.path) }
        open(document, toolbox: definitions.toolbox)
        hasOpened = true
        greet()
      } else {
        // Who reads the message may leave with a key that was typed meanwhile.
        deliverHeldEvents()
      }
    }
    queue.wait(for: [.firstFrame, .journalSettled], named: "asking about journals") { [unowned self] in
      askAboutJournals()
    }
    queue.wait(for: .ready, named: "taking keys") { [unowned self] in deliverHeldEvents() }
    queue.signal(event: .terminalReady)
  }

  private func open(_ document: Document, toolbox: Toolbox) {
    programEvents.follow(document, with: options.eventManager)
    let workbench = WorkbenchController(
      document: document, toolbox: toolbox, style: LayoutStyleChoice.first(for: services.device),
      eventManager: options.eventManager, layoutFactory: options.layoutFactory)
    services.open(workbench)
    router.route(to: steps.canvas)
    programEvents.opened(workbench)
    isNew = true
  }

  /// Goes where the person wants to be, and says what is to be said about a program that was just opened.
  private func greet() {
    var words: [String] = []
    if let place = startUp.opening.place,
      let problem = ProgramLinks(editor: services, router: router).follow(place)
    {
      words.append(problem)
    }
    if let name = workbench.madeProcedures.first {
      let more = workbench.madeProcedures.count > 1 ? " and \(workbench.madeProcedures.count - 1) more" : ""
      words.append("made the function “\(name)”\(more), which the file calls and lacks")
    }
    words.append(workbench.cursorWords)
    let remarks = workbench.document.findings.count
    if remarks > 0, workbench.madeProcedures.isEmpty {
      let count = remarks == 1 ? "1 remark on this file" : "\(remarks) remarks on this file"
      words.append("\(count): see mortise check")
    }
    if words.count > 1 { services.message = words.joined(separator: " · ") }
  }

  private func askAboutJournals() {
    if let error = services.queue.error(of: .journalLookedAt) {
      services.message = "unsaved work of an earlier time can't be looked for: \(error)"
    }
    guard let survey = startUp.survey else { return }
    if let remark = survey.remarks.first { services.message = remark }
    // What is all in its file is not needed any more.
    for journal in survey.left where journal.unsavedSteps == 0 { journal.discard() }
    guard !survey.editors.isEmpty || survey.left.contains(where: { $0.unsavedSteps > 0 }) else { return }
    router.route(
      to: steps.journals(survey) { [unowned self] document, left in
        journal.adopt(left)
        open(document, toolbox: workbench.toolbox)
        workbench.perform(.moveCursor(.first))
      })
  }

  /// Why the program could not be opened; nil when it was.
  public var failure: (any Error)? { startUp.failure }

  // MARK: - The loop

  /// Runs until the person quits, or the system ends the editor.
  public func run() {
    // A program that is there at once is the first thing to be seen.
    if !hasOpened { take(services.device.nextEvents(timeoutMilliseconds: Self.patience)) }
    draw()
    while services.isRunning {
      take(services.device.nextEvents(timeoutMilliseconds: isBusy ? Self.patience : nil))
      if services.isRunning { draw() }
    }
    journal.close(removing: !isTerminated || !workbench.isModified)
    services.device.close()
  }

  /// Ends the editor.
  public func stop() { services.stop() }

  /// Milliseconds after which it is told what is waited for.
  private static let patience = 200

  /// Whether something goes on in the background, or is still to come.
  public var isBusy: Bool {
    let queue = services.queue
    let isStarting = hasOpened ? !queue.hasSignalled(.ready) : failure == nil
    return isStarting || !queue.activitiesInProgress.isEmpty || journal.isWriting
  }

  private func take(_ events: [InputEvent]) {
    services.queue.deliver()
    for event in events where services.isRunning { handle(event) }
  }

  private func handle(_ event: InputEvent) {
    if event != .wakeup { owesIdle = true }
    switch event {
    case .resize, .resumed: services.relayout()
    case .terminate:
      isTerminated = true
      workbench.leaveRehearsals()
      journal.flush()
      services.stop()
    case .focus, .wakeup, .readable: break
    case .key(.control("q")) where !hasOpened: services.stop()
    case _ where isHolding: heldEvents.append(event)
    default: deliver(event)
    }
  }

  /// Whether what is typed has to wait.
  private var isHolding: Bool { hasOpened ? !services.queue.hasSignalled(.ready) : failure == nil }

  private func deliverHeldEvents() {
    let events = heldEvents
    heldEvents = []
    for event in events where services.isRunning { deliver(event) }
  }

  private func deliver(_ event: InputEvent) {
    // Letting go of the button belongs to the press before it.
    if !event.isRelease { services.message = nil }
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
    if hasOpened {
      if isNew { workbench.announceLoaded() }
      isNew = false
      services.scrollToCursor()
      announcer.announce()
    }
    var view = ScreenView(editor: services)
    services.device.present(view.frame(activity: ActivityWords.now(in: services.queue)))
    // What was done since the last time is written while the person looks at it.
    journal.flush()
    if hasOpened, !services.queue.hasSignalled(.firstFrame) { services.queue.signal(event: .firstFrame) }
    tellIdle()
  }
}

extension Editor {
  /// Tells a test that all is done that came in; once, whatever wakes the editor afterwards.
  private func tellIdle() {
    if isBusy {
      owesIdle = true
    } else if owesIdle {
      owesIdle = false
      idleSignal?.frameIsQuiet()
    }
  }
}

extension InputEvent {
  fileprivate var isRelease: Bool {
    if case .mouse(let mouse) = self { mouse.kind == .release } else { false }
  }
}
