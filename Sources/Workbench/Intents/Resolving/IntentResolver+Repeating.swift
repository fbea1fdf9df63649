import BlockLayout
import BlockModel

extension Intent {
  /// Makes the last change again, at the cursor.
  public static let repeatChange = Intent.atCursor(CursorIntent(repeatName) { $0.repeatChange() })

  private static let repeatName = "repeatChange"

  /// Whether the intent is a change that `repeatChange` may make again.
  var isRepeatable: Bool {
    switch self {
    case .undo, .redo: false
    case .atCursor(let intent): intent.name != Self.repeatName
    default: true
    }
  }
}

/// Repeats the last change.
extension IntentResolver {
  func repeatChange() -> Resolution {
    guard let last = state.lastChange else { return .refused(reason: "nothing was changed yet") }
    switch last {
    case .insert, .atCursor, .createComment: return resolve(last, state)
    case .setField(let location, let input): return repeatField(location.name, input: input)
    case .setComment(let text, _): return atBlock { .setComment(text, blockID: $0) }
    case .setBookmark(let name, _): return atBlock { .setBookmark(name, blockID: $0) }
    case .setData(let text, _): return atBlock { .setData(text, blockID: $0) }
    case .change(let property, _): return atBlock { .change(property, blockID: $0) }
    case .setCommentText(let text, _):
      guard let comment = state.cursorComment else {
        return .refused(reason: "the last change was of a comment's text; the cursor is on no comment")
      }
      return resolve(.setCommentText(text, commentID: comment.id), state)
    case .drop, .discard: return .refused(reason: "a move can't be repeated")
    case .applyMutation: return .refused(reason: "a change of a block's parts can't be repeated")
    case .createVariable, .renameVariable, .mergeVariable, .deleteVariable:
      return .refused(reason: "a change of variables can't be repeated")
    default: return .refused(reason: "the last change can't be repeated")
    }
  }

  /// - Parameter intent: the change for the id of a block.
  private func atBlock(_ intent: (String) -> Intent) -> Resolution {
    guard let block = state.nearestNonShadowBlock else { return .refused(reason: "there is no block here") }
    return resolve(intent(block.id), state)
  }

  /// Enters the value again: into the field at the cursor, else into the field of the same name.
  private func repeatField(_ name: String, input: String) -> Resolution {
    if case .field(let id, let own)? = state.cursor {
      return resolve(.setField(FieldLocation(blockID: id, name: own), input: input), state)
    }
    guard let block = state.cursorBlock, let field = block.firstField(withName: name) ?? block.onlyField,
      let own = field.name
    else { return .refused(reason: "the last change was of a field; there is none like it here") }
    return resolve(.setField(FieldLocation(blockID: block.id, name: own), input: input), state)
  }
}
