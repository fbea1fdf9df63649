import BlockEvents
import Markup
import ProgramContainers
import Workbench

/// The host of one program: checks the batches of its clients, puts them into the log, and notifies all members.
public final class LiveHost: ProgramLogReceiver {
  /// The program as the log has it, with the batches that are being appended.
  public let program: SharedProgram
  /// The log, which the host retains.
  let log: any ProgramLog
  /// Identifies the log; a client that knows it needs only the batches that it missed.
  public let session: String
  /// The program's name.
  public let name: String
  /// The definitions that all editors must have.
  let definitions: SharedDefinitions
  private let makeSnapshot: (_ number: Int) -> ProgramSnapshot
  /// The last snapshot as it was sent. Writing one of a large program takes much longer than sending the batches since.
  var kept: WrittenSnapshot?
  /// The number of the log's last batch in the program.
  public internal(set) var number: Int { didSet { codeState = nil } }
  /// The state of the code beside the blocks in the file; nil if there is none, or the state is no longer known.
  var codeState: EmbeddedCodeState? { didSet { if codeState != oldValue { tellMembers(.code(codeState), but: nil) } } }
  var members: [ObjectIdentifier: HostedClient] = [:]
  /// The people of the program's other hosts.
  var others: [String: Person] = [:]
  /// The batches that are not in the log yet.
  private var submissions: [Submission] = []
  private var firstSubmission = 0
  /// The batches that are being appended, in order. The program has their changes already.
  var appending: [Appending] = []
  /// The maximum length of `appending`.
  private static let mostAppending = 64

  /// A batch that is being appended.
  struct Appending {
    let logged: LoggedBatch
    var events: [BlocklyEvent]
    let sent: Submission
    /// The hash of the program before it.
    let before: UInt64
  }
  private var isAppendingNext = false
  /// Whether the program may differ from the log's. Until the log was read again, nothing is appended.
  var isDiffering = false
  var authors: Authors
  /// The roles that owners gave.
  var given = GivenRoles()
  /// Called when an owner has given a role.
  var whenRoleGiven: (() -> Void)?
  /// Called before a client is sent away; returns a remark for the owner.
  var whenSentAway: ((HostedClient) -> String?)?
  /// The runs being shared, for clients that join later.
  var runs: [String: SharedRun] = [:]
  /// Saves the program, and then calls `saved`.
  public var save: (() -> Void)?
  /// Saves the program, with its old code if new code can't be made.
  var saveAnyway: (() -> Void)?
  /// The members that wait for an answer to `save`.
  private var savers: Set<ObjectIdentifier> = []
  /// The role of newcomers.
  public var roleOfNewcomers = Role.editor

  /// - Parameters:
  ///   - program: the program after the log's batch `number`.
  ///   - counts: the highest count of each author in the log.
  ///   - makeSnapshot: makes a snapshot of the program as it is.
  public init(
    program: SharedProgram, log: any ProgramLog, session: String, name: String, number: Int,
    counts: [String: Int] = [:], makeSnapshot: @escaping (_ number: Int) -> ProgramSnapshot
  ) {
    (self.program, self.log, self.session, self.name) = (program, log, session, name)
    (self.number, authors, self.makeSnapshot) = (number, Authors(counts: counts), makeSnapshot)
    definitions = SharedDefinitions(of: program.workspace)
    log.receiver = self
  }

  /// All members, including those of other hosts.
  public var people: [Person] {
    (members.values.compactMap(\.person) + others.values).sorted { $0.author < $1.author }
  }

  /// The number of clients.
  public var clientCount: Int { members.count }

  // MARK: - Clients

  /// Lets a client join.
  /// - Parameter mostRole: the highest role that the client can get.
  public func enter(_ client: HostedClient, _ hello: ClientMessage.Hello, mostRole: Role) {
    enter(client, hello, mostRole: mostRole, as: nil)
  }

