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

/// A program that is edited with others: the connection, the other people, and the messages.
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
  /// Asks whether to save anyway. The message says why the host hasn't saved, the choice what saving anyway does.
  let ask: (_ message: String, _ choice: String) -> Void
  /// Called when a drag, dialog or line ended because its subject is gone.
  let whenPreviewEnded: () -> Void
  /// Whether the user is typing or has a window open.
  let isBusy: () -> Bool
  /// Why the user's block definitions let them only watch; nil if they don't.
  var remark: String?
  /// Why the host has closed the connection; nil if it gave no reason.
  var closeReason: HostMessage.CloseReason?
  /// Shows the browser links, one for editing and one for watching.
  let showLinks: (_ title: String, _ editing: String, _ watching: String) -> Void
  var report = RefusalReport()
  /// The received lines that wait to be processed.
  var lines: ArraySlice<[UInt8]> = []
  /// How long lines are processed before the next check for the user's keys.
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
      say("changes that could not be sent last time are made again")
    }
  }

  // MARK: - Others

  /// The others by name.
  var others: [Person] { people.values.sorted { ($0.name, $0.author) < ($1.name, $1.author) } }

  /// The user's copy of the program that was handed out last, and the token for editing it; nil for none.
  var handedOut: (program: String, token: String)?

  /// The runs that others share, by author.
  var runs: [String: SharedRun] = [:]
  /// The author of the run that is shown in place of the user's own; nil for the user's own.
  private var runAuthor: String?
  /// The sharing of the user's own runs.
  private var sharing = RunSharing()
  /// The number of the user's last run.
  private var ownRun: Int?
  private let whenRunBegins: () -> Void

  /// The other user's run that is shown in place of the user's own; nil if there is none.
  var shownRun: (name: String, run: SharedRun)? {
    guard let author = runAuthor, let run = runs[author], let name = people[author]?.name else { return nil }
    return (name, run)
  }

  /// Whether an author shares their runs.
  func showsRun(_ author: String) -> Bool { runs[author] != nil }

  /// Shows an author's run.
  func showRun(of author: String) {
    runAuthor = author
    whenRunBegins()
  }

  /// Whether the user's runs are shown to the others.
  var sharesRuns: Bool { sharing.isOn }

  /// Turns the sharing of the user's runs on or off.
  func toggleRuns() { if sharing.toggle() { send(.run(nil)) } }

  /// The number of output lines that are kept of another user's run.
  private static let mostLines = 1_000

  /// Adds a part of a run that another user shares; nil removes the run.
  func take(_ run: SharedRun?, of author: String) {
    let known = runs[author]
    runs[author] = run.map { known?.followed(by: $0, keeping: Self.mostLines) ?? $0 }
    guard let run, run.number != known?.number, let name = people[author]?.name else { return }
    say("\(name) shows a run of the program")
    if !isRunning { showRun(of: author) }
  }

  /// Whether the user's own run is active.
  private var isRunning = false

  /// Whether the user has raised their hand.
  var hasHandUp = false

  /// The author whom the cursor follows until the user moves it; nil for none.
  var following: String?
  private var followedCursor: FocusItem?

  /// The names of the others, for drawing at their positions.
  var tags: PersonTags { PersonTags(others) }

  /// A person's position and activity; nil if neither is known.
  func whereabouts(of person: Person) -> String? {
    let block = person.presence.blockID.flatMap { workbench.name(ofBlock: $0) }
    let location = block.map { "in \($0)" }
    return person.presence.activity.map { [$0, location].compactMap(\.self).joined(separator: " ") } ?? location
  }

  /// The other people at the block at the cursor, as a clause; nil if there are none.
  var othersAtCursor: String? {
    guard let id = workbench.cursor?.blockID else { return nil }
    let there = others.filter { $0.presence.blockID == id }
    if there.isEmpty { return nil }
    return there.map { "\($0.name) \($0.presence.activity ?? "is here")" }.joined(separator: ", ")
  }

  /// Moves the cursor to a person's position.
  func go(to author: String) {
    guard let person = people[author], let id = person.presence.blockID else {
      return say("that place is unknown")
    }
    let outcome = workbench.perform(.goTo(blockID: id, fieldName: person.presence.fieldName))
    if let message = outcome.sentence { say("\(person.name): \(message)") }
  }

  /// Moves the cursor to a person's position, and follows them.
  func follow(_ author: String) {
    go(to: author)
    following = author
    followedCursor = workbench.cursor
    if let name = people[author]?.name { say("following \(name) until you move the cursor") }
  }

  /// Moves the cursor along with the followed person. Stops following if the user is busy or has moved the cursor.
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

  /// The session's state for the title: the other people and the raised hands, or why there is no connection.
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

  /// Computes the hash of the program, which takes a moment for a large one. It is kept up to date from then on.
  func makeHash() { _ = client.program.hash }

  /// Whether there is a connection to the host.
  var isConnected: Bool { socket != nil }

  /// Whether the host has all of the user's changes, or they are kept for the next session.
  var isSafe: Bool { client.isConfirmed || !isConnected && keptCount == client.count }

  // MARK: - Connecting

  /// Why there is no connection; nil while there is one.
  var offlineReason: String?
  /// Whether the host has ended the session, so that the editor reconnects only if the user asks for it.
  var isEnded = false

  /// The number of the last attempt to connect: results of earlier ones are ignored.
  private(set) var attempt = 0

  /// Begins another attempt to connect.
  /// - Returns: its number.
  func beginAttempt() -> Int {
    attempt += 1
    return attempt
  }

  /// Notes why an attempt to connect has failed.
  func noteFailure(_ error: SocketError) {
    // The user knows the path.
    let text = error.description
    offlineReason = text.firstRange(of: "\(address.path): ").map { String(text[$0.upperBound...]) } ?? text
    isEnded = error.isFinal
  }

  /// Continues after the connection was lost. `receive` applies the changes that others made meanwhile.
  func resume(_ joined: JoinedSession) {
    connect(joined)
    if let snapshot = joined.snapshot {
      let workspace = workbench.workspace
      if let shapes = hello.shapes, remark != nil {
        // The user's own definitions differed, and were replaced.
        send(.shapes(shapes))
      } else {
        snapshot.definitions.add(to: workspace.factory) { type in !workspace.blocks.values.contains { $0.type == type }
        }
        use(snapshot.definitions.compare(with: workspace.factory))
      }
      // This also resends the changes that the host lacks.
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

  /// How long the host may accept no data while some is waiting.
  private static let timeout = Duration.seconds(10)
  /// The delay until the next write to a host that doesn't accept everything at once.
  private static let writingDelay = Duration.milliseconds(20)
  /// The number of bytes written when the host last accepted some of the waiting data, and the time; nil if none is
  /// waiting.
  private var lastWriting: (count: Int, time: ContinuousClock.Instant)?

  private func send(_ message: ClientMessage) {
    socket?.send(message.line)
    write()
  }

  /// Writes as much as the host accepts now: keys must not wait for it. Closes a connection that accepts nothing for
  /// `timeout`.
  func write() {
    guard let socket else { return }
    socket.write()
    // The socket fails when too much data is waiting.
    if socket.isClosed { socket.close() }
    guard socket.isSending else {
      lastWriting = nil
      return
    }
    guard let last = lastWriting, last.count == socket.writtenCount else {
      lastWriting = (socket.writtenCount, .now)
      return
    }
    // The next read then reports the end of the connection.
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

  /// Sends the user's changes and position.
  /// - Parameters:
  ///   - draft: the input in an open dialog; nil for none.
  ///   - run: the user's last run of the program.
  ///   - word: the state of the run, as a word; nil if the program doesn't run.
  /// - Returns: the delay until more must be sent, even if nothing happens; nil if nothing is left to send.
  @discardableResult
  func flush(
    draft: DialogDraft? = nil, run: ProgramRun? = nil, word: String? = nil, at now: ContinuousClock.Instant = .now
  ) -> Duration? {
    client.flush()
    if run?.number != ownRun { (ownRun, runAuthor) = (run?.number, nil) }
    isRunning = run?.isActive ?? false
    // The cursor may be on a block that an open line previews, which the others' programs don't have.
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

  /// Writes all waiting data; closes the connection if that takes too long.
  func finishWriting(atMost timeout: Duration) { if socket?.finish(atMost: timeout) == false { socket?.close() } }

  /// Saves unsent changes to a file while there is no connection, and removes the file once the host has them.
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
      say("your changes can’t be kept: \(error)")
    }
  }

  /// The count of the last batch that was kept; nil if none is.
  private var keptCount: Int?
  /// Locks the kept changes against other editors.
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

  /// Asks the host to save even if it can't generate new code to go beside the blocks.
  func saveAnyway() { send(.saveAnyway) }

  /// Asks all others to look at the user's position.
  func show() { send(.show) }

  /// Gives a role to a person, or to all who aren't owners.
  /// - Parameter author: the person; empty for all, including people who join later.
  func give(_ role: Role, to author: String = "") { send(.role(author: author, role)) }

  /// Disconnects a person for good.
  func sendAway(_ author: String) { send(.sendAway(author: author)) }

  /// Asks the host for the browser links.
  /// - Parameter renews: whether the old ones become invalid.
  func askForLinks(renews: Bool) {
    isRenewingLinks = renews
    send(.links(renews: renews))
  }

  var isRenewingLinks = false

  /// Sends a chat message to all.
  func chat(_ text: String) { send(.chat(text)) }

  /// The “hello” message for reconnecting.
  var renewedHello: ClientMessage.Hello {
    var hello = hello
    hello.number = client.number
    return hello
  }

  /// Leaves the session.
  func leave() { disconnect() }
}
