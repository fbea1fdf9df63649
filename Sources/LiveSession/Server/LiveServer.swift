import BlockModel
import Glibc
import MortiseFiles
import ProgramRunning
import Synchronization
import Workbench

/// Serves programs on a socket, in a process of its own, until a signal ends it. One thread does everything: it waits
/// for sockets, hands lines to the hosts, writes their logs to the disk, and then sends the answers.
public final class LiveServer {
  /// The program or folder to serve, and the access to it.
  public struct Options {
    /// The file, or a folder whose programs are served by name.
    public var path: String
    /// The mode of the socket: 0600 for oneself, 0660 for a group, 0666 for all users of the machine.
    public var mode: mode_t = 0o600
    /// The group that may connect; nil for none.
    public var group: gid_t?
    /// Whether new members are watchers until the owner gives them another role.
    public var watches = false
    /// The tokens that stay valid when the host is restarted; nil for new ones.
    public var secrets: HostSecrets?
    /// Whether only `HostSecrets.ownerToken`, and not the host's account, makes its user the owner.
    public var needsOwnerToken = false
    /// The tokens of people who may do more than watch; nil if the account decides.
    public var tokens: PersonalTokens?
    /// The storage for the roles that owners give; nil for none.
    public var roles: NamedFiles?
    /// The storage for the numbers of server logs that the programs' files belong to; nil for none.
    package var states: NamedFiles?
    /// The storage for programs that can be written neither to their files nor to their journals; nil for none.
    package var rescued: NamedFiles?
    /// Whether the server ends when the last client has left.
    public var endsWhenUnused = false
    /// Makes the log of a program on a server, given the program's name and the snapshot for a new log; nil for a log
    /// in the journal.
    public var makeLog: ((_ name: String, _ start: ProgramSnapshot) -> any RemoteLog)?
    /// Mortise's version, for the journal.
    public var version = ""
    /// The commands that make the code beside an app's blocks, by the names of formats.
    package var codeCommands: [String: CodeMaker] = [:]
    /// The options for browsers; nil if browsers can't join.
    public var web: WebOptions?
    /// Shows the host's user a warning.
    package var warn: (String) -> Void = { _ in }
    /// Makes the code of a program in a language, given its id; nil for no code.
    package var generate: ((Workspace, _ language: String) -> Result<String, OpenError>)?

    /// A program or folder that only the user may join.
    public init(path: String) { self.path = path }
  }

  let options: Options
  let extensions: ProgramExtensions
  let makeFactory: () throws(OpenError) -> BlockFactory
  private let listener: Int32
  /// The path of the socket.
  public let socketPath: String
  let web: WebServer?
  /// The tokens of the host.
  public let secrets: HostSecrets
  private(set) var connections: [Connection] = []
  var programs: [String: HostedProgram] = [:]
  /// The served folder; nil if a program is served.
  let folder: OpenFolder?
  var exclusions = Exclusions()
  private let inbox: ServerInbox
  private let signals: ServerSignals
  /// The places of changes that could not be saved, by the paths of their programs.
  private var locations: [String: String] = [:]
  /// Whether a session has ended because its log could not be used any more.
  public private(set) var hasFailed = false
  private var isEnding = false
  private var wasUsed = false

  /// Opens the program and its socket.
  /// - Parameters:
  ///   - makeFactory: makes the factory of a program's blocks.
  ///   - extensions: the app's own events, mutators, formats and listeners.
  /// - Throws: `OpenError` or `SocketError`, with what to do.
  public init(
    _ options: Options, extensions: ProgramExtensions, makeFactory: @escaping () throws(OpenError) -> BlockFactory
  ) throws {
    self.options = options
    self.extensions = extensions
    self.makeFactory = makeFactory
    folder = try? OpenFolder(options.path)
    secrets = options.secrets ?? HostSecrets(of: options.path, in: nil)
    Self.raiseFileLimit()
    inbox = try ServerInbox()
    // Handle signals before the program can be joined, as a client may then end the server.
    signals = ServerSignals(inbox)
    let secrets = secrets
    web = try options.web.map { try WebServer($0, secrets) }
    socketPath = try UnixSocket.path(beside: options.path)
    listener = try UnixSocket.listen(at: socketPath, mode: options.mode, group: options.group)
    if options.needsOwnerToken || web != nil { secrets.begin() }
    if folder == nil {
      do { programs[""] = try open(options.path) } catch {
        close(listener)
        try? FileSystem.remove(socketPath)
        throw error
      }
      programs[""]?.host.prepare()
    }
  }

