import BlockModel

extension BlockSnapshot {
  /// Returns typed blocks with the parts of a block that its changed line leaves as they are. A line may be read as
  /// other blocks than those it was made from, such as a remainder compared with 0 for “is even”.
  /// - Parameters:
  ///   - former: the blocks as which the line was read before it was changed.
  ///   - block: the block that the line was made from.
  ///   - isValue: whether that is a value, which may become a part of another one.
  func keepingParts(
    unchangedSince former: BlockSnapshot, of block: BlockSnapshot, isValue: Bool
  ) -> BlockSnapshot {
    let pairs = former.pairs(with: block).filter { pair in
      (pair.block > 0 || isValue)
        && LineEditing.content(of: former.part(at: pair.former)) != LineEditing.content(of: block.part(at: pair.block))
    }
    let movable = pairs.map { (content: LineEditing.content(of: former.part(at: $0.former)), block: $0.block) }
    let types = Set([records[0].type, former.records[0].type, block.records[0].type])
    let own = types.count == 1 ? nil : movable.first { $0.content == LineEditing.content(of: self) }?.block
    var kept: [Record] = []
    var waiting: [(source: Source, parent: Int)] = [
      (
        own.map { .kept($0, .top) } ?? .typed(0, types.count == 1 ? Match(former: 0, block: 0) : nil), -1
      )
    ]
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
          var source = self.source(child, match, former, block)
          if case .typed = source, !records[child].isCovered,
            let moved = movable.first(where: { $0.content == LineEditing.content(of: part(at: child)) })
          {
            source = .kept(moved.block, records[child].slot)
          }
          waiting.append((source, place))
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

  /// Returns the parts of a line's blocks with those of the block that the line was made from.
  private func pairs(with block: BlockSnapshot) -> [Match] {
    var pairs = [Match(former: 0, block: 0)]
    var next = 0
    while next < pairs.count {
      let pair = pairs[next]
      next += 1
      guard records[pair.former].type == block.records[pair.block].type else { continue }
      for child in children(of: pair.former) {
        guard !records[child].isCovered, case .input(let name, _) = records[child].slot,
          let own = block.child(of: pair.block, in: name)
        else { continue }
        pairs.append(Match(former: child, block: own))
      }
    }
    return pairs
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
