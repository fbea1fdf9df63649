import AppModules

/// What opens for the events of the modules.
extension ModuleRoutes {
  func step(for event: CanvasEvent) -> PresentableRoutingStep? {
    switch event {
    case .status: nil
    case .fieldRequested(let place): field(place)
    case .variableRequested(let place): variables(.choose(place))
    case .fittingBlocksRequested: fittingBlocks
    case .toolboxRequested: categories
    case .mutatorRequested: mutator
    case .blockCommentRequested(let id): comment(.block(id: id))
    case .commentRequested(let id): comment(.comment(id: id))
    case .newCommentRequested: comment(.new)
    case .variablesRequested: variables(.manage)
    case .propertiesRequested(let id): properties(blockID: id)
    case .bookmarkRequested(let id): bookmarks(blockID: id)
    case .bookmarksRequested: bookmarks()
    case .eventLogRequested: eventLog
    case .saveRequested: files(.save)
    case .saveAsRequested: files(.saveAs)
    case .quitRequested: files(.quit)
    case .helpRequested: help
    }
  }

  func step(for event: ToolboxEvent) -> PresentableRoutingStep? {
    switch event {
    case .status: nil
    case .newVariableRequested(let type): variables(.make(type: type))
    }
  }
}
