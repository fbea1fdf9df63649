import Files
import Markup
import Workbench

/// What a journal says. Nothing of it is trusted: reading ends before the first line that can't be one.
nonisolated struct JournalContent: Sendable {
  let header: JournalHeader
  let fileName: String
  /// What the journal says of the program as it was opened; nil when nothing was done to it.
  private(set) var base: JournalBase?
  /// The bytes of the program as it was opened.
  private(set) var program: [UInt8] = []
  /// What was done, in order.
  private(set) var lines: [JournalLine] = []
  /// Who wrote it last.
  private(set) var editor: JournalEditor
  /// How many steps are between what was saved last and the end.
  var unsavedSteps: Int { steps.unsaved }
  /// The same, if what set out last for the file has arrived there; whether it has is not said here any more.
  var unsavedStepsIfArrived: Int { steps.unsavedIfArrived }
  /// The checksum of what set out last for the file, and is not said to have arrived.
  private(set) var departedHash: UInt64?
  /// Where the last line ends that could be read.
  private(set) var length: Int
  /// The bytes behind that: a line that was not finished, or damage.
  private(set) var ignored = 0
  /// Whether what is behind that is more than the one line that an editor may leave unfinished.
  private(set) var isDamaged = false

  private var steps = JournalGroups()

  /// - Returns: nil for what is no journal.
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
      guard let read, let next = take(read, of: bytes, endingAt: end) else {
        isDamaged = !Self.isUnfinished(read, bytes.count - end)
        break
      }
      length = next
    }
    ignored = bytes.count - length
  }

  /// Whether a line is a base that lacks the end of its program.
  /// - Parameter rest: how many bytes follow.
  private static func isUnfinished(_ line: JournalLine?, _ rest: Int) -> Bool {
    if case .base(let base)? = line { base.size >= rest } else { false }
  }

  /// Takes a line in.
  /// - Returns: where the next one begins; nil when this one can't stand here.
  private mutating func take(_ line: JournalLine, of bytes: [UInt8], endingAt end: Int) -> Int? {
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
      steps.add(events)
    case .undo(let count): guard steps.undo(count) else { return nil }
    case .redo(let count): guard steps.redo(count) else { return nil }
    case .saving(let contentHash):
      departedHash = contentHash
      steps.beginSave()
    case .saved:
      departedHash = nil
      steps.save()
    case .editor(let editor):
      self.editor = editor
      return end
    }
    lines.append(line)
    return end
  }

  /// The file's state when it was read or saved last; nil for no file.
  var lastStamp: FileStamp? {
    for case .saved(let save) in lines.reversed() { return save.stamp }
    return header.stamp
  }

  // MARK: - Lines

  private static let lineBreak = UInt8(ascii: "\n")

  /// The line that begins at a place, without its end; nil where none ends.
  private static func line(of bytes: [UInt8], from start: Int) -> ArraySlice<UInt8>? {
    bytes[start...].firstIndex(of: lineBreak).map { bytes[start..<$0] }
  }

  private static func parse(_ line: ArraySlice<UInt8>) -> JSONValue? {
    guard let json = try? JSONParser.parse(Array(line)), json.kind == .object else { return nil }
    return json
  }
}
