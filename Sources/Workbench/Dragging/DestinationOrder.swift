import BlockLayout
import BlockLibrary
import BlockModel

/// A target for a block that is being moved.
enum MoveDestination: Hashable, Sendable {
  /// Into an input, or below a block when `inputName` is nil.
  case connection(blockID: String, inputName: String?)
  /// On top of a top-level stack.
  case above(blockID: String)
  /// At the top level, unconnected.
  case free(WorkspacePoint)
}

/// The locations in a program at which a block might be dropped, in reading order. Each is found from its neighbour,
/// so a step costs the same in a program of any size. Valid while the block is disconnected.
struct DestinationOrder {
  /// A location in the order, whether or not the block can be connected there.
  enum Position {
    /// In front of a stack or comment, by its index on the canvas. After the last one is the program's end.
    case piece(Int)
    /// A connection of a block: that of an input, or the next connection if the index is the number of inputs.
    case connection(of: Block, index: Int)
  }

  let block: Block
  /// Where the block was when it was picked up; always a destination.
  let origin: MoveDestination
  private let originConnection: Connection?
  let workspace: Workspace
  private let pieces: Pieces

  /// The pieces on the canvas in reading order; without a layout, the stacks in file order.
  private enum Pieces {
    case shown(PieceOrder)
    case stacks([Block])
  }

  init(for block: Block, origin: MoveDestination, in workspace: Workspace, layout: WorkspaceLayout?) {
    self.block = block
    self.origin = origin
    self.workspace = workspace
    originConnection = Self.connection(of: origin, in: workspace)
    pieces = layout.map { .shown($0.pieces) } ?? .stacks(workspace.topBlocks)
  }

  // MARK: - Pieces

  var pieceCount: Int {
    switch pieces {
    case .shown(let order): order.all.count
    case .stacks(let tops): tops.count
    }
  }

  /// The first block of a stack; nil for a comment and at the program's end.
  private func top(at index: Int) -> Block? {
    guard index < pieceCount else { return nil }
    switch pieces {
    case .stacks(let tops): return tops[index]
    case .shown(let order):
      guard case .stack(let stack) = order.all[index] else { return nil }
      return stack.first?.block
    }
  }

  private func index(ofTop top: Block) -> Int? {
    switch pieces {
    case .stacks(let tops): tops.firstIndex { $0 === top }
    case .shown(let order): (top.layout as? DefaultBlockLayout).flatMap { order.index(of: .stack($0.group)) }
    }
  }

  /// The index of the piece that contains a position.
  func pieceIndex(of position: Position) -> Int? {
    switch position {
    case .piece(let index): index
    case .connection(let block, _): index(ofTop: block.root)
    }
  }

  // MARK: - Positions

  /// The position of a destination; nil if it isn't in the order.
  func position(of destination: MoveDestination) -> Position? {
    switch destination {
    case .free: return destination == origin ? index(ofTop: block).map(Position.piece) : nil
    case .above(let id): return workspace.blocks[id].flatMap(index(ofTop:)).map(Position.piece)
    case .connection(let id, let inputName):
      guard let holder = workspace.blocks[id] else { return nil }
      guard let inputName else { return .connection(of: holder, index: holder.inputs.count) }
      return holder.inputs.firstIndex { $0.name == inputName }.map { .connection(of: holder, index: $0) }
    }
  }

  /// The destination at a position; nil if the block can't be connected there.
  func destination(at position: Position) -> MoveDestination? {
    switch position {
    case .piece(let index):
      guard let top = top(at: index) else { return nil }
      if top === block {
        if case .free = origin { return origin }
        return nil
      }
      return canConnect(above: top) ? .above(blockID: top.id) : nil
    case .connection(let holder, let index):
      guard let connection = Self.connection(index, of: holder) else { return nil }
      if connection === originConnection { return origin }
      guard canConnect(to: connection) else { return nil }
      return .connection(blockID: holder.id, inputName: connection.sourceInput?.name)
    }
  }

  /// Whether the block can be moved to a destination.
  func canMove(to destination: MoveDestination) -> Bool {
    if destination == origin { return true }
    switch destination {
    case .free: return false
    case .above(let id): return workspace.blocks[id].map(canConnect(above:)) ?? false
    case .connection: return Self.connection(of: destination, in: workspace).map(canConnect(to:)) ?? false
    }
  }

