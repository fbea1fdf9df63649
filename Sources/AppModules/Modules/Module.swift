/// A feature of the app that knows nothing of the others, of whichever kind.
@MainActor public protocol AnyModule: AnyObject {
  var routingContext: RoutingContext { get }

  /// Makes the controller that is shown. The module is kept alive by its controllers, so it mustn't hold them itself.
  func unmanagedRootViewController() -> any ViewController

  /// The module, if it tells of itself.
  var producer: (any AnyEventsProducer)? { get }
}

extension AnyModule {
  public var producer: (any AnyEventsProducer)? { nil }
}

extension AnyModule where Self: AnyEventsProducer {
  public var producer: (any AnyEventsProducer)? { self }
}

/// A module with its context. If it is an `EventsProducer` too, listeners are introduced to it.
@MainActor public protocol Module<Context>: AnyModule {
  associatedtype Context: ModuleContext

  var context: Context { get }

  init(usingContext context: Context)
}

extension Module {
  public var routingContext: RoutingContext { context.routingContext }
}
