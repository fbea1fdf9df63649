import AppModules

/// What is opened for the events of the modules.
extension EditorSteps {
  func step(for event: CanvasEvent) -> PresentableRoutingStep? {
    switch event {
    case .said: nil
    case .fieldWanted(let place): field(place)
    case .variableWanted(let place): variables(.choose(place))
    case .fittingBlocksWanted: fittingBlocks
    case .toolboxWanted: categories
    case .mutatorWanted: mutator
    case .blockCommentWanted(let id): comment(.block(id: id))
    case .commentWanted(let id): comment(.comment(id: id))
    case .newCommentWanted: comment(.new)
    case .variablesWanted: variables(.manage)
    case .propertiesWanted(let id): properties(blockID: id)
    case .bookmarkWanted(let id): bookmarks(blockID: id)
    case .bookmarksWanted: bookmarks()
    case .eventLogWanted: eventLog
    case .saveWanted: files(.save)
    case .saveAsWanted: files(.saveAs)
    case .quitWanted: files(.quit)
    case .helpWanted: help
    }
  }

  func step(for event: ToolboxEvent) -> PresentableRoutingStep? {
    switch event {
    case .said: nil
    case .newVariableWanted(let type): variables(.make(type: type))
    }
  }

  func step(for event: TitleEvent) -> PresentableRoutingStep? {
    switch event {
    case .said: nil
    case .saveWanted: files(.save)
    case .helpWanted: help
    }
  }
}
