import BlockModel
import Markup

/// The code of a program.
public struct GeneratedCode {
  /// A section and the line breaks that follow it.
  struct Part {
    var section: CodeSection
    /// The number of line breaks after it.
    var breaks = 0

    /// The number of empty lines after it.
    var blankLines: Int { max(0, breaks - (section.isOpen ? 1 : 0)) }
    var lineCount: Int { section.lines.count + blankLines }
  }

  /// Stacks, functions and other definitions, in order.
  private let parts: [Part]
  /// The number of the first line of each part, from 0, followed by the number of all lines.
  private var starts: [Int] = [0]
  /// The number of blank lines that are left out at the beginning.
  private var skipped = 0
  /// The number of lines.
  public private(set) var lineCount = 0
  /// The blocks without code, each replaced by a comment.
  public let problems: [GenerationProblem]

  /// Creates the code of an empty program.
  public init() { self.init(parts: [], problems: []) }

  init(parts: [Part], problems: [GenerationProblem]) {
    self.parts = parts
    self.problems = problems
    starts.reserveCapacity(parts.count + 1)
    for part in parts { starts.append(starts[starts.count - 1] + part.lineCount) }
    let all = 0..<starts[starts.count - 1]
    guard let first = all.first(where: { !isBlank($0) }), let last = all.last(where: { !isBlank($0) }) else { return }
    skipped = first
    lineCount = last - first + 1
  }

  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  // MARK: - The whole

  /// The code, UTF-8.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(parts.reduce(0) { $0 + $1.section.bytes.count + $1.breaks })
    for part in parts {
      if part.section.isOpen, part.breaks > 0, let line = part.section.lines.last {
        bytes += part.section.bytes[..<Int(line.end)]
      } else {
        bytes += part.section.bytes
      }
      for _ in 0..<part.breaks { bytes.append(UInt8(ascii: "\n")) }
    }
    return Self.trimmed(bytes)
  }

  /// Removes blank lines at the beginning and the end.
  private static func trimmed(_ bytes: [UInt8]) -> [UInt8] {
    var end = bytes.count
    var start = 0
    var cursor = 0
    while cursor < end, isBlank(bytes[cursor]) {
      cursor += 1
      if bytes[cursor - 1] == UInt8(ascii: "\n") { start = cursor }
    }
    while end > start, isBlank(bytes[end - 1]) { end -= 1 }
    // The last line keeps its trailing blanks, and its line break if it has one.
    end = bytes[end...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
    return start == 0 && end == bytes.count ? bytes : Array(bytes[start..<end])
  }

  /// The blocks that the lines come from; nil for lines of none, such as imports.
  public var lines: [Block?] { (0..<lineCount).map(block(ofLine:)) }

  // MARK: - Lines

  /// Returns the bytes of a line, counted from 0: UTF-8, without its line break.
  public func bytes(ofLine index: Int) -> ArraySlice<UInt8> {
    let location = location(ofLine: index + skipped)
    let section = parts[location.part].section
    return location.line < section.lines.count ? section.bytes(ofLine: location.line) : []
  }

  /// Returns the block that a line, counted from 0, comes from; nil for lines of none, such as imports.
  public func block(ofLine index: Int) -> Block? {
    let location = location(ofLine: index + skipped)
    let section = parts[location.part].section
    return location.line < section.lines.count ? section.block(ofLine: location.line) : nil
  }

  /// Returns the numbers of the lines of a block, from 0, without those of the statements in it; for a value, those of
  /// the statement around it.
  public func lines(of block: Block) -> [Int] {
    let root = block.root
    guard let part = parts.firstIndex(where: { $0.section.top === root }) else { return [] }
    let section = parts[part].section
    let statement = block.lineHead
    guard let index = section.blocks.firstIndex(where: { $0 === statement }) else { return [] }
    return section.lines.indices.filter { section.lines[$0].block == index }.map { $0 + starts[part] - skipped }
  }

  private func location(ofLine line: Int) -> (part: Int, line: Int) {
    let part = starts.dropLast().sortedIndex { $0 > line } - 1
    return (part, line - starts[part])
  }

  private func isBlank(_ line: Int) -> Bool {
    let location = location(ofLine: line)
    let section = parts[location.part].section
    return location.line >= section.lines.count || section.isBlank(location.line)
  }
}
