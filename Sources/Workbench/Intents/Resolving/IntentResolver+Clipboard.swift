import BlockLayout
import BlockModel
import BlockNotation
import Markup

extension Intent {
  /// Copies the selected blocks, or else the block, default value or comment at the cursor, to the clipboard.
  public static let copy = Intent("copy") { $0.copy(followers: false) }
  /// Copies the block and the blocks below it.
  public static let copyStack = Intent("copyStack") { $0.copy(followers: true) }
  /// Copies and deletes the selected blocks, or else the block or comment.
  public static let cut = Intent("cut", isSurprising: true, isCut: true, takesSelection: true) {
    $0.cut(followers: false)
  }
  /// Copies and deletes the block and the blocks below it.
  public static let cutStack = Intent("cutStack", isSurprising: true, isCut: true) { $0.cut(followers: true) }
  /// Inserts what was copied: into the empty input or over the default value at the cursor, else where it fits, else
  /// unconnected beside the cursor.
  public static let paste = Intent("paste", readsClipboard: true) { $0.paste() }
  /// Inserts what was copied unconnected, beside the cursor.
  public static let pasteBeside = Intent("pasteBeside", readsClipboard: true) { $0.pasteBeside() }
  /// Inserts the blocks and comments of a pasted text: Blockly's XML or JSON, or the notation.
  public static func paste(text: String) -> Intent {
    Intent("pasteText") { $0.paste(text: text) }
  }
  /// Inserts copied statements below the statement at the cursor, also when its body is empty; else as `paste`.
  package static let pasteBelow = Intent("pasteBelow", readsClipboard: true) { $0.pasteBelow() }
  /// Inserts copied statements above the statement at the cursor.
  public static let pasteAbove = Intent("pasteAbove", readsClipboard: true) { $0.pasteAbove() }
}

/// Copying, cutting and pasting.
extension IntentResolver {
  func copy(followers: Bool) -> Resolution {
    if !followers, !state.selection.isEmpty { return copySelection() }
    if let comment = state.cursorComment {
      return .copy(Clipboard(comment), statusMessage: "copied \(CommentLabel.name(of: comment))")
    }
    guard let block = state.cursorBlock else { return .refused(reason: "there is nothing to copy here") }
    if let reason = lockRefusal(of: block, followers: followers) { return .refused(reason: reason) }
    let snapshot = BlockSnapshot(copying: block, followers: followers)
    return .copy(Clipboard(snapshot), statusMessage: "copied \(description(of: block, followers: followers))")
  }

  func cut(followers: Bool) -> Resolution {
    if !followers, !state.selection.isEmpty { return cutSelection() }
    if let comment = state.cursorComment {
      return adding(
        Clipboard(comment), to: delete(comment), statusMessage: "cut \(CommentLabel.name(of: comment))")
    }
    guard let block = state.nearestNonShadowBlock else { return .refused(reason: "there is nothing to cut here") }
    if let reason = refusal(toTake: block) { return .refused(reason: reason) }
    if let reason = lockRefusal(of: block, followers: followers) { return .refused(reason: reason) }
    return adding(
      Clipboard(BlockSnapshot(copying: block, followers: followers)), to: delete(block, heal: !followers),
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
      if let lock { return "\(named: current) is locked against \(lock), and so would its copy be" }
      next = followers ? current.nextInStack : nil
    }
    return nil
  }

  /// The text of a block and, if there are several, the number of statements, or of blocks in a value.
  func description(of block: Block, followers: Bool) -> String {
    let isValue = block.outputConnection != nil
    let count = block.descendants(followers: followers).count {
      isValue ? !$0.isShadow || $0 === block : $0.previousConnection != nil && !$0.isShadow
    }
    // A function isn't a statement itself.
    let others = count - (isValue || block.previousConnection != nil ? 1 : 0)
    return "\(quoted: block)" + (others > 0 ? ", \(Self.counted(count, isValue ? "block" : "statement"))" : "")
  }

  // MARK: - Pasting

  private static let nothingCopied = "nothing was copied or cut yet"

  func paste() -> Resolution {
    state.clipboard.map { bringing(functionsOf: $0, paste($0, isLoose: true)) }
      ?? .refused(reason: Self.nothingCopied)
  }

