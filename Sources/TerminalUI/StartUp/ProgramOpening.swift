import AppModules
import BlockEvents
import BlockFormats
import BlockLibrary
import EventQueues
import MortiseFiles
import ProgramJournal
import Workbench

/// Opens programs once they have been read, shows messages about them, and asks about journals. The start-up reads the
/// first one, `ProgramKeeper` the others.
final class ProgramOpening {
  let startUp: StartUp
  private let scene: Scene
  private let journal: JournalKeeper
  private(set) var hasOpened = false
  private let questions: StartUpQuestions
  private var question = Question.none
  /// A program that has not been announced to the listeners yet.
  private var newProgram: WorkbenchController?

  /// The state of the start-up's question. Keys typed before it was drawn do not answer it.
  private enum Question { case none, unseen, seen }

  init(
    _ startUp: StartUp, scene: Scene, journal: JournalKeeper, questions: StartUpQuestions
  ) {
    self.startUp = startUp
    self.scene = scene
    self.journal = journal
    self.questions = questions
  }

  private var queue: EventQueue<AppEvent> { startUp.queue }
  private var options: Editor.Options { scene.options }
  private var programs: OpenPrograms { scene.programs }
  private var screen: EditorScreen { scene.screen }
  private var programEvents: ProgramEvents { scene.programEvents }

  // MARK: - Progress

  /// Whether reading the program has succeeded or failed.
  var isSettled: Bool { queue.hasSignalled(.programLoadFinished) }

  /// Whether the start-up is still in progress.
  var isStarting: Bool { hasOpened ? !queue.hasSignalled(.ready) : !isSettled }

  /// Whether new input is held.
  var isHolding: Bool { isStarting || question == .unseen }

  /// Whether held input stays held: it was meant for the program, not for a question about it.
  var isHoldingBack: Bool {
    if question == .seen, !questions.areShown { question = .none }
    return isStarting || question != .none
  }

  // MARK: - The steps

  /// Queues the actions that follow the steps of the start-up.
  /// - Parameter deliverKeys: called when held input can be delivered.
  func begin(deliverKeys: @escaping @MainActor () -> Void) {
    let asking = ActionToken()
    let delivering = ActionToken()
    queue.wait(for: [.terminalReady, .programLoadFinished], named: "opening the program") { [unowned self] in
      if let (definitions, documents) = startUp.takePrograms() {
        scene.code.generators = definitions.generators
        scene.code.offered = definitions.offered
        // Iterates by index: with `zip`, each launch would search all conformances for its types.
        for index in documents.indices.dropFirst() {
          add(documents[index], toolbox: definitions.toolbox, link: startUp.opening.further[index - 1].link)
        }
        programs.shown.unopened = (documents[0], definitions.toolbox)
        let messages = Progress.within(StartUp.shareOfReading...1) {
          openForFirstTime(programs.shown) { [unowned self] in startUp.scanForJournals(besides: journal.path) }
        }
        if let messages {
          hasOpened = true
          return greet(messages)
        }
        startUp.giveUp()
      }
      // No further steps follow a failure. A key typed meanwhile may close the message and quit.
      for token in [asking, delivering] { queue.cancelAction(token: token) }
      deliverKeys()
    }
    queue.wait(for: [.firstFrame, .journalScanFinished], token: asking, named: "asking about journals") {
      [unowned self] in
      askAboutJournals()
    }
    queue.wait(for: .ready, token: delivering, named: "delivering keys", then: deliverKeys)
    queue.signal(event: .terminalReady)
  }

  /// Adds a program that has been read, after the others. It is opened when it is first shown.
  @discardableResult
  func add(_ document: Document, toolbox: Toolbox, link: String? = nil) -> OpenProgram {
    let program = OpenProgram(
      path: document.location, link: link, unopened: (document, toolbox),
      style: LayoutStyleChoice.first(for: screen.device)
    )
    programs.add(program)
    return program
  }

  /// Opens and shows a program that has been read.
  /// - Parameter scanForJournals: called once the program's own journal exists, so that two editors that open it
  ///   together find each other's.
  /// - Returns: messages about it; empty if it was opened earlier; nil if the user gave up.
  func openForFirstTime(_ program: OpenProgram, scanForJournals: @escaping () -> Void) -> [String]? {
    guard let (document, toolbox) = program.takeUnopened() else { return [] }
    guard open(document, toolbox: toolbox, in: program) else { return nil }
    journal.whenClaimed = scanForJournals
    if program.session != nil {
      // Its host has the journal.
      journal.whenClaimed = nil
      if !queue.hasSignalled(.journalScanFinished) { queue.signal(event: .journalScanFinished) }
    }
    return [goToLocation()].compactMap(\.self) + remarks()
  }

