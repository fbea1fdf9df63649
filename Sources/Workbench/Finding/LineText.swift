import BlockLayout
import BlockModel

/// The words of a line of the program, in lower case, as the canvas shows them: of a statement or a top-level value
/// with its values, or of a workspace comment.
struct LineText {
  /// A word or a field.
  struct Part {
    var start: Int
    var item: FocusItem
  }

  /// A block, and where its words are.
  struct BlockPart {
    var range: Range<Int>
    var id: String
  }

  /// In UTF-8.
  private(set) var bytes: [UInt8] = []
  private(set) var parts: [Part] = []
  /// The blocks of the line, in reading order.
  private(set) var blocks: [BlockPart] = []
  /// Whether a quote has just been opened, which the next word follows without a blank.
  private var isQuoting = false

  /// The words of a workspace comment.
  init(of comment: WorkspaceComment) { add(comment.text, .comment(id: comment.id)) }

  /// - Parameter first: the block that the line begins with; see `Block.lineHead`.
  init(of first: Block) {
    enum Step {
      case input(Int, of: Block)
      case end(index: Int)
    }
    blocks.append(BlockPart(range: 0..<0, id: first.id))
    var pending = [Step.end(index: 0), .input(0, of: first)]
    while let step = pending.popLast() {
      guard case .input(let index, let block) = step else {
        if case .end(let index) = step {
          blocks[index].range = min(blocks[index].range.lowerBound, bytes.count)..<bytes.count
        }
        continue
      }
      if index == 0, block.isUnknown { add(block.type, .block(id: block.id)) }
      guard index < block.inputs.count else {
        if let comment = block.comment { add(comment.text, .block(id: block.id)) }
        continue
      }
      pending.append(.input(index + 1, of: block))
      let input = block.inputs[index]
      for field in input.fields { add(field, of: block) }
      guard input.kind == .value, let child = input.connectedBlock else { continue }
      // The blank between two words belongs to neither.
      let start = bytes.isEmpty ? 0 : bytes.count + 1
      blocks.append(BlockPart(range: start..<start, id: child.id))
      pending.append(.end(index: blocks.count - 1))
      pending.append(.input(0, of: child))
    }
  }

  private mutating func add(_ field: Field, of block: Block) {
    if let item = FocusItem(of: field, in: block), field.isEditable { return add(field.text, item) }
    // The quotes around a text are images. They are adjacent to it, as in typed text.
    if field.isQuotationMark, let quote = Self.quote(field.text) {
      isQuoting = field.text == "“"
      if isQuoting { addBlank() }
      bytes.append(quote)
      return
    }
    add(field.text, .block(id: block.id))
  }

  private static func quote(_ text: String) -> UInt8? { text == "“" || text == "”" ? UInt8(ascii: "\"") : nil }

  private mutating func addBlank() {
    if let last = bytes.last, last != UInt8(ascii: " ") { bytes.append(UInt8(ascii: " ")) }
  }

  private mutating func add(_ text: String, _ item: FocusItem) {
    if text.isEmpty { return }
    if !isQuoting { addBlank() }
    isQuoting = false
    parts.append(Part(start: bytes.count, item: item))
    bytes += Self.folded(text)
  }

  /// Returns a text as searches compare it: in lower case, on one line, with straight quotes, without invisible
  /// characters.
  static func folded(_ text: String) -> [UInt8] {
    let bytes = text.utf8.map { byte -> UInt8 in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): UInt8(ascii: " ")
      default: byte
      }
    }
    guard bytes.contains(where: { $0 >= 0x80 }) else { return bytes }
    // Blockly surrounds `<` and `>` with invisible direction marks.
    let scalars = String(decoding: bytes, as: UTF8.self).lowercased().unicodeScalars
    let lower = String(String.UnicodeScalarView(scalars.filter { !$0.properties.isBidiControl }))
    return Array(String(lower.map { $0 == "“" || $0 == "”" ? "\"" : $0 }).utf8)
  }

  // MARK: - Finding

  /// Returns the items in which a folded text begins, in order, each once.
  func items(with text: [UInt8]) -> [FocusItem] {
    var items: [FocusItem] = []
    var start = 0
    var part = 0
    while let found = Self.first(text, in: bytes, from: start) {
      while part + 1 < parts.count, parts[part + 1].start <= found { part += 1 }
      if parts.indices.contains(part), items.last != parts[part].item { items.append(parts[part].item) }
      start = found + 1
    }
    return items
  }

  /// Whether the words of a block begin with a folded text, up to the end of a word.
  func begins(_ block: BlockPart, with text: [UInt8]) -> Bool {
    let words = bytes[block.range]
    guard words.starts(with: text) else { return false }
    guard let next = words.dropFirst(text.count).first, let last = text.last else { return true }
    return !(Self.isLetter(next) && Self.isLetter(last))
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }

  /// Returns the first index at or after `start` at which a text begins; nil if it doesn't occur.
  static func first(_ text: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    guard let head = text.first, start + text.count <= bytes.count else { return nil }
    return bytes.withUnsafeBufferPointer { bytes in
      for index in start...bytes.count - text.count where bytes[index] == head {
        if bytes[index..<index + text.count].elementsEqual(text) { return index }
      }
      return nil
    }
  }
}

extension FocusItem {
  /// The item that has the cursor where a field is shown; nil if the field has no name. A value that consists of one
  /// field is one item.
  init?(of field: Field, in block: Block) {
    guard let name = field.name else { return nil }
    self = block.onlyField === field ? .block(id: block.id) : .field(blockID: block.id, name: name)
  }
}
