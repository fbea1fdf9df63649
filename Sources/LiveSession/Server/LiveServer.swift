import BlockModel
import Glibc
import MortiseFiles
import ProgramRunning
import Synchronization
import Workbench

/// Serves programs on a socket, in a process of its own, until a signal ends it. One thread does everything: it waits for
/// sockets, hands lines to the hosts, writes their logs to the disk, and then sends the answers.
public final class LiveServer {
  /// What is served, and to whom.
  public struct Options {
    /// The file, or a folder whose programs are served by name.
    public var path: String
    /// The mode of the socket: 0600 for oneself, 0660 for a group, 0666 for all users of the machine.
    public var mode: mode_t = 0o600
    /// The group that may connect; nil for none.
    public var group: gid_t?
    /// Whether those who come are watchers until the owner gives them the pen.
    public var watches = false
    /// What makes somebody the owner who shares the host's account; nil if the account itself does.
    public var ownerToken: String?
    /// The tokens of those who may more than watch; nil if the account decides.
    public var tokens: PersonalTokens?
    /// Where the roles that owners give are kept; nil for nowhere.
    public var roles: NamedFiles?
    /// Where it is kept to which numbers of logs on a server the programs' files belong; nil for nowhere.
    package var states: NamedFiles?
    /// Where programs are put that can be written neither to their files nor to their journals; nil for nowhere.
    package var rescued: NamedFiles?
    /// Whether the server ends when the last client has left.
    public var endsWhenUnused = false
    /// Makes the log of a program on a server, by the program's name and what it begins with; nil for a log in the
    /// journal.
    public var makeLog: ((_ name: String, _ start: ProgramSnapshot) -> any RemoteLog)?
    /// Mortise's version, for the journal.
    public var version = ""
    /// The commands that make the code beside an app's blocks, by the names of formats.
    package var codeCommands: [String: CodeMaker] = [:]
    /// How browsers get in; nil if they don't.
    public var web: WebOptions?

    /// A program or folder that only the user may join.
    public init(path: String) { self.path = path }
  }

  let options: Options
  let extensions: ProgramExtensions
  let makeFactory: () throws(OpenError) -> BlockFactory
  private let listener: Int32
  /// The path of the socket.
  public let socketPath: String
  private let web: WebServer?
  private(set) var connections: [Connection] = []
  private(set) var programs: [String: HostedProgram] = [:]
  /// What lets learners edit their copies of programs that were handed out, by the copies' names.
  var copyTokens: [String: String] = [:]
  private let isFolder: Bool
  private let inbox: ServerInbox
  private let signals: ServerSignals
  /// Where the changes are that could not be saved, by the paths of their programs.
  private var locations: [String: String] = [:]
  private var isEnding = false
  private var wasUsed = false

  final class Connection {
    let socket: any LineConnection
    let peer: UnixSocket.Peer?
    let client: HostedClient
    var program: HostedProgram?
    /// The name of who hears of all programs; nil if that isn't asked for.
    var listerName: String?
    var lists: Bool { listerName != nil }
    /// Whether something has arrived, or the other side has gone.
    var hasArrivals = true
    /// Since when it is there.
    let start = ContinuousClock.now
    /// Whether the connection ends once the client was told why.
    var isEnding = false

