import AppModules

/// Opens what is wanted on the canvas.
final class CanvasRouting: EventsListener {
  private let router: EditorRouter
  private let steps: EditorSteps
  private let subscriptions = SubscriptionBag()

  init(router: EditorRouter, steps: EditorSteps) {
    self.router = router
    self.steps = steps
  }

  func listenEvents(from producer: any AnyEventsProducer, events: EventStream<CanvasEvent>) -> Bool {
    events.observe { [router, steps] event in
      if let step = Self.step(for: event, steps) { router.route(to: step) }
    }.kept(in: subscriptions)
    return true
  }

  private static func step(for event: CanvasEvent, _ steps: EditorSteps) -> PresentableRoutingStep? {
    switch event {
    case .said: nil
    case .fieldWanted(let place): steps.field(place)
    case .variableWanted(let place): steps.variables(.choose(place))
    case .fittingBlocksWanted: steps.fittingBlocks
    case .toolboxWanted: steps.categories
    case .mutatorWanted: steps.mutator
    case .blockCommentWanted(let id): steps.comment(.block(id: id))
    case .commentWanted(let id): steps.comment(.comment(id: id))
    case .newCommentWanted: steps.comment(.new)
    case .variablesWanted: steps.variables(.manage)
    case .propertiesWanted(let id): steps.properties(blockID: id)
    case .bookmarkWanted(let id): steps.bookmarks(blockID: id)
    case .bookmarksWanted: steps.bookmarks()
    case .eventLogWanted: steps.eventLog
    case .saveWanted: steps.files(.save)
    case .saveAsWanted: steps.files(.saveAs)
    case .quitWanted: steps.files(.quit)
    case .helpWanted: steps.help
    }
  }
}
