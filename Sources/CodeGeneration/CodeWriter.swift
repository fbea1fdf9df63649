import BlockModel

/// Writes the chunks of stacks and the texts of definitions as lines, with indentation, and by Blockly's rules for
/// blank lines.
struct CodeWriter {
  /// The number of blanks for each level of indentation.
  var indentation = 2
  private let output = CodeArena(capacity: 1 << 10)
  /// Code that has no chunks.
  private let plain = CodeArena(capacity: 1 << 10)
  private var lines: [CodeSection.Line] = []
  /// The block of the line that is being written; -1 for none.
  private var lineBlock: Int32 = -1
  private var lineStart = 0
  /// The number of line breaks at the end.
  private var breaks = 0
  /// Whether there is at most one blank line at a time.
  private var squeezes = false
  /// Whether a comment is being written.
  private var isInComment = false
  /// Whether the line that is being written continues a text, which blanks would change.
  private var continuesText = false

  /// Returns a section of the given code.
  mutating func section(_ code: Code, squeezes: Bool = false) -> CodeSection {
    begin(squeezes: squeezes)
    write(code)
    return end(top: nil, blocks: [])
  }

  /// Returns the section of a stack or function.
  mutating func section(
    _ fragment: Fragment, of top: Block, _ generator: CodeGenerator, squeezes: Bool = false
  ) -> CodeSection {
    begin(squeezes: squeezes)
    var index = fragment.first
    while index >= 0 {
      let chunk = generator.chunks[Int(index)]
      write(chunk, of: generator.out)
      if index == fragment.last { break }
      index = chunk.next
    }
    return end(top: top, blocks: generator.blocks)
  }

  /// Returns a section with code appended directly.
  mutating func section(_ section: CodeSection, followedBy code: Code) -> CodeSection {
    begin(squeezes: false)
    output.append(section)
    lines = section.lines
    if section.isOpen, let open = lines.popLast() {
      lineStart = lines.last.map { Int($0.end) + 1 } ?? 0
      lineBlock = open.block
    } else {
      lineStart = output.count
    }
    write(code)
    return end(top: section.top, blocks: section.blocks)
  }

  private mutating func begin(squeezes: Bool) {
    output.shrink(to: 0)
    lines.removeAll(keepingCapacity: true)
    (lineBlock, lineStart) = (-1, 0)
    (isInComment, continuesText) = (false, false)
    self.squeezes = squeezes
    // A definition follows a blank line.
    breaks = 2
  }

  private mutating func end(top: Block?, blocks: [Block]) -> CodeSection {
    let isOpen = output.count > lineStart
    if isOpen { lines.append(CodeSection.Line(end: Int32(trimmedEnd), block: lineBlock)) }
    return CodeSection(
      top: top, bytes: Array(UnsafeBufferPointer(start: output.base, count: output.count)), lines: lines,
      blocks: blocks,
      isOpen: isOpen, breaks: breaks)
  }

  /// Writes lines as they are.
  private mutating func write(_ code: Code) {
    plain.shrink(to: 0)
    plain.append(code)
    write(Chunk(start: 0, end: Int32(plain.count), depth: 0, block: -1), of: plain)
  }

  private mutating func write(_ chunk: Chunk, of source: CodeArena) {
    var start = Int(chunk.start)
    let end = Int(chunk.end)
    isInComment = chunk.isComment
    if chunk.isInner, output.count > lineStart { output.append(blanks: indentation) }
    while start < end {
      var stop = start
      while stop < end, source.base[stop] != UInt8(ascii: "\n") { stop += 1 }
      if output.count == lineStart {
        if !continuesText {
          output.append(blanks: indentation * Int(chunk.depth))
          // Lines of a rule's own code are indented by two blanks.
          if indentation != 2, !isInComment {
            while start + 1 < stop, source.base[start] == UInt8(ascii: " "), source.base[start + 1] == UInt8(ascii: " ")
            {
              output.append(blanks: indentation)
              start += 2
            }
          }
        }
        if chunk.depth > 0 { breaks = 0 }
        lineBlock = chunk.block
      }
      if stop > start {
        output.append(start, stop - start, of: source)
        breaks = 0
      }
      if stop < end { newLine() }
      start = stop + 1
    }
  }

  /// The end of the line that is being written, before trailing blanks.
  private var trimmedEnd: Int {
    var count = output.count
    while count > lineStart, output.base[count - 1] == UInt8(ascii: " ") || output.base[count - 1] == UInt8(ascii: "\t")
    {
      count -= 1
    }
    return count
  }

  private mutating func newLine() {
    if squeezes, breaks >= 2 { return }
    let end = trimmedEnd
    output.shrink(to: end)
    continuesText = !isInComment && end > lineStart && output.base[end - 1] == UInt8(ascii: "\\")
    output.append(.lineBreak)
    lines.append(CodeSection.Line(end: Int32(end), block: lineBlock))
    lineStart = output.count
    lineBlock = -1
    breaks += 1
  }
}
