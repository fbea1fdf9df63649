/// A feature of the app, independent of the others.
@MainActor public protocol AnyModule: AnyObject {
  /// Where the request to open the module came from.
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
  /// What the module is built with; see `ModuleContext`.
  associatedtype Context: ModuleContext

  /// What the module was built with.
  var context: Context { get }

  /// Builds the module, without a view yet. The module manager introduces the listeners before it asks for one, so that
  /// they hear what `unmanagedRootViewController()` emits.
  init(usingContext context: Context)
}

extension Module {
  public var routingContext: RoutingContext { context.routingContext }
}