  /// Lets a client join.
  /// - Parameters:
  ///   - owner: the owner of the client's personal token.
  ///   - ownsCopy: whether the program is the user's copy of one that was handed out.
  func enter(
    _ client: HostedClient, _ hello: ClientMessage.Hello, mostRole: Role, as owner: PersonalTokens.Owner?,
    ownsCopy: Bool = false
  ) {
    if let closeReason { return client.end(closeReason) }
    // All clients know the authors' ids, so an id alone proves nothing.
    let secret = authors[hello.author].secret ?? given.authors[hello.author]?.secret
    let isProven = secret.flatMap { secret in hello.secret?.equals(secret) } ?? false
    if secret != nil, !isProven {
      return client.end(HostMessage.CloseReason("this author has another secret", isFinal: true))
    }
    for member in members.values where member.person?.author == hello.author && member !== client {
      guard isProven || member.isGone() else {
        return client.end(HostMessage.CloseReason("this author is connected already, without a secret", isFinal: true))
      }
      // The earlier connection may be dead, though this host doesn't know it yet.
      member.end(HostMessage.CloseReason("you have joined again on another connection", isFinal: true))
      leave(member)
    }
    authors.enter(hello.author, secret: hello.secret, present: Set(members.values.compactMap(\.person?.author)))
    if ownsCopy, hello.secret != nil, given.authors[hello.author] == nil {
      given.authors[hello.author] = (.editor, hello.secret)
    }
    let role =
      mostRole != .editor
      ? mostRole
      : owner.flatMap { given.people[$0.name] } ?? (isProven || ownsCopy ? given.authors[hello.author]?.role : nil)
        ?? (ownsCopy ? .editor : nil) ?? given.all ?? owner?.role ?? roleOfNewcomers
    let person = Person(author: hello.author, name: owner?.name ?? hello.name, role: role)
    (client.person, client.owner, client.mostRole) = (person, owner, mostRole)
    client.shapes = hello.shapes
    others[hello.author] = nil
    var state = HostMessage.State(
      session: session, name: name, role: role, people: people, lastCount: authors[hello.author].settledCount)
    state.shapes = definitions.hash
    members[ObjectIdentifier(client)] = client
    for (count, reason) in authors[hello.author].refusals { client.send(.refused(count: count, reason: reason)) }
    if hello.session == session, let known = hello.number, known <= number,
      (hello.shapes ?? state.shapes) == state.shapes,
      let missed = log.read(since: known)
    {
      client.send(.resumed(state))
      for batch in missed where batch.number <= number { client.send(.applied(batch)) }
    } else {
      let snapshot = snapshot(forNewcomer: hello.session == nil)
      client.send(HostMessage.pieces(of: state, snapshot))
      for batch in log.read(since: snapshot.number) ?? [] where batch.number <= number { client.send(.applied(batch)) }
    }
    if let codeState { client.send(.code(codeState)) }
    for (author, run) in runs where author != hello.author { client.send(.run(author: author, run)) }
    tell(.person(person), but: client)
  }

  /// Removes a client that has left.
  public func leave(_ client: HostedClient) {
    savers.remove(ObjectIdentifier(client))
    guard members.removeValue(forKey: ObjectIdentifier(client)) != nil, let person = client.person else { return }
    runs[person.author] = nil
    tell(.gone(author: person.author))
  }

  /// Handles a message of a client that has joined.
  public func receive(_ message: ClientMessage, from client: HostedClient) {
    guard var person = client.person, members[ObjectIdentifier(client)] != nil else { return }
    switch message {
    case .hello: client.send(.bye(.init("“hello” was sent already")))
    case .shapes(let hash):
      client.shapes = hash
      if !hasShapes(client), person.role.mayEdit {
        person.role = .watcher
        client.person = person
        tell(.person(person))
      }
    case .edit(var batch):
      batch.author = person.author
      submit(batch, from: client)
    case .presence(let presence):
      person.presence = presence
      client.person = person
      tell(.person(person), but: client)
    case .save, .saveAnyway:
      savers.insert(ObjectIdentifier(client))
      if case .saveAnyway = message, person.role.mayEdit { saveAnyway?() } else { save?() }
    case .show: if person.role.mayEdit { tell(.show(author: person.author), but: client) }
    case .chat(let text): tell(.chat(author: person.author, text: text))
    case .role(let author, let role):
      if person.role == .owner { if author.isEmpty { giveAll(role) } else { give(role, to: author) } }
    case .reload: if client.isBusy() { client.waitsForState = true } else { sendState(to: client, person) }
    case .run(let run):
      if person.role.mayEdit, client.mayShowRun(at: .now) { show(run, of: person.author, but: client) }
    case .handOut, .collect:
      client.send(.saved(message: "only clients that list a folder’s programs hand out and collect", isDone: false))
    case .sendAway(let author): if person.role == .owner { sendAway(author, by: client) }
    // The server handles these.
    case .links, .generate: break
    }
  }