  private static func connection(of destination: MoveDestination, in workspace: Workspace) -> Connection? {
    guard case .connection(let id, let inputName) = destination, let holder = workspace.blocks[id] else { return nil }
    guard let inputName else { return holder.nextConnection }
    return holder.firstInput(withName: inputName)?.connection
  }

  private func canConnect(above top: Block) -> Bool {
    guard let previous = top.previousConnection, block.previousConnection != nil else { return false }
    return block.lastInStack.nextConnection.map { $0.isTypeCompatible(previous) } ?? false
  }

  private func canConnect(to connection: Connection) -> Bool {
    let inferior = connection.kind == .inputValue ? block.outputConnection : block.previousConnection
    guard let inferior, !connection.sourceBlock.isShadow else { return false }
    return connection.canConnect(inferior)
  }

  // MARK: - Steps

  /// The next position; nil after the end of the program.
  func position(after position: Position) -> Position? {
    var (holder, index): (Block, Int)
    switch position {
    case .piece(let piece):
      guard piece < pieceCount else { return nil }
      guard let top = top(at: piece), top !== block else { return .piece(piece + 1) }
      (holder, index) = (top, 0)
    case .connection(let block, let number):
      let inner = Self.connection(number, of: block)?.targetBlock
      (holder, index) = inner.map { ($0, 0) } ?? (block, number + 1)
    }
    while true {
      if let next = Self.connection(of: holder, from: index) { return next }
      guard let superior = holder.superiorConnection else {
        return self.index(ofTop: holder).map { .piece($0 + 1) }
      }
      holder = superior.sourceBlock
      index = Self.index(of: superior) + 1
    }
  }

  /// The previous position; nil at the beginning of the program.
  func position(before position: Position) -> Position? {
    switch position {
    case .piece(let index):
      guard index > 0 else { return nil }
      guard let top = top(at: index - 1), top !== block else { return .piece(index - 1) }
      return Self.lastConnection(in: top) ?? .piece(index - 1)
    case .connection(var holder, var index):
      while true {
        if let previous = Self.connection(of: holder, before: index) {
          guard case .connection(let block, let number) = previous,
            let inner = Self.connection(number, of: block)?.targetBlock
          else { return previous }
          return Self.lastConnection(in: inner) ?? previous
        }
        guard let superior = holder.superiorConnection else { return self.index(ofTop: holder).map(Position.piece) }
        (holder, index) = (superior.sourceBlock, Self.index(of: superior))
        if index >= Self.firstVisibleIndex(of: holder) { return .connection(of: holder, index: index) }
      }
    }
  }

  private static func position(of connection: Connection) -> Position {
    .connection(of: connection.sourceBlock, index: index(of: connection))
  }

  private static func index(of connection: Connection) -> Int {
    let inputs = connection.sourceBlock.inputs
    guard let input = connection.sourceInput else { return inputs.count }
    return inputs.firstIndex { $0 === input } ?? inputs.count
  }

  private static func connection(_ index: Int, of block: Block) -> Connection? {
    index < block.inputs.count ? block.inputs[index].connection : block.nextConnection
  }

  /// The index of the first connection that can be seen: the inputs of a collapsed block can't.
  private static func firstVisibleIndex(of block: Block) -> Int {
    block.isCollapsed || block.isShadow ? block.inputs.count : 0
  }

  /// The first connection at or after an index.
  private static func connection(of block: Block, from index: Int) -> Position? {
    let count = block.inputs.count
    var index = max(index, firstVisibleIndex(of: block))
    while index <= count {
      if connection(index, of: block) != nil { return .connection(of: block, index: index) }
      index += 1
    }
    return nil
  }

  /// The last connection before an index.
  private static func connection(of block: Block, before index: Int) -> Position? {
    var index = index - 1
    while index >= firstVisibleIndex(of: block) {
      if connection(index, of: block) != nil { return .connection(of: block, index: index) }
      index -= 1
    }
    return nil
  }

  /// The last connection in a block, its contents and the blocks below it; nil if they have none.
  private static func lastConnection(in first: Block) -> Position? {
    var last = first
    while true {
      last = last.lastInStack
      guard case .connection(let holder, let index)? = connection(of: last, before: last.inputs.count + 1) else {
        return last === first ? nil : last.superiorConnection.map(position)
      }
      guard let inner = connection(index, of: holder)?.targetBlock else { return .connection(of: holder, index: index) }
      last = inner
    }
  }

