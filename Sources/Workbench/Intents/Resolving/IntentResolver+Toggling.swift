import BlockEvents
import BlockLayout
import BlockLibrary
import BlockModel

extension Intent {
  /// Collapses or expands the selected blocks, or else the block or comment.
  public static let toggleCollapsed = Intent("toggleCollapsed") { $0.toggleCollapsed() }
  /// Expands the collapsed block at the cursor.
  public static let expand = Intent("expand") { $0.expand() }
  /// Collapses all blocks, or expands them if all are collapsed.
  public static let toggleAllCollapsed = Intent("toggleAllCollapsed", isSurprising: true) { $0.toggleAllCollapsed() }
  /// Disables or enables the selected blocks, or else the block.
  public static let toggleDisabled = Intent("toggleDisabled", isSurprising: true) { $0.toggleDisabled() }
}

/// Collapsing and disabling.
extension IntentResolver {
  func toggleCollapsed() -> Resolution {
    state.selection.isEmpty ? toggleCollapsedAtCursor() : toggleSelectionCollapsed()
  }

  func toggleCollapsedAtCursor() -> Resolution {
    if let comment = state.cursorComment {
      return .changes(
        Plan(
          [.setCommentCollapsed(!comment.isCollapsed, id: comment.id)],
          statusMessage: "\(comment.isCollapsed ? "expanded" : "collapsed") \(CommentLabel.name(of: comment))"))
    }
    guard let block = state.nearestNonShadowBlock else { return .refused(reason: "there is no block here") }
    return .changes(
      Plan(
        [.set(.collapsed, to: .flag(!block.isCollapsed), blockID: block.id)], focus: .item(.block(id: block.id)),
        statusMessage: "\(block.isCollapsed ? "expanded" : "collapsed") \(named: block)"))
  }

  func expand() -> Resolution {
    guard state.nearestNonShadowBlock?.isCollapsed == true else {
      return .refused(reason: "there is no collapsed block here")
    }
    return toggleCollapsedAtCursor()
  }

  /// Collapses every block of every stack. If all are collapsed, expands them.
  func toggleAllCollapsed() -> Resolution {
    var blocks: [Block] = []
    for top in workspace.topBlocks {
      var block: Block? = top
      while let current = block {
        blocks.append(current)
        block = current.nextBlock
      }
    }
    guard !blocks.isEmpty else { return .refused(reason: "there are no blocks") }
    let isCollapsing = blocks.contains { !$0.isCollapsed }
    return .changes(
      Plan(
        blocks.map { .set(.collapsed, to: .flag(isCollapsing), blockID: $0.id) },
        statusMessage: isCollapsing ? "all blocks collapsed" : "all blocks expanded"))
  }

  func toggleDisabled() -> Resolution {
    if !state.selection.isEmpty { return toggleSelectionDisabled() }
    if state.cursorComment != nil { return .refused(reason: "a comment can't be disabled") }
    guard let block = state.nearestNonShadowBlock else { return .refused(reason: "there is no block here") }
    guard block.isEditable else { return .refused(reason: "this block is locked against editing") }
    let isDisabled = block.disabledReasons.contains(Block.manuallyDisabled)
    return .changes(
      Plan([.set(.disabled(reason: Block.manuallyDisabled), to: .flag(!isDisabled), blockID: block.id)]) { _, _ in
        let name = "\(named: block)"
        if block.isEnabled { return "enabled \(name)" }
        // The block may have other reasons to be disabled.
        return isDisabled ? "\(name) stays disabled: \(DisabledReasonText.reasons(of: block))" : "disabled \(name)"
      })
  }
}

/// Describes why a block is disabled.
private enum DisabledReasonText {
  static func reasons(of block: Block) -> String {
    block.disabledReasons.map { reason in
      Misplacement(rawValue: reason).map { "it \($0.description)" } ?? reason.lowercased().replacing("_", with: " ")
    }.joined(separator: ", ")
  }
}
