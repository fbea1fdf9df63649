import AppModules
import BlockEvents
import EventQueues
import Workbench

/// Opens the program once it is there, says what is to be said about it, and asks about journals.
final class ProgramOpening {
  let startUp: StartUp
  private unowned let editor: EditorServices
  private let router: EditorRouter
  private let steps: ModuleRoutes
  private let journal: JournalKeeper
  private let programEvents: ProgramEvents
  private let options: Editor.Options
  private(set) var hasOpened = false
  private var question = Question.none
  /// Whether the listeners don't know yet that the program is there.
  private var isNew = false

  /// A question that comes up by itself. What was typed before it could be seen is no answer to it.
  private enum Question { case none, unseen, seen }

  init(
    _ startUp: StartUp, editor: EditorServices, router: EditorRouter, steps: ModuleRoutes, journal: JournalKeeper,
    programEvents: ProgramEvents, options: Editor.Options
  ) {
    self.startUp = startUp
    self.editor = editor
    self.router = router
    self.steps = steps
    self.journal = journal
    self.programEvents = programEvents
    self.options = options
  }

  // MARK: - How far it is

  /// Whether it is known that there is a program, or why there is none.
  var isSettled: Bool { editor.queue.hasSignalled(.programLoadFinished) }

  /// Whether a step is still to come.
  var isStarting: Bool { hasOpened ? !editor.queue.hasSignalled(.ready) : !isSettled }

  /// Whether what is typed now has to wait.
  var isHolding: Bool { isStarting || question == .unseen }

  /// Whether what was typed before still has to wait: it was meant for the program, and not for a question about it.
  var isHoldingBack: Bool {
    if question == .seen, editor.modes.all.count == 1 { question = .none }
    return isStarting || question != .none
  }

  // MARK: - The steps

  /// Says what is done when the steps of start-up are.
  /// - Parameter takeKeys: is called when what was typed meanwhile may be delivered.
  func begin(takeKeys: @escaping @MainActor () -> Void) {
    let queue = editor.queue
    let asking = ActionToken()
    let taking = ActionToken()
    queue.wait(for: [.terminalReady, .programLoadFinished], named: "opening the program") { [unowned self] in
      if let (definitions, document) = startUp.takeProgram() {
        // Whoever has a journal first and then looks for others can't overlook one that comes at the same time.
        journal.whenClaimed = { [unowned self] in startUp.scanForJournals(besides: journal.path) }
        open(document, toolbox: definitions.toolbox)
        hasOpened = true
        greet()
      } else {
        // Nothing comes after that. Who reads the message may leave with a key that was typed meanwhile.
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

  private func open(_ document: Document, toolbox: Toolbox) {
    programEvents.follow(document, with: options.eventManager)
    let workbench = WorkbenchController(
      document: document, toolbox: toolbox, style: LayoutStyleChoice.first(for: editor.device),
      eventManager: options.eventManager, extensions: options.extensions)
    editor.open(workbench)
    router.route(to: steps.canvas)
    programEvents.opened(workbench)
    isNew = true
  }

  /// Goes where the user wants to be, and says what is to be said about a program that was just opened.
  private func greet() {
    let workbench = editor.workbench
    var words: [String] = []
    if let problem = goToLocation() { words.append(problem) }
    if let name = workbench.definedProcedures.first {
      let more = workbench.definedProcedures.count > 1 ? " and \(workbench.definedProcedures.count - 1) more" : ""
      words.append("made the function “\(name)”\(more), which the file calls and lacks")
    }
    words.append(workbench.state.cursorDescription)
    let remarks = workbench.document.findings.count
    if remarks > 0, workbench.definedProcedures.isEmpty {
      let count = remarks == 1 ? "1 remark on this file" : "\(remarks) remarks on this file"
      words.append("\(count): see mortise check")
    }
    if words.count > 1 { programEvents.showStatus(words.joined(separator: " · ")) }
  }

  /// Goes where the user wants to be.
  /// - Returns: why not, or not quite.
  private func goToLocation() -> String? {
    guard let place = startUp.opening.place else { return nil }
    return ProgramLinks(editor: editor, router: router, responders: options.links.map { $0(editor.workbench) }).follow(
      place)
  }

  /// Says something beside what was said when the program was opened.
  private func showStatus(_ words: String) {
    programEvents.showStatus([words, editor.message].compactMap(\.self).joined(separator: " · "))
  }

  private func askAboutJournals() {
    if let error = editor.queue.error(of: .journalScanned) {
      showStatus("unsaved work of an earlier time can't be looked for: \(error)")
    }
    guard let scan = startUp.takeScan() else { return }
    if let remark = scan.remarks.first {
      let more = scan.remarks.count > 1 ? " (and \(scan.remarks.count - 1) more)" : ""
      showStatus(remark + more)
    }
    // What is all in its file is not needed any more.
    for journal in scan.left where !journal.isWanted { journal.discard() }
    guard !scan.editors.isEmpty || scan.left.contains(where: \.isWanted) else { return }
    router.route(
      to: steps.journals(scan, extensions: options.extensions) { [unowned self] document, left in
        journal.adopt(left)
        open(document, toolbox: editor.workbench.toolbox)
        editor.workbench.perform(.moveCursor(.first))
        return goToLocation()
      })
    if editor.modes.all.count > 1 { question = .unseen }
  }

  // MARK: - Drawing

  /// Tells the listeners of a program that they don't know yet.
  func announce() {
    if isNew { editor.workbench.fireFinishedLoading() }
    isNew = false
  }

  /// All that is there has been drawn.
  /// - Returns: whether things may have changed by that.
  func wasDrawn() -> Bool {
    if question == .unseen { question = .seen }
    guard hasOpened, !editor.queue.hasSignalled(.firstFrame) else { return false }
    editor.queue.signal(event: .firstFrame)
    return true
  }
}
