import MortiseFiles

/// Lines that Mortise adds to a file of the user's. Comments around them identify their owner, and record what to
/// restore, so that removing them leaves every byte of the file as it was.
struct MarkedLines {
  /// The result of searching a file.
  enum Found {
    case nothing
    case lines(Block)
    /// The lines were changed by hand. They are no longer ours.
    case changed(line: Int)

    /// The lines that are still ours.
    var lines: [String] { if case .lines(let block) = self { block.lines } else { [] } }
  }

  struct Block {
    /// The lines between the comments.
    var lines: [String]
    var marks: Marks
    /// The range of the lines with their comments, in bytes.
    var range: Range<Int>
  }

  /// The changes that are undone when the lines are removed.
  struct Marks: OptionSet {
    let rawValue: Int
    /// The file was created for the lines.
    static let file = Marks(rawValue: 1)
    /// Its folder was created, too.
    static let folder = Marks(rawValue: 2)
    /// The folder above that was created, too.
    static let parent = Marks(rawValue: 4)
    /// The line before them had no line break.
    static let end = Marks(rawValue: 8)

    static let names: [(Marks, String)] = [
      (.file, "new file"), (.folder, "new folder"), (.parent, "new parent"), (.end, "no line end before"),
    ]
  }

  /// The start of the comments, such as `mortise git`.
  let name: String

  /// Looks for the lines.
  func find(in bytes: [UInt8]) -> Found {
    var start = 0
    var number = 0
    var begin: (offset: Int, line: Int, text: String)?
    var lines: [String] = []
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      number += 1
      var text = String(pathBytes: Array(bytes[start..<end]))
      // An editor may have converted all line breaks.
      if text.last == "\r" { text.removeLast() }
      if text.hasPrefix(beginning) {
        if let begin { return .changed(line: begin.line) }
        begin = (start, number, text)
      } else if let first = begin {
        if text == ending {
          guard let marks = marks(in: first.text, lines) else { return .changed(line: first.line) }
          let range = first.offset..<min(end + 1, bytes.count)
          return .lines(Block(lines: lines, marks: marks, range: range))
        }
        lines.append(text)
      }
      start = end + 1
    }
    return begin.map { .changed(line: $0.line) } ?? .nothing
  }

  private var beginning: String { "# \(name): begin " }
  private var ending: String { "# \(name): end" }

  private func checksum(_ lines: [String], _ marks: Marks) -> String {
    String(FileStamp.hash(lines.flatMap { $0.pathBytes + [0] } + [UInt8(marks.rawValue)]), radix: 36)
  }

  private func marks(in text: String, _ lines: [String]) -> Marks? {
    let words = text.dropFirst(beginning.count).split(separator: ", ").map(String.init)
    let marks = Marks(Marks.names.filter { words.dropFirst().contains($0.1) }.map(\.0))
    return words.first == checksum(lines, marks) ? marks : nil
  }

  private func text(_ lines: [String], _ marks: Marks) -> [UInt8] {
    let words = [checksum(lines, marks)] + Marks.names.filter { marks.contains($0.0) }.map(\.1)
    return ([beginning + words.joined(separator: ", ")] + lines + [ending]).flatMap {
      $0.pathBytes + [UInt8(ascii: "\n")]
    }
  }

  /// Returns a file with the lines at its end.
  /// - Parameter marks: the file and folders that were created for them.
  func adding(_ lines: [String], to bytes: [UInt8], _ marks: Marks) -> [UInt8] {
    if bytes.isEmpty || bytes.last == UInt8(ascii: "\n") { return bytes + text(lines, marks) }
    return bytes + [UInt8(ascii: "\n")] + text(lines, marks.union(.end))
  }

  /// Returns a file with other lines in place of the block; without the block if there are no lines.
  func replacing(_ block: Block, with lines: [String], in bytes: [UInt8]) -> [UInt8] {
    var before = bytes[..<block.range.lowerBound]
    let after = bytes[block.range.upperBound...]
    if !lines.isEmpty { return before + text(lines, block.marks) + after }
    // Lines that were added after the block must not be joined to the line before.
    if block.marks.contains(.end), after.isEmpty, before.last == UInt8(ascii: "\n") { before.removeLast() }
    return Array(before + after)
  }
}
