import BlockModel

/// Matches the blocks of a text with those of an older version of the program, so that unchanged blocks keep their ids
/// and positions.
///
/// Statements with equal contents match first, in order. Then the others match by type and location: in the same place
/// of a matching block, or at the top level.
struct FormerBlockMatcher {
  private let old: [BlockSnapshot.Record]
  private let new: [BlockSnapshot.Record]
  /// The old record of each new one; -1 for none.
  private(set) var matches: [Int]
  private var isTaken: [Bool]

  init(old: [BlockSnapshot.Record], new: [BlockSnapshot.Record]) {
    self.old = old
    self.new = new
    matches = Array(repeating: -1, count: new.count)
    isTaken = Array(repeating: false, count: old.count)
    matchEqual()
    matchByLocation()
  }

  private mutating func match(_ index: Int, _ oldIndex: Int) {
    matches[index] = oldIndex
    isTaken[oldIndex] = true
  }

  // MARK: - Equal statements

  private mutating func matchEqual() {
    var candidates: [Int: [Int]] = [:]
    let (oldStatements, newStatements) = (Statements(old), Statements(new))
    for index in old.indices.reversed() where oldStatements.isStatement(index) {
      candidates[oldStatements.hashes[index], default: []].append(index)
    }
    for index in new.indices where matches[index] < 0 && newStatements.isStatement(index) {
      while let candidate = candidates[newStatements.hashes[index]]?.popLast() {
        let count = newStatements.counts[index]
        guard !isTaken[candidate], oldStatements.counts[candidate] == count else { continue }
        for offset in 0..<count where matches[index + offset] < 0 && !isTaken[candidate + offset] {
          match(index + offset, candidate + offset)
        }
        break
      }
    }
  }

  /// The statements of a program, each with its contents but without the blocks below.
  private struct Statements {
    let records: [BlockSnapshot.Record]
    /// A hash of the statement with everything in its inputs.
    private(set) var hashes: [Int]
    /// The number of its records.
    private(set) var counts: [Int]

    init(_ records: [BlockSnapshot.Record]) {
      self.records = records
      hashes = Array(repeating: 0, count: records.count)
      counts = records.map(\.count)
      var inputs = hashes
      var below = hashes
      for index in records.indices.reversed() {
        let record = records[index]
        var hasher = Hasher()
        hasher.combine(record.type)
        hasher.combine(record.isShadow)
        for field in record.fields.sorted(by: { $0.name < $1.name }) {
          hasher.combine(field.name)
          hasher.combine(Self.text(of: field.state))
        }
        hasher.combine(inputs[index])
        hashes[index] = hasher.finalize()
        guard record.parent >= 0 else { continue }
        var slot = Hasher()
        slot.combine(hashes[index])
        slot.combine(below[index])
        if case .input(let name, _) = record.slot {
          slot.combine(name)
          slot.combine(record.isCovered)
          inputs[record.parent] ^= slot.finalize()
        } else {
          below[record.parent] = slot.finalize()
          counts[record.parent] -= record.count
        }
      }
    }

    private static func text(of state: FieldState) -> String {
      if case .variable(let reference) = state { return reference.name ?? "" }
      return state.text
    }

    func isStatement(_ index: Int) -> Bool {
      if records[index].isCovered { return false }
      if case .input(_, let kind) = records[index].slot { return kind == .statement }
      return true
    }
  }

  // MARK: - Locations

  private struct Location: Hashable {
    var parent: Int
    var slot: BlockSnapshot.Slot
    var isCovered: Bool
    var type: String
  }

  private mutating func matchByLocation() {
    var locations: [Location: Int] = [:]
    var tops: [String: [Int]] = [:]
    for index in old.indices.reversed() where !isTaken[index] {
      let record = old[index]
      if record.parent < 0 {
        tops[record.type, default: []].append(index)
      } else {
        locations[location(of: record, parent: record.parent)] = index
      }
    }
    for index in new.indices where matches[index] < 0 {
      let record = new[index]
      if record.parent < 0 {
        while let top = tops[record.type]?.popLast() {
          if isTaken[top] { continue }
          match(index, top)
          break
        }
      } else if matches[record.parent] >= 0,
        let candidate = locations[location(of: record, parent: matches[record.parent])], !isTaken[candidate]
      {
        match(index, candidate)
      }
    }
  }

  private func location(of record: BlockSnapshot.Record, parent: Int) -> Location {
    var slot = record.slot
    if case .input(let name, _) = slot { slot = .input(name: name, kind: nil) }
    return Location(parent: parent, slot: slot, isCovered: record.isCovered, type: record.type)
  }
}

extension BlockSnapshot {
  /// Gives records without ids and positions those of an older version of the program.
  mutating func keepIdentity(of workspace: Workspace) {
    var old: [Record] = []
    for block in workspace.topBlocks {
      let start = old.count
      for var record in BlockSnapshot(of: block).records {
        if record.parent >= 0 { record.parent += start }
        old.append(record)
      }
    }
    let matches = FormerBlockMatcher(old: old, new: records).matches
    var stated = Set(records.compactMap(\.id))
    for (index, match) in matches.enumerated() where match >= 0 {
      if records[index].id == nil, let id = old[match].id, stated.insert(id).inserted {
        records[index].id = id
        records[index].hasImplicitID = old[match].hasImplicitID
      }
      if records[index].parent < 0, records[index].position == nil, let position = old[match].position {
        records[index].position = position
        records[index].hasImplicitPosition = old[match].hasImplicitPosition
      }
    }
  }
}
