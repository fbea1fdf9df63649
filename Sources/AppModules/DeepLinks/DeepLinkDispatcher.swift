/// How far a deep link was followed.
nonisolated public enum DeepLinkResult: Hashable, Sendable {
  /// To its end.
  case followed
  /// No responder understood this, which is the link or the rest of it.
  case notUnderstood(DeepLink)
}

/// Follows deep links: asks the responders by priority, does what the first response says, and goes on with the remainder
/// until nothing is left.
public final class DeepLinkDispatcher {
  private weak var router: (any Router)?
  /// In the order in which they are asked.
  private var responders: [any DeepLinkResponder] = []

  /// Creates a dispatcher that opens modules with a router, to which it has a weak reference.
  public init(router: (any Router)?) { self.router = router }

  /// Adds a responder, and keeps it.
  public func register(_ responder: any DeepLinkResponder) {
    if responders.contains(where: { $0 === responder }) { return }
    let place = responders.firstIndex { $0.priority < responder.priority } ?? responders.endIndex
    responders.insert(responder, at: place)
  }

  /// Follows a link, part by part: a part may lead to something that only exists once the part before was followed.
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

  /// The first response that leaves less of the link than there was; others could be followed endlessly.
  private func response(to link: DeepLink) -> DeepLinkResponse? {
    for responder in responders {
      if let response = responder.response(to: link), response.remainder.parts.count < link.parts.count {
        return response
      }
    }
    return nil
  }
}
