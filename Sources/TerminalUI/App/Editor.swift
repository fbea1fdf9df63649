import AppModules
import BlockEditing
import BlockEvents
import BlockLayout
import BlockLibrary
import BlockModel
import CodeGeneration
import EventQueues
import LiveSession
import MortiseFiles
import MortiseScreen
import MortiseTerminal
import ProgramJournal
import ProgramRunning
import Workbench

/// The editor on a terminal. It passes input to the top mode, and draws once after all input is handled. The results of
/// background work, from the start-up to saving, arrive through the event queue.
public final class Editor {
  /// The state and services that the editor's modules and the app's commands share.
  public let scene: Scene
  let queue: EventQueue<AppEvent>
  private(set) var isRunning = true
  private let opening: ProgramOpening
  let journal: JournalKeeper
  private let fileWatcher: FileWatcher
  private let announcer: ViewAnnouncer
  private var idleSignal: IdleSignal?
  private let work: WorkProgress
  /// Whether anything has happened since the last idle signal.
  private var owesIdle = true
  /// Input that arrived before the program could be edited, in order.
  private var heldEvents: ArraySlice<InputEvent> = []
  /// Whether the screen shows that the program is still being read.
  private var showsWaiting = false
  /// Whether a signal has ended the editor.
  private var isTerminated = false
  /// Whether the user was notified that generating the code was given up.
  private var hasSaidSo = false
  /// The last hint that was clicked, its position and the time.
  private var lastHint: (keys: [Key], position: Point, time: ContinuousClock.Instant)?
  /// Whether the user is to be asked for the terminal's background.
  private var owesBackgroundQuestion = false

  /// - Parameter startUp: the start-up, whose `begin()` has been called.
  public init(_ startUp: StartUp, device: any TerminalDevice, options: Options = Options()) {
    options.settings.useKeys()
    queue = startUp.queue
    scene = Scene(startUp, device: device, options: options)
    let (programs, screen, programEvents) = (scene.programs, scene.screen, scene.programEvents)
    work = WorkProgress(screen: screen, now: options.now)
    fileWatcher = FileWatcher(jobs: scene.jobs, programs: programs, programEvents: programEvents, now: options.now)
    journal = JournalKeeper(
      queue: queue, programs: programs, programEvents: programEvents, version: options.version,
      disk: options.journalDisk)
    announcer = ViewAnnouncer(programs: programs, viewport: scene.viewport, modes: screen.modes)
    let questions = StartUpQuestions()
    opening = ProgramOpening(startUp, scene: scene, journal: journal, questions: questions)
    idleSignal = IdleSignal()
    (scene.keeper.opening, scene.keeper.journal) = (opening, journal)
    scene.sessions.hasInput = { [unowned work] in work.hasUserInput }
    // Listeners that only record events come before those that act on them.
    let listeners: [any AnyEventsListener] =
      options.listeners + [
        Routing(scene), StatusLine(screen: screen), journal, scene.keeper, scene.clipboard, scene.snippets, scene.code,
        scene.runner, scene.log, questions, Quitting { [unowned self] in stop() },
      ] + options.routingListeners.map { $0(scene) }
    scene.manager.addListeners(listeners)
    // The producers that live as long as the editor. The program's many events have their own one, for listeners that
    // want them.
    let lasting = AggregatedEventsProducer([scene.files, scene.runner, scene.manager.viewControllerEvents])
    for listener in listeners {
      listener.listenEvents(from: programEvents)
      listener.listenEvents(from: lasting)
    }
    for part in [Route.title, .toolboxBar] { scene.open(part) }
    scene.editorRouter.showLoadingView(for: startUp, isOpening: true) { [unowned scene] in
      startUp.waitingDescription + ActivityDescription.bar(in: startUp.queue, on: scene.screen, options.now())
    } givingUp: { [unowned self] in
      stop()
    }
    device.setMouse(enabled: options.settings.usesMouse)
    queue.setWake { device.wake() }
    opening.begin { [unowned self] in
      scene.editorRouter.hideLoadingView(for: startUp)
      if let failure { screen.container.embed(FailureView(failure) { [unowned self] in stop() }) }
      deliverHeldEvents()
    }
  }

