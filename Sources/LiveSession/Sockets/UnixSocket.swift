import Glibc
import MortiseFiles

/// Sockets beside programs' files: `.NAME.mortise-live` for a program, and the same for a folder.
public nonisolated enum UnixSocket {
  /// The path of the socket beside a program.
  /// - Throws: `SocketError` if the path leads nowhere.
  public static func path(beside program: String) throws(SocketError) -> String {
    do throws(SystemError) {
      return try FileLocation(following: program).hiddenSibling(".mortise-live")
    } catch {
      throw SocketError("\(program): \(String(cString: strerror(error.code)))")
    }
  }

  /// The process at the other end of a socket.
  public struct Peer: Hashable, Sendable {
    /// The process id.
    public var process: Int32
    /// The id of the process's user.
    public var user: UInt32
  }

  /// Returns the peer according to the system (`SO_PEERCRED`), which it can't forge.
  static func peer(of descriptor: Int32) -> Peer? {
    // struct ucred: the Glibc module lacks it.
    var credentials: (process: Int32, user: UInt32, group: UInt32) = (0, 0, 0)
    var size = socklen_t(MemoryLayout.size(ofValue: credentials))
    let option: Int32 = 17
    guard getsockopt(descriptor, SOL_SOCKET, option, &credentials, &size) == 0 else { return nil }
    return Peer(process: credentials.process, user: credentials.user)
  }

  /// Connects to a socket.
  /// - Returns: nil if no process listens there.
  /// - Throws: `SocketError` if the listening process belongs neither to this user or root, nor to the folder's owner.
  public static func connect(to path: String) throws(SocketError) -> LineSocket? {
    let descriptor = try open()
    let result = withAddress(of: path) { Glibc.connect(descriptor, $0, $1) }
    guard result == 0 else {
      let code = errno
      close(descriptor)
      switch code {
      case ENOENT, ECONNREFUSED, ENOTDIR: return nil
      case EACCES, EPERM:
        throw SocketError("\(path): permission denied; ask the host’s user to let you in (--group, --all)")
      default: throw SocketError("\(path): \(String(cString: strerror(code)))")
      }
    }
    let connection = LineSocket(descriptor)
    // If all users may write to the folder, any of them may have put the socket there.
    let folder = FileLocation(path: path).folder
    let owner = (try? FileSystem.status(of: folder))?.st_uid
    guard let peer = peer(of: descriptor), peer.user == geteuid() || peer.user == 0 || peer.user == owner else {
      throw SocketError("\(path): another user owns the socket, but not the folder; it is not used")
    }
    return connection
  }

  /// Listens at a path.
  /// - Parameters:
  ///   - mode: the socket's mode, which determines the users that may connect.
  ///   - group: the socket's group; nil for the user's.
  /// - Throws: `SocketError` if a process listens there already, or the socket can't be made.
  static func listen(at path: String, mode: mode_t, group: gid_t?) throws(SocketError) -> Int32 {
    if try connect(to: path) != nil { throw SocketError("\(path): the program is served already; join it") }
    if let status = try? FileSystem.statusOfLink(path) {
      guard status.kind == S_IFSOCK else { throw SocketError("\(path): this is not a socket; move it away") }
      try? FileSystem.remove(path)
    }
    let descriptor = try open()
    // The socket has its mode from the beginning: setting it later by the path could change another file.
    let mask = umask(~mode & 0o777)
    let isBound = withAddress(of: path) { bind(descriptor, $0, $1) } == 0
    var code = errno
    umask(mask)
    var isListening = false
    if isBound {
      do throws(SystemError) {
        if let group { try give(path, to: group) }
        _ = try SystemError.check { Glibc.listen(descriptor, 64) }
        isListening = true
      } catch {
        code = error.code
        try? FileSystem.remove(path)
      }
    }
    guard isListening else {
      close(descriptor)
      throw SocketError("\(path): can’t create the socket: \(String(cString: strerror(code)))")
    }
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    return descriptor
  }

  /// Gives a socket to a group, before it accepts connections.
  /// - Throws: `EPERM`, also if something else has taken the socket's place.
  private static func give(_ path: String, to group: gid_t) throws(SystemError) {
    // The Glibc module lacks both.
    let (pathOnly, emptyPath): (Int32, Int32) = (0o10000000, 0x1000)
    let file = try FileSystem.open(path, pathOnly | O_NOFOLLOW)
    let status = try file.status()
    guard status.kind == S_IFSOCK, status.st_uid == geteuid() else { throw SystemError(code: EPERM) }
    _ = try SystemError.check { fchownat(file.number, "", uid_t.max, group, emptyPath) }
  }

  private static func open() throws(SocketError) -> Int32 {
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let descriptor = socket(AF_UNIX, kind, 0)
    if descriptor < 0 { throw SocketError("can’t create a socket: \(String(cString: strerror(errno)))") }
    return descriptor
  }

  /// Calls a function with the address of a path of any length: a long one goes through its folder's descriptor.
  private static func withAddress(
    of path: String, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let room = MemoryLayout.size(ofValue: address.sun_path) - 1
    var folder: Int32 = -1
    defer { if folder >= 0 { close(folder) } }
    var bytes = path.pathBytes
    if bytes.count > room {
      let location = FileLocation(path: path)
      folder = Glibc.open(location.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      if folder < 0 { return -1 }
      bytes = "/proc/self/fd/\(folder)/\(location.name)".pathBytes
      if bytes.count > room {
        errno = ENAMETOOLONG
        return -1
      }
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }
}

/// The reason why there is no connection: one line, with advice.
public nonisolated struct SocketError: Error, Hashable, Sendable, CustomStringConvertible {
  public var description: String
  /// Whether connecting again is useless, according to the host.
  public private(set) var isFinal = false
  /// Whether `ssh` could have connected after asking the user on the terminal, such as for a password.
  package var isForWantOfAnswer: Bool {
    !description.contains("HAS CHANGED")
      && ["Permission denied", "Host key verification failed"].contains { description.contains($0) }
  }

  package init(_ description: String) { self.description = description }

  /// The error for a host that has closed the connection to a program at an address.
  init(_ closeReason: HostMessage.CloseReason, at address: SessionAddress) {
    (description, isFinal) = (closeReason.reason, closeReason.isFinal)
    guard let first = closeReason.programs.first else { return }
    let also = closeReason.programs.dropFirst().prefix(Self.mostPrograms)
    let more = closeReason.programs.count > also.count + 1 ? ", …" : ""
    description =
      "\(address.text): choose one of its programs: mortise join \(address.text)/\(first)"
      + (also.isEmpty ? "" : " (also: \(also.joined(separator: ", "))\(more))")
  }

  /// The maximum number of a folder's programs that are named after the first.
  private static let mostPrograms = 5
}
