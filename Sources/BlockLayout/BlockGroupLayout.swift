import BlockModel
import MortiseScreen

/// The measured layout of a stack of blocks: at the top level, or in a statement input.
///
/// A stack may hold hundreds of thousands of blocks, and an edit must not walk over all of them. The members are kept
/// in chunks that cache their height, so that looking up a row or a block takes a few hundred operations.
public final class BlockGroupLayout: CanvasOccupant {
  final class Chunk {
    static let capacity = 256

    var group: BlockGroupLayout
    var members: [DefaultBlockLayout] = []
    var rowCount = 0
    var width = 0

    init(group: BlockGroupLayout) { self.group = group }

    func recount() {
      rowCount = members.reduce(0) { $0 + $1.rowCount }
      width = members.reduce(0) { max($0, $1.width) }
    }
  }

  private(set) var chunks: [Chunk] = []
  private var rows = 0
  private(set) var widest = 0
  /// The block whose statement input holds the stack; nil at the top level.
  unowned var owner: DefaultBlockLayout?
  /// The origin of a top-level stack on the canvas, in cells.
  var origin = Point.zero
  /// The area in which a top-level stack was placed; nil until it is placed.
  var placedRect: Rect?
  /// The index among the pushed stacks, which other stacks displaced from their own position; nil if the stack is not
  /// pushed.
  var pushedIndex: Int?
  /// The stack's order in the file. Later stacks give way to earlier ones.
  var placementOrder: Int64 { first?.block.topOrder ?? 0 }

  init() {}

  /// Whether the stack is an empty statement input.
  public var isEmpty: Bool { chunks.isEmpty }

  /// The height of all members in rows; an empty stack takes one.
  public var rowCount: Int { max(1, rows) }

  /// The width of the widest member in columns.
  public var width: Int { max(2, widest) }

  /// The highest member; nil for an empty stack.
  public var first: DefaultBlockLayout? { chunks.first?.members.first }
  /// The lowest member; nil for an empty stack.
  public var last: DefaultBlockLayout? { chunks.last?.members.last }

  /// The area of a top-level stack on the canvas.
  package var rect: Rect { Rect(origin: origin, size: Size(width: width, height: rowCount)) }

  // MARK: - Members

  func append(_ member: DefaultBlockLayout) {
    if chunks.last.map({ $0.members.count >= Chunk.capacity / 2 }) ?? true { chunks.append(Chunk(group: self)) }
    guard let chunk = chunks.last else { return }
    chunk.members.append(member)
    chunk.rowCount += member.rowCount
    chunk.width = max(chunk.width, member.width)
    member.chunk = chunk
    rows += member.rowCount
    widest = max(widest, member.width)
  }

  /// Moves all members of another stack to the end of this one.
  func append(contentsOf other: BlockGroupLayout) {
    for chunk in other.chunks { chunk.group = self }
    if let last = chunks.last, let first = other.chunks.first,
      last.members.count + first.members.count <= Chunk.capacity
    {
      for member in first.members { member.chunk = last }
      last.members += first.members
      last.recount()
      chunks += other.chunks.dropFirst()
    } else {
      chunks += other.chunks
    }
    rows += other.rows
    widest = max(widest, other.widest)
    other.chunks = []
    other.rows = 0
    other.widest = 0
  }

  /// Splits the stack before a member, and returns the rest as a new stack.
  func split(before member: DefaultBlockLayout) -> BlockGroupLayout {
    let rest = BlockGroupLayout()
    let chunk = member.chunk
    guard let chunkIndex = chunks.firstIndex(where: { $0 === chunk }),
      let index = chunk.members.firstIndex(where: { $0 === member })
    else { return rest }
    var moved = Array(chunks[(chunkIndex + 1)...])
    chunks.removeSubrange((chunkIndex + 1)...)
    if index == 0 {
      moved.insert(chunk, at: 0)
      chunks.removeLast()
    } else {
      let half = Chunk(group: rest)
      half.members = Array(chunk.members[index...])
      for member in half.members { member.chunk = half }
      chunk.members.removeSubrange(index...)
      chunk.recount()
      half.recount()
      moved.insert(half, at: 0)
    }
    for chunk in moved { chunk.group = rest }
    rest.chunks = moved
    rest.recount()
    recount()
    return rest
  }

  private func recount() {
    rows = chunks.reduce(0) { $0 + $1.rowCount }
    widest = chunks.reduce(0) { max($0, $1.width) }
  }

  /// Updates the stack's size after a member was measured again.
  /// - Returns: the change of the stack's height, and whether its width changed.
  func remeasured(_ member: DefaultBlockLayout, rowsBefore: Int, widthBefore: Int) -> (rows: Int, widthChanged: Bool) {
    let heightBefore = rowCount
    let groupWidthBefore = width
    let chunk = member.chunk
    chunk.rowCount += member.rowCount - rowsBefore
    rows += member.rowCount - rowsBefore
    if member.width > chunk.width {
      chunk.width = member.width
      widest = max(widest, chunk.width)
    } else if widthBefore == chunk.width, member.width < widthBefore {
      chunk.width = chunk.members.reduce(0) { max($0, $1.width) }
      widest = chunks.reduce(0) { max($0, $1.width) }
    }
    return (rowCount - heightBefore, width != groupWidthBefore)
  }

  /// Removes the members, to break the retain cycles between a stack, its chunks and their members.
  func dissolve() {
    for chunk in chunks { chunk.members = [] }
    chunks = []
  }

  // MARK: - Rows

  /// The member at a row, and the row of its first line.
  func member(atRow row: Int) -> (member: DefaultBlockLayout, firstRow: Int)? {
    var top = 0
    for chunk in chunks {
      guard row < top + chunk.rowCount else {
        top += chunk.rowCount
        continue
      }
      for member in chunk.members {
        if row < top + member.rowCount { return (member, top) }
        top += member.rowCount
      }
    }
    return nil
  }

  /// The row of a member's first line.
  func firstRow(of member: DefaultBlockLayout) -> Int {
    var top = 0
    for chunk in chunks {
      if chunk !== member.chunk {
        top += chunk.rowCount
        continue
      }
      for other in chunk.members {
        if other === member { return top }
        top += other.rowCount
      }
    }
    return top
  }

  /// The number of members before this one.
  func index(of member: DefaultBlockLayout) -> Int {
    var count = 0
    for chunk in chunks {
      if chunk === member.chunk { return count + (chunk.members.firstIndex { $0 === member } ?? 0) }
      count += chunk.members.count
    }
    return count
  }

  var memberCount: Int { chunks.reduce(0) { $0 + $1.members.count } }

  /// The members from a given one to the end.
  func members(from member: DefaultBlockLayout) -> some Sequence<DefaultBlockLayout> {
    sequence(state: member.block as Block?) { block -> DefaultBlockLayout? in
      let layout = block?.layout as? DefaultBlockLayout
      block = block?.nextBlock
      return layout
    }
  }
}
