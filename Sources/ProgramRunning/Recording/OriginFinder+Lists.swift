import CodeGeneration

// The origins of lists and their items.
extension OriginFinder {
  /// Returns the index of the item that a block takes, and the time at which it does; nil if that isn't known.
  func position(of block: Int, in entry: Int) -> (index: Int, time: UInt32)? {
    guard let value = uses.child(of: block, "VALUE").flatMap({ known($0, in: entry) }), value.kind == .list,
      let list = store.list(value.payload)
    else { return nil }
    var time = time(of: block, in: entry)
    // The statement may have made the list itself.
    if list.count(at: time) == nil { time = UInt32(next(entry)) }
    guard let count = list.count(at: time) else { return nil }
    var number: Int? {
      let value = uses.child(of: block, "AT").flatMap { known($0, in: entry) }
      guard let value else { return nil }
      return value.isInteger ? value.integer : value.kind == nil ? Int(exactly: value.number) : nil
    }
    let index: Int? =
      switch uses[block].text {
      case "FIRST": 0
      case "LAST": count - 1
      case "FROM_START": number.map { $0 - uses.firstIndex }
      case "FROM_END": number.map { count - $0 - 1 + uses.firstIndex }
      default: nil
      }
    return index.flatMap { 0..<count ~= $0 ? ($0, time) : nil }
  }

  /// Returns an item of a list as the part that was used, or the list as a whole if the item isn't known.
  func itemParts(of list: Int, in entry: Int, index: Int, _ time: UInt32) -> [FoundOrigin.Part] {
    guard let value = known(list, in: entry), value.kind == .list,
      let item = store.list(value.payload)?.items(at: time, index..<index + 1).first
    else { return parts(of: list, in: entry) }
    return [
      FoundOrigin.Part(
        kind: .item(index + uses.firstIndex, of: uses[list].role == .reads ? uses[list].variables.first : nil),
        block: list, value: item, time: time, source: .item(list: value.payload, index: index, time: time))
    ]
  }

  typealias ListChange = (time: UInt32, change: RecordedList.Change?)

  /// Returns the statement that changed a list at a time: the last one of the innermost call that was still running.
  private func changer(at time: UInt32) -> Int? {
    guard var entry = lastEntry(before: time) else { return nil }
    while case let call = frame(entry), call >= 0, store.calls[call].end < time {
      entry = Int(store.calls[call].caller)
      if entry < store.log.startIndex { return nil }
    }
    return entry
  }

  /// Returns the last change of a list in a span of time, apart from those of the statement of an entry.
  func lastChange(of list: Int, after start: UInt32, upTo end: UInt32, _ entry: Int?) -> ListChange? {
    store.list(list)?.changes(upTo: end, limit: 100).first { time, change in
      time > start && change != nil && (entry == nil || changer(at: time) != entry)
    }
  }

  func listChange(
    _ change: ListChange, of list: StoredValue, _ kind: FoundOrigin.Part.Kind, before: OriginSource
  ) -> FoundOrigin {
    let entry = changer(at: change.time)
    var origin = FoundOrigin(
      kind: .changedList(change.change?.kind ?? .set), entry: entry, block: entry.map(block) ?? 0, value: list)
    // A value in the statement may have removed an item.
    if let entry, uses[origin.block].role == .setsItem, change.change?.kind != .remove {
      for input in ["AT", "TO"] { origin.parts += parts(of: uses.child(of: origin.block, input), in: entry) }
    }
    origin.parts.append(
      FoundOrigin.Part(kind: kind, block: origin.block, value: list, time: change.time - 1, source: before))
    return origin
  }

  func list(_ list: Int, _ time: UInt32) -> FoundOrigin {
    guard let change = store.list(list)?.changes(upTo: time, limit: 1).first else { return FoundOrigin(kind: .dropped) }
    let value = StoredValue(.list, UInt64(list))
    if change.change == nil { return made(list, at: change.time, nil, value) }
    return listChange(change, of: value, .list, before: .list(list, time: change.time - 1))
  }

  func item(_ list: Int, _ index: Int, _ time: UInt32) -> FoundOrigin {
    guard let recorded = store.list(list) else { return FoundOrigin(kind: .dropped) }
    let value = recorded.items(at: time, index..<index + 1).first ?? .missing
    let changes = recorded.changes(upTo: time, limit: .max)
    var position = index
    var placed: (time: UInt32, change: RecordedList.Change?)?
    for (time, change) in changes where placed == nil {
      let at = change.map { Int($0.index) } ?? position
      switch change?.kind {
      case nil: placed = (time, nil)
      case .set where at == position, .insert where at == position: placed = (time, change)
      case .insert where at < position: position -= 1
      case .remove where at <= position: position += 1
      default: break
      }
    }
    guard let placed else { return FoundOrigin(kind: .dropped, value: value) }
    if value.kind == .list, let change = lastChange(of: value.payload, after: placed.time, upTo: time, nil) {
      var before = index
      for (time, outer) in changes where time > change.time {
        if outer?.kind == .insert, Int(outer?.index ?? 0) < before { before -= 1 }
        if outer?.kind == .remove, Int(outer?.index ?? 0) <= before { before += 1 }
      }
      return listChange(
        change, of: value, .list, before: .item(list: list, index: before, time: change.time - 1))
    }
    guard let change = placed.change else { return made(list, at: placed.time, position, value) }
    let entry = changer(at: placed.time)
    let number = entry.map(block) ?? 0
    return FoundOrigin(
      kind: .changedList(change.kind), entry: entry, block: number, value: value,
      parts: entry.map { parts(of: uses.child(of: number, "TO"), in: $0) } ?? [])
  }

  /// Returns the origin of a list that was made, or of one of its items.
  private func made(_ list: Int, at time: UInt32, _ index: Int?, _ value: StoredValue) -> FoundOrigin {
    func makes(_ entry: Int) -> Bool {
      uses.values(in: block(entry)).contains { uses[$0].role == .gathers || uses[$0].role == .unknown }
        || uses[block(entry)].role == .unknown
    }
    guard let entry = maker(at: time, where: makes) ?? lastEntry(before: time) else {
      return FoundOrigin(kind: .dropped, value: value)
    }
    var origin = FoundOrigin(kind: .made, entry: entry, block: block(entry), value: value)
    guard let maker = gatherer(of: list, in: entry, at: time) else {
      origin.parts = statement(entry).parts
      return origin
    }
    origin.block = maker
    let items = uses.children(of: maker)
    if let index, let item = items.first(where: { $0.input == "ADD\(index)" || $0.input == "ITEM" }) {
      origin.parts = parts(of: item.number, in: entry)
    } else {
      origin.parts = parts(of: maker, in: entry)
    }
    return origin
  }

  /// Returns the block of a statement that made a list; nil if that isn't known.
  private func gatherer(of list: Int, in entry: Int, at time: UInt32) -> Int? {
    let candidates = uses.values(in: block(entry)).filter { uses[$0].role == .gathers }
    if candidates.count == 1 { return candidates[0] }
    return candidates.last { recordedValue(of: $0, in: entry) == StoredValue(.list, UInt64(list)) }
  }
}
