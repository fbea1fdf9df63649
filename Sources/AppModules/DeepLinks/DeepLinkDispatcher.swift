/// The result of following a deep link.
nonisolated public enum DeepLinkResult: Hashable, Sendable {
  /// The whole link was followed.
  case followed
  /// No responder understood this link, or this remainder of a link.
  case notUnderstood(DeepLink)
}

/// Follows deep links: asks the responders in order of priority, performs the first response, and continues with the
/// remainder until it is empty.
public final class DeepLinkDispatcher {
  private weak var router: (any Router)?
  /// The responders, in the order in which they are asked.
  private var responders: [any DeepLinkResponder] = []

  /// Creates a dispatcher that opens modules with a router, which it references weakly.
  public init(router: (any Router)?) { self.router = router }

  /// Adds a responder and retains it.
  public func register(_ responder: any DeepLinkResponder) {
    if responders.contains(where: { $0 === responder }) { return }
    let index = responders.firstIndex { $0.priority < responder.priority } ?? responders.endIndex
    responders.insert(responder, at: index)
  }

  /// Follows a link part by part, because the target of a part may only exist once the previous part has been followed.
  @discardableResult public func follow(_ link: DeepLink) -> DeepLinkResult {
    var rest = link
    while !rest.isEmpty {
      guard let response = response(to: rest) else { return .notUnderstood(rest) }
      switch response.outcome {
      case .route(let step):
        if router?.route(to: step) == nil { return .notUnderstood(rest) }
      case .action(let action): action()
      }
      rest = response.remainder
    }
    return .followed
  }

  /// Returns the first response that shortens the link. Any other could be followed endlessly.
  private func response(to link: DeepLink) -> DeepLinkResponse? {
    for responder in responders {
      if let response = responder.response(to: link), response.remainder.parts.count < link.parts.count {
        return response
      }
    }
    return nil
  }
}
