import BlockModel
import Markup

/// A program's blocks as flat arrays in reading order, with hashes of their contents. Shadows belong to the block that
/// holds them.
///
/// Statements that follow each other are a list, as are the value of an input and a stack at the top level. The
/// blocks of a subtree are contiguous: a block, everything in its inputs, and then the block below it.
struct ProgramTree {
  /// An input of a block and the first block of its list.
  struct Slot {
    var input: String
    var head: Int
  }

  private(set) var blocks: [Block] = []
  /// The block whose input holds the list; -1 at the top level.
  private(set) var holder: [Int] = []
  /// The block above in the list, and the one below; -1 for none.
  private(set) var above: [Int] = []
  private(set) var below: [Int] = []
  /// The first block of the list.
  private(set) var head: [Int] = []
  /// The input that holds the list; `""` at the top level.
  private(set) var input: [String] = []
  /// The lists in a block's inputs.
  private(set) var slots: [[Slot]] = []
  /// The number of blocks of the subtree; the blocks below don't count.
  private(set) var size: [Int] = []
  /// The number of blocks from this one to the end of its list, with everything in them.
  private(set) var listSize: [Int] = []
  /// A hash of the block's own content.
  private(set) var ownHash: [Int] = []
  /// The same without the block's properties, such as whether it is disabled.
  private(set) var plainHash: [Int] = []
  /// A hash of the subtree.
  private(set) var hash: [Int] = []
  /// A hash of the subtree and of the blocks below.
  private(set) var listHash: [Int] = []
  /// The first blocks of the top-level stacks.
  private(set) var stacks: [Int] = []

  var count: Int { blocks.count }

  init(_ workspace: Workspace, content: BlockContent) {
    let count = workspace.blocks.count
    blocks.reserveCapacity(count)
    for top in workspace.topBlocks {
      stacks.append(blocks.count)
      append(top)
    }
    computeHashes(content)
  }

  private mutating func append(_ top: Block) {
    var pending: [(block: Block, holder: Int, above: Int, input: String)] = [(top, -1, -1, "")]
    while let (block, holder, above, input) = pending.popLast() {
      let index = blocks.count
      blocks.append(block)
      self.holder.append(holder)
      self.above.append(above)
      self.input.append(input)
      below.append(-1)
      slots.append([])
      head.append(above >= 0 ? head[above] : index)
      if above >= 0 {
        below[above] = index
      } else if holder >= 0 {
        slots[holder].append(Slot(input: input, head: index))
      }
      if let next = block.nextBlock, !next.isShadow { pending.append((next, holder, index, input)) }
      for input in block.inputs.reversed() {
        guard let child = input.connectedBlock, !child.isShadow else { continue }
        pending.append((child, index, -1, input.name))
      }
    }
  }

  private mutating func computeHashes(_ content: BlockContent) {
    size = Array(repeating: 1, count: count)
    ownHash = Array(repeating: 0, count: count)
    (plainHash, hash, listHash, listSize) = (ownHash, ownHash, ownHash, size)
    for index in blocks.indices.reversed() {
      var hasher = Hasher()
      content.hash(blocks[index], into: &hasher)
      plainHash[index] = hasher.finalize()
      ownHash[index] = BlockContent.hash(plainHash[index], withPropertiesOf: blocks[index])
      hasher = Hasher()
      hasher.combine(ownHash[index])
      for slot in slots[index] {
        hasher.combine(slot.input)
        hasher.combine(listHash[slot.head])
        size[index] += listSize[slot.head]
      }
      hash[index] = hasher.finalize()
      (listHash[index], listSize[index]) = (hash[index], size[index])
      guard below[index] >= 0 else { continue }
      listSize[index] += listSize[below[index]]
      hasher = Hasher()
      hasher.combine(hash[index])
      hasher.combine(listHash[below[index]])
      listHash[index] = hasher.finalize()
    }
  }

  /// The blocks of a list, from this one on.
  func list(from index: Int) -> [Int] {
    var list: [Int] = []
    var index = index
    while index >= 0 {
      list.append(index)
      index = below[index]
    }
    return list
  }

  /// The block that Blockly calls the parent: the one above, or the one whose input holds the block; -1 for none.
  func parent(of index: Int) -> Int { above[index] >= 0 ? above[index] : holder[index] }

  func slot(_ input: String, of index: Int) -> Int {
    slots[index].first { $0.input == input }?.head ?? -1
  }
}
