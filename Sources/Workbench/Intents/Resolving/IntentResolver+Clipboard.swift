import BlockLayout
import BlockModel

extension Intent {
  /// Copies the block, default value or comment at the cursor to the clipboard.
  public static let copy = Intent.atCursor(CursorIntent("copy") { $0.copy(followers: false) })
  /// Copies the block and the blocks below it.
  public static let copyStack = Intent.atCursor(CursorIntent("copyStack") { $0.copy(followers: true) })
  /// Copies and deletes the block or comment.
  public static let cut = Intent.atCursor(CursorIntent("cut") { $0.cut(followers: false) })
  /// Copies and deletes the block and the blocks below it.
  public static let cutStack = Intent.atCursor(CursorIntent("cutStack") { $0.cut(followers: true) })
  /// Inserts what was copied: into the empty input or over the default value at the cursor, else where it fits, else
  /// unconnected beside the cursor.
  public static let paste = Intent.atCursor(CursorIntent("paste") { $0.paste() })
  /// Inserts copied statements above the statement at the cursor.
  public static let pasteAbove = Intent.atCursor(CursorIntent("pasteAbove") { $0.pasteAbove() })
}

/// Copying, cutting and pasting.
extension IntentResolver {
  func copy(followers: Bool) -> Resolution {
    if let comment = state.cursorComment {
      return .copy(.comment(comment.snapshot), statusMessage: "copied \(CommentLabel.name(of: comment))")
    }
    guard let block = state.cursorBlock else { return .refused(reason: "there is nothing to copy here") }
    if let reason = lockRefusal(of: block, followers: followers) { return .refused(reason: reason) }
    let snapshot = BlockSnapshot(copying: block, followers: followers)
    return .copy(.blocks(snapshot), statusMessage: "copied \(description(of: block, followers: followers))")
  }

  func cut(followers: Bool) -> Resolution {
    if let comment = state.cursorComment {
      return adding(
        .comment(comment.snapshot), to: delete(comment), statusMessage: "cut \(CommentLabel.name(of: comment))")
    }
    guard let block = state.cursorBlock else { return .refused(reason: "there is nothing to cut here") }
    if block.isShadow { return .refused(reason: "a default value can't be cut, only copied") }
    if let reason = lockRefusal(of: block, followers: followers) { return .refused(reason: reason) }
    return adding(
      .blocks(BlockSnapshot(copying: block, followers: followers)), to: delete(block, heal: !followers),
      statusMessage: "cut \(description(of: block, followers: followers))")
  }

  private func adding(_ clipboard: Clipboard, to resolution: Resolution, statusMessage: String) -> Resolution {
    guard case .changes(var plan) = resolution else { return resolution }
    plan.copied = clipboard
    plan.statusMessage = { _, _ in statusMessage }
    return .changes(plan)
  }

  /// As in Blockly, locked blocks are not copied, because the user could not delete the copy.
  private func lockRefusal(of block: Block, followers: Bool) -> String? {
    var next: Block? = block
    while let current = next {
      let lock = current.isDeletable ? current.isMovable ? nil : "moving" : "deleting"
      if let lock { return "\(BlockLabel.name(of: current)) is locked against \(lock), and so would its copy be" }
      next = followers ? current.nextInStack : nil
    }
    return nil
  }

  private func description(of block: Block, followers: Bool) -> String {
    let count = block.descendants(followers: followers).reduce(0) { $0 + ($1.isShadow && $1 !== block ? 0 : 1) }
    let label = BlockLabel.entry(of: block, limit: 40)
    return count == 1 ? label : "\(label), \(count) blocks"
  }

  // MARK: - Pasting

  private static let nothingCopied = "nothing was copied or cut yet"

  func paste() -> Resolution {
    switch state.clipboard {
    case .blocks(let snapshot):
      return insert(
        snapshot, verb: "pasted", at: target(for: snapshot),
        orAt: state.cursorBlock.map(state.positionBeside) ?? state.freePosition)
    case .comment(let snapshot): return insert(copyOf: snapshot, verb: "pasted")
    case nil: return .refused(reason: Self.nothingCopied)
    }
  }

  func pasteAbove() -> Resolution {
    guard let clipboard = state.clipboard else { return .refused(reason: Self.nothingCopied) }
    guard case .blocks(let snapshot) = clipboard else { return .refused(reason: "a comment can't be above a block") }
    guard let block = state.statementAtCursor else {
      return .refused(reason: "there is no statement here to paste above")
    }
    let contents = ToolboxContents(workspace: workspace)
    if let superior = block.previousConnection?.target {
      guard contents.canConnect(snapshot, superior) else { return .refused(reason: "what was copied doesn't fit here") }
      return insert(snapshot, verb: "pasted", at: superior, orAt: state.freePosition)
    }
    guard let previous = block.previousConnection, contents.canEnd(snapshot, above: previous) else {
      return .refused(reason: "what was copied doesn't fit above \(BlockLabel.name(of: block))")
    }
    return .changes(
      Plan([.insertAbove(snapshot, blockID: block.id)], focus: .created) { state, _ in
        state.cursorBlock.map { "pasted \(BlockLabel.entry(of: $0, limit: 46))" }
      })
  }
}

extension IntentState {
  /// The statement that the cursor is on or in.
  var statementAtCursor: Block? {
    var block = cursorBlock
    while let current = block, current.outputConnection != nil { block = current.parent }
    return block
  }
}
