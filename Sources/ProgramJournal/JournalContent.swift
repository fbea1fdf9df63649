import Markup
import MortiseFiles
import Workbench

/// The content of a journal, without its events, which are read one by one when they are replayed. In a damaged
/// journal, reading stops before the first invalid line.
nonisolated struct JournalContent: Sendable {
  let header: JournalHeader
  let fileName: String
  /// The program as it was opened; nil if the journal has no changes.
  private(set) var base: JournalBase?
  /// The offset of that program.
  private(set) var programStart = 0
  /// The editor that wrote the journal last.
  private(set) var editor: JournalEditor
  /// The number of undo groups between the last save and the end.
  var unsavedGroupCount: Int { index.groups.unsaved }
  /// The same count if the last save that began reached the file. The journal may end before it records that.
  var unsavedGroupCountIfSaveCompleted: Int { index.groups.unsavedIfSaveCompleted }
  /// The checksum of a save that began but was not confirmed.
  private(set) var pendingSaveHash: UInt64?
  /// The file's state when it was last read or saved; nil if there was no file.
  private(set) var lastStamp: FileStamp?
  private(set) var index: JournalIndex
  /// The offset at which the last valid line ends.
  var length: Int { index.length }
  /// The number of bytes after the last valid line: an unfinished line, or damage.
  private(set) var ignored = 0
  /// Whether these bytes are more than the one unfinished line that a killed editor may leave.
  private(set) var isDamaged = false

  /// The draft in the dialog that was open at the end; nil if none was open.
  private(set) var draft: DialogDraft?

  /// Larger than any header. Another file may consist of one long line.
  private static let headerLimit = 1 << 20
  private static let lineBreak = UInt8(ascii: "\n")

  /// - Returns: nil if the file is not a journal.
  init?(reading file: borrowing FileDescriptor) throws(SystemError) {
    var reader = JournalReader()
    guard let first = try reader.nextLine(of: file, limit: Self.headerLimit), let json = JSONValue(journalLine: first),
      let header = JournalHeader(json), let fileName = json["file"]?.string
    else { return nil }
    self.header = header
    self.fileName = fileName
    editor = header.editor
    lastStamp = header.stamp
    index = JournalIndex(headerLength: first.count + 1)
    let size = Int(try file.status().st_size)
    while let bytes = try reader.nextLine(of: file) {
      let line = JournalLine(bytes)
      guard let line, let length = try Self.length(of: line, bytes, endingAt: reader.offset, in: file),
        continueDraft(with: line), index.add(line.effect, size: length)
      else {
        isDamaged = !Self.isUnfinished(line, size - reader.offset)
        break
      }
      note(line, endingAt: reader.offset)
      if length > bytes.count + 1 { reader.advance(by: length - bytes.count - 1) }
    }
    ignored = max(0, size - length)
  }

  /// The length of a line with its line break. For a base, it includes the program.
  /// - Returns: nil if the program is cut off.
  private static func length(
    of line: JournalLine, _ bytes: [UInt8], endingAt end: Int, in file: borrowing FileDescriptor
  ) throws(SystemError) -> Int? {
    guard case .base(let base) = line else { return bytes.count + 1 }
    // The size may be any number, so adding to it could overflow.
    guard base.size < FileReader.sizeLimit, try file.readBytes(at: end + base.size, count: 1) == [lineBreak] else {
      return nil
    }
    return bytes.count + 1 + base.size + 1
  }

  /// Whether a line is a base whose program is cut off.
  /// - Parameter rest: the number of bytes after the line.
  private static func isUnfinished(_ line: JournalLine?, _ rest: Int) -> Bool {
    if case .base(let base)? = line { base.size >= rest } else { false }
  }

  /// - Returns: false for a draft that doesn't continue the previous one.
  private mutating func continueDraft(with line: JournalLine) -> Bool {
    guard case .draft(let next?) = line else { return true }
    guard base != nil, let whole = next.whole(after: draft) else { return false }
    draft = whole
    return true
  }

  /// Updates the properties for a line.
  private mutating func note(_ line: JournalLine, endingAt end: Int) {
    switch line {
    case .base(let base): (self.base, programStart) = (base, end)
    case .saving(let contentHash): pendingSaveHash = contentHash
    case .saved(let save): (pendingSaveHash, lastStamp) = (nil, save.stamp)
    case .editor(let editor): self.editor = editor
    case .events, .undo, .redo, .draft(nil): draft = nil
    case .draft: break
    }
  }
}

extension JournalLine {
  /// - Returns: nil if this is not a line of a journal.
  nonisolated init?(_ bytes: [UInt8]) {
    guard let json = JSONValue(journalLine: bytes) else { return nil }
    self.init(json)
  }
}

extension JSONValue {
  fileprivate nonisolated init?(journalLine bytes: [UInt8]) {
    guard let json = try? JSONParser.parse(bytes), json.kind == .object else { return nil }
    self = json
  }
}
