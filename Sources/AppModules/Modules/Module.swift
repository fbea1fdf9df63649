/// A feature of the app, independent of the others.
@MainActor public protocol AnyModule: AnyObject {
  var routingContext: RoutingContext { get }

  /// Makes the view controller to show. View controllers retain their module, so the module must not retain them.
  /// - Returns: nil if there is nothing to show; the module is then released.
  func unmanagedRootViewController() -> (any ViewController)?

  /// The module as a producer of events, if it is one.
  var producer: (any AnyEventsProducer)? { get }

  /// The page that the module represents, if any; see `PageRepresenting`.
  var page: Page? { get }
}

extension AnyModule {
  public var producer: (any AnyEventsProducer)? { nil }
  public var page: Page? { nil }
}

extension AnyModule where Self: AnyEventsProducer {
  public var producer: (any AnyEventsProducer)? { self }
}

/// A feature of the app with its context. If it is an `EventsProducer`, listeners are introduced to it.
@MainActor public protocol Module<Context>: AnyModule {
  associatedtype Context: ModuleContext

  var context: Context { get }

  init(usingContext context: Context)
}

extension Module {
  public var routingContext: RoutingContext { context.routingContext }
}
