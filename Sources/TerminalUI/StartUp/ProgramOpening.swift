import AppModules
import BlockEvents
import BlockLibrary
import EventQueues
import MortiseFiles
import ProgramJournal
import Workbench

/// Opens programs once they have been read, shows messages about them, and asks about journals. The start-up reads the
/// first one, `ProgramKeeper` the others.
final class ProgramOpening {
  let startUp: StartUp
  private let programs: OpenPrograms
  private let screen: EditorScreen
  private let viewport: Viewport
  private let router: EditorRouter
  private let routes: ModuleRoutes
  private let journal: JournalKeeper
  private let programEvents: ProgramEvents
  private let options: Editor.Options
  private(set) var hasOpened = false
  private let questions: StartUpQuestions
  private var question = Question.none
  /// A program that has not been announced to the listeners yet.
  private var newProgram: WorkbenchController?

  /// The state of the start-up's question. Keys typed before it was drawn do not answer it.
  private enum Question { case none, unseen, seen }

  init(
    _ startUp: StartUp, router: EditorRouter, routes: ModuleRoutes, journal: JournalKeeper,
    programEvents: ProgramEvents,
    questions: StartUpQuestions, options: Editor.Options
  ) {
    self.startUp = startUp
    programs = routes.programs
    screen = routes.screen
    viewport = routes.viewport
    self.router = router
    self.routes = routes
    self.journal = journal
    self.programEvents = programEvents
    self.questions = questions
    self.options = options
  }

  private var queue: EventQueue<AppEvent> { startUp.queue }

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
  /// - Parameter takeKeys: called when held input can be delivered.
  func begin(takeKeys: @escaping @MainActor () -> Void) {
    let asking = ActionToken()
    let taking = ActionToken()
    queue.wait(for: [.terminalReady, .programLoadFinished], named: "opening the program") { [unowned self] in
      if let (definitions, documents) = startUp.takePrograms() {
        // Scan only after creating the own journal, so that of two editors starting together, each finds the other's.
        journal.whenClaimed = { [unowned self] in startUp.scanForJournals(besides: journal.path) }
        routes.code.generators = definitions.generators
        for (further, document) in zip(startUp.opening.further, documents.dropFirst()) {
          add(document, toolbox: definitions.toolbox, link: further.link)
        }
        open(documents[0], toolbox: definitions.toolbox, in: programs.shown)
        hasOpened = true
        greet()
      } else {
        // No further steps follow a failure. A key typed meanwhile may close the message and quit.
        for token in [asking, taking] { queue.cancelAction(token: token) }
        takeKeys()
      }
    }
    queue.wait(for: [.firstFrame, .journalScanFinished], token: asking, named: "asking about journals") {
      [unowned self] in
      askAboutJournals()
    }
    queue.wait(for: .ready, token: taking, named: "taking keys", then: takeKeys)
    queue.signal(event: .terminalReady)
  }

  /// Adds a program that has been read behind the others. It is opened when it is first shown.
  @discardableResult
  func add(_ document: Document, toolbox: Toolbox, link: String? = nil) -> OpenProgram {
    let program = OpenProgram(
      path: document.path, link: link, unopened: (document, toolbox), style: LayoutStyleChoice.first(for: screen.device)
    )
    programs.add(program)
    return program
  }

  /// Opens and shows a program that has been read.
  /// - Parameter program: the program whose place it takes.
  func open(_ document: Document, toolbox: Toolbox, in program: OpenProgram) {
    if program.isOpened { programEvents.close(program.workbench) }
    programEvents.follow(document, with: options.eventManager)
    let workbench = WorkbenchController(
      document: document, toolbox: toolbox, style: screen.style(of: document.workspace, toolbox),
      eventManager: options.eventManager, extensions: options.extensions)
    workbench.verbosity = options.settings.verbosity
    workbench.wraps = options.settings.wraps
    workbench.undoKey = { CanvasMode.key(ofCommandNamed: "undo") }
    let isShown = program === programs.shown
    program.open(workbench)
    programs.show(program)
    viewport.reset()
    // The windows belong to the previous program.
    screen.modes.closeWindows()
    // The other parts of the screen show the same place's program.
    let parts = isShown ? [routes.canvas] : routes.programParts
    for part in parts { router.route(to: part) }
    programEvents.opened(workbench)
    newProgram = workbench
  }

  /// Shows a program that was opened earlier, and is now the shown one.
  func showAgain() {
    screen.modes.closeWindows()
    viewport.relayout()
    for part in routes.programParts { router.route(to: part) }
  }

  /// Follows the deep link, and shows a message about the program that was just opened.
  private func greet() {
    var messages: [String] = []
    if let remark = options.remarks.first {
      let more = options.remarks.count - 1
      messages.append(more == 0 ? remark : "\(remark); \(more) more: run ‘mortise config’")
    }
    if let problem = goToLocation() { messages.append(problem) }
    messages += remarks()
    if options.greetsNewUser { messages.insert(CanvasMode.firstKeys, at: 0) }
    if messages.count > 1 { programEvents.showStatus(messages.joined(separator: " · ")) }
  }

  /// What is to be said about the program that was just opened, at last its cursor's item.
  func remarks() -> [String] {
    let workbench = programs.workbench
    var messages: [String] = []
    // Tell the user before any work, not when saving fails.
    if let path = workbench.document.path, let obstacle = FileSaver.obstacle(to: path) {
      messages.append(obstacle.description)
    }
    if let name = workbench.definedProcedures.first {
      let more = workbench.definedProcedures.count > 1 ? " and \(workbench.definedProcedures.count - 1) more" : ""
      messages.append("created the missing function “\(name)”\(more)")
    }
    let remarks = workbench.document.findings.count
    if remarks > 0, workbench.definedProcedures.isEmpty {
      let count = remarks == 1 ? "1 remark" : "\(remarks) remarks"
      let key = CanvasMode.canvasCommands.command(named: "problems")?.keys.first.map(KeyText.long)
      messages.append(key.map { "\(count) on the file: ‘\($0)’ lists \(remarks == 1 ? "it" : "them")" } ?? count)
    }
    messages.append(workbench.state.cursorDescription)
    return messages
  }

  /// Follows the deep link of the shown program.
  /// - Returns: a message if the target wasn't found or is hidden; nil otherwise.
  func goToLocation() -> String? {
    guard let link = programs.shown.link else { return nil }
    let responders = options.links.map { $0(programs.workbench) }
    return ProgramLinks(routes: routes, router: router, responders: responders).follow(link)
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
  /// - Parameter whenRecovered: called when unsaved work was opened in place of the program. Returns a message about it;
  ///   nil for none.
  func ask(about scan: JournalScan, whenRecovered: @escaping () -> String? = { nil }) {
    if let remark = scan.remarks.first {
      let more = scan.remarks.count > 1 ? " (and \(scan.remarks.count - 1) more)" : ""
      showStatus(remark + more)
    }
    // A journal without unsaved work is not needed.
    for journal in scan.orphans where !journal.hasUnsavedWork { journal.discard() }
    guard !scan.activeEditors.isEmpty || scan.orphans.contains(where: \.hasUnsavedWork) else { return }
    let program = programs.shown
    router.route(
      to: routes.inContext(.startUp).journals(scan, extensions: options.extensions) { [unowned self] document, left in
        journal.adopt(left)
        open(document, toolbox: program.workbench.toolbox, in: program)
        program.workbench.perform(.moveCursor(.first))
        return whenRecovered()
      })
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
    return true
  }
}
