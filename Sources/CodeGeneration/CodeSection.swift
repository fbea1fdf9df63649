import BlockModel

/// The lines of a stack, function or other definition.
final class CodeSection {
  struct Line {
    /// The end of the line in the section's bytes, before its trailing blanks and line break.
    var end: Int32
    /// The index of its block; -1 for none.
    var block: Int32
  }

  /// The top block of the stack; nil for definitions that aren't functions.
  let top: Block?
  /// The lines with their line breaks.
  let bytes: [UInt8]
  let lines: [Line]
  /// The blocks that lines come from.
  let blocks: [Block]
  /// Whether the last line has no line break.
  let isOpen: Bool
  /// The number of line breaks at the end.
  let breaks: Int

  init(top: Block?, bytes: [UInt8], lines: [Line], blocks: [Block], isOpen: Bool, breaks: Int) {
    (self.top, self.bytes, self.lines) = (top, bytes, lines)
    (self.blocks, self.isOpen, self.breaks) = (blocks, isOpen, breaks)
  }

  /// The bytes of a line, without its line break.
  func bytes(ofLine index: Int) -> ArraySlice<UInt8> {
    let start = index == 0 ? 0 : Int(lines[index - 1].end) + 1
    return bytes[start..<max(start, Int(lines[index].end))]
  }

  func block(ofLine index: Int) -> Block? {
    let block = lines[index].block
    return block < 0 ? nil : blocks[Int(block)]
  }

  /// Whether a line consists of white space.
  func isBlank(_ index: Int) -> Bool { bytes(ofLine: index).allSatisfy(GeneratedCode.isBlank) }
}
