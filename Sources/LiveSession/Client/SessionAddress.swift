import EventQueues
import Glibc
import MortiseFiles

/// The address of a session.
public nonisolated struct SessionAddress: Hashable, Sendable {
  /// The machine, as `ssh` understands it; nil for this one.
  public var host: String?
  /// The path of the program's file, or of a socket, on that machine.
  public var path: String

  /// Reads an address as a user writes it: `PATH`, or `HOST:PATH` as for `scp`.
  public init(_ text: String) {
    if let colon = text.firstIndex(of: ":"), !text[..<colon].contains("/"), colon != text.startIndex {
      (host, path) = (String(text[..<colon]), String(text[text.index(after: colon)...]))
    } else {
      path = text
    }
  }

  /// The address of a file or socket on this machine, even if its name contains a colon.
  public init(path: String) { self.path = path }

  /// Another program of the same folder.
  public func sibling(_ name: String) -> SessionAddress {
    var sibling = self
    sibling.path = FileLocation(path: path).sibling(name)
    return sibling
  }

  /// The address as a user writes it.
  public var text: String { (host.map { $0 + ":" } ?? "") + path }

  /// Whether there is a socket for the program: beside it, or beside its folder.
  public var isServed: Bool {
    guard host == nil else { return true }
    return sockets.contains { FileSystem.exists($0.path) }
  }

  /// Whether a host serves the program now.
  /// - Throws: `SocketError` if the host isn't trusted.
  func isJoinable() throws(SocketError) -> Bool {
    for (path, _) in sockets { if try UnixSocket.connect(to: path) != nil { return true } }
    return false
  }

  /// The sockets that may serve the program, with its name there.
  private var sockets: [(path: String, program: String?)] {
    let folder = FileLocation(path: path).folder
    let name = FileLocation(path: path).name
    return [
      (try? UnixSocket.path(beside: path)).map { ($0, nil) }, (try? UnixSocket.path(beside: folder)).map { ($0, name) },
    ].compactMap(\.self)
  }

  /// Joins the session.
  /// - Parameter asks: whether `ssh` may ask for passwords on the terminal.
  /// - Throws: `SocketError` if no host serves the program, or the host refuses the user.
  public func join(_ hello: ClientMessage.Hello, asks: Bool = false) throws(SocketError) -> JoinedSession {
    var hello = hello
    if let host {
      // The host of a folder needs the name.
      hello.program = FileLocation(path: path).name
      return try join(hello, on: try SSHConnection.open(host: host, path: path, asks: asks))
    }
    for (socketPath, program) in sockets {
      guard let socket = try UnixSocket.connect(to: socketPath) else { continue }
      hello.program = program
      return try join(hello, on: socket)
    }
    throw SocketError("\(path): no host serves this program; start ‘mortise serve \(path)’")
  }

  private func join(_ hello: ClientMessage.Hello, on socket: LineSocket) throws(SocketError) -> JoinedSession {
    let activity = Progress.Activity("waiting for the host of \(FileLocation(path: path).name)")
    return try Progress.within(nil, activity) { () throws(SocketError) in
      try JoinedSession(socket, hello, reconnect: self)
    }
  }

  /// Requests the list of a folder's programs, which the host sends again after each change.
  /// - Throws: `SocketError` if no host serves the folder.
  public func list(_ hello: ClientMessage.Hello) throws(SocketError) -> LineSocket {
    var hello = hello
    (hello.lists, hello.watches) = (true, false)
    let socketPath = try UnixSocket.path(beside: path)
    guard let socket = try UnixSocket.connect(to: socketPath) else {
      throw SocketError("\(path): no host serves this folder; start ‘mortise serve \(path)’")
    }
    socket.send(ClientMessage.hello(hello).line)
    _ = socket.finish(atMost: .seconds(10))
    return socket
  }

  /// Connects, for callers that speak the protocol themselves.
  /// - Throws: `SocketError` if no host serves the program.
  public func connect() throws(SocketError) -> LineSocket {
    for (socketPath, _) in sockets { if let socket = try UnixSocket.connect(to: socketPath) { return socket } }
    throw SocketError("\(path): no host serves this program; start ‘mortise serve \(path)’")
  }
}
