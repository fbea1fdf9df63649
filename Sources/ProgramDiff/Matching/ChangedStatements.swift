/// Pairs of statements without a counterpart that share at least half of their contents: they were moved and changed.
/// They are paired through an input whose contents occur once in each program.
struct ChangedStatements {
  private let old: ProgramTree
  private let new: ProgramTree
  /// The pairs, by their indices; a block may be in several.
  private(set) var pairs: [(old: Int, new: Int)] = []

  /// An input of a statement, with its contents.
  private struct FilledInput: Hashable {
    var type: String
    var name: String
    var hash: Int
  }

  init(_ old: ProgramTree, _ new: ProgramTree, toNew: [Int], toOld: [Int]) {
    (self.old, self.new) = (old, new)
    let own = Self.inputs(of: old) { toNew[$0] < 0 }
    if own.isEmpty { return }
    let others = Self.inputs(of: new) { toOld[$0] < 0 }
    for (input, mine) in own.sorted(by: { ($0.value, $0.key.name) < ($1.value, $1.key.name) }) where mine >= 0 {
      if let other = others[input], other >= 0, isMostlySame(mine, other) { pairs.append((mine, other)) }
    }
  }

  /// The statement with each filled input; -1 for several.
  private static func inputs(of tree: ProgramTree, where isFree: (Int) -> Bool) -> [FilledInput: Int] {
    var indices: [FilledInput: Int] = [:]
    for (index, block) in tree.blocks.enumerated() where isFree(index) && block.outputConnection == nil {
      for slot in tree.slots[index] {
        let input = FilledInput(type: block.type, name: slot.input, hash: tree.listHash[slot.head])
        if indices.updateValue(index, forKey: input) != nil { indices[input] = -1 }
      }
    }
    return indices
  }

  /// Whether two statements have at least half in common, and more than one input or their own content.
  private func isMostlySame(_ mine: Int, _ other: Int) -> Bool {
    var (count, size) = (0, 0)
    for slot in old.slots[mine] {
      let head = new.slot(slot.input, of: other)
      guard head >= 0, old.listHash[slot.head] == new.listHash[head] else { continue }
      (count, size) = (count + 1, size + old.listSize[slot.head])
    }
    let whole = max(old.size[mine], new.size[other])
    return old.ownHash[mine] == new.ownHash[other] ? (size + 1) * 2 >= whole : count > 1 && size * 2 >= whole - 1
  }
}
