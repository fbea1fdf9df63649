import BlockModel

/// Resolves an intent in the current program: to the changes that carry it out, or to the reason why it is not
/// possible. Changes nothing itself.
public func resolve(_ intent: Intent, _ state: IntentState) -> Resolution {
  let resolver = IntentResolver(state: state)
  return switch intent {
  case .insert(let snapshot): resolver.insert(snapshot)
  case .atCursor(let intent): intent.resolve(resolver)
  case .typeLine(let entry): resolver.typeLine(entry)
  case .setField(let location, let input): resolver.setField(location, toInput: input)
  case .setComment(let text, let id): resolver.setComment(text, blockID: id)
  case .setBookmark(let name, let id): resolver.setBookmark(name, blockID: id)
  case .setData(let text, let id): resolver.setData(text, blockID: id)
  case .change(let property, let id): resolver.change(property, blockID: id)
  case .createVariable(let name, let type, let location):
    resolver.createVariable(named: name, type: type, for: location)
  case .renameVariable(let id, let name): resolver.renameVariable(id, to: name)
  case .mergeVariable(let id, let other): resolver.mergeVariable(id, into: other)
  case .deleteVariable(let id): resolver.deleteVariable(id)
  case .createComment(let text): resolver.createComment(text)
  case .setCommentText(let text, let id): resolver.setCommentText(text, commentID: id)
  case .beginDrag(let takesStack, let pointer): resolver.beginDrag(takesStack: takesStack, by: pointer)
  case .beginInsertion(let snapshot, let cell, let pointer):
    resolver.beginInsertion(snapshot, at: cell, by: pointer)
  case .updateDrag(let update, let pointer): resolver.updateDrag(update, by: pointer)
  case .drop(let pointer): resolver.drop(by: pointer)
  case .discard(let pointer): resolver.discard(by: pointer)
  case .cancelDrag(let pointer): resolver.cancelDrag(by: pointer)
  case .beginMutation: resolver.beginMutation()
  case .applyMutation: resolver.applyMutation()
  case .cancelMutation: resolver.cancelMutation()
  case .undo: resolver.history(.undo)
  case .redo: resolver.history(.redo)
  case .find(let query, let item): resolver.find(query, from: item)
  case .replaceFound(let text, let isEverywhere): resolver.replaceFound(with: text, isEverywhere: isEverywhere)
  case .moveCursor(let motion): resolver.moveCursor(motion)
  case .focus(let item): resolver.focus(item)
  case .jump(let id): resolver.jump(toBlockID: id)
  case .goTo(let id, let name): resolver.goTo(blockID: id, fieldName: name)
  }
}

/// Resolves intents, with one extension for each group of intents.
struct IntentResolver {
  let state: IntentState

  var workspace: Workspace { state.workspace }

  func history(_ action: HistoryAction) -> Resolution {
    // During a preview, the refusal names the preview, even if there is nothing to undo or redo.
    if state.isPreviewing { return .history(action) }
    return switch action {
    case .undo: state.undoCount == 0 ? .refused(reason: "nothing to undo") : .history(.undo)
    case .redo: state.redoCount == 0 ? .refused(reason: "nothing to redo") : .history(.redo)
    }
  }

  /// Looks up a block by an id from a view. The block may have been deleted since.
  func block(_ id: String, _ resolution: (Block) -> Resolution) -> Resolution {
    workspace.blocks[id].map(resolution) ?? .refused(reason: "this block no longer exists")
  }

  /// A number of things, in words: `1 stack`, `2 stacks`.
  static func counted(_ count: Int, _ name: String) -> String { "\(count) \(name)\(count == 1 ? "" : "s")" }
}
