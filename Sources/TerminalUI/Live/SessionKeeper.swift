import AppModules
import EventQueues
import LiveSession
import MortiseFiles
import Synchronization
import Workbench

/// Keeps the sessions of the editor's programs: reconnects when a connection is lost, sends the user's changes, and
/// shows those of others.
final class SessionKeeper {
  private let programs: OpenPrograms
  private let screen: EditorScreen
  private let jobs: BackgroundJobs
  private let options: Editor.Options

  init(programs: OpenPrograms, screen: EditorScreen, jobs: BackgroundJobs, options: Editor.Options) {
    (self.programs, self.screen, self.jobs, self.options) = (programs, screen, jobs, options)
  }

  private var sessions: [SharedSession] { programs.all.compactMap(\.session) }

  /// Starts the session of a program that was just opened, if it has one.
  func begin(_ program: OpenProgram) {
    guard let joined = options.joinedSessions?.take(program.id) else { return }
    let session = SharedSession(
      joined, program.workbench, eventFactory: options.extensions.eventFactory,
      say: { [unowned self] in screen.message = $0 },
      ask: { [unowned self] in ask($0, choice: $1, about: program) },
      whenPreviewEnded: { [unowned self] in endWindows() },
      whenRunBegins: { [unowned self] in
        if program === programs.shown, !screen.parts.showsOutput { scene?.runner.open(.output(takesKeys: false)) }
      },
      showLinks: { [unowned self] in showLinks(of: program, titled: $0, editing: $1, watching: $2) },
      isBusy: { [unowned self] in !screen.modes.hasOnlyCanvas || program.workbench.state.isPreviewing })
    program.session = session
    watch(session)
    // This must precede the host's first answer, which would wait for the hash.
    jobs.queue.wait(for: .ready, named: "the hash of a shared program") { [weak session] in session?.makeHash() }
  }

  /// Asks whether to save anyway, after the host refused to save.
  private func ask(_ message: String, choice: String, about program: OpenProgram) {
    guard program === programs.shown else {
      screen.message = message
      return
    }
    screen.modes.push(
      ListPopup.question(
        message,
        [
          Answer(choice, keys: "sy") { program.session?.saveAnyway() },
          Answer("save under another name", keys: "a") { [unowned self] in scene?.files.saveAs() },
          Answer("do not save", keys: "n") { [unowned self] in screen.message = "not saved" },
        ]))
  }

  /// Shows the links for browsers, which the owner can renew.
  private func showLinks(of program: OpenProgram, titled title: String, editing: String, watching: String) {
    guard program === programs.shown else { return }
    let renewal = ListPopup.Row("make new links", note: "the old ones become invalid")
    screen.modes.push(
      Picker(
        title: title,
        entries: [ListPopup.Row(editing, note: "may edit"), ListPopup.Row(watching, note: "only watches"), renewal],
        verb: "copy"
      ) { [unowned self, weak session = program.session] index in
        if index == 2 { session?.askForLinks(renews: true) } else { copy([editing, watching][index]) }
      })
  }

  private func copy(_ link: String) {
    screen.device.setClipboard(link, isRequested: true)
    screen.message = "copied to the terminal’s clipboard: \(link)"
  }

  private func watch(_ session: SharedSession) {
    if let socket = session.socket { screen.device.watch(descriptor: socket.descriptor) }
  }

  /// Closes windows whose subject is gone. The message repeats the typed text, so that it isn't lost.
  private func endWindows() {
    let text = screen.modes.draft?.text ?? ""
    screen.modes.closeWindows()
    screen.message =
      "another user has changed what you were working on" + (text.isEmpty ? "" : "; you had typed “\(text)”")
  }

  /// Closes the windows if one of them edits something that another user has deleted.
  private func endWindows(of program: OpenProgram) {
    guard program === programs.shown else { return }
    let workspace = program.workbench.workspace
    let isLost = screen.modes.all.contains { mode in
      if case .bubble(_, let id)? = mode.opened, workspace.blocks[id] == nil { return true }
      return switch mode.dialog {
      case .comment(let id): workspace.comment(withID: id) == nil
      case .blockComment(let id), .field(let id, _), .data(let id): workspace.blocks[id] == nil
      default: false
      }
    }
    if isLost { endWindows() }
  }

  /// Whether the user has pressed a key, for which received lines must wait; set by the editor.
  var hasInput: () -> Bool = { false }

  /// Receives lines from the session whose socket has this descriptor.
  func receive(from descriptor: Int32) {
    guard let program = programs.all.first(where: { $0.session?.socket?.descriptor == descriptor }) else { return }
    receive(program)
  }

  private func receive(_ program: OpenProgram) {
    guard let session = program.session, let descriptor = session.socket?.descriptor else { return }
    let isConnected = session.receive(hasInput: hasInput)
    endWindows(of: program)
    if !isConnected {
      screen.device.unwatch(descriptor: descriptor)
      if !session.isEnded { connect(session, after: Self.firstDelay) }
    }
  }

  /// Whether received lines wait to be processed.
  var isBehind: Bool { sessions.contains(where: \.isBehind) }

  /// Processes lines that were put off because of a key.
  func catchUp() {
    for program in programs.all where program.session?.isBehind == true { receive(program) }
  }

  /// Waits for the hosts to confirm the latest changes, so that the user isn't asked about those.
  func settle() {
    flush()
    let end = ContinuousClock.now + Self.answerTime
    for session in sessions {
      session.finishWriting(atMost: ContinuousClock.now.duration(to: end))
      while !session.isSafe, let socket = session.socket,
        session.isBehind || socket.wait(atMost: ContinuousClock.now.duration(to: end))
      {
        receive(from: socket.descriptor)
      }
    }
  }

