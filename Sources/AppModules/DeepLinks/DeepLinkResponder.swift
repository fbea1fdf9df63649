/// Knows the way of some deep links.
@MainActor public protocol DeepLinkResponder: AnyObject {
  /// The higher one is asked first; of equal ones, the one that was registered first. It is looked at
  /// when the responder is registered.
  var priority: Int { get }

  /// How a link is followed, by at least its first part.
  /// - Returns: nil if the link is nothing for this responder, or leads nowhere.
  func response(to link: DeepLink) -> DeepLinkResponse?
}

extension DeepLinkResponder {
  public var priority: Int { 0 }
}

/// How a link is followed.
public struct DeepLinkResponse {
  /// What is done.
  public enum Outcome {
    /// A module is opened.
    case route(PresentableRoutingStep)
    /// Something else is done.
    case action(() -> Void)
  }

  public let outcome: Outcome
  /// What is left of the link; it is followed afterwards. It must be shorter than the link.
  public let remainder: DeepLink

  public init(_ outcome: Outcome, remainder: DeepLink = DeepLink([])) {
    self.outcome = outcome
    self.remainder = remainder
  }
}
