import BlockModel
import Markup

/// A program's text and the places of its top-level stacks.
struct StackText {
  let bytes: [UInt8]
  let stacks: [Range<Int>]

  /// - Parameter stacks: the ranges of the stacks, in the order of the text.
  init(_ bytes: [UInt8], stacks: [Range<Int>]) { (self.bytes, self.stacks) = (bytes, stacks) }

  /// Finds the stacks of a text.
  /// - Returns: nil if the text isn't a program.
  init?(_ bytes: [UInt8], format: ProgramFormat) {
    switch format {
    case .xml:
      guard let text = XMLSource(bytes, depth: 1) else { return nil }
      let stacks = text.nodes.children(of: 0).filter {
        text.nodes[$0].kind == .element
          && (text.name(of: $0).elementsEqual("block".utf8) || text.name(of: $0).elementsEqual("shadow".utf8))
      }
      self.init(bytes, stacks: stacks.map { text.nodes[$0].range })
    case .json:
      guard let text = JSONSource(bytes, depth: 3) else { return nil }
      let list = text.member("blocks", of: 0).flatMap { text.member("blocks", of: $0) }
      let stacks = list.map { text.nodes.children(of: $0) } ?? []
      self.init(bytes, stacks: stacks.map { text.nodes[$0].range })
    }
  }

  subscript(_ index: Int) -> ArraySlice<UInt8> { bytes[stacks[index]] }

  /// Returns a hash of a stack. Hashing the slice directly would take its bytes one by one.
  func hash(of index: Int) -> Int {
    var hasher = Hasher()
    hasher.combine(text: self[index])
    return hasher.finalize()
  }

  /// Returns the bytes with some ranges replaced.
  /// - Parameter edits: the ranges and their new bytes, in the order of the text.
  func replacing(_ edits: [(range: Range<Int>, bytes: [UInt8])]) -> [UInt8] {
    var result: [UInt8] = []
    var position = 0
    for edit in edits {
      result += bytes[position..<edit.range.lowerBound]
      result += edit.bytes
      position = edit.range.upperBound
    }
    return result + bytes[position...]
  }

  /// Finds the runs of stacks at the beginning and the end that are the same bytes in another text.
  /// - Returns: the indices of this text's stacks.
  func runs(sharedWith other: [UInt8]) -> (first: Range<Int>, last: Range<Int>) {
    let most = min(bytes.count, other.count)
    let start = Self.count(most) { bytes[$0] == other[$0] }
    let end = Self.count(most - start) { bytes[bytes.count - 1 - $0] == other[other.count - 1 - $0] }
    let first = stacks.prefix { $0.upperBound <= start }.count
    let last = stacks.reversed().prefix { $0.lowerBound >= bytes.count - end }.count
    return (0..<first, max(first, stacks.count - last)..<stacks.count)
  }

  private static func count(_ most: Int, _ isSame: (Int) -> Bool) -> Int {
    var count = 0
    while count < most, isSame(count) { count += 1 }
    return count
  }
}

/// Placeholders for stacks while texts are compared.
struct StackMarks {
  private let format: ProgramFormat
  private let (head, tail): ([UInt8], [UInt8])
  private var originals: [[UInt8]: ArraySlice<UInt8>] = [:]

  private static let (id, end) = ("mortise:stack:", "#")

  /// - Parameter style: the style of the texts.
  /// - Returns: nil if nothing can be written in it.
  init?(_ style: ProgramStyle, factory: BlockFactory) {
    // A block of an unknown type, as it is written in that style.
    let text = #"<xml><block type="mortise_stack" id="\#(Self.id)\#(Self.end)"></block></xml>"#
    guard let read = try? ProgramReader.read(Array(text.utf8), factory: factory),
      let block = read.workspace.topBlocks.first
    else { return nil }
    block.hasImplicitPosition = true
    let written = ProgramWriter.write(read.workspace, style: style)
    guard let range = written.stacks.first, let number = written.bytes[range].firstRange(ofText: Self.end) else {
      return nil
    }
    format = style.format
    (head, tail) = (
      Array(written.bytes[range.lowerBound..<number.lowerBound]),
      Array(written.bytes[number.upperBound..<range.upperBound])
    )
  }

  var isEmpty: Bool { originals.isEmpty }

  /// Returns a new placeholder, which `restored` replaces with the original.
  mutating func mark(for original: ArraySlice<UInt8>) -> [UInt8] {
    let mark = head + Array(String(originals.count).utf8) + tail
    originals[mark] = original
    return mark
  }

  /// Replaces the placeholders in a text with their originals.
  /// - Returns: nil unless each placeholder occurs exactly once.
  func restored(_ text: [UInt8]) -> [UInt8]? {
    guard !isEmpty else { return text }
    guard let text = StackText(text, format: format) else { return nil }
    var count = 0
    let edits = text.stacks.compactMap { range -> (Range<Int>, [UInt8])? in
      guard let original = original(of: text.bytes[range], &count) else { return nil }
      return (range, Array(original))
    }
    return count == originals.count ? text.replacing(edits) : nil
  }

  private func original(of stack: ArraySlice<UInt8>, _ count: inout Int) -> ArraySlice<UInt8>? {
    var found: ArraySlice<UInt8>?
    // The original of a placeholder may be another placeholder.
    while (found ?? stack).starts(with: head), let original = originals[Array(found ?? stack)] {
      found = original
      count += 1
    }
    return found
  }
}
