import Glibc
import MortiseFiles
import ProgramRunning

/// The way to run an app's code: in bubblewrap, which shows it only its folder, node and the system's files, or as
/// the user.
struct Sandbox {
  /// The command, which reads its script from standard input.
  let command: [String]
  /// The app's folder as seen by the command.
  let appFolder: String

  /// The path of bubblewrap; nil if it isn't installed.
  static var bubblewrap: String? { ProcessEnvironment.executable("bwrap", in: ProcessEnvironment.searchPath) }
  /// The path of node; nil if it isn't installed. If `node` is a script that starts the program, as in some packages,
  /// it is the path of the program: bubblewrap makes only that available.
  static var node: String? {
    guard let found = ProcessEnvironment.executable("node", in: ProcessEnvironment.searchPath) else { return nil }
    let answer = try? CodeMaker([found, "-p", "process.execPath"]).code(of: [])
    let path = answer.map { String(pathBytes: $0.filter { $0 != UInt8(ascii: "\n") }) }
    return path.flatMap { (try? FileSystem.access($0, X_OK)) == nil ? nil : $0 } ?? found
  }

  /// Runs node as the user, who trusts the app.
  init(node: String, folder: String) {
    command = [node, "-"]
    appFolder = folder
  }

  /// Runs node with the folder read-only, and without network, home, other processes and privileges.
  init(bubblewrap: String, node: String, folder: String) {
    appFolder = "/app"
    var command = [bubblewrap, "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"]
    command += ["--ro-bind", "/usr", "/usr"]
    for path in ["/bin", "/lib", "/lib32", "/lib64"] {
      if let target = try? FileSystem.target(ofLink: path) {
        command += ["--symlink", target, path]
      } else if FileSystem.exists(path) {
        command += ["--ro-bind", path, path]
      }
    }
    command += ["--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache"]
    command += ["--ro-bind-try", "/etc/alternatives", "/etc/alternatives"]
    command += ["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"]
    command += ["--ro-bind", folder, appFolder, "--ro-bind", node, "/node", "--chdir", "/"]
    self.command = command + ["/node", "-"]
  }
}
