import FileTesting
import Glibc
import LiveRedis

/// A redis-server or a sentinel of a test's own, in a temporary folder. It dies with the test.
public final class RedisServer {
  /// Why it can't be used.
  public struct Failure: Error { var what: String }

  /// Whether Redis is installed, and mortise was built with hiredis.
  public nonisolated static let isInstalled =
    RedisConnection.isAvailable && program != nil && access("/usr/bin/setpriv", X_OK) == 0

  /// One program is server and sentinel, by the name that it is called by. Debian’s package of the server would start a
  /// public one; that of the tools has it, too.
  private nonisolated static let program: String? =
    ["/usr/bin/redis-check-rdb", "/usr/bin/redis-server"].first { (path: String) in access(path, X_OK) == 0 }

  private let folder: TemporaryFolder
  private let arguments: [String]
  private let isSentinel: Bool
  /// The port on the loopback address; nil with a Unix socket.
  public let port: UInt16?
  private var process: pid_t = 0
  private var output: Int32 = -1

  /// A server on a Unix socket, which keeps everything before it answers.
  public init() throws {
    (folder, port, isSentinel) = (try TemporaryFolder(), nil, false)
    arguments =
      Self.keeping + ["--dir", folder.path, "--port", "0", "--unixsocket", folder.file("socket")]
    try start()
  }

  /// A server on a port.
  /// - Parameter primary: the port of the server that it replicates; nil for none.
  public init(replicating primary: UInt16?) throws {
    let port = try Self.freePort()
    (folder, self.port, isSentinel) = (try TemporaryFolder(), port, false)
    arguments =
      Self.keeping + ["--dir", folder.path, "--port", String(port), "--bind", "127.0.0.1"]
      + ["--repl-diskless-sync-delay", "0", "--repl-ping-replica-period", "1"]
      + (primary.map { ["--replicaof", "127.0.0.1 \($0)"] } ?? [])
    try start()
  }

  /// A sentinel that knows a primary by the name “program”.
  public init(watching primary: UInt16) throws {
    let port = try Self.freePort()
    (folder, self.port, isSentinel) = (try TemporaryFolder(), port, true)
    let text = """
      port \(port)
      bind 127.0.0.1
      dir \(folder.path)
      sentinel monitor program 127.0.0.1 \(primary) 1
      sentinel down-after-milliseconds program 300
      sentinel failover-timeout program 2000

      """
    let path = folder.file("sentinel.conf")
    guard let file = fopen(path, "w") else { throw Failure(what: "no configuration can be written") }
    fputs(text, file)
    fclose(file)
    arguments = [path]
    try start()
  }

  private static let keeping = [
    "--save", "", "--appendonly", "yes", "--appendfsync", "always", "--appenddirname", "log",
    "--auto-aof-rewrite-percentage", "0",
  ]

  isolated deinit {
    kill()
    for name in ["log", "copy"] { Self.remove(folder.file(name)) }
  }

  /// Its address.
  public var address: RedisAddress {
    get throws {
      try RedisAddress(port.map { "redis://127.0.0.1:\($0)" } ?? "redis+unix://\(folder.file("socket"))")
    }
  }

  // MARK: - The process

  /// Starts it, and waits until it takes connections.
  public func start() throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Failure(what: "no pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 2)
    let program = folder.file(isSentinel ? "redis-sentinel" : "redis-server")
    symlink(Self.program ?? "", program)
    let argv = (["setpriv", "--pdeathsig", "KILL", program] + arguments).map { strdup($0) } + [nil]
    let environment = [strdup("PATH=/usr/bin:/bin"), nil]
    let status = posix_spawn(&process, "/usr/bin/setpriv", &actions, nil, argv, environment)
    for string in argv + environment { free(string) }
    posix_spawn_file_actions_destroy(&actions)
    Glibc.close(ends[1])
    output = ends[0]
    guard status == 0 else { throw Failure(what: "redis can't be started: \(status)") }
    try awaitOutput(isSentinel ? "+monitor" : "eady to accept connections")
  }

  private func awaitOutput(_ text: String) throws {
    var seen = ""
    let limit = ContinuousClock.now + .seconds(20)
    while !seen.contains(text) {
      var polled = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      let left = ContinuousClock.now.duration(to: limit) / .milliseconds(1)
      guard left > 0, poll(&polled, 1, Int32(left)) > 0 else { throw Failure(what: "redis isn't ready: \(seen)") }
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = read(output, &bytes, bytes.count)
      guard count > 0 else { throw Failure(what: "redis has ended: \(seen)") }
      seen += String(decoding: bytes[..<count], as: UTF8.self)
    }
  }

  /// Kills it with SIGKILL.
  public func kill() {
    guard process > 0 else { return }
    signal(SIGKILL)
    var status: Int32 = 0
    waitpid(process, &status, 0)
    process = 0
    Glibc.close(output)
  }

  /// A new connection.
  func connect() -> RedisConnection {
    port.map { RedisConnection(to: .init(host: "127.0.0.1", port: $0)) }
      ?? RedisConnection(toSocket: folder.file("socket"))
  }

  /// Sends commands on one connection, and waits for the answers.
  public func send(_ commands: String...) throws {
    let connection = connect()
    var answers: [RedisReply] = []
    for command in commands {
      connection.send(command.split(separator: " ").map { Array($0.utf8) }) { answers.append($0) }
    }
    while answers.count < commands.count {
      guard var polled = connection.polled, poll(&polled, 1, 20_000) > 0 else {
        throw Failure(what: "\(commands[answers.count]) has no answer: \(connection.problem ?? "")")
      }
      connection.handle(polled.revents)
    }
    for case .error(let reason) in answers { throw Failure(what: reason) }
  }

  /// Sends it a signal.
  public func signal(_ number: Int32) { _ = Glibc.kill(process, number) }

  private static func freePort() throws -> UInt16 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { Glibc.close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let port = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address -> UInt16? in
        guard bind(descriptor, address, size) == 0, getsockname(descriptor, address, &size) == 0 else { return nil }
        return pointer.pointee.sin_port.bigEndian
      }
    }
    guard let port else { throw Failure(what: "no free port") }
    return port
  }

  // MARK: - Its files

  /// Copies what it has kept, for `restore()`.
  public func copy() throws {
    let copy = folder.file("copy")
    Self.remove(copy)
    try Self.copy(folder.file("log"), to: copy)
  }

  /// Makes it what it was at the last `copy()`: kills it, and starts it with the copied files.
  public func restore() throws {
    kill()
    Self.remove(folder.file("log"))
    try Self.copy(folder.file("copy"), to: folder.file("log"))
    try start()
  }

  private static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(
        withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return names.filter { $0 != "." && $0 != ".." }
  }

  private static func copy(_ folder: String, to other: String) throws {
    mkdir(other, 0o700)
    for name in names(in: folder) {
      guard let from = fopen("\(folder)/\(name)", "r"), let to = fopen("\(other)/\(name)", "w") else {
        throw Failure(what: "\(name) can't be copied")
      }
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      while case let count = fread(&bytes, 1, bytes.count, from), count > 0 { fwrite(bytes, 1, count, to) }
      fclose(from)
      fclose(to)
    }
  }

  private static func remove(_ folder: String) {
    for name in names(in: folder) { unlink("\(folder)/\(name)") }
    rmdir(folder)
  }
}
