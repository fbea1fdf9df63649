import BlockEvents
import BlockModel

extension WorkspaceLayoutCoordinator {
  /// Adds the events of loading a program. Undo reverts none of them: the create events of everything in the program,
  /// if a listener wants them, and the end of loading.
  /// - Parameter seed: the seed of the ids that the file does not contain.
  public func finishLoading(seed: UInt64) {
    if eventManager.hasLoadingListener {
      for event in creationEvents() {
        event.isLoading = true
        add(event, recordsUndo: false)
      }
    }
    add(FinishedLoadingEvent(workspaceID: workspace.id, seed: seed), recordsUndo: false)
  }

  /// The create events of everything in the program, in file order.
  private func creationEvents() -> [BlocklyEvent] {
    let variables = workspace.variables.all.map { variable in
      VariableCreateEvent(variable: workspace.variables.state(of: variable), workspaceID: workspace.id)
    }
    let blocks: [(index: Int, event: BlocklyEvent)] = workspace.topBlocks.map { block in
      let index = workspace.topLevelIndex(of: block) ?? 0
      let snapshot = BlockSnapshot(of: block)
      return (index, CreateEvent(snapshot: snapshot, fileIndex: index, workspaceID: workspace.id))
    }
    let comments: [(index: Int, event: BlocklyEvent)] = workspace.comments.map { comment in
      let index = workspace.topLevelIndex(of: comment) ?? 0
      return (index, CommentCreateEvent(comment: comment.snapshot, fileIndex: index, workspaceID: workspace.id))
    }
    return variables + (blocks + comments).sorted { $0.index < $1.index }.map(\.event)
  }
}
