import Glibc
import Markup

/// The first line of a journal: which program it belongs to, and who writes it.
nonisolated struct JournalHeader: Hashable, Sendable {
  /// The version of the format that is written and read.
  static let format = 1

  /// The version of Mortise that made the journal.
  var version: String
  /// The program as the editor was given it; nil for one without a name.
  var programPath: String?
  /// The file's state when it was opened; nil for no file.
  var stamp: FileStamp?
  /// What the ids follow from that loading gave.
  var seed: UInt64
  var editor: JournalEditor

  /// What a program without a name is journalled under, in the present folder.
  static let unnamedPath = "unnamed.xml"

  /// - Parameter fileName: the name of the program's file itself, which a link may hide. `.a.2` could be the second journal
  ///   of `a` or the first one of `a.2`; this tells.
  func line(fileName: String) -> [UInt8] {
    JournalLine.text { json in
      json.key("mortiseJournal")
      json.integer(Self.format)
      json.member("version", version)
      json.key("program")
      if let programPath { json.string(programPath) } else { json.null() }
      json.member("file", fileName)
      json.key("stamp")
      if let stamp { json.string(stamp.text) } else { json.null() }
      json.member("seed", String(seed, radix: 16))
      editor.write(to: &json)
    }
  }

  /// - Returns: nil for what is no header of this format.
  init?(_ json: JSONValue) {
    guard json["mortiseJournal"]?.integer == Self.format, let version = json["version"]?.string,
      let seed = json["seed"]?.string.flatMap({ UInt64($0, radix: 16) }), let editor = JournalEditor(json["editor"])
    else { return nil }
    self.init(
      version: version, programPath: json["program"]?.string,
      stamp: json["stamp"]?.string.flatMap { FileStamp(text: $0) }, seed: seed, editor: editor)
  }

  init(version: String, programPath: String?, stamp: FileStamp?, seed: UInt64, editor: JournalEditor) {
    self.version = version
    self.programPath = programPath
    self.stamp = stamp
    self.seed = seed
    self.editor = editor
  }
}

/// The editor that writes a journal.
public nonisolated struct JournalEditor: Hashable, Sendable {
  /// The id of its process.
  public var process: Int
  /// The name of the machine that it runs on.
  public var host: String
  /// When it began, in seconds since 1970.
  public var began: Int

  /// This process, which begins now.
  static var present: JournalEditor {
    JournalEditor(process: Int(getpid()), host: hostName, began: time(nil))
  }

  private static var hostName: String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, buffer.count - 1) == 0 else { return "" }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Whether its process is there, as far as can be told: of one on another machine nothing is known, so it counts as
  /// there. Asked only where the file system has no locks.
  var seemsAlive: Bool {
    guard host == Self.hostName, let process = pid_t(exactly: process), process > 0 else { return true }
    return kill(process, 0) == 0 || errno == EPERM
  }

  func write(to json: inout JSONWriter) {
    json.key("editor")
    json.beginObject()
    json.key("process")
    json.integer(process)
    json.member("host", host)
    json.key("began")
    json.integer(began)
    json.endObject()
  }

  init?(_ json: JSONValue?) {
    guard let process = json?["process"]?.integer, let host = json?["host"]?.string,
      let began = json?["began"]?.integer
    else { return nil }
    self.init(process: process, host: host, began: began)
  }

  init(process: Int, host: String, began: Int) {
    self.process = process
    self.host = host
    self.began = began
  }
}
