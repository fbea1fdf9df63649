/// An intent that needs only the program and the cursor. It is a constant of `Intent`, declared beside its resolution,
/// and needs no case of its own.
public struct CursorIntent {
  /// A stable name: `duplicate`.
  public let name: String
  /// Whether it inserts what was copied, perhaps in another running editor.
  let readsClipboard: Bool
  /// Whether it goes to a place that may be far away.
  let isJump: Bool
  let resolve: (IntentResolver) -> Resolution

  init(
    _ name: String, readsClipboard: Bool = false, isJump: Bool = false,
    _ resolve: @escaping (IntentResolver) -> Resolution
  ) {
    self.name = name
    self.readsClipboard = readsClipboard
    self.isJump = isJump
    self.resolve = resolve
  }
}

extension Intent {
  /// Whether the intent inserts what was copied, perhaps in another running editor.
  public var readsClipboard: Bool { if case .atCursor(let intent) = self { intent.readsClipboard } else { false } }
}
