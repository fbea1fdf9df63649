extension Intent {
  /// Undoes the last group of changes; refused during a preview.
  public static let undo = Intent("undo", repetition: .never) { $0.undo() }
  /// Redoes the group that was undone last; refused during a preview.
  public static let redo = Intent("redo", repetition: .never) { $0.redo() }
  /// Makes the last change again, at the cursor.
  public static let repeatChange = Intent("repeatChange", repetition: .ofEarlier) { $0.repeatChange() }
}

/// Undo, redo, and repeating the last change.
extension IntentResolver {
  // During a preview, the refusal names the preview, even if there is nothing to undo or redo.

  func undo() -> Resolution {
    state.undoCount == 0 && !state.isPreviewing ? .refused(reason: "nothing to undo") : .undo
  }

  func redo() -> Resolution {
    state.redoCount == 0 && !state.isPreviewing ? .refused(reason: "nothing to redo") : .redo
  }

  func repeatChange() -> Resolution {
    guard let last = state.lastChange else { return .refused(reason: "nothing was changed yet") }
    return switch last.repetition {
    case .same: last.resolve(self)
    case .atCursor(let resolve): resolve(self)
    case .impossible(let reason): .refused(reason: reason)
    case .ofEarlier, .never: .refused(reason: "the last change can't be repeated")
    }
  }
}
