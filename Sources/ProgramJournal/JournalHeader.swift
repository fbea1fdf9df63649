import Markup
import MortiseFiles
import Workbench

/// The first line of a journal: its program and its editor.
nonisolated struct JournalHeader: Hashable, Sendable {
  /// The version of the journal format.
  static let format = 1

  /// The version of Mortise that created the journal.
  var version: String
  /// The path given to the editor; nil for an unnamed program.
  var programPath: String?
  /// The file's state when it was opened; nil if there was no file.
  var stamp: FileStamp?
  /// The seed of the ids assigned while loading, so that recovery assigns the same ones.
  var seed: UInt64
  var editor: JournalEditor

  /// The path that stands for an unnamed program, in the current folder.
  static let unnamedPath = "unnamed.xml"

  /// - Parameter fileName: the name of the program's file, with links resolved. It shows whether `.a.2` is the second
  ///   journal of `a` or the first one of `a.2`.
  func line(fileName: String) -> [UInt8] {
    JSONWriter.line { json in
      json.member("mortiseJournal", Self.format)
      json.member("version", version)
      json.member("program", orNull: programPath.map(OpenFolder.shown))
      json.member("file", fileName)
      json.member("stamp", orNull: stamp?.text)
      json.member("seed", String(seed, radix: 16))
      editor.write(to: &json)
    }
  }
}

nonisolated extension JournalHeader {
  /// - Returns: nil if this is not a header of this format.
  init?(_ json: JSONValue) {
    guard json["mortiseJournal"]?.integer == Self.format, let version = json["version"]?.string,
      let seed = json["seed"]?.string.flatMap({ UInt64($0, radix: 16) }), let editor = JournalEditor(json["editor"])
    else { return nil }
    self.init(
      version: version, programPath: json["program"]?.string,
      stamp: json["stamp"]?.string.flatMap { FileStamp(text: $0) }, seed: seed, editor: editor)
  }
}
