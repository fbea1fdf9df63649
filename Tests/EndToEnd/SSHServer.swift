import FileTesting
import Glibc
import Testing

/// A real sshd with keys made for the test. Each ssh starts one of its own and talks to it through a pipe, so that nothing
/// listens on a port, which another process could take first.
final class SSHServer {
  /// An error of the harness itself.
  struct Failure: Error, CustomStringConvertible { var description: String }

  private let folder: TemporaryFolder

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
    for name in ["host", "user"] {
      let made = try Tool.run(
        ["-q", "-t", "ed25519", "-N", "", "-f", folder.file(name)], program: "ssh-keygen")
      guard made.code == 0 else { throw Failure(description: "ssh-keygen: \(made.errors)") }
    }
    try Tool.write(
      """
      HostKey \(folder.file("host"))
      AuthorizedKeysFile \(folder.file("user")).pub
      StrictModes no
      UsePAM no
      PasswordAuthentication no
      KbdInteractiveAuthentication no
      PermitRootLogin yes
      SetEnv PATH=\(Self.programs):/usr/local/bin:/usr/bin:/bin

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

  /// The sh script that serves one connection on its standard input and output, with the libraries beside sshd. Run as
  /// root, sshd needs a folder and a user, which its package would make; here, nobody else sees them.
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
    exec '\(path)' -i -f '\(configuration)'

    """
  }

  /// The folder of the binary, so that commands on the server find it.
  static let programs: String = {
    let folder = Tool.binary[..<(Tool.binary.lastIndex(of: "/") ?? Tool.binary.startIndex)]
    return folder.hasPrefix("/") ? String(folder) : String(cString: getcwd(nil, 0)) + "/" + folder
  }()

  /// A folder with an `ssh` that reaches this server under any name, for programs that start it by name.
  func folderWithClient() throws -> String {
    let found = try Tool.run(["-c", "command -v ssh"], program: "sh").output.filter { !$0.isNewline }
    let words = options.map { $0.hasPrefix("'") ? $0 : "'\($0)'" }.joined(separator: " ")
    try Tool.write("#!/bin/sh\nexec '\(found)' \(words) \"$@\"\n", to: folder.file("ssh"))
    chmod(folder.file("ssh"), 0o755)
    return folder.path
  }

  private var options: [String] {
    [
      "-q", "-F", "/dev/null", "-i", folder.file("user"), "-o", "IdentitiesOnly=yes",
      "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null",
      "-o", "'ProxyCommand=sh \(folder.file("server"))'",
    ]
  }

  /// The words of a command that runs a shell script on the server, on a terminal.
  func command(running script: String) -> [String] {
    ["ssh", "-tt"] + options + ["localhost", "sh", script]
  }
}
