import BlockEvents
import BlockLayout
import BlockModel
import EventQueues
import LiveSession
import Markup
import MortiseFiles
import MortiseScreen
import ProgramJournal
import Workbench

/// A program of the editor that is edited with others: the connection, who is there, and what is said.
final class SharedSession {
  let workbench: WorkbenchController
  private(set) var client: LiveClient
  private(set) var socket: LineSocket?
  /// The others, by author.
  var people: [String: Person] = [:]
  /// The program's name.
  private(set) var name: String
  var role: Role
  private(set) var hello: ClientMessage.Hello
  let address: SessionAddress
  private var lastPresence = Presence()
  /// Shows a message in the status line.
  let say: (String) -> Void
  /// Asks whether to save anyway: why the host hasn't saved, and what that does.
  let ask: (_ message: String, _ choice: String) -> Void
  /// Called when a drag, dialog or line has lost what it was about.
  let whenPreviewEnded: () -> Void
  /// Whether the user types or has a window open.
  let isBusy: () -> Bool
  /// Why the user's definitions let them only watch; nil if they don't.
  var remark: String?
  /// Why the host has ended the connection; nil if it hasn't said.
  var closeReason: HostMessage.CloseReason?
  /// Shows the links for browsers, with which users may edit and only watch.
  let showLinks: (_ title: String, _ editing: String, _ watching: String) -> Void
  var report = RefusalReport()
  /// The lines that have arrived and wait.
  var lines: ArraySlice<[UInt8]> = []
  /// How long lines are taken before the user's keys are looked at.
  var slice = Duration.milliseconds(50)

  init(
    _ joined: JoinedSession, _ workbench: WorkbenchController, eventFactory: BlocklyEventFactory,
    say: @escaping (String) -> Void, ask: @escaping (_ message: String, _ choice: String) -> Void,
    whenPreviewEnded: @escaping () -> Void,
    whenRunBegins: @escaping () -> Void,
    showLinks: @escaping (_ title: String, _ editing: String, _ watching: String) -> Void,
    isBusy: @escaping () -> Bool
  ) {
    self.showLinks = showLinks
    self.whenRunBegins = whenRunBegins
    self.isBusy = isBusy
    self.workbench = workbench
    (self.say, self.ask) = (say, ask)
    self.whenPreviewEnded = whenPreviewEnded
    (address, hello, name, role) = (joined.reconnect, joined.hello, joined.state.name, joined.state.role)
    client = LiveClient(
      program: SharedProgram(of: workbench, eventFactory: eventFactory), history: workbench.history,
      author: joined.hello.author, number: joined.snapshot?.number ?? 0, count: joined.state.lastCount)
    client.delegate = self
    hello.session = joined.state.session
    connect(joined)
    if let definitions = joined.definitions { use(definitions) }
    begin(joined)
    takeIn { false }
    if let unsent = joined.unsent, !unsent.batches.isEmpty {
      (unsentLock, keptCount) = (unsent.lock, unsent.batches.last?.count)
      report.sentCount = unsent.batches.count
      client.restore(unsent, lastCount: joined.state.lastCount)
      say("what could not be sent the last time is made again")
    }
  }

  // MARK: - Others

  /// The others by name.
  var others: [Person] { people.values.sorted { ($0.name, $0.author) < ($1.name, $1.author) } }

  /// The user's copy of a program that was handed out last, and what lets them edit it; nil for none.
  var handedOut: (program: String, token: String)?

  /// What others show of their runs, by author.
  var runs: [String: SharedRun] = [:]
  /// Whose run is shown in place of the user's own; nil for nobody's.
  private var runAuthor: String?
  /// The user's own runs, as the others see them.
  private var sharing = RunSharing()
  /// The number of the user's last run.
  private var ownRun: Int?
  private let whenRunBegins: () -> Void

  /// The run of somebody else that is shown in place of the user's own.
  var shownRun: (name: String, run: SharedRun)? {
    guard let author = runAuthor, let run = runs[author], let name = people[author]?.name else { return nil }
    return (name, run)
  }

