import BlockLayout
import BlockModel

extension WorkbenchController {
  /// Goes to the nearest item that is found.
  func find(_ wanted: SearchStep) -> IntentOutcome {
    if let search {
      if search.query != wanted.query { search.change(to: wanted.query) }
    } else {
      let search = ProgramSearch(wanted.query, in: workspace, readingIndices: readingIndices)
      eventManager.addListener(search)
      self.search = search
    }
    guard let search, let layout else { return .refused(reason: "nothing is shown") }
    guard
      let step = search.step(
        from: wanted.start, forward: wanted.forward, includesCursor: wanted.includesStart, in: layout)
    else { return .refused(reason: "\(search.title): nothing found") }
    cursor = order?.visibleItem(for: step.item) ?? cursor
    search.went(to: step.item, cursor: cursor)
    let isHidden = cursor?.elementID != step.item.elementID
    let notes = [step.isWrapped ? "from the other end" : nil, isHidden ? "inside this collapsed block" : nil]
    let text = ["\(step.index + 1) of \(step.count)"] + notes.compactMap { $0 } + [state.cursorDescription]
    return .done(statusMessage: "\(search.title) \(text.joined(separator: " · "))")
  }

  func endSearch() {
    if let search { eventManager.removeListener(search) }
    search = nil
  }

  /// The items that a search finds, with the lines that they are in, in reading order.
  public func foundItems() -> [(item: FocusItem, block: Block?)] {
    guard let search, let layout else { return [] }
    return search.items(in: layout).map { item in (item, item.blockID.flatMap { workspace.blocks[$0] }) }
  }

  /// What the search says while its text is typed.
  public var searchSummary: String? {
    guard let search, let layout else { return nil }
    if search.count == 0 { return "nothing found" }
    let index = cursor.flatMap { cursor in search.items(in: layout).firstIndex(of: cursor) }
    return index.map { "\($0 + 1) of \(search.count)" } ?? "\(search.count) found"
  }
}