  func pasteBeside() -> Resolution {
    guard let clipboard = state.clipboard else { return .refused(reason: Self.nothingCopied) }
    guard clipboard.comments.isEmpty, clipboard.stacks.count == 1 else { return paste() }
    let position = state.newStackPosition ?? state.cursorBlock.map(state.positionBeside) ?? state.freePosition
    return bringing(
      functionsOf: clipboard, insert(clipboard.stacks[0], verb: "pasted", at: nil, orAt: position))
  }

  /// Inserts the blocks of a pasted text: Blockly's XML or JSON, or the notation.
  func paste(text: String) -> Resolution {
    do {
      let body = String(text.trimmingPrefix(while: \.isWhitespace))
      let clipboard =
        body.hasPrefix("<") || body.hasPrefix("{")
        ? try Clipboard(text: body, factory: workspace.factory)
        : try Clipboard(notation: text, library: state.notation)
      guard !clipboard.stacks.isEmpty || !clipboard.comments.isEmpty else {
        return .refused(reason: "there are no blocks in the pasted text")
      }
      return bringing(functionsOf: clipboard, paste(clipboard))
    } catch let error as NotationError {
      return .refused(reason: "the pasted text can't be read: \(error.summary)")
    } catch {
      return .refused(reason: "the pasted text can't be read: \(error)")
    }
  }

  /// - Parameter isLoose: whether several stacks go beside the cursor instead of below everything else.
  func paste(_ clipboard: Clipboard, isLoose: Bool = false) -> Resolution {
    if clipboard.comments.isEmpty, clipboard.stacks.count == 1 {
      let snapshot = clipboard.stacks[0]
      return insert(
        snapshot, verb: "pasted", at: target(for: snapshot),
        orAt: state.newStackPosition ?? state.cursorBlock.map(state.positionBeside) ?? state.freePosition)
    }
    if clipboard.stacks.isEmpty, clipboard.comments.count == 1 {
      return insert(copyOf: clipboard.comments[0], verb: "pasted")
    }
    let besideCursor = isLoose ? state.cursorBlock.map(state.positionBeside) : nil
    return pasteAll(clipboard, at: besideCursor)
  }

  /// Inserts several stacks and comments, arranged as they were.
  /// - Parameter corner: the position of the upper left one; nil for below everything else.
  private func pasteAll(_ clipboard: Clipboard, at corner: WorkspacePoint?) -> Resolution {
    let positions = clipboard.stacks.compactMap { $0.records[0].position } + clipboard.comments.map(\.position)
    let left = positions.map(\.x).min() ?? 0
    let top = positions.map(\.y).min() ?? 0
    let free = corner ?? state.freePosition
    func moved(_ position: WorkspacePoint) -> WorkspacePoint {
      WorkspacePoint(x: free.x + position.x - left, y: free.y + position.y - top)
    }
    var changes: [ProgramChange] = []
    for var stack in clipboard.stacks {
      stack.records[0].position = moved(stack.records[0].position ?? WorkspacePoint(x: left, y: top))
      changes.append(.insert(stack, at: nil))
    }
    for var comment in clipboard.comments {
      comment.id = ""
      comment.position = moved(comment.position)
      comment.hasImplicitPosition = false
      changes.append(.insertComment(comment))
    }
    let counts = [(clipboard.stacks.count, "stack"), (clipboard.comments.count, "comment")].filter { $0.0 > 0 }
      .map { Self.counted($0.0, $0.1) }
    return .changes(
      Plan(
        changes, focus: .created,
        statusMessage:
          "pasted \(counts.joined(separator: " and ")) \(corner == nil ? "below everything else" : "beside the cursor")"
      ))
  }

  func pasteBelow() -> Resolution {
    guard let clipboard = state.clipboard, clipboard.comments.isEmpty, clipboard.stacks.count == 1,
      state.newStackPosition == nil, case .block(let id)? = state.cursor,
      let next = workspace.blocks[id]?.nextConnection,
      ToolboxContents(workspace: workspace).canConnect(clipboard.stacks[0], next)
    else { return paste() }
    return bringing(
      functionsOf: clipboard, insert(clipboard.stacks[0], verb: "pasted", at: next, orAt: state.freePosition))
  }

