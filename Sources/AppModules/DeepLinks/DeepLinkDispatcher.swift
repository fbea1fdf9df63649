/// How far a deep link was followed.
nonisolated public enum DeepLinkResult: Hashable, Sendable {
  /// To its end.
  case followed
  /// Nobody had an answer to this, which is the link or what was left of it.
  case notUnderstood(DeepLink)
}

/// Follows deep links: asks the responders by priority, does what the first one answers, and goes on with the remainder
/// until nothing is left of the link.
public final class DeepLinkDispatcher {
  private weak var router: (any Router)?
  /// The one that is asked first is the first.
  private var responders: [any DeepLinkResponder] = []

  /// Makes a dispatcher that opens modules with a router, which it doesn't keep.
  public init(router: (any Router)?) { self.router = router }

  /// Adds a responder, and keeps it.
  public func register(_ responder: any DeepLinkResponder) {
    if responders.contains(where: { $0 === responder }) { return }
    let place = responders.firstIndex { $0.priority < responder.priority } ?? responders.endIndex
    responders.insert(responder, at: place)
  }

  /// Follows a link, and says if it couldn't be followed to its end. Each part is followed only after the one before, as the way may only be there then.
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

  /// The first answer. One that leaves as much of the link as there was is none: it could be followed for ever.
  private func response(to link: DeepLink) -> DeepLinkResponse? {
    for responder in responders {
      if let response = responder.response(to: link), response.remainder.parts.count < link.parts.count {
        return response
      }
    }
    return nil
  }
}
