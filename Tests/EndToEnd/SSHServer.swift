import FileTesting
import Glibc
import Testing

/// A real sshd on the loopback address, with keys made for the test.
final class SSHServer {
  /// An error of the harness itself.
  struct Failure: Error, CustomStringConvertible { var description: String }

  private let folder: TemporaryFolder
  private let port: UInt16

  /// The path of sshd, which insists on an absolute one: `MORTISE_SSHD`, the system's, or what bin/test has extracted.
  private static let path: String? = {
    let home = getenv("HOME").map { String(cString: $0) } ?? ""
    let cache = getenv("XDG_CACHE_HOME").map { String(cString: $0) } ?? "\(home)/.cache"
    let named = getenv("MORTISE_SSHD").map { String(cString: $0) } ?? ""
    return [named, "/usr/sbin/sshd", "\(cache)/mortise/sshd/usr/sbin/sshd"].first { access($0, X_OK) == 0 }
  }()
  /// Where tests must not be skipped (CI), a missing sshd is an error.
  static let isNeeded = path != nil || getenv("CI") != nil

  init() throws {
    guard let path = Self.path else { throw Failure(description: "there is no sshd; bin/test downloads one") }
    if getuid() == 0, try Tool.run(["--mount", "true"], program: "unshare").code != 0 {
      throw Failure(description: "root needs a mount namespace for sshd (unshare --mount), which this system denies")
    }
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

      """ + Self.parts(of: path), to: folder.file("config"))
    try Tool.write(Self.script(path, configuration: folder.file("config")), to: folder.file("server"))
  }

  /// The settings that name the programs that belong to an extracted sshd; before OpenSSH 9.8 it has none.
  private static func parts(of path: String) -> String {
    let folder = path.dropLast("sbin/sshd".count) + "lib/openssh/"
    return [("SshdSessionPath", "sshd-session"), ("SshdAuthPath", "sshd-auth")].filter {
      access(folder + $0.1, X_OK) == 0
    }.map { "\($0.0) \(folder)\($0.1)\n" }.joined()
  }

  /// The sh script that starts the server, with the libraries beside it. Run as root, sshd needs a folder and a user, which
  /// its package would make; here, nobody else sees them.
  private static func script(_ path: String, configuration: String) -> String {
    """
    if [ "$(id -u)" = 0 ] && [ "$1" != again ]; then exec unshare --mount sh "$0" again; fi
    for folder in '\(path.dropLast("sbin/sshd".count))'lib/*-linux-gnu; do export LD_LIBRARY_PATH="$folder"; done
    if [ "$1" = again ]; then
      mount -t tmpfs tmpfs /run && mkdir -m 755 /run/sshd || exit
      if ! getent passwd sshd >/dev/null; then
        cp /etc/passwd /run/passwd
        echo 'sshd:x:65533:65534::/run/sshd:/usr/sbin/nologin' >>/run/passwd
        mount --bind /run/passwd /etc/passwd || exit
      fi
    fi
    exec '\(path)' -f '\(configuration)'

    """
  }

  deinit {
    if let process = Int32(Tool.read(folder.file("pid")).prefix { $0.isNumber }) { kill(process, SIGTERM) }
  }

  /// The sh command that starts the server. It listens when that ends.
  var start: String { "sh '\(folder.file("server"))'" }

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
