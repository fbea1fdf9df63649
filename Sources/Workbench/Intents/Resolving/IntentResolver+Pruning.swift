import BlockLayout
import BlockLibrary
import BlockModel

/// Pruning (seed 003): what a person means is that useless parts go; what changes is found in the program as it is.
extension IntentResolver {
  /// Empty parts go from the edges inwards, up to the first one that holds something.
  func prune() -> Resolution {
    guard let block = state.cursorBlock else { return .nothing(reason: "there is no block here") }
    guard let layout = state.mutatorLayout(block) as? MutatorPartsLayout else {
      return .nothing(reason: "\(BlockWords.name(of: block)) has no parts to prune")
    }
    guard block.isEditable else { return .nothing(reason: "this block is locked against editing") }
    let cut = layout.pruneDraft()
    guard !cut.isEmpty else {
      return .nothing(reason: "no empty parts at the edges of \(BlockWords.name(of: block))")
    }
    return .changes(Plan([.mutate(layout)], words: "pruned: \(PruneWords.list(cut)) cut off"))
  }

  /// Top-level blocks go that do nothing when the program runs.
  func pruneWorkspace() -> Resolution {
    let loose = workspace.topBlocks.filter { BlockEffects.areWithoutEffect($0) }
    let locked = loose.filter { top in top.descendants().contains { !$0.isDeletable } }
    let going = loose.filter { top in !locked.contains { $0 === top } }
    guard !going.isEmpty else {
      return .nothing(
        reason: locked.isEmpty
          ? "no loose blocks without an effect" : "the loose blocks without an effect are locked against deleting")
    }
    let words = going.count == 1 ? "1 loose block or stack" : "\(going.count) loose blocks or stacks"
    return .changes(
      Plan(going.map { .delete(blockID: $0.id, heal: false) }, words: "pruned: \(words) without an effect removed"))
  }
}

/// What was cut off, in words.
enum PruneWords {
  static func list(_ parts: [MutatorPart]) -> String {
    var counts: [(name: String, count: Int)] = []
    for part in parts {
      if let index = counts.firstIndex(where: { $0.name == part.kind.name }) {
        counts[index].count += 1
      } else {
        counts.append((part.kind.name, 1))
      }
    }
    return counts.map { "\($0.count) \($0.name)\($0.count == 1 ? "" : "s")" }.joined(separator: ", ")
  }
}
