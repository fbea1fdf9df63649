import BlockFormats
import Markup
import MortiseFiles
import Workbench

/// A completed save of the program.
nonisolated struct JournalSave: Hashable, Sendable {
  /// The file's path as users know it, for other processes.
  var path: String
  /// The file's state after the save.
  var stamp: FileStamp
  /// The name of the file's format.
  var format: String

  init(_ path: String, _ stamp: FileStamp, format: String) {
    (self.path, self.stamp, self.format) = (OpenFolder.shown(path), stamp, format)
  }

  func write(to json: inout JSONWriter) {
    json.member("path", path)
    json.member("stamp", stamp.text)
    json.member("format", format)
  }
}

nonisolated extension JournalSave {
  init?(_ json: JSONValue) {
    guard let path = json["path"]?.string, let stamp = json["stamp"]?.string.flatMap({ FileStamp(text: $0) }),
      let format = json["format"]?.string
    else { return nil }
    self.init(path, stamp, format: format)
  }
}