    init(_ socket: any LineConnection) {
      self.socket = socket
      peer = UnixSocket.peer(of: socket.descriptor)
      client = HostedClient { socket.send($0) }
      client.isBusy = { socket.isSending }
    }
  }

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
    isFolder = (try? FileSystem.status(of: options.path))?.isFolder ?? false
    Self.raiseFileLimit()
    inbox = try ServerInbox()
    // From now on: whoever hears that the program is served may end it.
    signals = ServerSignals(inbox)
    web = try options.web.map { try WebServer($0) }
    socketPath = try UnixSocket.path(beside: options.path)
    listener = try UnixSocket.listen(at: socketPath, mode: options.mode, group: options.group)
    if !isFolder {
      do { programs[""] = try open(options.path) } catch {
        close(listener)
        try? FileSystem.remove(socketPath)
        throw error
      }
      programs[""]?.host.prepare()
    }
  }

  /// Lets as many connect as the system allows.
  private static func raiseFileLimit() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = min(limit.rlim_max, rlim_t(4 * connectionLimit))
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }

  private func open(_ path: String) throws(OpenError) -> HostedProgram {
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
    program.codeCommands = options.codeCommands
    let host = program.host
    host.roleOfNewcomers = options.watches ? .watcher : .editor
    if let files = options.roles {
      host.given = GivenRoles(of: path, in: files)
      host.whenRoleGiven = { [unowned host] in
        do throws(FileError) { try host.given.keep(of: path, in: files) } catch {
          host.saved(message: "the roles can’t be kept: \(error)", isDone: false)
        }
      }
    }
    return program
  }

  /// The addresses for browsers: who opens the first one may edit, who opens the other one may only watch.
  public var webLinks: (editing: String, watching: String)? {
    web.map { ($0.link($0.access.editToken), $0.link($0.access.watchToken)) }
  }

  // MARK: - The loop

  /// Serves until a signal, or `stop()`, ends it; then saves everything.
  /// - Returns: what could not be saved; the journals keep it.
  public func run() -> [FileError] {
    while !isEnding {
      wait()
      inbox.handle()
      if ServerSignals.hasArrived { isEnding = true }
      accept()
      for connection in connections where connection.hasArrivals { receive(from: connection) }
      let now = ContinuousClock.now
      for program in programs.values {
        program.saveIfDue(at: now)
        program.lookAtFile(at: now)
      }
      endSilent(at: now)
      for connection in connections { connection.socket.check(at: now) }
      web?.drain(at: now)
      answer()
    }
    return end()
  }

  /// Ends `run()`; may be called on any thread.
  public nonisolated func stop() { inbox.put { [self] in isEnding = true } }

  private func wait() {
    // Whoever can't be let in waits, until somebody leaves.
    let isFull = connections.count >= Self.connectionLimit || lacksDescriptors
    var descriptors =
      [pollfd(fd: listener, events: Int16(isFull ? 0 : POLLIN), revents: 0), inbox.pollfd]
      + (web?.descriptors(accepts: webConnectionCount < Self.webLimit) ?? [])
    for connection in connections {
      let events = POLLIN | (connection.socket.isSending ? POLLOUT : 0)
      descriptors.append(pollfd(fd: connection.socket.descriptor, events: Int16(events), revents: 0))
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

  /// Until something is due, in milliseconds; -1 if nothing is.
  private var timeout: Int32 {
    if connections.contains(where: \.lists) { return Int32(Self.listDelay / .milliseconds(1)) }
    let saves = programs.values.compactMap(\.changedSince).map { $0 + HostedProgram.saveDelay }
    let silent = connections.filter { $0.program == nil && !$0.lists }.map { $0.start + Self.helloDelay }
    let web = connections.compactMap(\.socket.deadline) + [web?.deadline].compactMap(\.self)
    let logs = programs.values.compactMap { $0.remoteLog?.deadline }
    let files = programs.values.compactMap(\.nextLook)
    guard let next = (saves + silent + web + logs + files).min() else { return -1 }
    let left = ContinuousClock.now.duration(to: next)
    return Int32(max(0, (left / .milliseconds(1)).rounded(.up)))
  }

  private func accept() {
    if let web {
      connections += web.accept(atMost: Self.webLimit - webConnectionCount).map { Connection($0) }
    }
    while connections.count < Self.connectionLimit {
      let descriptor = Glibc.accept(listener, nil, nil)
      if descriptor < 0 {
        lacksDescriptors = errno == EMFILE || errno == ENFILE
        return
      }
      connections.append(Connection(LineSocket(descriptor)))
    }
  }

  private var webConnectionCount: Int { connections.count { $0.socket is WebConnection } }

  private static let connectionLimit = 2_000
  /// How long a client may take to say who it is.
  private static let helloDelay = Duration.seconds(20)

  /// Ends the connections of those who don't say who they are.
  private func endSilent(at now: ContinuousClock.Instant) {
    for connection in connections
    where connection.program == nil && !connection.lists && now >= connection.start + Self.helloDelay {
      connection.socket.close()
    }
  }

  /// Whether a connection could not be accepted, as there are too many.
  private var lacksDescriptors = false
  /// Fewer come through browsers, so that others are never kept out by them.
  private static let webLimit = 500
  /// The longest line before a client has said who it is.
  private static let helloLimit = 1 << 16
  /// The longest line of who may only watch. Who has just lost the pen may still send what they have changed.
  private static let watcherLimit = 1 << 22

  private func receive(from connection: Connection) {
    let limit =
      connection.program == nil && !connection.lists
      ? Self.helloLimit : connection.client.person?.role == .watcher ? Self.watcherLimit : LineSocket.lineLimit
    for line in connection.socket.read(limit: limit) where !line.isEmpty && !connection.isEnding {
      do throws(MessageError) {
        try handle(try ClientMessage(line), from: connection)
      } catch {
        connection.client.send(.bye(error.closeReason))
        connection.isEnding = true
      }
    }
  }

  private func handle(_ message: ClientMessage, from connection: Connection) throws(MessageError) {
    guard case .hello(let hello) = message else {
      if connection.lists { return try handle(message, fromLister: connection) }
      guard let program = connection.program else { throw MessageError("the first message must be “hello”") }
      return program.host.receive(message, from: connection.client)
    }
    if connection.program != nil || connection.lists { throw MessageError("“hello” was said already") }
    if hello.lists {
      guard isFolder, try mostRole(of: connection, hello) == .owner else {
        throw MessageError("only the owner of a served folder sees all of its programs")
      }
      connection.listerName = hello.name
      connection.client.send(.programs(summaries))
      return
    }
    if let visitor = (connection.socket as? WebConnection)?.visitor, web?.access.lets(visitor, be: hello.author) != true
    {
      throw MessageError("the author is somebody else’s, or doesn’t begin with “web-”")
    }
    let program = try program(named: hello.program)
    connection.program = program
    if let name = hello.program, let token = copyTokens[name], hello.copyToken?.equals(token) == true {
      program.host.expectEditor(hello)
    }
    var named = hello
    let owner = owner(of: hello)
    if owner == nil, options.tokens?.names(hello.name) == true { named.name += " (without a token)" }
    program.host.enter(connection.client, named, mostRole: try mostRole(of: connection, hello), as: owner)
    if connection.client.person == nil { connection.isEnding = true }
  }

  private func owner(of hello: ClientMessage.Hello) -> PersonalTokens.Owner? {
    hello.token.flatMap { options.tokens?.owner(of: $0) }
  }

  /// - Throws: `MessageError` if the client has a token that is nobody's, where everybody has one.
  private func mostRole(of connection: Connection, _ hello: ClientMessage.Hello) throws(MessageError) -> Role {
    if let web = connection.socket as? WebConnection { return hello.watches ? .watcher : web.visitor?.role ?? .watcher }
    let isOwn = connection.peer?.user == geteuid()
    let hasToken = options.ownerToken.map { token in hello.token.map { $0.equals(token) } == true } ?? false
    let owner = owner(of: hello)
    if options.tokens != nil, hello.token != nil, owner == nil, !(isOwn && hasToken) {
      throw MessageError("the token is nobody’s; ask who serves the program")
    }
    if hello.watches { return .watcher }
    if let owner { return owner.role == .owner ? .owner : .editor }
    if isOwn, hasToken { return .owner }
    if options.tokens != nil { return .watcher }
    return isOwn && options.ownerToken == nil ? .owner : .editor
  }

  private func program(named name: String?) throws(MessageError) -> HostedProgram {
    guard isFolder else { return programs[""]! }
    guard let name, Self.isName(name) else { throw MessageError("say which of the folder’s programs") }
    if let program = programs[name] { return program }
    let path = options.path + "/" + name
    guard FileSystem.exists(path) else { throw MessageError("there is no program “\(name)” in the folder") }
    do throws(OpenError) {
      let program = try open(path)
      programs[name] = program
      return program
    } catch {
      throw MessageError("\(error)")
    }
  }

  /// Whether a text can be the name of a program in the folder.
  static func isName(_ text: String) -> Bool { !text.isEmpty && !text.contains("/") && !text.hasPrefix(".") }

  /// The programs of the folder, and those that are open in it.
  private var summaries: [ProgramSummary] {
    let folder = try? ProgramFolder(at: options.path, recentFiles: nil, formats: extensions.formats)
    let names = Set(folder?.programs ?? []).union(programs.keys)
    return names.sorted().map { name in
      ProgramSummary(name: name, people: programs[name]?.host.people ?? [], changed: programs[name]?.changed)
    }
  }

  /// Tells those who list the programs what is new about them, not more often than they can read.
  private func tellLists() {
    guard connections.contains(where: \.lists) else { return }
    let now = ContinuousClock.now
    // The folder is read each time, so not after each line that somebody sends.
    if let last = toldLists, now < last.time + Self.listDelay { return }
    let summaries = summaries
    let isNew = toldLists?.summaries != summaries
    toldLists = (summaries, now)
    guard isNew else { return }
    for connection in connections where connection.lists { connection.client.send(.programs(summaries)) }
  }

  private var toldLists: (summaries: [ProgramSummary], time: ContinuousClock.Instant)?
  private static let listDelay = Duration.milliseconds(200)

  /// Sends what everybody is to be told, once the logs are on the disk.
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
      connection.client.send(.bye(.init("the host has ended")))
      _ = connection.socket.finish(atMost: ContinuousClock.now.duration(to: end))
    }
    return problems
  }

  /// Says where the changes are that could not be saved.
  /// - Parameter problem: one of those that `run()` returns.
  package func whereabouts(of problem: FileError) -> String {
    locations[problem.path] ?? "the changes are in the journal"
  }

  /// Says where the changes of a program are that could not be saved. If they are nowhere, the program is put into the
  /// user's state folder.
  private func location(of program: HostedProgram) -> String {
    if program.remoteLog != nil { return "the changes are in Redis" }
    if program.isInJournal { return "the changes are in the journal" }
    let name = "\(time(nil))-\(program.host.name)"
    guard let files = options.rescued, let bytes = program.bytes, (try? files.write(bytes, named: name)) != nil else {
      return "the changes are lost, as nothing else can be written"
    }
    return "the program is in \(files.path(of: name))"
  }
}
