/// A change in the visibility of a module's view controller.
nonisolated public enum ViewControllerEvent: EventProtocol, Equatable {
  case willAppear(ShownModule)
  case didAppear(ShownModule)
  case willDisappear(ShownModule)
  case didDisappear(ShownModule)
}

/// The module whose view controller appears or disappears.
nonisolated public struct ShownModule: Equatable, CustomStringConvertible {
  /// The module's type, which tells listeners which feature is shown.
  public let type: any AnyModule.Type
  /// The page that the module represents, if any.
  public let page: Page?
  /// Where the request to open the module came from.
  public let routingContext: RoutingContext

  @MainActor init(_ module: any AnyModule) {
    type = Swift.type(of: module)
    page = module.page
    routingContext = module.routingContext
  }

  public static func == (one: ShownModule, other: ShownModule) -> Bool {
    one.type == other.type && one.page == other.page && one.routingContext == other.routingContext
  }

  /// For example, `HelpModule “Keys” (editor, text) in main`.
  public var description: String {
    "\(type)\(page.map { " “\($0.name)” (\($0.section), \($0.type))" } ?? "") in \(routingContext)"
  }
}

/// Reports the view controller events of all modules of a manager.
public final class ViewControllerEvents: EventsProducer {
  private let emitter = EventEmitter<ViewControllerEvent>()
  public var events: EventStream<ViewControllerEvent> { emitter.events }

  init() {}

  func emit(_ event: ViewControllerEvent) { emitter.emit(event) }
}
