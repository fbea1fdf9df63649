import FileTesting
import Glibc
import Testing

/// A real sshd on the loopback address, with keys made for the test.
final class SSHServer {
  /// An error of the harness itself.
  struct Failure: Error, CustomStringConvertible { var description: String }

  private let folder: TemporaryFolder
  private let port: UInt16

  /// sshd insists on an absolute path of itself.
  private static let path = "/usr/sbin/sshd"
  static let isThere = access(path, X_OK) == 0
  /// Where tests must not be skipped (CI), a missing sshd is an error.
  static let isNeeded = isThere || getenv("CI") != nil

  init() throws {
    folder = try TemporaryFolder()
    port = try Self.freePort()
    for name in ["host", "user"] {
      let made = try Tool.run(
        ["-q", "-t", "ed25519", "-N", "", "-f", folder.file(name)], program: "ssh-keygen")
      guard made.code == 0 else { throw Failure(description: "ssh-keygen: \(made.errors)") }
    }
    try Tool.write(
      """
      ListenAddress 127.0.0.1
      Port \(port)
      HostKey \(folder.file("host"))
      AuthorizedKeysFile \(folder.file("user")).pub
      PidFile \(folder.file("pid"))
      StrictModes no
      UsePAM no
      PasswordAuthentication no
      KbdInteractiveAuthentication no
      PermitRootLogin yes

      """, to: folder.file("config"))
  }

  deinit {
    if let process = Int32(Tool.read(folder.file("pid")).prefix { $0.isNumber }) { kill(process, SIGTERM) }
  }

  /// The sh commands that start the server. It listens when they end. Run as root, sshd needs a folder, which the
  /// system makes when it starts the service.
  var start: String { "mkdir -p /run/sshd 2>/dev/null; \(Self.path) -f '\(folder.file("config"))'" }

  /// The words of a command that runs a shell script on the server, on a terminal.
  func command(running script: String) -> [String] {
    [
      "ssh", "-tt", "-q", "-F", "/dev/null", "-i", folder.file("user"), "-p", "\(port)", "-o", "IdentitiesOnly=yes",
      "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null", "127.0.0.1", "sh", script,
    ]
  }

  /// A port that nobody listens on.
  private static func freePort() throws -> UInt16 {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, length) == 0 && getsockname(socket, $0, &length) == 0
      }
    }
    guard isBound else { throw Failure(description: "there is no free port") }
    return UInt16(bigEndian: address.sin_port)
  }
}
