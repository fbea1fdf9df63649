import Files
import Markup
import Workbench

/// The content of a journal. It may be damaged: reading stops before the first invalid line.
nonisolated struct JournalContent: Sendable {
  let header: JournalHeader
  let fileName: String
  /// The program as it was opened; nil if nothing was changed.
  private(set) var base: JournalBase?
  /// The bytes of that program.
  private(set) var program: [UInt8] = []
  /// What happened, in order.
  private(set) var lines: [JournalLine] = []
  /// The editor that wrote the journal last.
  private(set) var editor: JournalEditor
  /// The number of undo groups between the last save and the end.
  var unsavedGroupCount: Int { groups.unsaved }
  /// The same if the last save that was begun reached the file. The journal may end before it says so.
  var unsavedGroupCountIfSaveCompleted: Int { groups.unsavedIfSaveCompleted }
  /// The checksum of a save that was begun but not confirmed.
  private(set) var pendingSaveHash: UInt64?
  /// Where the last valid line ends.
  private(set) var length: Int
  /// The number of bytes after that: an unfinished line, or damage.
  private(set) var ignored = 0
  /// Whether those bytes are more than the one line that a killed editor may leave unfinished.
  private(set) var isDamaged = false

  /// What was entered in a dialog that was open at the end; nil if there was none.
  private(set) var draft: DialogDraft?

  private var groups = JournalGroups()

  /// - Returns: nil if the bytes are not a journal.
  init?(_ bytes: [UInt8]) {
    guard let first = Self.line(of: bytes, from: 0), let json = Self.parse(first), let header = JournalHeader(json),
      let fileName = json["file"]?.string
    else { return nil }
    self.header = header
    self.fileName = fileName
    editor = header.editor
    length = first.endIndex + 1
    while let line = Self.line(of: bytes, from: length) {
      let (read, end) = (Self.parse(line).flatMap(JournalLine.init), line.endIndex + 1)
      guard let read, let next = accept(read, of: bytes, endingAt: end) else {
        isDamaged = !Self.isUnfinished(read, bytes.count - end)
        break
      }
      length = next
    }
    ignored = bytes.count - length
  }

  /// Whether a line is a base whose program is cut off.
  /// - Parameter rest: the number of bytes after the line.
  private static func isUnfinished(_ line: JournalLine?, _ rest: Int) -> Bool {
    if case .base(let base)? = line { base.size >= rest } else { false }
  }

  /// Adds a line.
  /// - Returns: where the next line begins; nil if this one isn't allowed here.
  private mutating func accept(_ line: JournalLine, of bytes: [UInt8], endingAt end: Int) -> Int? {
    switch line {
    case .base(let base):
      // The size may be any number: adding to it could overflow.
      guard self.base == nil, base.size < bytes.count - end, bytes[end + base.size] == Self.lineBreak else {
        return nil
      }
      self.base = base
      program = Array(bytes[end..<end + base.size])
      return end + base.size + 1
    case .events(let events):
      guard base != nil else { return nil }
      groups.add(events)
      draft = nil
    case .undo(let count):
      guard groups.undo(count) else { return nil }
      draft = nil
    case .redo(let count):
      guard groups.redo(count) else { return nil }
      draft = nil
    case .saving(let contentHash):
      pendingSaveHash = contentHash
      groups.beginSave()
    case .saved:
      pendingSaveHash = nil
      groups.save()
    case .editor(let editor):
      self.editor = editor
      return end
    case .draft(nil):
      draft = nil
      return end
    case .draft(let line?):
      guard base != nil, let whole = line.whole(after: draft) else { return nil }
      draft = whole
      return end
    }
    lines.append(line)
    return end
  }

  /// The file's state when it was last read or saved; nil if there was no file.
  var lastStamp: FileStamp? {
    for case .saved(let save) in lines.reversed() { return save.stamp }
    return header.stamp
  }

  // MARK: - Lines

  private static let lineBreak = UInt8(ascii: "\n")

  /// The line that begins at an offset, without its line break; nil if it is unfinished.
  private static func line(of bytes: [UInt8], from start: Int) -> ArraySlice<UInt8>? {
    bytes[start...].firstIndex(of: lineBreak).map { bytes[start..<$0] }
  }

  private static func parse(_ line: ArraySlice<UInt8>) -> JSONValue? {
    guard let json = try? JSONParser.parse(Array(line)), json.kind == .object else { return nil }
    return json
  }
}
