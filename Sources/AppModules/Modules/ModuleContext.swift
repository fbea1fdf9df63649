/// What opened a module: listeners may treat the same module differently in different contexts.
nonisolated public struct RoutingContext: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
  public init(stringLiteral value: String) { rawValue = value }

  /// What the user does in the app.
  public static let main: RoutingContext = "main"
  /// The start of the app, which may ask about things by itself.
  public static let startUp: RoutingContext = "start-up"
  /// A deep link.
  public static let deepLink: RoutingContext = "deep link"

  public var description: String { rawValue }
}

/// What a module is built with. Each module has a context type of its own.
@MainActor public protocol ModuleContext {
  var routingContext: RoutingContext { get }
}
