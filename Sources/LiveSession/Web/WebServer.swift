import Glibc
import MortiseFiles

extension LiveServer {
  /// The page for browsers, and its address.
  public nonisolated struct WebOptions: Sendable {
    /// The port on the loopback addresses; 0 for a free one.
    public var port: UInt16
    /// The folder of Blockly's own script files, or of an app's page; nil for neither.
    public var folder: String?
    /// The name under which a proxy publishes the server.
    public var name: String?

    /// - Parameter port: 0 for a free one.
    public init(port: UInt16) { self.port = port }
  }
}

/// Lets browsers of this machine join: serves a page and WebSockets. Other browsers connect through `ssh -L`, or a
/// proxy that encrypts.
nonisolated final class WebServer {
  let access: WebAccess
  let files: WebFiles
  private var listeners: [Int32] = []
  private(set) var port: UInt16
  /// Ended connections, until the client has read our last message and closed its side.
  private var lingering: [(socket: LineSocket, end: ContinuousClock.Instant)] = []
  private static let lingeringTime = Duration.seconds(2)
  private static let lingeringLimit = 200

  /// - Parameter secrets: contain the last port, which is reused if the options name none.
  /// - Throws: `SocketError` if the port is taken.
  init(_ options: LiveServer.WebOptions, _ secrets: HostSecrets) throws(SocketError) {
    access = WebAccess(secrets, name: options.name)
    files = WebFiles(folder: options.folder)
    port = options.port
    if let folder = options.folder, (try? FileSystem.status(of: folder))?.isFolder != true {
      throw SocketError("\(folder): this is not a folder")
    }
    if port == 0, let last = secrets.port {
      port = last
      listeners = [try? listen4()].compactMap(\.self)
      if listeners.isEmpty { port = 0 }
    }
    if listeners.isEmpty { listeners = [try listen4()] }
    secrets.port = port
    // A machine may lack IPv6.
    if let other = listen6() { listeners.append(other) }
  }

  deinit { for listener in listeners { close(listener) } }

  /// Returns the link with a token.
  /// - Parameter program: the name of the program in a folder; nil for the only one, or the list of all.
  func link(_ token: String, program: String? = nil) -> String {
    let query = program.map { "?program=\(Self.escaped($0))" } ?? ""
    return "http://127.0.0.1:\(port)/\(query)#\(token)"
  }

  private static func escaped(_ name: String) -> String {
    name.utf8.map { byte in
      let character = Character(UnicodeScalar(byte))
      let isPlain = byte < 0x80 && (character.isLetter || character.isNumber || "-._~".contains(character))
      return isPlain ? String(character) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }

  // MARK: - Sockets

  private func listen4() throws(SocketError) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    let (descriptor, code) = listen(AF_INET, &address)
    guard let descriptor else {
      throw SocketError("the port \(port) can’t be used: \(String(cString: strerror(code)))")
    }
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
    }
    port = UInt16(bigEndian: address.sin_port)
    return descriptor
  }

  private func listen6() -> Int32? {
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_port = port.bigEndian
    address.sin6_addr = in6addr_loopback
    return listen(AF_INET6, &address).descriptor
  }

  private func listen<Address>(_ family: Int32, _ address: inout Address) -> (descriptor: Int32?, code: Int32) {
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    let descriptor = socket(family, kind, 0)
    if descriptor < 0 { return (nil, errno) }
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    let isBound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
      }
    }
    if isBound == 0, Glibc.listen(descriptor, 64) == 0 { return (descriptor, 0) }
    let code = errno
    close(descriptor)
    return (nil, code)
  }

  // MARK: - The loop

  /// Returns the descriptors to poll besides the connections.
  /// - Parameter accepts: whether further connections can be accepted.
  func descriptors(accepts: Bool) -> [pollfd] {
    let events = Int16(accepts && !lacksDescriptors ? POLLIN : 0)
    return listeners.map { pollfd(fd: $0, events: events, revents: 0) }
      + lingering.map { pollfd(fd: $0.socket.descriptor, events: Int16(POLLIN), revents: 0) }
  }

  /// Whether a connection could not be accepted because no descriptors were left.
  private var lacksDescriptors = false

  /// The time at which `drain(at:)` has something to do even without input.
  var deadline: ContinuousClock.Instant? { lingering.first?.end }

  /// Accepts the new connections.
  /// - Parameter room: returns the number of connections that may be accepted in this call.
  func accept(_ room: () -> Int) -> [WebConnection] {
    var connections: [WebConnection] = []
    for listener in listeners {
      while connections.count < room() {
        let descriptor = Glibc.accept(listener, nil, nil)
        if descriptor < 0 {
          lacksDescriptors = errno == EMFILE || errno == ENFILE
          break
        }
        var yes: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
        connections.append(WebConnection(LineSocket(descriptor), of: self))
      }
    }
    return connections
  }

  /// Closes a connection once the client has closed it: closing now, with unread input, would reset the connection and
  /// drop our last message.
  func linger(_ socket: LineSocket) {
    if lingering.count >= Self.lingeringLimit { lingering.removeFirst() }
    lingering.append((socket, .now + Self.lingeringTime))
  }

  /// Discards the input of ended connections, and removes those that are closed or have lingered long enough.
  func drain(at now: ContinuousClock.Instant) {
    for (socket, _) in lingering { _ = socket.readBytes(atMost: 1 << 20) }
    lingering.removeAll { $0.socket.isClosed || $0.end <= now }
  }
}
