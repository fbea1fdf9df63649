import Files
import Markup
import Workbench

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