  func open(_ path: String) throws(OpenError) -> HostedProgram {
    let resume: @Sendable (@escaping @MainActor @Sendable () -> Void) -> Void = { [inbox] work in inbox.put(work) }
    let program: HostedProgram
    if let makeLog = options.makeLog {
      let name = FileLocation(path: path).name
      program = try HostedProgram(
        path, factory: try makeFactory(), extensions: extensions, makeLog: { makeLog(name, $0) },
        states: SavedStates(of: path, in: options.states), resume: resume)
    } else {
      program = try HostedProgram(
        path, factory: try makeFactory(), extensions: extensions, version: options.version, resume: resume)
    }
    if let warning = program.remoteLog?.warning { options.warn("\(program.host.name): \(warning)") }
    program.codeCommands = options.codeCommands
    let host = program.host
    host.whenSentAway = { [unowned self] in exclude($0) }
    host.roleOfNewcomers = options.watches ? .watcher : .editor
    if let files = options.roles {
      host.given = GivenRoles(of: path, in: files)
      host.whenRoleGiven = { [unowned host] in
        do throws(FileError) { try host.given.keep(of: path, in: files) } catch {
          host.saved(message: "the roles can’t be saved: \(error)", isDone: false)
        }
      }
    }
    return program
  }

  /// The links for browsers, with the role editor and watcher; nil if there are none.
  public var webLinks: (editing: String, watching: String)? {
    web.map { ($0.link(secrets.editToken), $0.link(secrets.watchToken)) }
  }

  /// The links of the folder's programs, for editors, by their names; empty if a program is served.
  package var webLinksOfPrograms: [(name: String, link: String)] {
    guard let web else { return [] }
    return programNames.map { ($0, web.link(secrets.editToken, program: $0)) }
  }

  // MARK: - The loop

  /// Serves until a signal, `stop()` or the end of the only session, and then saves everything.
  /// - Returns: the errors of programs that could not be saved; the journals keep those programs.
  public func run() -> [FileError] {
    while !isEnding {
      wait()
      inbox.handle()
      if ServerSignals.hasArrived { isEnding = true }
      accept()
      let now = ContinuousClock.now
      for connection in connections where connection.hasArrivals || connection.socket.hasMore {
        receive(from: connection, at: now)
      }
      for program in programs.values {
        program.saveIfDue(at: now)
        program.lookAtFile(at: now)
      }
      endSilent(at: now)
      for connection in connections { connection.socket.check(at: now) }
      web?.drain(at: now)
      answer()
      closeOverPrograms()
      limitMemory()
      closeIdlePrograms(at: now)
    }
    return end()
  }

  /// Ends `run()`; may be called on any thread.
  public nonisolated func stop() { inbox.put { [self] in isEnding = true } }

  private func wait() {
    // Further clients wait until one of the connections is closed.
    let isFull = connections.count >= Self.connectionLimit || lacksDescriptors
    let now = ContinuousClock.now
    var descriptors =
      [pollfd(fd: listener, events: Int16(isFull ? 0 : POLLIN), revents: 0), inbox.pollfd]
      + (web?.descriptors(accepts: connections.count < Self.connectionLimit) ?? [])
    for connection in connections {
      let waits = connection.resumption(at: now) != nil
      let events = (waits ? 0 : POLLIN) | (connection.socket.isSending ? POLLOUT : 0)
      // Without events, the end of the connection would still be reported.
      descriptors.append(
        pollfd(fd: events == 0 ? -1 : connection.socket.descriptor, events: Int16(events), revents: 0))
    }
    let logs = programs.values.compactMap(\.remoteLog)
    let count = descriptors.count
    for log in logs { descriptors += log.polled }
    _ = poll(&descriptors, nfds_t(descriptors.count), timeout)
    for (connection, polled) in zip(connections, descriptors[(count - connections.count)...]) {
      connection.hasArrivals = polled.revents & ~Int16(POLLOUT) != 0
    }
    let polled = Array(descriptors[count...])
    for log in logs {
      log.handle(polled)
      log.handleTime(.now)
    }
  }

  /// The time until the next timer expires, in milliseconds; -1 if there is none.
  private var timeout: Int32 {
    if connections.contains(where: \.lists) { return Int32(Self.listDelay / .milliseconds(1)) }
    let now = ContinuousClock.now
    let saves = programs.values.compactMap(\.changedSince).map { $0 + HostedProgram.saveDelay }
    let silent = [nextSilentEnd, nextIdleEnd].compactMap(\.self) + connections.compactMap { $0.resumption(at: now) }
    let web = connections.compactMap(\.socket.deadline) + [web?.deadline].compactMap(\.self)
    let logs = programs.values.compactMap { $0.remoteLog?.deadline }
    let files = programs.values.compactMap(\.nextLook)
    guard let next = (saves + silent + web + logs + files).min() else { return -1 }
    let left = now.duration(to: next)
    return Int32(max(0, (left / .milliseconds(1)).rounded(.up)))
  }

