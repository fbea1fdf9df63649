import BlockModel

extension BlockSnapshot {
  /// Returns typed blocks with the parts of a block that its changed line leaves as they are. A line may be read as
  /// other blocks than those it was made from, such as a remainder compared with 0 for “is even”.
  /// - Parameters:
  ///   - former: the blocks as which the line was read before it was changed.
  ///   - block: the block that the line was made from.
  func keepingParts(unchangedSince former: BlockSnapshot, of block: BlockSnapshot) -> BlockSnapshot {
    guard let type = records.first?.type, former.records.first?.type == type, block.records.first?.type == type else {
      return self
    }
    var kept: [Record] = []
    var waiting: [(source: Source, parent: Int)] = [(.typed(0, Match(former: 0, block: 0)), -1)]
    while let (source, parent) = waiting.popLast() {
      switch source {
      case .kept(let index, let slot):
        let start = kept.count
        for record in block.part(at: index).records {
          var record = record
          record.id = nil
          record.parent = record.parent < 0 ? parent : record.parent + start
          if record.parent == parent, kept.count == start { record.slot = slot }
          kept.append(record)
        }
      case .typed(let index, let match):
        var record = records[index]
        record.parent = parent
        if let match { record.keep(block.records[match.block], unchangedSince: former.records[match.former]) }
        let place = kept.count
        kept.append(record)
        for child in children(of: index).reversed() {
          waiting.append((self.source(child, match, former, block), place))
        }
      }
    }
    var result = BlockSnapshot(records: kept)
    result.countRecords()
    return result
  }

  private struct Match {
    var former: Int
    var block: Int
  }

  private enum Source {
    /// A part of the block.
    case kept(Int, Slot)
    /// A typed part, with those that correspond to it; nil for none.
    case typed(Int, Match?)
  }

  private func source(_ child: Int, _ match: Match?, _ former: BlockSnapshot, _ block: BlockSnapshot) -> Source {
    guard let match, !records[child].isCovered, case .input(let name, _) = records[child].slot,
      let before = former.child(of: match.former, in: name), let own = block.child(of: match.block, in: name)
    else { return .typed(child, nil) }
    if LineEditing.content(of: former.part(at: before)) == LineEditing.content(of: part(at: child)) {
      return .kept(own, records[child].slot)
    }
    let types = Set([records[child].type, former.records[before].type, block.records[own].type])
    return .typed(child, types.count == 1 ? Match(former: before, block: own) : nil)
  }

  private func child(of index: Int, in input: String) -> Int? {
    children(of: index).first { child in
      guard !records[child].isCovered, case .input(input, _) = records[child].slot else { return false }
      return true
    }
  }

  private func children(of index: Int) -> [Int] {
    var children: [Int] = []
    var next = index + 1
    while next < index + records[index].count {
      children.append(next)
      next += records[next].count
    }
    return children
  }
}

extension BlockSnapshot.Record {
  /// Takes over the fields and the shape of a block that are the same as before.
  fileprivate mutating func keep(_ own: Self, unchangedSince former: Self) {
    if mutation == former.mutation { mutation = own.mutation }
    for index in fields.indices {
      let name = fields[index].name
      guard fields[index] == former.fields.first(where: { $0.name == name }),
        let field = own.fields.first(where: { $0.name == name })
      else { continue }
      fields[index] = field
    }
  }
}