  func show(_ run: SharedRun?, of author: String, but client: HostedClient?) {
    note(run, of: author)
    tell(.run(author: author, run), but: client)
  }

  /// Keeps a run for clients that join later.
  func note(_ run: SharedRun?, of author: String) {
    runs[author] = run.map { runs[author]?.followed(by: $0, keeping: SharedRun.mostLines) ?? $0 }
  }

  /// Sends the whole program.
  func sendState(to client: HostedClient, _ person: Person) {
    var state = HostMessage.State(
      session: session, name: name, role: person.role, people: people.filter { $0.author != person.author },
      lastCount: authors[person.author].settledCount)
    state.shapes = definitions.hash
    (client.firstCount, client.waitsForState) = (nil, false)
    client.send(HostMessage.pieces(of: state, snapshot(forNewcomer: false)))
  }

  /// Sends the whole program to a client that requested it while it was busy, once it no longer is.
  func sendStateIfDue(to client: HostedClient) {
    if client.waitsForState, !client.isBusy(), let person = client.person { sendState(to: client, person) }
  }

  /// Prepares the snapshot for clients that join.
  func prepare() { _ = snapshot(forNewcomer: true) }

  /// Returns the program for a client that doesn't know it.
  /// - Parameter isNewcomer: whether the client has no batches of its own, which an older snapshot would lack. It gets
  ///   such a snapshot, and the batches since.
  private func snapshot(forNewcomer isNewcomer: Bool) -> WrittenSnapshot {
    if let kept, kept.number == number || isNewcomer && log.read(since: kept.number)?.count ?? .max <= Self.keptBatches
    {
      return kept
    }
    let snapshot = WrittenSnapshot(settledSnapshot())
    kept = snapshot
    return snapshot
  }

  /// The maximum number of batches since a snapshot that is still used.
  private static let keptBatches = 200

  /// Notifies all members that the program was saved, or why not.
  public func saved(message: String, isDone: Bool) { tell(.saved(message: message, isDone: isDone)) }

  /// Whether a member waits for an answer to `save`.
  var isAskedToSave: Bool { !savers.isEmpty }

  /// Reports to all members whether the program was saved.
  /// - Parameter choice: the effect of `saveAnyway`; nil if it would have no other effect. Only offered to members who
  ///   asked for the save and may edit.
  func answerSavers(_ message: String, isDone: Bool, choice: String? = nil) {
    let plain = HostMessage.saved(message: message, isDone: isDone)
    log.publish(plain)
    for (id, member) in members {
      if let choice, savers.contains(id), member.person?.role.mayEdit == true {
        member.send(.notSaved(message: message, choice: choice))
      } else {
        member.send(plain)
      }
    }
    savers = []
  }

  func tell(_ message: HostMessage, but other: HostedClient? = nil) {
    log.publish(message)
    tellMembers(message, but: other)
  }

  func tellMembers(_ message: HostMessage, but other: HostedClient?) {
    let line = message.line
    for member in members.values where member !== other { member.send(line: line) }
  }

  /// Whether a client has the definitions that the program needs. A client that hasn't sent its hash has Blockly's.
  func hasShapes(_ client: HostedClient) -> Bool {
    client.shapes.map { $0 == definitions.hash } ?? !definitions.hasOwn
  }

  // MARK: - Batches

  private func submit(_ batch: Batch, from client: HostedClient) {
    client.firstCount = client.firstCount ?? batch.count
    if batch.count <= authors[batch.author].count { return }
    authors.receive(batch)
    guard hasShapes(client) else {
      return refuse(batch, "your block definitions differ from the host’s; you may only watch")
    }
    guard client.person?.role.mayEdit == true else { return refuse(batch, "you may only watch this program") }
    submissions.append(Submission(batch: batch))
    appendNext()
  }

  /// Whether the program is the log's, and no batch waits.
  var isSettled: Bool { waitingCount == 0 && !isDiffering }

  /// The number of batches that wait, or are being appended.
  var waitingCount: Int { submissions.count - firstSubmission + appending.count }

  /// The hash of the program as the log has it.
  var loggedHash: UInt64 { appending.first?.before ?? program.hash }

