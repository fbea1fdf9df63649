/// Follows some deep links.
@MainActor public protocol DeepLinkResponder: AnyObject {
  /// Responders of higher priority are asked first; among equals, the one that was registered first. The priority is
  /// read at registration.
  var priority: Int { get }

  /// Resolves at least the first part of a link.
  /// - Returns: nil if the link is not for this responder, or leads nowhere.
  func response(to link: DeepLink) -> DeepLinkResponse?
}

extension DeepLinkResponder {
  public var priority: Int { 0 }
}

/// How to follow a link.
public struct DeepLinkResponse {
  /// The action that follows the link.
  public enum Outcome {
    /// Opens a module.
    case route(PresentableRoutingStep)
    /// Runs a closure.
    case action(() -> Void)
  }

  /// What follows the first parts of the link.
  public let outcome: Outcome
  /// The rest of the link, to be followed afterwards. It must be shorter than the link.
  public let remainder: DeepLink

  /// - Parameter remainder: the parts that `outcome` does not follow; none by default.
  public init(_ outcome: Outcome, remainder: DeepLink = DeepLink([])) {
    self.outcome = outcome
    self.remainder = remainder
  }
}