  /// Whether somebody shows their runs.
  func showsRun(_ author: String) -> Bool { runs[author] != nil }

  /// Shows somebody's run.
  func showRun(of author: String) {
    runAuthor = author
    whenRunBegins()
  }

  /// Whether the others see the user's runs.
  var sharesRuns: Bool { sharing.isOn }

  /// Shows the user's runs to the others, or no longer.
  func toggleRuns() { if sharing.toggle() { send(.run(nil)) } }

  /// How many lines of somebody's output can be scrolled through.
  private static let mostLines = 1_000

  /// Takes more of a run that another user shows.
  func take(_ run: SharedRun?, of author: String) {
    let known = runs[author]
    runs[author] = run.map { known?.followed(by: $0, keeping: Self.mostLines) ?? $0 }
    guard let run, run.number != known?.number, let name = people[author]?.name else { return }
    say("\(name) shows a run of the program")
    if !isRunning { showRun(of: author) }
  }

  /// Whether the user's own run goes on.
  private var isRunning = false

  /// Whether the user has raised their hand.
  var hasHandUp = false

  /// Whom the cursor follows, until the user moves it.
  var following: String?
  private var followedCursor: FocusItem?

  /// The names of the others, to be drawn where they are.
  var tags: PersonTags { PersonTags(others) }

  /// Where somebody is, and what they do there; nil if that isn't known.
  func whereabouts(of person: Person) -> String? {
    let block = person.presence.blockID.flatMap { workbench.name(ofBlock: $0) }
    let location = block.map { "in \($0)" }
    return person.presence.activity.map { [$0, location].compactMap(\.self).joined(separator: " ") } ?? location
  }

  /// Who else is at the block at the cursor, as a clause; nil for nobody.
  var othersAtCursor: String? {
    guard let id = workbench.cursor?.blockID else { return nil }
    let there = others.filter { $0.presence.blockID == id }
    if there.isEmpty { return nil }
    return there.map { "\($0.name) \($0.presence.activity ?? "is here")" }.joined(separator: ", ")
  }

  /// Goes where somebody is.
  func go(to author: String) {
    guard let person = people[author], let id = person.presence.blockID else {
      return say("nobody knows where that is")
    }
    let outcome = workbench.perform(.goTo(blockID: id, fieldName: person.presence.fieldName))
    if let message = outcome.sentence { say("\(person.name): \(message)") }
  }

  /// Goes where somebody is, and stays with them.
  func follow(_ author: String) {
    go(to: author)
    following = author
    followedCursor = workbench.cursor
    if let name = people[author]?.name { say("following \(name) until you move the cursor") }
  }

  /// Follows, unless the user does something.
  func keepUp(with person: Person, isBusy: Bool) {
    guard following == person.author, !isBusy, workbench.cursor == followedCursor else {
      following = nil
      return
    }
    if let id = person.presence.blockID {
      _ = workbench.perform(.goTo(blockID: id, fieldName: person.presence.fieldName))
    }
    followedCursor = workbench.cursor
  }

  /// For the title: who else is there and whose hand is up, or why there is no connection.
  var summary: String {
    if !isConnected { return "no connection" + (offlineReason.map { ": \(TextWidth.truncated($0, to: 40))" } ?? "") }
    let names = people.values.map(\.name).sorted()
    let others = names.count > 3 ? "with \(names.count) others" : "with \(names.joined(separator: ", "))"
    return (role.mayEdit ? "" : "watching, ") + (names.isEmpty ? "shared" : others) + hands
  }

  private var hands: String {
    let names = people.values.filter(\.presence.hasHandUp).map(\.name).sorted()
    if names.isEmpty { return "" }
    return names.count > 3
      ? " · \(names.count) hands are up" : names.map { " · \(Self.words(forHandOf: $0))" }.joined()
  }

  static func words(forHandOf name: String) -> String { "\(name)’s hand is up" }

