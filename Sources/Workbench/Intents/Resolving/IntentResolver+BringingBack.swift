import BlockModel

extension Intent {
  /// Inserts deleted blocks again: where they fit at the cursor, else beside it.
  public static func bringBack(_ stack: DeletedStack) -> Intent {
    .atCursor(CursorIntent("bringBack") { $0.bringBack(stack) })
  }
}

/// Brings back deleted blocks.
extension IntentResolver {
  func bringBack(_ stack: DeletedStack) -> Resolution {
    guard let id = stack.blocks.records.first?.id, workspace.blocks[id] == nil else {
      return .refused(reason: "these blocks are already back")
    }
    return insert(
      stack.blocks, verb: "brought back", at: target(for: stack.blocks),
      orAt: state.newStackPosition ?? state.cursorBlock.map(state.positionBeside) ?? state.freePosition)
  }
}
