/// On whose behalf a module was opened, so that listeners can tell the ways apart that lead to it.
nonisolated public struct RoutingContext: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
  public init(stringLiteral value: String) { rawValue = value }

  /// The editor itself.
  public static let main: RoutingContext = "main"

  public var description: String { rawValue }
}

/// What a module is built from: each kind of module has its own.
@MainActor public protocol ModuleContext {
  var routingContext: RoutingContext { get }
}