  private func accept() {
    if let web {
      connections += web.accept { roomForBrowsers() }.map { Connection($0) }
    }
    while connections.count < Self.connectionLimit {
      let descriptor = Glibc.accept(listener, nil, nil)
      if descriptor < 0 {
        lacksDescriptors = errno == EMFILE || errno == ENFILE
        return
      }
      let connection = Connection(LineSocket(descriptor))
      connections.append(connection)
      if hasTooMany(like: connection) { connection.end(.init("your account has too many connections")) }
    }
  }

  /// Whether a connection could not be accepted, as there are too many.
  private var lacksDescriptors = false

  private func receive(from connection: Connection, at now: ContinuousClock.Instant) {
    for line in connection.read(limit: lineLimit(of: connection), at: now)
    where !line.isEmpty && !connection.isEnding {
      do throws(MessageError) {
        try handle(try ClientMessage(line), from: connection)
      } catch {
        connection.end(error.closeReason)
      }
    }
  }

  private func handle(_ message: ClientMessage, from connection: Connection) throws(MessageError) {
    guard case .hello(let hello) = message else {
      if connection.lists { return try handle(message, fromLister: connection) }
      guard let program = connection.program else { throw MessageError("the first message must be “hello”") }
      switch message {
      case .links(let renews): return sendLinks(to: connection, renews: renews)
      case .generate(let language): return generate(language, of: program, for: connection)
      default: return program.host.receive(message, from: connection.client)
      }
    }
    if connection.program != nil || connection.lists { throw MessageError("“hello” was sent already") }
    if hello.lists {
      guard folder != nil, try mostRole(of: connection, hello) == .owner else {
        throw MessageError("only the owner of a served folder sees all of its programs")
      }
      connection.listerName = hello.name
      connection.client.send(.programs(summaries))
      return
    }
    // Only authors of browsers have ids with this prefix.
    guard hello.author.hasPrefix("web-") == (connection.visitor != nil) else {
      let reason = "authors of browsers begin with “web-”, and no others do"
      throw MessageError(HostMessage.CloseReason(reason, isFinal: true))
    }
    let owner = owner(of: hello)
    if exclusions.contain(connection, hello.author, owner) {
      throw MessageError(HostMessage.CloseReason("you were sent away", isFinal: true))
    }
    if hasTooMany(like: connection) { throw MessageError("you have too many connections") }
    let program = try program(named: hello.program, isOwnAccount: connection.isOwnAccount)
    connection.program = program
    let ownsCopy =
      hello.program.map { name in
        hello.copyToken.map { secrets.isToken($0, ofCopy: name) } ?? false
      } ?? false
    var (named, mostRole) = (hello, try mostRole(of: connection, hello))
    if ownsCopy, !hello.watches, !mostRole.mayEdit { mostRole = .editor }
    if owner == nil, options.tokens?.names(hello.name) == true { named.name += " (without a token)" }
    program.host.enter(connection.client, named, mostRole: mostRole, as: owner, ownsCopy: ownsCopy)
  }

  /// Sends an owner the links for browsers.
  /// - Parameter renews: whether they are replaced first, which disconnects all browsers.
  func sendLinks(to connection: Connection, renews: Bool) {
    guard connection.lists || connection.client.person?.role == .owner else {
      return connection.client.send(.saved(message: "only owners get the links for browsers", isDone: false))
    }
    guard let web else {
      let message = "browsers can’t join: ‘mortise serve’ was started without --web"
      return connection.client.send(.saved(message: message, isDone: false))
    }
    if renews {
      secrets.renewLinks()
      for other in connections where other.visitor != nil {
        other.end(.init(WebAccess.invalidLink.reason, isFinal: true))
      }
    }
    connection.client.send(
      .links(editing: web.link(secrets.editToken), watching: web.link(secrets.watchToken)))
  }

  /// Sends a client the code of its program, but not too often, so that clients of other accounts can't keep the host
  /// busy.
  private func generate(_ language: String, of program: HostedProgram, for connection: Connection) {
    let now = ContinuousClock.now
    if !connection.isOwnAccount, let last = connection.lastGeneration, now < last + Self.generationDelay {
      let problem = MessageError("the host has just generated code for you; try again in a moment")
      return connection.client.send(.generated(language: language, .failure(problem)))
    }
    connection.lastGeneration = now
    let code: Result<String, MessageError> =
      switch options.generate?(program.document.workspace, language) {
      case .success(let code): .success(code)
      case .failure(let error): .failure(MessageError("\(error)"))
      case nil: .failure(MessageError("this host generates no code"))
      }
    connection.client.send(.generated(language: language, code))
  }