  /// Opens and shows a state of a program.
  /// - Parameter program: the program that gets the state.
  /// - Returns: false if the user gave up a program that was not open before. It can't be opened any more.
  @discardableResult
  private func open(_ document: Document, toolbox: Toolbox, in program: OpenProgram) -> Bool {
    if program.isOpened { programEvents.close(program.workbench) }
    scene.sessions.leave(program)
    programEvents.follow(document, with: options.eventManager)
    let toolbox = toolbox.adding(furtherTypesOf: document.workspace.factory, in: document.style.format)
    let workbench = WorkbenchController(
      document: document, toolbox: toolbox, style: screen.style(of: document.workspace, toolbox),
      eventManager: options.eventManager, extensions: options.extensions,
      canStop: !program.isOpened && !document.isShared)
    if workbench.isGivenUp { return false }
    scene.useVerbosity(in: workbench)
    workbench.wraps = options.settings.wraps
    workbench.allow(Set(options.settings.allowedRules))
    // What is found at once is in the first frame.
    _ = workbench.inspectSome()
    let isShown = program === programs.shown
    program.open(workbench)
    scene.sessions.begin(program)
    programs.show(program)
    scene.viewport.reset()
    // The windows belong to the previous program.
    screen.modes.closeWindows()
    // If the program was shown before, the other parts of the screen follow it to the new state.
    for part in isShown ? [.canvas] : Self.programParts { scene.open(part) }
    programEvents.opened(workbench)
    newProgram = workbench
    return true
  }

  /// Replaces a program by the current state of its file.
  func reopen(_ document: Document, toolbox: Toolbox, in program: OpenProgram) {
    open(document, toolbox: toolbox, in: program)
  }

  /// Leaves the session of a program that is closed, if it has one.
  func leaveSession(of program: OpenProgram) { scene.sessions.leave(program) }

  /// Shows a program that was opened earlier, and is now the shown one.
  func showAgain() {
    screen.modes.closeWindows()
    scene.viewport.relayout()
    for part in Self.programParts { scene.open(part) }
  }

  /// The parts of the screen that show a program.
  private static let programParts: [Route] = [.title, .toolboxBar, .canvas]

  /// Shows messages about the first program and the launch.
  private func greet(_ messages: [String]) {
    var messages = messages
    if let remark = options.remarks.first {
      let more = options.remarks.count - 1
      messages.insert(more == 0 ? remark : "\(remark); \(more) more: run ‘mortise config’", at: 0)
    }
    if options.greetsNewUser { messages.insert(scene.greeting, at: 0) }
    if messages.count > 1 || options.beginsAtConflict { programEvents.showStatus(messages.joined(separator: " · ")) }
  }

  /// Returns the messages about the program that was just opened, including the item at its cursor.
  private func remarks() -> [String] {
    let workbench = programs.workbench
    var messages: [String] = []
    // Reported before the user works, not when saving fails.
    if let path = workbench.document.path, let obstacle = FileSaver.obstacle(to: path) {
      messages.append(obstacle.savingDescription)
    }
    let names = workbench.document.programNames
    if !names.isEmpty {
      let key = CanvasMode.canvasCommands.command(named: "programs")?.keys.first.map(KeyText.long)
      messages.append("one of \(names.count) programs in the file" + (key.map { ": ‘\($0)’ lists them" } ?? ""))
    }
    if workbench.document.isPython {
      messages.append("read from Python; saving makes a file of blocks beside it")
    } else if let reason = workbench.readOnlyReason() {
      messages.append("for reading only: \(reason)")
    }
    messages += workbench.workspace.factory.foundProblems
    let format = workbench.document.style.format
    let advice = UnknownBlocks.advice(for: workbench.workspace, in: format, command: options.appName)
    if format.app != nil, let advice { messages.append(advice) }
    if let name = workbench.definedProcedures.first {
      let more = workbench.definedProcedures.count > 1 ? " and \(workbench.definedProcedures.count - 1) more" : ""
      messages.append("created the missing function “\(name)”\(more)")
    }
    let remarks = workbench.document.findings.count
    if remarks > 0, workbench.definedProcedures.isEmpty {
      let count = remarks == 1 ? "1 note" : "\(remarks) notes"
      let key = CanvasMode.canvasCommands.command(named: "problems")?.keys.first.map(KeyText.long)
      messages.append(key.map { "\(count) about the file: ‘\($0)’ lists \(remarks == 1 ? "it" : "them")" } ?? count)
    }
    if options.beginsAtConflict {
      // The cursor may already be on the first conflict.
      let isThere = workbench.state.isInConflict
      var conflict = workbench.perform(.nextConflict).sentence
      if isThere { conflict = workbench.perform(.previousConflict).sentence ?? conflict }
      if let conflict { return messages + [conflict] }
    }
    if let conflicts = CanvasMode.conflicts(in: workbench) { messages.append(conflicts) }
    messages.append(workbench.state.description())
    if format.app == nil, let advice { messages.append(advice) }
    return messages
  }

