import BlockFormats
import BlockLayout
import BlockModel
import EventQueues

extension WorkbenchController {
  /// Goes to the nearest item that is found.
  func find(_ wanted: SearchStep) -> IntentOutcome {
    if case .text(let text) = wanted.query, text.utf8.count > SearchQuery.longestText {
      endSearch()
      return .refused(reason: "more than \(SearchQuery.longestText) bytes: type a part of it")
    }
    do throws(Progress.Cancelled) {
      if let search {
        if search.query != wanted.query { try search.change(to: wanted.query) }
      } else {
        try beginSearch(for: wanted.query)
      }
    } catch {
      endSearch()
      return .refused(reason: "the search was given up")
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
    if verbosity == .terse {
      return .done(statusMessage: ([state.description()] + notes.compactMap { $0 }).joined(separator: " · "))
    }
    let text = ["\(step.index + 1) of \(step.count)"] + notes.compactMap { $0 } + [state.description()]
    return .done(statusMessage: "\(search.title) \(text.joined(separator: " · "))")
  }

  func beginSearch(for query: SearchQuery) throws(Progress.Cancelled) {
    let search = try ProgramSearch(query, in: workspace, readingIndices: readingIndices)
    eventManager.addListener(search)
    self.search = search
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

  /// A summary of the items found, such as `2 of 5`, while the text is typed; nil without a search.
  public var searchSummary: String? {
    guard let search, let layout else { return nil }
    if search.count == 0 { return "nothing found" }
    let index = cursor.flatMap { cursor in search.items(in: layout).firstIndex(of: cursor) }
    return index.map { "\($0 + 1) of \(search.count)" } ?? "\(search.count) found"
  }

  /// The problems of the program, in reading order.
  public var problems: [ProblemDescription] {
    problemFinder.currentProblems().map { problem in
      var description = description(
        problemFinder.words(problem), of: problem.blockID.flatMap { workspace.blocks[$0] }, problem.fieldName)
      let finding = problem.blockID.flatMap { id in
        problemFinder.findings(at: id).first { problemFinder.message(of: $0) == problem.message }
      }
      description.repair = finding.flatMap(problemFinder.repair)
      return description
    }
  }

  /// The warnings and hints of advice, and the reader's remarks on the file without those on blocks that no longer exist.
  public var remarks: [ProblemDescription] {
    problemFinder.currentAdvice().map { finding in
      var description = description(
        problemFinder.message(of: finding), of: finding.blockID.flatMap { workspace.blocks[$0] }, finding.fieldName)
      description.kind = finding.level.rawValue
      description.repair = problemFinder.repair(of: finding)
      return description
    }
      + state.remarksOnFile.map { finding in
        var description = description(
          finding.message, of: finding.workspaceBlockID.flatMap { workspace.blocks[$0] }, finding.fieldName)
        description.kind = "note"
        return description
      }
  }

  private func description(_ message: String, of block: Block?, _ fieldName: String?) -> ProblemDescription {
    let item = block.map { block in
      fieldName.map { FocusItem.field(blockID: block.id, name: $0) } ?? .block(id: block.id)
    }
    return ProblemDescription(
      message: message, item: item, location: block.map { BlockLabel.header(of: $0, limit: 24) } ?? "",
      colour: block?.definition.colour)
  }

  /// The number of problems that were found last.
  public var problemCount: Int { problemFinder.count }

  /// The number of warnings that were found last.
  public var warningCount: Int { problemFinder.warningCount }

  /// The number of problems that are conflicts of a merge.
  package var conflictCount: Int { problemFinder.conflictCount }

  /// Whether the program has changed since the problems were found.
  public var isInspecting: Bool { problemFinder.isBehind }

  /// Looks for problems in some more blocks.
  /// - Returns: whether the problems have changed.
  public func inspectSome() -> Bool { problemFinder.inspectSome() }

  /// Switches rules of advice off.
  /// - Parameter rules: the ids of the rules, of which some may be unknown.
  package func allow(_ rules: Set<String>) { problemFinder.allow(rules) }

  /// Whether a problem was found in a block.
  public func hasProblem(_ blockID: String) -> Bool { problemFinder.hasProblem(blockID) }
}

/// A problem of a program, as lists show it.
public struct ProblemDescription {
  /// A sentence for the user.
  public let message: String
  /// The item with the problem; nil if it is in no block.
  public let item: FocusItem?
  /// The word for it: `problem`, `warning`, `hint`, or `note` for a remark on the file.
  public var kind = "problem"
  /// The effect of its repair, as an infinitive; nil if none is known.
  public var repair: String?
  /// The line with the problem; may be empty.
  public let location: String
  /// The colour of the block with the problem; nil if it is in none.
  public let colour: BlockBuilder.Colour?
}

/// The items that the cursor left with a jump, for going back and forward.
struct VisitedItems {
  private var back: [FocusItem] = []
  private var forward: [FocusItem] = []

  /// The oldest items beyond this number are forgotten.
  private static let limit = 100

  /// Remembers the item that a jump left.
  mutating func leave(_ item: FocusItem?) {
    guard let item else { return }
    forward = []
    if back.last == item { return }
    back.append(item)
    if back.count > Self.limit { back.removeFirst() }
  }

  enum Direction { case back, forward }

  /// Returns the nearest item that is still visible and not at the cursor, and how many items are passed on the way.
  func target(_ direction: Direction, from cursor: FocusItem?, visibleItem: (FocusItem) -> FocusItem?) -> (
    item: FocusItem, passed: Int
  )? {
    let items = direction == .back ? back : forward
    for (passed, left) in items.reversed().enumerated() {
      if let item = visibleItem(left), item != cursor { return (item, passed) }
    }
    return nil
  }

  /// Goes to the item after `passed` others, which are forgotten.
  mutating func go(_ direction: Direction, passing passed: Int, from cursor: FocusItem?) {
    switch direction {
    case .back:
      back.removeLast(passed + 1)
      if let cursor { forward.append(cursor) }
    case .forward:
      forward.removeLast(passed + 1)
      if let cursor { back.append(cursor) }
    }
  }
}