  private func owner(of hello: ClientMessage.Hello) -> PersonalTokens.Owner? {
    hello.token.flatMap { options.tokens?.owner(of: $0) }
  }

  /// - Throws: `MessageError` if the client's token is unknown, where members have personal tokens.
  private func mostRole(of connection: Connection, _ hello: ClientMessage.Hello) throws(MessageError) -> Role {
    if connection.socket is WebConnection { return hello.watches ? .watcher : connection.visitor?.role ?? .watcher }
    let isOwn = connection.peer?.user == geteuid()
    let hasToken = options.needsOwnerToken && hello.token.map { $0.equals(secrets.ownerToken) } == true
    let owner = owner(of: hello)
    if options.tokens != nil, hello.token != nil, owner == nil, !(isOwn && hasToken) {
      throw MessageError("the token is unknown; ask the host’s user")
    }
    if hello.watches { return .watcher }
    if let owner { return owner.role == .owner ? .owner : .editor }
    if isOwn, hasToken { return .owner }
    if options.tokens != nil { return .watcher }
    return isOwn && !options.needsOwnerToken ? .owner : .editor
  }

  /// Sends the list of programs, if it has changed, to the clients that requested it, at limited intervals.
  private func tellLists() {
    guard connections.contains(where: \.lists) else { return }
    let now = ContinuousClock.now
    // The folder is read each time, which would be too often after each line that a client sends.
    if let last = toldLists, now < last.time + Self.listDelay { return }
    let summaries = summaries
    let isNew = toldLists?.summaries != summaries
    toldLists = (summaries, now)
    guard isNew else { return }
    for connection in connections where connection.lists { connection.client.send(.programs(summaries)) }
  }

  private var toldLists: (summaries: [ProgramSummary], time: ContinuousClock.Instant)?
  private static let listDelay = Duration.milliseconds(200)
  /// The minimum time between two requests for code of a client of another account.
  private static let generationDelay = Duration.milliseconds(500)

  /// Writes the logs to the disk, sends the waiting messages, and removes closed connections.
  private func answer() {
    for program in programs.values { program.flush() }
    tellLists()
    for connection in connections {
      connection.socket.write()
      if connection.isEnding { connection.socket.close() }
    }
    connections.removeAll { connection in
      guard connection.socket.isClosed else { return false }
      connection.program?.host.leave(connection.client)
      lacksDescriptors = false
      return true
    }
    for connection in connections {
      connection.program?.host.sendStateIfDue(to: connection.client)
      connection.socket.write()
    }
    if connections.contains(where: { $0.program != nil }) { wasUsed = true }
    if options.endsWhenUnused, wasUsed, connections.isEmpty { isEnding = true }
  }

  /// Closes the programs whose sessions are over.
  private func closeOverPrograms() {
    for (name, program) in programs {
      guard let reason = program.closeReason else { continue }
      hasFailed = true
      options.warn("\(program.host.name): \(reason)")
      if folder == nil { isEnding = true } else { forget(program, named: name) }
    }
  }

  private func end() -> [FileError] {
    close(listener)
    try? FileSystem.remove(socketPath)
    while programs.values.contains(where: \.isSaving) {
      var descriptor = inbox.pollfd
      _ = poll(&descriptor, 1, -1)
      inbox.handle()
    }
    var problems: [FileError] = []
    for program in programs.values {
      guard let problem = program.close() else { continue }
      problems.append(problem)
      locations[problem.path] = location(of: program)
      program.host.saved(message: "\(problem); \(whereabouts(of: problem))", isDone: false)
    }
    let end = ContinuousClock.now + .seconds(1)
    for connection in connections {
      connection.end(.init("the host has ended"))
      _ = connection.socket.finish(atMost: ContinuousClock.now.duration(to: end))
    }
    return problems
  }

  /// Returns a clause that says where the unsaved changes are.
  /// - Parameter problem: one of the errors that `run()` returns.
  package func whereabouts(of problem: FileError) -> String {
    locations[problem.path] ?? "the changes are in the journal"
  }

  /// Returns a clause that says where the unsaved changes of a program are. If they are nowhere, writes the program to
  /// the user's state folder.
  func location(of program: HostedProgram) -> String {
    if program.remoteLog != nil { return "the changes are in Redis" }
    if program.isInJournal { return "the changes are in the journal" }
    let name = "\(time(nil))-\(program.host.name)"
    guard let files = options.rescued, let bytes = program.bytes, (try? files.write(bytes, named: name)) != nil else {
      return "the changes are lost, as nothing else can be written"
    }
    return "the program is in \(files.path(of: name))"
  }
}
