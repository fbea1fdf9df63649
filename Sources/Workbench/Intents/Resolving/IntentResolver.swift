import BlockModel

/// Works out what an intent means in the current program: the changes that carry it out, or the reason why it is not
/// possible. Changes nothing itself.
public func resolve(_ intent: Intent, _ state: IntentState) -> Resolution {
  let resolver = IntentResolver(state: state)
  return switch intent {
  case .insert(let snapshot): resolver.insert(snapshot)
  case .delete: resolver.delete()
  case .duplicate: resolver.duplicate()
  case .detach: resolver.detach()
  case .prune: resolver.prune()
  case .pruneWorkspace: resolver.pruneWorkspace()
  case .toggleCollapsed: resolver.toggleCollapsed()
  case .toggleAllCollapsed: resolver.toggleAllCollapsed()
  case .toggleDisabled: resolver.toggleDisabled()
  case .followCall: resolver.followCall()
  case .setField(let location, let input): resolver.setField(location, toInput: input)
  case .setComment(let text, let id): resolver.setComment(text, blockID: id)
  case .setBookmark(let name, let id): resolver.setBookmark(name, blockID: id)
  case .setData(let text, let id): resolver.setData(text, blockID: id)
  case .change(let property, let id): resolver.change(property, blockID: id)
  case .makeVariable(let name, let type, let location): resolver.makeVariable(named: name, type: type, for: location)
  case .renameVariable(let id, let name): resolver.renameVariable(id, to: name)
  case .mergeVariable(let id, let other): resolver.mergeVariable(id, into: other)
  case .deleteVariable(let id): resolver.deleteVariable(id)
  case .makeComment(let text): resolver.makeComment(text)
  case .setCommentText(let text, let id): resolver.setCommentText(text, commentID: id)
  case .beginDrag(let takesStack, let pointer): resolver.beginDrag(takesStack: takesStack, by: pointer)
  case .updateDrag(let update, let pointer): resolver.updateDrag(update, by: pointer)
  case .drop(let pointer): resolver.drop(by: pointer)
  case .discard(let pointer): resolver.discard(by: pointer)
  case .cancelDrag(let pointer): resolver.cancelDrag(by: pointer)
  case .beginMutation: resolver.beginMutation()
  case .applyMutation: resolver.applyMutation()
  case .cancelMutation: state.mutation == nil ? .refused(reason: "no dialog is open") : .preview(.cancelMutation)
  case .undo: .history(.undo)
  case .redo: .history(.redo)
  case .moveCursor(let motion): resolver.moveCursor(motion)
  case .focus(let item): resolver.focus(item)
  case .jump(let id): resolver.jump(toBlockID: id)
  case .goTo(let id, let name): resolver.goTo(blockID: id, fieldName: name)
  }
}

/// Resolves intents, with one extension for each group of them.
struct IntentResolver {
  let state: IntentState

  var workspace: Workspace { state.workspace }

  /// Looks up a block named by a view; the block may have been deleted since.
  func block(_ id: String, _ resolution: (Block) -> Resolution) -> Resolution {
    workspace.blocks[id].map(resolution) ?? .refused(reason: "this block is not there any more")
  }
}