  /// How long all hosts may take to answer before the user is asked.
  private static let answerTime = Duration.seconds(2)

  /// Sends the user's changes.
  func flush() {
    for session in sessions {
      let isShown = session.workbench === programs.workbench
      let run = scene?.runner.last.flatMap { $0.program.session === session ? $0 : nil }
      let delay = session.flush(
        draft: isShown ? screen.modes.draft : nil, run: run, word: isShown ? scene?.runner.wordForOthers : nil,
        at: options.now())
      if let delay { flush(after: delay) }
      if let files = options.unsentFiles { session.keepUnsent(in: files) }
    }
  }

  /// Flushes again after a delay, unless that is already scheduled.
  private func flush(after delay: Duration) {
    if isWaiting { return }
    isWaiting = true
    jobs.run(nil) { () throws(Never) in
      _ = Semaphore().wait(atMost: delay)
    } then: { [weak self] _ in
      self?.isWaiting = false
      self?.flush()
    }
  }

  private var isWaiting = false

  /// Sends the remaining changes, and leaves all sessions.
  func end() {
    flush()
    for program in programs.all { leave(program) }
  }

  /// Leaves the session of a program, if it has one.
  func leave(_ program: OpenProgram) {
    guard let session = program.session else { return }
    if let socket = session.socket { screen.device.unwatch(descriptor: socket.descriptor) }
    session.finishWriting(atMost: Self.answerTime)
    session.leave()
    program.session = nil
  }

  // MARK: - Sharing

  /// Lets others edit a program: starts a server for its file, and joins it.
  func share(_ program: OpenProgram) {
    guard let serve = options.serve, let scene, let path = program.path else {
      screen.message = "save the program first: others join it by its file"
      return
    }
    if program.isModified {
      screen.message = "save the program first; what was undone can’t be redone afterwards"
      return
    }
    // The server keeps the journal from here on.
    scene.programEvents.close(program.workbench)
    scene.keeper.reopen(program) {
      try serve(path)
    } then: { [unowned self] in
      screen.message = "shared: others join with ‘\(options.appName) join \(path)’"
    }
  }

  // MARK: - Programs that are handed out

  /// Opens the user's copy of a program that was handed out, or shows it if it is open.
  func openHandedOut(_ session: SharedSession) {
    guard let (name, token) = session.handedOut, let scene else { return }
    let address = session.address.sibling(name)
    session.handedOut = nil
    if let program = programs.all.first(where: { $0.session?.address == address }) { return scene.keeper.show(program) }
    options.joinedSessions?.put(copyToken: token, for: address)
    scene.keeper.open(address.text)
  }

  /// Set by the scene.
  weak var scene: Scene?

  // MARK: - Lost connections

  private static let firstDelay = Duration.milliseconds(200)
  private static let longestDelay = Duration.seconds(5)

  /// Tries at once to reconnect the shown program. `ssh` may prompt on the terminal.
  func connectNow() {
    guard let session = programs.shown.session, !session.isConnected else { return }
    screen.message = "connecting to \(session.address.text) …"
    connect(session, isAsked: true)
  }

  /// Why the shown program can't be reconnected; nil if it can.
  var refusalToConnect: String? {
    guard let session = programs.shown.session else { return "the program is not shared" }
    return session.isConnected ? "there is a connection to \(session.name)" : nil
  }

  /// Tries to connect until it succeeds, the host refuses for good, or the session's program is closed.
  /// - Parameter isAsked: whether the user asked to reconnect, and waits for it.
  private func connect(_ session: SharedSession, after delay: Duration = .zero, isAsked: Bool = false) {
    let (address, hello, attempt) = (session.address, session.renewedHello, session.beginAttempt())
    jobs.run(nil) { () throws(SocketError) in
      _ = Semaphore().wait(atMost: delay)
      return try address.join(hello)
    } then: { [weak self, weak session] result in
      guard let self, let session, session.attempt == attempt, sessions.contains(where: { $0 === session }) else {
        return
      }
      var result = result
      if isAsked, address.host != nil, case .failure(let error) = result, error.isForWantOfAnswer {
        screen.device.lend(showing: "connecting to \(address.text) …") {
          result = Result { () throws(SocketError) in try address.join(hello, asks: true) }
        }
      }
      switch result {
      case .success(let joined):
        _ = session.workbench.followOthers { session.resume(joined) }
        watch(session)
        if session.isBehind, let program = programs.all.first(where: { $0.session === session }) { receive(program) }
      case .failure(let error):
        session.noteFailure(error)
        if isAsked || error.isFinal { screen.message = "no connection to \(session.name): \(error)" }
        if !error.isFinal { connect(session, after: min(max(Self.firstDelay, delay * 2), Self.longestDelay)) }
      }
    }
  }
}

/// The sessions that were joined while programs were read on other threads, by the ids of their workspaces.
public nonisolated final class JoinedSessions: Sendable {
  private let sessions = Mutex<[String: JoinedSession]>([:])
  private let tokens = Mutex<[SessionAddress: String]>([:])

  /// Creates an empty collection.
  public init() {}

  /// Adds the session of a program.
  public func put(_ joined: JoinedSession, for document: Document) {
    let id = document.workspace.id
    sessions.withLock { $0[id] = joined }
  }

  /// Keeps the token that lets the user edit a program that is joined later.
  func put(copyToken token: String, for address: SessionAddress) { tokens.withLock { $0[address] = token } }

  /// The token that lets the user edit their copy of a handed-out program; nil if there is none.
  public func copyToken(for address: SessionAddress) -> String? { tokens.withLock { $0[address] } }

  func take(_ id: String) -> JoinedSession? {
    sessions.withLock { $0.removeValue(forKey: id) }
  }
}
