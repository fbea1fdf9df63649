import BlockLayout
import BlockLibrary
import BlockModel

extension Intent {
  /// Sets the comment of all selected blocks; an empty text removes it.
  public static func setCommentOfSelection(_ text: String) -> Intent {
    Intent("setCommentOfSelection") { $0.setCommentOfSelection(text) }
  }
}

/// Changes all selected blocks. Locked blocks stay as they are, and the status line names them.
extension IntentResolver {
  func deleteSelection() -> Resolution { delete(state.selectedBlocks) }

  func delete(_ blocks: [Block]) -> Resolution {
    let (blocks, locked) = partition(blocks, .deleting)
    guard !blocks.isEmpty else { return .refused(reason: SelectionText.allLocked(locked, .deleting)) }
    let runs = BlockRun.runs(of: blocks)
    let inside = blocks.flatMap { $0.descendants(followers: false) }.filter { !$0.isShadow }
    let all = Set((inside + blocks.flatMap(calls(deletedWith:))).map(ObjectIdentifier.init))
    // The note on locked blocks needs the space of the names.
    let deleted = locked.isEmpty ? SelectionText.list(blocks) : SelectionText.count(blocks.count)
    return .changes(
      Plan(
        deletion(of: runs), focus: .item(state.focusAfterDeleting(runs)),
        statusMessage: "deleted \(deleted)" + state.wayBack(of: all.count, isOne: blocks.count == 1)
          + SelectionText.kept(locked, .deleting)))
  }

  /// Deletes functions last, because that also deletes their calls.
  func deletion(of runs: [BlockRun]) -> [ProgramChange] {
    let isDefinition = { (run: BlockRun) in ProcedureBlocks.name(definedBy: run.first) != nil }
    return (runs.filter { !isDefinition($0) } + runs.filter(isDefinition)).map(\.deletion)
  }

  func cutSelection() -> Resolution {
    changing(.copying, "cut") { blocks in
      let runs = BlockRun.runs(of: blocks)
      var plan = Plan(deletion(of: runs), focus: .item(state.focusAfterDeleting(runs)), statusMessage: nil)
      plan.copied = Clipboard(runs.map(copy))
      return plan
    }
  }

  func copySelection() -> Resolution {
    let (blocks, locked) = partition(state.selectedBlocks, .copying)
    guard !blocks.isEmpty else { return .refused(reason: SelectionText.allLocked(locked, .copying)) }
    return .copy(
      Clipboard(BlockRun.runs(of: blocks).map(copy)),
      statusMessage: SelectionText.done("copied", blocks, "", locked, .copying))
  }

  /// A copy of a run, at the position where it is shown.
  private func copy(of run: BlockRun) -> BlockSnapshot {
    var copy = BlockSnapshot(copying: run.first, through: run.last)
    if copy.records[0].position == nil, let rect = state.order?.rect(of: .block(id: run.first.id)) {
      copy.records[0].position = LayoutStyle.position(of: rect.origin)
    }
    return copy
  }

  func duplicateSelection() -> Resolution {
    changing(.copying, "duplicated") { blocks in
      let copies = BlockRun.runs(of: blocks).map { ($0, BlockSnapshot(copying: $0.first, through: $0.last)) }
      let changes = copies.map { run, copy in insertion(of: copy, of: run) }
      let location = copies.count == 1 ? location(of: copies[0].1, copiedFrom: copies[0].0) : nil
      var plan = Plan(changes, focus: .created, statusMessage: location)
      plan.clearsSelection = true
      return plan
    }
  }

  /// Collapses all selected blocks, or expands them if all are collapsed.
  func toggleSelectionCollapsed() -> Resolution {
    let isCollapsing = state.selectedBlocks.contains { !$0.isCollapsed }
    return changing(.nothing, isCollapsing ? "collapsed" : "expanded") { blocks in
      Plan(blocks.map { .set(.collapsed, to: .flag(isCollapsing), blockID: $0.id) }, statusMessage: nil)
    }
  }

  /// Disables all selected blocks, or enables them if all are disabled.
  func toggleSelectionDisabled() -> Resolution {
    let isDisabling = partition(state.selectedBlocks, .editing).able
      .contains { !$0.disabledReasons.contains(Block.manuallyDisabled) }
    return changing(.editing, isDisabling ? "disabled" : "enabled") { blocks in
      Plan(
        blocks.map {
          .set(.disabled(reason: Block.manuallyDisabled), to: .flag(isDisabling), blockID: $0.id)
        }, statusMessage: nil)
    }
  }

  func setCommentOfSelection(_ text: String) -> Resolution {
    changing(.editing, text.isEmpty ? "removed the comments of" : "commented") { blocks in
      Plan(
        blocks.map { block in
          var comment = block.comment ?? BlockComment(text: "", isPinned: false, size: BlockComment.defaultSize)
          comment.text = text
          return .set(.comment, to: .comment(text.isEmpty ? nil : comment), blockID: block.id)
        }, statusMessage: nil)
    }
  }

