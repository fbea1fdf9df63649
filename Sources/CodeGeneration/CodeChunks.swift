import BlockModel

/// A piece of a statement's code: lines, which may begin or end within a line.
struct Chunk {
  /// The range of its text in the generator's output.
  var start: Int32
  var end: Int32
  /// The chunk after it; -1 for none.
  var next: Int32 = -1
  /// The number of levels by which its lines are indented.
  var depth: Int32
  /// The block that it comes from: its index in the generator's list.
  var block: Int32
  /// Whether it is indented once more than the code before it, even within a line.
  var isInner = false
  var isComment = false
}

/// Chunks that follow each other, by index; -1 for none.
struct Fragment {
  var first: Int32 = -1
  var last: Int32 = -1

  var isEmpty: Bool { first < 0 }
}

/// The code of statements being generated.
struct Builder {
  var depth: Int32
  var fragment = Fragment()
}

/// A block or sequence whose generation has yet to begin or to continue.
struct GenerationFrame {
  enum Kind: UInt8 { case sequence, statement, value, ifChain, function }

  var kind: Kind
  /// The block; of a sequence, the next one.
  var block: Block?
  var variant: CompiledVariant?
  /// The number of inputs and bodies that are done.
  var step = 0
  /// Whether the code of an input is being generated.
  var isWaiting = false
  /// The index of the variant's alternative that applies; -1 if not decided yet.
  var choice = -1
  var valueBase = 0
  var fragmentBase = 0
  var blockIndex: Int32 = 0
  /// The beginnings of the rows and fresh texts of a statement.
  var rowMark = 0
  var freshMark = 0
  var continueMark = 0
  /// The number of inputs of a list.
  var listCount = 0

  init(kind: Kind, block: Block?) {
    self.kind = kind
    self.block = block
  }
}

/// The positions of a block's values and bodies, and the index of the alternative that applies.
struct FrameBases {
  var choice: Int
  var valueBase: Int
  var fragmentBase: Int
  var listCount = 0
}

extension GenerationFrame {
  var bases: FrameBases {
    FrameBases(choice: choice, valueBase: valueBase, fragmentBase: fragmentBase, listCount: listCount)
  }
}

extension CodeGenerator {
  /// Appends a chunk that begins at `start` of the output.
  func emit(from start: Int, to end: Int? = nil, depth: Int32, isInner: Bool = false, isComment: Bool = false) {
    let end = end ?? out.count
    guard end > start, let builder = builders.indices.last else { return }
    let index = Int32(chunks.count)
    chunks.append(
      Chunk(
        start: Int32(start), end: Int32(end), depth: depth, block: currentBlock,
        isInner: isInner, isComment: isComment))
    link(Fragment(first: index, last: index), to: builder)
  }

  func emit(_ code: Code, depth: Int32, isInner: Bool = false) {
    let start = out.count
    out.append(code)
    emit(from: start, depth: depth, isInner: isInner)
  }

  /// Appends a statement that begins at `start` of the output. As in Blockly, only the first of its lines is indented.
  func emitLine(from start: Int, depth: Int32) {
    let end = out.count
    var stop = start
    while stop < end, out.base[stop] != UInt8(ascii: "\n") { stop += 1 }
    emit(from: start, to: min(stop + 1, end), depth: depth, isInner: true)
    emit(from: min(stop + 1, end), to: end, depth: 0)
  }

  /// Appends the code of a body to the code that is being built.
  func emit(_ fragment: Fragment) {
    guard !fragment.isEmpty, let builder = builders.indices.last else { return }
    link(fragment, to: builder)
  }

  @inline(__always) private func link(_ fragment: Fragment, to builder: Int) {
    let last = builders[builder].fragment.last
    if last < 0 {
      builders[builder].fragment = fragment
    } else {
      chunks[Int(last)].next = fragment.first
      builders[builder].fragment.last = fragment.last
    }
  }

  /// The index of the statement's block that chunks come from.
  var currentBlock: Int32 {
    for frame in frames.reversed() where frame.kind != .value && frame.kind != .sequence { return frame.blockIndex }
    return looseBlock
  }

  var depth: Int32 { builders.last?.depth ?? 0 }
}
