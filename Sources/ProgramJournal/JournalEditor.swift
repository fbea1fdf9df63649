import Glibc
import Markup
import Workbench

/// The editor process that writes a journal.
public nonisolated struct JournalEditor: Hashable, Sendable {
  /// Its process id.
  public var process: Int
  /// The host name of its machine.
  public var host: String
  /// When it started, in seconds since 1970.
  public var began: Int

  /// This process, started now.
  static var present: JournalEditor {
    JournalEditor(process: Int(getpid()), host: hostName, began: time(nil))
  }

  private static var hostName: String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, buffer.count - 1) == 0 else { return "" }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Whether the editor's process seems to be running. Processes on other machines can't be checked and count as
  /// running. Only used where the file system has no locks.
  var seemsAlive: Bool {
    guard host == Self.hostName, let process = pid_t(exactly: process), process > 0 else { return true }
    return kill(process, 0) == 0 || errno == EPERM
  }

  func write(to json: inout JSONWriter) {
    json.object("editor") { json in
      json.member("process", process)
      json.member("host", host)
      json.member("began", began)
    }
  }
}

nonisolated extension JournalEditor {
  init?(_ json: JSONValue?) {
    guard let process = json?["process"]?.integer, let host = json?["host"]?.string,
      let began = json?["began"]?.integer
    else { return nil }
    self.init(process: process, host: host, began: began)
  }
}
