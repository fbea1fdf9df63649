import BlockLayout
import BlockLibrary
import BlockModel
import ProgramDiff

extension Intent {
  /// Goes to the next conflict of a merge.
  package static let nextConflict = Intent("nextConflict", isJump: true) { $0.conflict(forward: true) }
  /// Goes to the previous conflict of a merge.
  package static let previousConflict = Intent("previousConflict", isJump: true) { $0.conflict(forward: false) }
  /// Settles the conflict at the cursor: keeps ours, and deletes the copy.
  package static let takeOurs = Intent("takeOurs") { $0.takeOurs() }
  /// Settles the conflict at the cursor: replaces ours with the content of the copy, and deletes the copy.
  package static let takeTheirs = Intent("takeTheirs") { $0.takeTheirs() }
  /// Settles the conflict at the cursor: the copy becomes a part of the program, beside ours.
  package static let keepBoth = Intent("keepBoth") { $0.keepBoth() }
}

/// The conflicts that a merge left in the program.
extension IntentResolver {
  func conflict(forward: Bool) -> Resolution {
    guard let layout = state.layout, let order = state.order else { return .refused(reason: "nothing is shown") }
    let items =
      workspace.topBlocks.filter(ConflictCopy.isCopy).map { FocusItem.block(id: $0.id) }
      + workspace.comments.filter(ConflictCopy.isCopy).map { FocusItem.comment(id: $0.id) }
    let shown = state.readingIndices.sorted(items.compactMap(order.visibleItem), in: layout)
    guard let step = state.readingIndices.step(from: state.cursor, forward: forward, among: shown, in: layout) else {
      return .refused(reason: "no conflict is left in this program")
    }
    let words = "conflict \(step.index + 1) of \(items.count): \(state.conflictWords(of: step.item) ?? "")"
    return .cursor(step.item, statusMessage: words + (step.isWrapped && items.count > 1 ? " · from the other end" : ""))
  }

  /// Looks up the copy that the cursor is in.
  private func copy(_ resolution: (Block) -> Resolution) -> Resolution {
    if let root = state.cursorBlock?.root, ConflictCopy.isCopy(root) { return resolution(root) }
    return .refused(
      reason: ConflictCopy.count(in: workspace) == 0
        ? "no conflict is left in this program" : "the cursor isn't on a conflict")
  }

  private func settled(_ words: String, _ state: IntentState) -> String {
    let count = ConflictCopy.count(in: state.workspace)
    return "\(words) · \(count == 0 ? "no conflict is left" : "\(Self.counted(count, "conflict")) left")"
  }

  private var noteAtCursor: WorkspaceComment? {
    state.cursorComment.flatMap { ConflictCopy.isCopy($0) ? $0 : nil }
  }

  /// The function of theirs that was added under another name beside one of ours.
  private func function(addedIn note: WorkspaceComment) -> Block? {
    let block = ConflictNote(text: note.text)?.addition?.block(in: workspace, state.notation)
    return block.flatMap { ProcedureBlocks.name(definedBy: $0) == nil ? nil : $0 }
  }

  func takeOurs() -> Resolution {
    if let note = noteAtCursor {
      var (changes, words) = ([ProgramChange.deleteComment(id: note.id)], "ours stays")
      if let function = function(addedIn: note) {
        let calls = calls(deletedWith: function).count
        words +=
          "; deleted theirs, \(named: function)" + (calls > 0 ? ", and \(Self.counted(calls, "call"))" : "")
        changes.insert(.delete(blockID: function.id, heal: false), at: 0)
      }
      return .changes(
        Plan(changes, focus: .item(state.focusBeside(note, preferring: .after))) { state, _ in settled(words, state) })
    }
    return copy { copy in
      let own = target(of: copy)?.block
      return .changes(
        Plan(
          [.delete(blockID: copy.id, heal: true)],
          focus: .item(own.map { .block(id: $0.id) } ?? state.focusBesideStack(of: copy) { $0.first?.block })
        ) { state, _ in
          settled("ours stays" + (own.map { ": \(quoted: $0.lineHead)" } ?? ""), state)
        })
    }
  }

  private static let onlyWords = "theirs is only described here: change the program to match it, then take ours"

  func takeTheirs() -> Resolution {
    if noteAtCursor != nil { return .refused(reason: Self.onlyWords) }
    return copy { copy in
      guard let target = target(of: copy) else {
        return .refused(reason: "the original of this copy no longer exists; keep both, and move the copy there")
      }
      let left = target.block ?? copy
      return .changes(
        Plan([.takeTheirs(target)], focus: .item(.block(id: left.id))) { state, _ in
          let line = state.workspace.blocks[left.id].map { ": \(quoted: $0.lineHead)" }
          return settled("took theirs\(line ?? ": deleted")", state)
        })
    }
  }

  func keepBoth() -> Resolution {
    if let note = noteAtCursor {
      if function(addedIn: note) != nil {
        return .changes(
          Plan([.deleteComment(id: note.id)], focus: .item(state.focusBeside(note, preferring: .after))) { state, _ in
            settled("kept both", state)
          })
      }
      guard let text = ConflictNote(text: note.text)?.messages.joined(separator: "\n"), !text.isEmpty else {
        return .refused(reason: Self.onlyWords)
      }
      return .changes(Plan([.setCommentText(text, id: note.id)]) { state, _ in settled("kept both", state) })
    }
    return copy { copy in
      .changes(Plan([.keepCopy(blockID: copy.id)]) { state, _ in settled("kept both", state) })
    }
  }

  private func target(of copy: Block) -> ConflictTarget? { ConflictTarget(of: copy, in: workspace, state.notation) }
}

extension IntentState {
  /// A description of the conflict that an item belongs to; nil if the item is no copy of a conflict.
  func conflictWords(of item: FocusItem) -> String? {
    switch item {
    case .comment(let id): workspace.comment(withID: id).flatMap { ConflictNote(text: $0.text)?.side }
    default:
      item.blockID.flatMap { workspace.blocks[$0] }.flatMap { $0.parent == nil ? $0.comment : nil }
        .flatMap { ConflictNote(text: $0.text) }.map { ConflictWords.text(of: $0.messages) }
    }
  }

  /// Whether the cursor is in a conflict's copy.
  package var isInConflict: Bool {
    cursorBlock.map { ConflictCopy.isCopy($0.root) } ?? cursorComment.map(ConflictCopy.isCopy) ?? false
  }
}