  private var options: Options { scene.options }
  var programs: OpenPrograms { scene.programs }
  var screen: EditorScreen { scene.screen }
  var runner: ProgramRunner { scene.runner }
  private var loading: LoadingView { scene.editorRouter.loading }

  /// The program that is shown.
  public var workbench: WorkbenchController { programs.workbench }

  /// Why the program could not be opened; nil if it was.
  public var failure: (any Error)? { opening.startUp.failure }

  // MARK: - The loop

  /// Runs until the user quits, or a signal ends the editor.
  public func run() {
    let writeWarning = Warnings.write
    var warnings: [String] = []
    Warnings.appName = options.appName
    Warnings.write = { if warnings.count < Self.warningLimit { warnings.append($0) } }
    defer {
      Warnings.write = writeWarning
      for warning in warnings { writeWarning(warning) }
    }
    let invalidKeys = CommandReference(adding: options.commands).appCommands.invalidKeys
    if !invalidKeys.isEmpty {
      Warnings.write(
        "the app’s commands have keys that don’t exist or are bound twice: \(invalidKeys.joined(separator: ", "))")
    }
    // Input is handled in order, after the current command.
    var events = work.run {
      awaitProgram()
      if isRunning { draw() }
    }
    while isRunning {
      if events.isEmpty {
        let waits = isBusy || runner.isSettling
        events = screen.device.nextEvents(timeoutMilliseconds: waits ? Self.timeout : nil)
      }
      events = work.run {
        receive(events)
        if isRunning { draw() }
      }
    }
    runner.end()
    scene.sessions.end()
    let left = awaitDisks(isJournalWanted: programs.all.contains(where: isWorkLeft))
    // A save may have finished meanwhile.
    journal.close(keeping: isWorkLeft, atMost: left)
    screen.device.close()
  }

  /// Whether a signal has ended the editor before everything in a program was saved or applied.
  private func isWorkLeft(in program: OpenProgram) -> Bool {
    let hasDraft = program === programs.shown && screen.modes.draft != nil
    return isTerminated && (program.isModified || hasDraft)
  }

  /// The maximum number of warnings kept until the screen is left. The first ones are the most useful.
  private static let warningLimit = 10

