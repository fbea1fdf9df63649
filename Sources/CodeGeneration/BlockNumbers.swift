import BlockLibrary
import BlockModel

/// Consecutive numbers for the blocks of a program, in the order of its code, from 1. A block is followed by the blocks
/// in it.
public struct BlockNumbers: Sendable {
  /// The blocks' ids; the first one has the number 1.
  public private(set) var ids: [String] = []
  private var lasts: [Int] = []
  private var statements: [Int] = []
  private var numbers: [String: Int] = [:]

  /// Numbers the blocks as they are now. Later edits don't change their numbers.
  public init(_ workspace: Workspace) {
    enum Step {
      case open(Block)
      case close(Int)
    }
    for top in StackOrder.sorted(workspace.topBlocks) {
      var pending = [Step.open(top)]
      while let step = pending.popLast() {
        switch step {
        case .close(let number): lasts[number - 1] = ids.count
        case .open(let block):
          ids.append(block.id)
          numbers[block.id] = ids.count
          lasts.append(ids.count)
          let holder = block.outputConnection?.targetBlock
          statements.append(holder.map { statement(of: number(of: $0.id)) } ?? ids.count)
          if let next = block.nextBlock { pending.append(.open(next)) }
          pending.append(.close(ids.count))
          for child in block.inputs.reversed().compactMap(\.connectedBlock) { pending.append(.open(child)) }
        }
      }
    }
  }

  /// Returns the number of a block; 0 if there is no such block.
  public func number(of id: String) -> Int { numbers[id] ?? 0 }

  /// Returns the id of a block; nil if there is no such number.
  public func id(of number: Int) -> String? { ids.indices.contains(number - 1) ? ids[number - 1] : nil }

  /// Returns the number of the statement that a value is in; its own if it is in none.
  public func statement(of number: Int) -> Int {
    statements.indices.contains(number - 1) ? statements[number - 1] : number
  }

  /// Returns the number of the last block in a block; its own if there is none in it.
  public func last(in number: Int) -> Int { lasts.indices.contains(number - 1) ? lasts[number - 1] : number }
}
