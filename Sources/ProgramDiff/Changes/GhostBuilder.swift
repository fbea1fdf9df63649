import BlockLayout
import BlockModel

/// Makes the rows that show deleted blocks at their old places: one for each place, with the line of the first block
/// and the number of the others.
struct GhostBuilder {
  private struct Deletion {
    var words: String
    /// The number of blocks with lines of their own.
    var count = 0

    var row: GhostRows.Row {
      GhostRows.Row("deleted: \(words)", ending: count == 1 ? "" : " + \(count - 1) more block\(count == 2 ? "" : "s")")
    }
  }

  private let places: DeletedPlaces
  private let match: ProgramMatch
  private var order: [DeletedPlaces.Place] = []
  private var deletions: [DeletedPlaces.Place: Deletion] = [:]
  /// The last blocks of stacks, by the indices of other blocks in them.
  private var ends: [Int: Block] = [:]

  init(places: DeletedPlaces, match: ProgramMatch) { (self.places, self.match) = (places, match) }

  /// Adds a deleted block with everything in it.
  /// - Parameters:
  ///   - index: its index in the tree of the earlier version.
  ///   - words: its line.
  /// - Returns: the block of the program next to it; nil if the program is empty.
  mutating func add(_ index: Int, words: String) -> Block? {
    let place = places[index]
    if deletions[place] == nil {
      order.append(place)
      deletions[place] = Deletion(words: words)
    }
    let old = match.old
    deletions[place]?.count += (index..<index + old.size[index]).count {
      match.toNew[$0] < 0 && ($0 == index || old.blocks[$0].outputConnection == nil)
    }
    return block(at: place)
  }

  private mutating func block(at place: DeletedPlaces.Place) -> Block? {
    switch place {
    case .below(let index), .above(let index), .inside(let index, _): return match.new.blocks[index].lineHead
    case .beforeAll: return match.newWorkspace.topBlocks.first
    case .behindStack(let index):
      var end = ends[index] ?? match.new.blocks[index]
      while let next = end.nextBlock { end = next }
      ends[index] = end
      return end
    }
  }

  /// The rows, by the ids of the blocks next to them.
  var ghosts: [String: GhostRows] {
    mutating get {
      var ghosts: [String: GhostRows] = [:]
      for place in order {
        guard let row = deletions[place]?.row, let id = block(at: place)?.id else { continue }
        var rows = ghosts[id] ?? GhostRows()
        switch place {
        case .below: rows.below.append(row)
        case .above: rows.above.append(row)
        case .inside(let index, let input):
          rows.inside[GhostRows.Input(blockID: match.new.blocks[index].id, name: input), default: []].append(row)
        case .behindStack: rows.below += [.blank, row]
        case .beforeAll: rows.above += [row, .blank]
        }
        ghosts[id] = rows
      }
      return ghosts
    }
  }
}
