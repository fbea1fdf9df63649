import BlockLibrary
import BlockModel

/// The blocks of a program by type; shadows and copies of conflicts aside.
struct BlockCounts {
  private struct Item: Hashable {
    /// What the block says itself, wherever it is.
    var own: String
    /// The blocks in its inputs for values, unless values are counted by themselves.
    var values: [String: [String]] = [:]
    /// How many blocks it is.
    var size: Int { values.values.reduce(1) { $0 + $1.count } }

    /// Whether a merge may take it for another one: without ids, a block is known by what is in it, input by input and
    /// block by block.
    func isLike(_ other: Item) -> Bool {
      let same = values.filter { other.values[$0.key] == $0.value }
      let blocks = same.values.reduce(1) { $0 + $1.count }
      return own == other.own && same.count * 2 >= max(values.count, other.values.count)
        && blocks * 2 >= max(size, other.size)
    }
  }

  private var items: [String: [Item]] = [:]

  /// - Parameter withValues: whether single values are counted, too.
  init(_ workspace: Workspace, withValues: Bool) {
    for top in workspace.topBlocks where !ConflictCopy.isCopy(top) {
      let records = BlockSnapshot(of: top).records
      let texts = records.map { record in
        var record = record
        record.slot = .top
        return PairOfPrograms.parts(of: record, in: workspace).joined(separator: " ")
      }
      var values: [Int: [String: [String]]] = [:]
      for (index, record) in records.enumerated() where !withValues && !record.isShadow {
        guard case .input(let name, .value) = record.slot else { continue }
        values[record.parent, default: [:]][name] = Array(texts[index..<index + record.count])
      }
      for (index, record) in records.enumerated() where !record.isShadow && !record.isCovered {
        if !withValues, workspace.blocks[record.id ?? ""]?.outputConnection != nil { continue }
        items[record.type, default: []].append(Item(own: texts[index], values: values[index] ?? [:]))
      }
    }
  }

  /// Finds a type of which a clean merge lost, doubled or invented a block.
  /// - Parameter versions: the base, ours and theirs.
  static func fault(_ versions: [BlockCounts], _ result: BlockCounts) -> String? {
    for type in Set(versions.flatMap(\.items.keys)).union(result.items.keys) {
      let items = versions.map { $0.items[type] ?? [] }
      let counts = items.map(\.count)
      let count = result.items[type]?.count ?? 0
      // Both may have deleted the same block, or added it.
      let deleted = items.dropFirst().map { less(items[0], than: $0) }
      let added = items.dropFirst().map { less($0, than: items[0]) }
      let independent = counts[1] + counts[2] - counts[0]
      let range = independent - (added.min() ?? 0)...independent + (deleted.min() ?? 0)
      if !range.contains(count) { return "\(counts) gives \(count): \(type)" }
    }
    return nil
  }

  /// How many blocks are in one but not in the other.
  private static func less(_ items: [Item], than others: [Item]) -> Int {
    var free = others.reduce(into: [Item: Int]()) { $0[$1, default: 0] += 1 }
    var rest: [Item] = []
    for item in items {
      if let count = free[item], count > 0 { free[item] = count - 1 } else { rest.append(item) }
    }
    return rest.count { item in
      guard let like = free.first(where: { $0.value > 0 && $0.key.isLike(item) })?.key else { return true }
      free[like, default: 0] -= 1
      return false
    }
  }
}