  /// Follows the deep link of the shown program.
  /// - Returns: a message if the target wasn't found or is hidden; nil otherwise.
  func goToLocation() -> String? {
    guard let link = programs.shown.link else { return nil }
    let responders = options.links.map { $0(scene) }
    return ProgramLinks(scene: scene, responders: responders).follow(link)
  }

  /// Shows a message in front of the current one.
  private func showStatus(_ message: String) {
    programEvents.showStatus([message, screen.message].compactMap(\.self).joined(separator: " · "))
  }

  private func askAboutJournals() {
    if let error = queue.error(of: .journalScanned) {
      showStatus("can't look for unsaved work: \(error)")
    }
    if let scan = startUp.takeScan() { ask(about: scan) { [unowned self] in goToLocation() } }
  }

  /// Asks about the journals of the program that is shown.
  /// - Parameter whenRecovered: called when unsaved work was opened in place of the program. Returns a message about
  ///   it; nil for none.
  func ask(about scan: JournalScan, whenRecovered: @escaping () -> String? = { nil }) {
    if let remark = scan.remarks.first {
      let more = scan.remarks.count > 1 ? " (and \(scan.remarks.count - 1) more)" : ""
      showStatus(remark + more)
    }
    // A journal without unsaved work is not needed.
    for journal in scan.orphans where !journal.hasUnsavedWork { journal.discard() }
    guard !scan.activeEditors.isEmpty || scan.orphans.contains(where: \.hasUnsavedWork) else { return }
    let program = programs.shown
    scene.router.route(
      to: scene.step(
        to: JournalsModule.self,
        JournalsPurpose(scan: scan) { [unowned self] document, left in
          journal.adopt(left)
          open(document, toolbox: program.workbench.toolbox, in: program)
          program.workbench.perform(.moveCursor(.first))
          return whenRecovered()
        }, .modal(), in: .startUp))
    if questions.areShown { question = .unseen }
  }

  // MARK: - Drawing

  /// Announces a new program to the listeners.
  func announce() {
    newProgram?.fireFinishedLoading()
    newProgram = nil
  }

  /// Called after the screen was drawn.
  /// - Returns: whether that may have changed what the screen shows.
  func wasDrawn() -> Bool {
    if question == .unseen { question = .seen }
    guard hasOpened, !queue.hasSignalled(.firstFrame) else { return false }
    queue.signal(event: .firstFrame)
    // Until all steps are done, no action that waited for the frame has run.
    return queue.hasSignalled(.ready)
  }
}

/// Tracks whether the start-up is asking the user a question: whether any window of a module that it routed to is open.
final class StartUpQuestions: EventsListener {
  private var shownCount = 0
  private let subscriptions = SubscriptionBag()

  var areShown: Bool { shownCount > 0 }

  func listenEvents(from producer: any AnyEventsProducer, events: EventStream<ViewControllerEvent>) -> Bool {
    events.observe { [unowned self] event in
      switch event {
      case .didAppear(let module) where module.routingContext == .startUp: shownCount += 1
      case .didDisappear(let module) where module.routingContext == .startUp: shownCount -= 1
      default: break
      }
    }.kept(in: subscriptions)
    return true
  }
}

extension Scene {
  /// The greeting of new users: the most important keys.
  var greeting: String { CanvasMode.firstKeys }
}
