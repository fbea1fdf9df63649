/// A feature of the app, independent of the others.
@MainActor public protocol AnyModule: AnyObject {
  /// The origin of the request to open the module.
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
  /// The type of the context that the module is built with; see `ModuleContext`.
  associatedtype Context: ModuleContext

  /// The context that the module was built with.
  var context: Context { get }

  /// Builds the module, without a view yet. The module manager introduces the listeners before it asks for one, so that
  /// they receive the events of `unmanagedRootViewController()`.
  init(usingContext context: Context)
}

extension Module {
  public var routingContext: RoutingContext { context.routingContext }
}

/// The origin of the request to open a module. Listeners may treat the same module differently in different contexts.
nonisolated public struct RoutingContext: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
  public init(stringLiteral value: String) { rawValue = value }

  /// A user action in the app.
  public static let main: RoutingContext = "main"
  /// The start of the app, which may open dialogs on its own.
  public static let startUp: RoutingContext = "start-up"
  /// A deep link.
  public static let deepLink: RoutingContext = "deep link"

  public var description: String { rawValue }
}

/// The dependencies with which a module is built. Each module has its own context type.
@MainActor public protocol ModuleContext {
  /// The origin of the request to open the module.
  var routingContext: RoutingContext { get }
}

/// A module that represents a page of the app, for window titles and for listeners that log the shown pages.
@MainActor public protocol PageRepresenting: AnyModule {
  /// The page's name as shown to the user: `Bookmarks`.
  var pageName: String { get }

  /// The part of the app that the page belongs to: `program`.
  var section: String { get }

  /// The kind of page: `list`.
  var pageType: String { get }
}

/// The description of a module's page.
nonisolated public struct Page: Hashable, Sendable {
  /// The module's `pageName`.
  public let name: String
  /// The module's `section`.
  public let section: String
  /// The module's `pageType`.
  public let type: String
}

extension AnyModule where Self: PageRepresenting {
  public var page: Page? { Page(name: pageName, section: section, type: pageType) }
}