  // MARK: - Locks

  /// The blocks that a change is possible for, and those that are locked against it.
  func partition(_ blocks: [Block], _ lock: SelectionLock) -> (able: [Block], locked: [Block]) {
    (blocks.filter { !lock.isLocked($0) }, blocks.filter(lock.isLocked))
  }

  /// Changes the selected blocks that are not locked.
  /// - Parameters:
  ///   - verb: the past participle of the action for the status line: `deleted`.
  ///   - plan: returns the plan, whose message is the location.
  private func changing(
    _ lock: SelectionLock, _ verb: String, _ plan: ([Block]) -> Plan
  ) -> Resolution {
    let all = state.selectedBlocks
    guard !all.isEmpty else { return .refused(reason: "no block is selected") }
    let (blocks, locked) = partition(all, lock)
    guard !blocks.isEmpty else { return .refused(reason: SelectionText.allLocked(locked, lock)) }
    var plan = plan(blocks)
    let location = plan.statusMessage(state, false).map { ", \($0)" } ?? ""
    let message = SelectionText.done(verb, blocks, location, locked, lock)
    plan.statusMessage = { _, _ in message }
    return .changes(plan)
  }
}

/// The lock that excludes a block from a change of all selected ones.
enum SelectionLock: String {
  case deleting, moving, editing
  /// A copy would be locked, too.
  case copying
  case nothing

  func isLocked(_ block: Block) -> Bool {
    switch self {
    case .deleting: !block.isDeletable
    case .moving: !block.isMovable
    case .editing: !block.isEditable
    case .copying: !block.isDeletable || !block.isMovable
    case .nothing: false
    }
  }

  var description: String { self == .copying ? "locked" : "locked against \(rawValue)" }
}

/// Describes what was done with the selected blocks.
enum SelectionText {
  /// The number of blocks and the names of the first ones: `3 blocks: print, set x, …`.
  static func list(_ blocks: [Block]) -> String { "\(count(blocks.count)): \(names(blocks))" }

  private static func names(_ blocks: [Block]) -> String {
    let names = blocks.prefix(shownNames).map { "\(named: $0)" }
    return (names + (blocks.count > shownNames ? ["…"] : [])).joined(separator: ", ")
  }

  private static let shownNames = 2

  static func count(_ number: Int) -> String { number == 1 ? "1 block" : "\(number) blocks" }

  static func done(
    _ verb: String, _ blocks: [Block], _ location: String, _ locked: [Block], _ lock: SelectionLock
  ) -> String {
    "\(verb) \(list(blocks))\(location)" + kept(locked, lock)
  }

  /// A note on the blocks that were left as they are: `; 2 locked against deleting: if, …`.
  static func kept(_ locked: [Block], _ lock: SelectionLock) -> String {
    switch locked.count {
    case 0: ""
    case 1: "; \(lock.description): \(names(locked))"
    default: "; \(locked.count) \(lock.description): \(names(locked))"
    }
  }

  static func allLocked(_ locked: [Block], _ lock: SelectionLock) -> String {
    locked.count == 1
      ? "\(names(locked)) is \(lock.description)" : "\(locked.count) blocks are \(lock.description): \(names(locked))"
  }
}

extension IntentState {
  /// The selected blocks in document order.
  var selectedBlocks: [Block] { selection.blocks(in: workspace) }

  /// The cursor's target after runs are deleted.
  func focusAfterDeleting(_ runs: [BlockRun]) -> FocusItem? {
    var holders: [ObjectIdentifier: BlockRun] = [:]
    for run in runs {
      for block in run.blocks { holders[ObjectIdentifier(block)] = run }
    }
    // The run that the cursor is in.
    var outer = cursorBlock
    while let block = outer, holders[ObjectIdentifier(block)] == nil { outer = holder(of: block) }
    guard let run = outer.flatMap({ holders[ObjectIdentifier($0)] }) else { return cursor }
    if let next = run.follower { return .block(id: next.id) }
    if run.first.superiorConnection != nil { return focusAfterDeleting(run.first, heal: false) }
    return focusBesideStack(of: run.first) { stack in
      var next = stack.first?.block
      while let block = next, holders[ObjectIdentifier(block)] != nil { next = block.nextInStack }
      return next
    }
  }

  /// A hint on restoring deleted blocks, for the end of a message; empty for a single block.
  /// - Parameters:
  ///   - count: the number of blocks, including those inside others.
  ///   - isOne: whether the message names one block.
  func wayBack(of count: Int, isOne: Bool) -> String {
    count > 1 ? hint("undo", "brings \(isOne ? "it" : "them") back") : ""
  }
}