  /// Appends changes from the program's file, which no client has made.
  func submit(fromFile batch: Batch) {
    authors.receive(batch)
    submissions.append(Submission(batch: batch, isFromFile: true))
    appendNext()
  }

  /// Returns the outcome of a batch: empty if it is in the log, or the reason why it was refused; nil while it waits.
  func answer(to batch: Batch) -> String? {
    let author = authors[batch.author]
    guard author.settledCount >= batch.count else { return nil }
    return author.refusals.last { $0.count == batch.count }?.reason ?? ""
  }

  /// Appends the waiting batches, unless too many are being appended, or the log has to be read again first.
  func appendNext() {
    if isAppendingNext || isDiffering || closeReason != nil { return }
    isAppendingNext = true
    defer { isAppendingNext = false }
    while appending.count < Self.mostAppending, firstSubmission < submissions.count {
      let submission = submissions[firstSubmission]
      firstSubmission += 1
      if firstSubmission == submissions.count {
        submissions.removeAll(keepingCapacity: true)
        firstSubmission = 0
      }
      append(submission)
    }
  }

  private func append(_ submission: Submission) {
    let batch = submission.batch
    let before = program.hash
    do throws(EventError) {
      let events = try program.apply(batch, among: submission.isClients ? definitions : nil)
      // Another author has made the same change.
      if events.isEmpty { return refuse(batch, "") }
      let changed = Batch(
        author: batch.author, count: batch.count, events: events.map { $0.json(in: program.workspace).detached })
      let logged = LoggedBatch(number: number + appending.count + 1, batch: changed, hash: program.hash)
      appending.append(Appending(logged: logged, events: events, sent: submission, before: before))
      log.append(logged)
    } catch {
      refuse(batch, error.conflict)
    }
  }

  private func refuse(_ batch: Batch, _ reason: String) {
    authors.refuse(batch, reason)
    for member in members.values where member.person?.author == batch.author {
      member.send(.refused(count: batch.count, reason: reason))
    }
  }

  /// Notes that a batch is in the log, or refused.
  func settle(_ batch: Batch) { settle(batch.author, batch.count) }

  func settle(_ author: String, _ count: Int) { authors.settle(author, count) }

  /// Ends the session, because its log can no longer be used. Unconfirmed changes stay with the clients.
  func end(_ reason: String) {
    let closeReason = HostMessage.CloseReason("the session is over: \(reason)", isFinal: true)
    self.closeReason = closeReason
    try? revertAppending()
    isDiffering = false
    submit([], insteadOf: [])
    submissions = []
    for member in members.values { member.end(closeReason) }
  }

  /// The reason why the session is over; nil while it isn't.
  private(set) var closeReason: HostMessage.CloseReason?

  /// Puts batches before the waiting ones, and drops those that the log has now.
  func submit(_ first: [Submission], insteadOf logged: [LoggedBatch]) {
    submissions.replaceSubrange(..<firstSubmission, with: first)
    firstSubmission = 0
    submissions.removeAll { waiting in logged.contains { waiting.isSettled(by: $0.batch) } }
  }

  /// Called when this host's program can't be made equal to the log's.
  public var whenDiffering: ((_ report: String) -> Void)?

  /// A snapshot without the batches that are being appended, which may still be refused.
  func settledSnapshot() -> ProgramSnapshot {
    var reverted = 0
    for own in appending.reversed() {
      if (try? program.revert(own.events)) == nil { break }
      reverted += 1
    }
    var snapshot = makeSnapshot(number)
    for index in appending.indices.suffix(reverted) {
      if let events = try? program.apply(appending[index].sent.batch) { appending[index].events = events }
    }
    snapshot.definitions = definitions
    return snapshot
  }
}

/// A batch that is not in the log yet.
struct Submission {
  var batch: Batch
  /// Whether the log has lost it.
  var wasLogged = false
  /// Whether it comes from the program's file, which was changed outside.
  var isFromFile = false

  /// Whether a client has just sent it.
  var isClients: Bool { !wasLogged && !isFromFile }

  /// Whether it need no longer be appended because another host's batch is in the log. A client that joins another host
  /// sends its unanswered batches there again, and each host answers in order.
  func isSettled(by other: Batch) -> Bool {
    batch.author == other.author && (wasLogged ? batch.count == other.count : batch.count <= other.count)
  }
}
