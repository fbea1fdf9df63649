import BlockFormats
import Markup
import Workbench

/// The program as it was opened.
nonisolated struct JournalBase: Hashable, Sendable {
  /// The number of program bytes that follow the line; 0 for a new program.
  var size: Int
  /// The name of the file's format.
  var format: String
  /// The state after loading. Recovery compares it with its own loading mark, to check that the program loads the same
  /// way.
  var loadingMark: Document.LoadingMark

  func write(to json: inout JSONWriter) {
    json.member("base", size)
    json.member("format", format)
    json.member("blocks", loadingMark.blockCount)
    json.member("next", String(loadingMark.nextNumber, radix: 16))
  }
}

nonisolated extension JournalBase {
  init?(_ json: JSONValue) {
    guard let size = json["base"]?.integer, size >= 0,
      let format = json["format"]?.string,
      let blockCount = json["blocks"]?.integer, let next = json["next"]?.string.flatMap({ UInt64($0, radix: 16) })
    else { return nil }
    self.init(
      size: size, format: format, loadingMark: Document.LoadingMark(blockCount: blockCount, nextNumber: next))
  }
}