  func pasteAbove() -> Resolution {
    guard let clipboard = state.clipboard else { return .refused(reason: Self.nothingCopied) }
    return bringing(functionsOf: clipboard, pasteAbove(clipboard))
  }

  private func pasteAbove(_ clipboard: Clipboard) -> Resolution {
    guard let snapshot = clipboard.stacks.first else { return .refused(reason: "a comment can't be above a block") }
    guard clipboard.stacks.count == 1 else {
      return .refused(
        reason: "\(clipboard.stacks.count) separate stacks were copied; “paste” puts them beside the cursor")
    }
    guard let block = state.statementAtCursor else {
      return .refused(reason: "there is no statement here to paste above")
    }
    let contents = ToolboxContents(workspace: workspace)
    if let superior = block.previousConnection?.target {
      guard contents.canConnect(snapshot, superior) else { return .refused(reason: "the copied blocks don't fit here") }
      return insert(snapshot, verb: "pasted", at: superior, orAt: state.freePosition)
    }
    guard let previous = block.previousConnection, contents.canEnd(snapshot, above: previous) else {
      return .refused(reason: "the copied blocks don't fit above \(named: block)")
    }
    let location = state.description(of: MoveDestination.above(blockID: block.id))
    let count = statementCountWords(of: snapshot)
    return .changes(
      Plan([.insertAbove(snapshot, blockID: block.id)], focus: .created) { state, _ in
        state.cursorBlock.map { "pasted \(quoted: $0)\(count), \(location)" }
      })
  }
}

extension IntentState {
  /// The statement that the cursor is on or in.
  package var statementAtCursor: Block? {
    var block = cursorBlock
    while let current = block, current.outputConnection != nil { block = current.parent }
    return block
  }
}

/// Bringing functions along with the blocks that call them.
extension IntentResolver {
  /// Adds the functions that pasted blocks call and the program lacks. Stacks are inserted together, so that calls find
  /// the functions among them.
  func bringing(functionsOf clipboard: Clipboard, _ resolution: Resolution) -> Resolution {
    guard case .changes(var plan) = resolution else { return resolution }
    let functions = placed(clipboard.functions(missingIn: workspace), below: clipboard.stacks)
    var stacks: [BlockSnapshot] = []
    plan.changes.removeAll { change in
      guard case .insert(let stack, at: nil) = change else { return false }
      stacks.append(stack)
      return true
    }
    if stacks.isEmpty {
      if functions.isEmpty { return resolution }
      plan.changes.insert(.insertAll(functions, isFocused: false), at: 0)
    } else {
      plan.changes.insert(.insertAll(stacks + functions, isFocused: true), at: 0)
    }
    if functions.isEmpty { return .changes(plan) }
    let names = functions.compactMap { $0.records[0].fields.first { $0.name == "NAME" }?.state.text }
    let brought = names.count == 1 ? "the function “\(quoted: names[0])”" : "\(names.count) functions"
    let message = plan.statusMessage
    plan.statusMessage = { state, isChanged in message(state, isChanged).map { "\($0), with \(brought)" } }
    return .changes(plan)
  }

  /// Places functions below everything else, and below the stacks pasted with them.
  private func placed(_ functions: [BlockSnapshot], below stacks: [BlockSnapshot]) -> [BlockSnapshot] {
    let free = state.freePosition
    var y = free.y + stacks.reduce(0) { $0 + $1.approximateHeight }
    return functions.map { function in
      var function = function
      function.records[0].position = WorkspacePoint(x: free.x, y: y)
      y += function.approximateHeight
      return function
    }
  }
}

extension BlockSnapshot {
  /// The height of a stack, with space below it, in workspace units: a row for each statement and end.
  fileprivate var approximateHeight: Double {
    var rows = 3
    for record in records where !record.isCovered {
      switch record.slot {
      case .top, .next: rows += 1
      case .input(_, let kind): rows += kind == .statement ? 2 : 0
      }
    }
    return Double(rows) * LayoutStyle.unitsPerRow
  }
}