  /// The names of the programs that were saved to quit, for the shell.
  package var savedAtEnd: [String] { scene.files.savedAtEnd }

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
      receive(screen.device.nextEvents(timeoutMilliseconds: Int(left.rounded(.up))))
    }
    showsWaiting = !opening.isSettled
  }

  /// Waits until all files, including the clipboard's, and the journal are written, up to a time limit: a disk may
  /// hang.
  /// - Parameter isJournalWanted: whether the journal holds unsaved changes.
  /// - Returns: the remaining time.
  private func awaitDisks(isJournalWanted: Bool) -> Duration {
    let isSaving = queue.activityIsInProgress(.saving)
    let end = options.now() + (isSaving || isJournalWanted ? Self.saveTimeout : Self.journalTimeout)
    let result = Semaphore()
    queue.setWake { result.signal() }
    while true {
      let left = max(.zero, options.now().duration(to: end))
      let isWriting =
        [.saving, .codeSaved, .clipboardShared, .snippetsKept, .recentFileNoted, .settingsSaved, .lessonNoted].contains
      {
        queue.activityIsInProgress($0)
      }
        || journal.isWriting
      guard left > .zero, isWriting else { return left }
      _ = result.wait(atMost: min(left, .milliseconds(Self.timeout)))
      queue.deliver()
      journal.checkTimeout(at: options.now())
    }
  }

  /// Whether background work is in progress, or its results have not been handled.
  public var isBusy: Bool {
    // The queue is checked last: work that ends during the other checks has put its result there by then.
    opening.isStarting || loading.isHolding || scene.sessions.isBehind || !queue.activitiesInProgress.isEmpty
      || journal.isWriting || fileWatcher.isLooking || queue.hasPendingRequests
  }

  private func receive(_ events: [InputEvent]) {
    queue.deliver()
    journal.checkTimeout(at: options.now())
    scene.clipboard.checkTimeout(at: options.now())
    // Held input precedes input that has just arrived.
    deliverHeldEvents()
    for event in events where isRunning {
      handle(event)
      deliverHeldEvents()
    }
    askForBackground()
  }

  private func handle(_ event: InputEvent) {
    if event != .wakeup { owesIdle = true }
    if case .key(let key) = event, screen.performGlobal(key, in: .editor) {
      scene.viewport.showsCursorRows = true
      return
    }
    switch event {
    case .resize: scene.viewport.relayout()
    case .resumed:
      scene.viewport.relayout()
      fileWatcher.look()
    case .terminate:
      isTerminated = true
      journal.note(screen.modes.draft)
      workbench.endPreviews()
      journal.flush()
      stop()
    case .focus(let isIn): if isIn { fileWatcher.look() }
    case .background(let isLight):
      scene.isBackgroundLight = isLight
      if scene.followsBackground { followBackground(isLight: isLight) }
    case .readable(let descriptor): scene.sessions.receive(from: descriptor)
    case .wakeup: break
    case .key(let key) where isGivingUp(with: key):
      _ = loading.command(for: key)?.perform(in: loading, on: screen)
    case _ where opening.isHolding || scene.clipboard.isReading || loading.isHolding: heldEvents.append(event)
    default: deliver(event)
    }
  }

  /// Shows the theme that suits the background. If the terminal doesn't report it, the user is asked, once.
  private func followBackground(isLight: Bool?) {
    if let isLight {
      screen.setColors(.suiting(isLight: isLight))
    } else {
      // Fewer colours are the same on any background.
      owesBackgroundQuestion = options.rememberBackground != nil && screen.theme.depth >= .twoFiftySix
      if owesBackgroundQuestion { screen.setColors(.neutral) }
    }
  }

  /// Asks for the background after the first edit, while no window is open and no lesson waits.
  private func askForBackground() {
    guard owesBackgroundQuestion, opening.hasOpened, !opening.isStarting, screen.modes.hasOnlyCanvas,
      workbench.history.undoCount > 0, scene.tutor.run == nil
    else { return }
    owesBackgroundQuestion = false
    scene.open(.settings(.background))
  }

  /// Whether a key gives up the current wait. A key that quits is held after other keys, as one of them may save,
  /// until the screen shows that the program is still being read.
  private func isGivingUp(with key: Key) -> Bool {
    loading.command(for: key) != nil && (heldEvents.isEmpty || showsWaiting || !opening.isStarting)
  }

  private func deliverHeldEvents() {
    // One of them may be a paste, which the others wait for. There may be a million of them, so they are not copied.
    while isRunning, !opening.isHoldingBack, !scene.clipboard.isReading, !loading.isHolding,
      let event = heldEvents.popFirst()
    {
      deliver(event)
    }
  }

  private func deliver(_ event: InputEvent) {
    // The events of loading a program precede those of its changes, even if nothing was drawn in between.
    opening.announce()
    // Input clears the message, except a release, which belongs to its press, and except while a question is open.
    if !event.isRelease, screen.modes.top?.isQuestion != true { screen.message = nil }
    if case .key(let key) = event {
      scene.viewport.followCursor()
      screen.speech.press(key)
    }
    if case .mouse(let mouse) = event, mouse.kind == .press, mouse.button == .left {
      if pressHint(at: mouse.position) { return }
      // The rest of the status line doesn't react to clicks.
      if screen.layout.status.contains(mouse.position) { return }
      if let part = screen.part(at: mouse.position) {
        screen.draggedBorder = part.isTimeline(at: mouse.position) ? nil : screen.layout.border(at: mouse.position)
        return part.press(at: mouse.position, on: screen)
      }
      screen.draggedBorder = screen.modes.hasOnlyCanvas ? screen.layout.border(at: mouse.position) : nil
      if screen.draggedBorder != nil { return }
      if let window = screen.window(withCloseButtonAt: mouse.position) {
        scene.router.close(window)
        return
      }
    }
    if case .mouse(let mouse) = event, let rows = mouse.scrolledRows,
      screen.part(at: mouse.position)?.scroll(by: rows) == true
    {
      return
    }
    if case .mouse(let mouse) = event, let border = screen.draggedBorder {
      if mouse.kind == .drag {
        screen.borders = screen.layout.moved(border, to: mouse.position)
        return
      }
      screen.draggedBorder = nil
    }
    screen.modes.top?.handle(event, on: screen)
    fileWatcher.keyPressed()
  }

  /// Presses the keys of the hint at a position. The second click of a double click would hit what the first one has
  /// opened, so it does nothing.
  private func pressHint(at position: Point) -> Bool {
    let keys = screen.keysOfHint(at: position)
    if let (hint, clicked, time) = lastHint, clicked == position, hint != keys,
      options.now() < time + Self.doubleClickTime
    {
      return true
    }
    guard let keys else { return false }
    lastHint = (keys, position, options.now())
    for key in keys { deliver(.key(key)) }
    return true
  }

  private static let doubleClickTime = Duration.milliseconds(500)

  // MARK: - The screen

  private func draw() {
    repeat { show() } while opening.wasDrawn()
    // The user's own changes are shown first.
    while scene.sessions.isBehind {
      scene.sessions.catchUp()
      show()
      if work.hasUserInput { break }
    }
    if inspectProgram() { show() }
    // The comparison is updated only when the user pauses.
    if opening.hasOpened, let comparison = workbench.comparison, comparison.isBehind, comparison.followsEdits,
      !work.hasInput
    {
      _ = try? comparison.update()
      show()
    }
    if scene.code.update(while: { !work.hasInput }) { show() }
    if scene.code.isGivenUp, !hasSaidSo {
      screen.message = "the code was given up; the next change generates it again"
      show()
    }
    hasSaidSo = scene.code.isGivenUp
    reportIdle()
  }

  /// Looks for problems in the program until input arrives.
  /// - Returns: whether the problems have changed.
  private func inspectProgram() -> Bool {
    var isChanged = false
    while opening.hasOpened, workbench.isInspecting, !work.hasInput {
      if workbench.inspectSome() { isChanged = true }
    }
    return isChanged
  }

  private func show() {
    if opening.hasOpened { scene.tutor.look() }
    loading.update()
    screen.modes.top?.willShow()
    if opening.hasOpened {
      opening.announce()
      scene.viewport.scrollToCursor()
      announcer.announce()
    }
    if let note = runner.noteOnVersion() {
      // The message about the run no longer holds.
      screen.message = runner.shownMessageTime == nil ? "\(ScreenView.sentence(on: screen)) · \(note)" : note
    }
    // Before drawing, so that the change is kept even if the editor dies here.
    journal.note(screen.modes.draft)
    journal.flush()
    scene.sessions.flush()
    var view = ScreenView(of: programs, in: scene.viewport, on: screen)
    // The loading view already shows the activities.
    let activity =
      screen.modes.loading == nil ? ActivityDescription.now(in: queue, on: screen, options.now()) : ""
    var frame = view.frame(activity: activity)
    if screen.isLayoutStale {
      screen.isLayoutStale = false
      scene.viewport.scrollToCursor()
      view = ScreenView(of: programs, in: scene.viewport, on: screen)
      frame = view.frame(activity: activity)
      screen.isLayoutStale = false
    }
    work.frame = frame
    screen.device.present(frame)
    journal.claim()
  }

  /// Notifies tests, once after all input is handled, that the editor is idle.
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