  // MARK: - Steps in the ring of destinations

  private enum Direction { case forward, backward }

  /// The destination that a motion leads to.
  /// - Parameter current: the present destination. If it isn't in the order, motions start at the origin.
  func destination(_ motion: DestinationMotion, from current: MoveDestination) -> MoveDestination {
    guard let start = position(of: origin) else { return current }
    let here = position(of: current)
    switch motion {
    case .by(let distance):
      var target = here ?? start
      // From elsewhere, a step forward leads to the origin itself.
      let steps = here == nil ? (distance > 0 ? 0 : 1) : abs(distance)
      for _ in 0..<steps { target = nearest(from: target, distance > 0 ? .forward : .backward) }
      return destination(at: target) ?? self.origin
    case .first: return firstDestination(fromPiece: 0)
    case .last: return destination(at: nearest(from: .piece(0), .backward)) ?? self.origin
    case .nextStack:
      return firstDestination(fromPiece: (pieceIndex(of: here ?? start) ?? 0) + 1)
    case .previousStack: return startOfStack(before: here ?? start)
    }
  }

  /// All destinations, starting with the origin.
  /// - Parameter limit: how many positions to look at.
  /// - Returns: nil if there are more positions.
  func all(limit: Int) -> [MoveDestination]? {
    guard let start = position(of: origin) else { return [origin] }
    // Each block that isn't moved has a position.
    let movedCount = block.descendants().lazy.prefix(limit).reduce(0) { count, _ in count + 1 }
    if movedCount < limit, workspace.blocks.count - movedCount > limit { return nil }
    var found = [origin]
    var position = next(.forward, start)
    for _ in 0..<limit {
      if position == start { return found }
      if let destination = destination(at: position) { found.append(destination) }
      position = next(.forward, position)
    }
    return nil
  }

  /// The next position in a direction; after the end of the program, its beginning.
  private func next(_ direction: Direction, _ position: Position) -> Position {
    switch direction {
    case .forward: self.position(after: position) ?? .piece(0)
    case .backward: self.position(before: position) ?? .piece(pieceCount)
    }
  }

  /// The position of the nearest destination in a direction, or `start` if there is no other.
  private func nearest(from start: Position, _ direction: Direction) -> Position {
    let beginning = Position.piece(direction == .forward ? 0 : pieceCount)
    var position = start
    var roundCount = 0
    // A position in a collapsed block isn't in the ring, and is never met again.
    while roundCount < 2 {
      position = next(direction, position)
      if destination(at: position) != nil { return position }
      if position == start { break }
      if position == beginning { roundCount += 1 }
    }
    return start
  }

  /// The first destination in a stack or a later one, or else in the program.
  private func firstDestination(fromPiece index: Int) -> MoveDestination {
    let start = Position.piece(index < pieceCount ? index : 0)
    return destination(at: start) ?? destination(at: nearest(from: start, .forward)) ?? origin
  }

  /// The first destination of the stack that contains a position or, at the first one already, of the stack before it.
  private func startOfStack(before position: Position) -> MoveDestination {
    let here = destination(at: position)
    let index = pieceIndex(of: position) ?? 0
    for distance in 0...pieceCount {
      let piece = (index - distance + pieceCount) % max(pieceCount, 1)
      if let first = firstDestination(inPiece: piece), first != here || distance == pieceCount { return first }
    }
    return origin
  }

  private func firstDestination(inPiece index: Int) -> MoveDestination? {
    var position = Position.piece(index)
    while true {
      if let destination = destination(at: position) { return destination }
      guard let next = self.position(after: position), next != .piece(index + 1) else { return nil }
      position = next
    }
  }
}

/// Ways to step from one destination of a dragged block to another.
public enum DestinationMotion: Hashable, Sendable {
  /// Steps forward by this many destinations, or back if negative, and wraps around at the ends.
  case by(Int)
  /// To the first or last destination in the program.
  case first, last
  /// To the first destination in the next or the previous stack.
  case nextStack, previousStack
}

extension DestinationOrder.Position: Equatable {
  static func == (first: Self, second: Self) -> Bool {
    switch (first, second) {
    case (.piece(let first), .piece(let second)): first == second
    case (.connection(let first, let firstIndex), .connection(let second, let secondIndex)):
      first === second && firstIndex == secondIndex
    default: false
    }
  }
}