  /// Makes the hash of the program, which takes a moment for a large one, and then follows its changes.
  func makeHash() { _ = client.program.hash }

  /// Whether there is a connection to the host.
  var isConnected: Bool { socket != nil }

  /// Whether the host has all own changes, or they are kept for the next time.
  var isSafe: Bool { client.isConfirmed || !isConnected && keptCount == client.count }

  // MARK: - Connecting

  /// Why there is no connection; nil while there is one.
  var offlineReason: String?
  /// Whether the host has ended the session for the user, so that only they connect again.
  var isEnded = false

  /// The number of the last attempt to connect: the result of an earlier one is not wanted.
  private(set) var attempt = 0

  /// Begins another attempt to connect.
  /// - Returns: its number.
  func beginAttempt() -> Int {
    attempt += 1
    return attempt
  }

  /// Notes why an attempt to connect has failed.
  func noteFailure(_ error: SocketError) {
    // The path is known.
    let text = error.description
    offlineReason = text.firstRange(of: "\(address.path): ").map { String(text[$0.upperBound...]) } ?? text
    isEnded = error.isFinal
  }

  /// Continues after the connection was lost. What others did meanwhile is taken in by `receive`.
  func resume(_ joined: JoinedSession) {
    connect(joined)
    if let snapshot = joined.snapshot {
      let workspace = workbench.workspace
      if let shapes = hello.shapes, remark != nil {
        // The own definitions, which differed, were replaced.
        send(.shapes(shapes))
      } else {
        snapshot.definitions.add(to: workspace.factory) { type in !workspace.blocks.values.contains { $0.type == type }
        }
        use(snapshot.definitions.compare(with: workspace.factory))
      }
      // Sends again what the host doesn't know.
      do throws(OpenError) { try client.adopt(snapshot, lastCount: joined.state.lastCount) } catch { say("\(error)") }
      hello.session = joined.state.session
    }
    report.sentCount = client.unconfirmedCount == 0 ? nil : max(report.sentCount ?? 0, client.unconfirmedCount)
    begin(joined)
    if joined.snapshot == nil { client.resend(after: joined.state.lastCount) }
    say(remark ?? "connected again to \(name)")
    if lines.isEmpty { takeIn { false } }
  }

  private func use(_ definitions: SharedDefinitions.Comparison) {
    hello.shapes = definitions.hash
    remark = definitions.remark
    client.hasOtherDefinitions = remark != nil
    if let remark { say(remark) }
    send(.shapes(definitions.hash))
  }

  private func connect(_ joined: JoinedSession) {
    (socket, lastWriting) = (joined.socket, nil)
    (offlineReason, isEnded) = (nil, false)
    client.send = { [weak self] message in self?.send(message) }
  }

  private func begin(_ joined: JoinedSession) {
    role = joined.state.role
    (people, runs) = ([:], [:])
    sharing.beginAgain()
    for person in joined.state.people { people[person.author] = person }
    lines = joined.rest[...]
    lastPresence = Presence()
  }

  /// How long the host may read nothing of what it is sent.
  private static let timeout = Duration.seconds(10)
  /// When more is written to a host that doesn't take everything at once.
  private static let writingDelay = Duration.milliseconds(20)
  /// What was written when the host last took something of what waits; nil if nothing waits.
  private var lastWriting: (count: Int, time: ContinuousClock.Instant)?

  private func send(_ message: ClientMessage) {
    socket?.send(message.line)
    write()
  }

  /// Writes what the host takes now: keys must not wait for it. One that takes nothing for long is lost.
  func write() {
    guard let socket else { return }
    socket.write()
    // More waited than may.
    if socket.isClosed { socket.close() }
    guard socket.isSending else {
      lastWriting = nil
      return
    }
    guard let last = lastWriting, last.count == socket.writtenCount else {
      lastWriting = (socket.writtenCount, .now)
      return
    }
    // Then its end is read.
    if .now - last.time >= Self.timeout { socket.close() }
  }

