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
  /// Where the request to open the module came from.
  var routingContext: RoutingContext { get }
}
