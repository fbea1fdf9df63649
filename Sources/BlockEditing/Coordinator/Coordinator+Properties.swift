import BlockEvents
import BlockModel

extension WorkspaceLayoutCoordinator {
  /// Sets a property of a block: one of Blockly's `change` elements other than fields and mutations, or one of
  /// Mortise's own. Does nothing if the block already has the value.
  /// - Returns: false if the value isn't of the element's type.
  @discardableResult
  public func set(_ element: ChangeEvent.Element, to value: ChangeEvent.Value, of block: Block) -> Bool {
    switch (element, value) {
    case (.collapsed, .flag(let flag)):
      let flag = flag ?? false
      change(element, from: .flag(block.isCollapsed), to: .flag(flag), of: block) { block.isCollapsed = flag }
    case (.inline, .flag(let flag)):
      let standard = block.definition.inputsInline
      let old = ChangeEvent.Value.flag(block.inlineOverride ?? standard)
      change(element, from: old, to: .flag(flag ?? standard), of: block) { block.setInline(flag) }
    case (.deletable, .flag(let flag)):
      let flag = flag ?? true
      change(element, from: .flag(block.isDeletable), to: .flag(flag), of: block) { block.isDeletable = flag }
    case (.movable, .flag(let flag)):
      let flag = flag ?? true
      change(element, from: .flag(block.isMovable), to: .flag(flag), of: block) { block.isMovable = flag }
    case (.editable, .flag(let flag)):
      let flag = flag ?? true
      change(element, from: .flag(block.isEditable), to: .flag(flag), of: block) { block.isEditable = flag }
    case (.comment, .comment(let comment)):
      change(element, from: .comment(block.comment), to: value, of: block) { block.comment = comment }
    case (.comment, .commentText(let text)):
      // New comments get Blockly's default size.
      var comment = block.comment ?? BlockComment(text: "", isPinned: false, size: BlockComment.defaultSize)
      comment.text = text ?? ""
      return set(element, to: .comment(text == nil ? nil : comment), of: block)
    case (.data, .text(let data)):
      change(element, from: .text(block.data), to: value, of: block) { block.data = data }
    case (.disabled(let reason), .flag(let flag)): setDisabled(flag ?? false, reason: reason, at: nil, of: block)
    case (.disabled(let reason), .disabled(let index)): setDisabled(true, reason: reason, at: index, of: block)
    case (.shadow(let input), .shadow(let shadow)): setShadow(shadow, ofInput: input, of: block)
    case (.order, .index(let index)): setIndex(index, of: block)
    default: return false
    }
    return true
  }

  /// - Parameter index: the index among the block's reasons; nil for the end.
  private func setDisabled(_ isDisabled: Bool, reason: String, at index: Int?, of block: Block) {
    let reasons = block.disabledReasons
    let present = reasons.firstIndex(of: reason)
    guard isDisabled != (present != nil) else { return }
    let others = reasons.filter { $0 != reason }
    let index = present ?? min(max(index ?? others.count, 0), others.count)
    let disabled = others.isEmpty ? ChangeEvent.Value.flag(true) : .disabled(index: index)
    change(
      .disabled(reason: reason), from: isDisabled ? .flag(false) : disabled, to: isDisabled ? disabled : .flag(false),
      of: block
    ) {
      block.disabledReasons = isDisabled ? others[..<index] + [reason] + others[index...] : others
    }
  }

  /// - Parameter index: the number of other top-level blocks and comments before the block in the file.
  private func setIndex(_ index: Int, of block: Block) {
    guard let old = workspace.topLevelIndex(of: block) else { return }
    let new = min(max(index, 0), workspace.topLevelCount - 1)
    change(.order, from: .index(old), to: .index(new), of: block) { workspace.reorder(block, to: new) }
    // Of two stacks at the same position, the later one is shown lower.
    layout?.reordered()
  }

  func change(
    _ element: ChangeEvent.Element, from old: ChangeEvent.Value, to new: ChangeEvent.Value, of block: Block,
    by change: () -> Void
  ) {
    guard old != new else { return }
    change()
    layout?.changed(block)
    add(ChangeEvent(blockID: block.id, workspaceID: workspace.id, element: element, old: old, new: new))
  }
}