  func disconnect() {
    socket?.close()
    socket = nil
    client.send = nil
    lines = []
    (people, runs) = ([:], [:])
  }

  // MARK: - Sending

  /// Sends what the user has changed, and where they are.
  /// - Parameters:
  ///   - draft: what they enter in a dialog; nil for none.
  ///   - run: the user's last run of the program.
  ///   - word: what it does, as a word; nil if it doesn't run.
  /// - Returns: when more is to be sent, though nothing happens; nil for never.
  @discardableResult
  func flush(
    draft: DialogDraft? = nil, run: ProgramRun? = nil, word: String? = nil, at now: ContinuousClock.Instant = .now
  ) -> Duration? {
    client.flush()
    if run?.number != ownRun { (ownRun, runAuthor) = (run?.number, nil) }
    isRunning = run?.isActive ?? false
    // What a line previews is not in the others' programs.
    let cursor = draft?.blockID.map { FocusItem.block(id: $0) } ?? workbench.cursor
    let fieldName: String? = if case .field(_, let name)? = cursor { name } else { nil }
    var presence = Presence(blockID: cursor?.blockID, fieldName: fieldName, activity: draft?.activity)
    (presence.run, presence.hasHandUp) = (word, hasHandUp)
    guard isConnected else { return nil }
    if presence != lastPresence {
      lastPresence = presence
      send(.presence(presence))
    }
    var delay: Duration?
    switch sharing.part(of: run, at: now) {
    case .nothing: break
    case .now(let part): send(.run(part))
    case .later(let time): delay = time
    }
    write()
    return lastWriting == nil ? delay : Self.writingDelay
  }

  /// Writes everything that waits, or ends the connection.
  func finishWriting(atMost timeout: Duration) { if socket?.finish(atMost: timeout) == false { socket?.close() } }

  /// Keeps what the host has not got, for as long as there is no connection.
  func keepUnsent(in files: NamedFiles) {
    let unsent = client.unsent(secret: hello.secret)
    let isNeeded = !isConnected && unsent.batches.last?.count != keptCount
    guard isNeeded || isConnected && keptCount != nil && unsent.batches.isEmpty else { return }
    do throws(FileError) {
      unsentLock = unsentLock ?? UnsentChanges.lock(for: address, author: hello.author, in: files)
      try unsent.keep(for: address, in: files)
      keptCount = unsent.batches.last?.count
      if keptCount == nil { unsentLock = nil }
    } catch {
      say("what you do can’t be kept: \(error)")
    }
  }

  /// The count of the last batch that was kept; nil if none is.
  private var keptCount: Int?
  /// Keeps other editors from what is kept.
  private var unsentLock: NamedFileLock?

  /// Asks the host to save.
  func save() {
    if isConnected {
      client.flush()
      send(.save)
    } else {
      let reason = offlineReason.map { isEnded ? $0 : "no connection to \(name) (\($0))" }
      say("not saved: \(reason ?? "there is no connection to \(name)")")
    }
  }

  /// Asks the host to save, even if it can't make new code for the place beside the blocks.
  func saveAnyway() { send(.saveAnyway) }

  /// Asks everybody to look where the user is.
  func show() { send(.show) }

  /// Gives somebody a role, or all who aren't owners.
  /// - Parameter author: empty for all, also for those who come later.
  func give(_ role: Role, to author: String = "") { send(.role(author: author, role)) }

  /// Disconnects a person for good.
  func sendAway(_ author: String) { send(.sendAway(author: author)) }

  /// Asks the host for the links for browsers.
  /// - Parameter renews: whether the old ones become invalid.
  func askForLinks(renews: Bool) {
    isRenewingLinks = renews
    send(.links(renews: renews))
  }

  var isRenewingLinks = false

  /// Says something to everybody.
  func chat(_ text: String) { send(.chat(text)) }

  /// What is needed to connect again.
  var renewedHello: ClientMessage.Hello {
    var hello = hello
    hello.number = client.number
    return hello
  }

  /// Leaves the session.
  func leave() { disconnect() }
}
