/// Keeps an observer subscribed: it is over when the last copy is released, or when it is ended.
public struct Subscription {
  /// What the copies share.
  @MainActor private final class Hold {
    let isActive: () -> Bool
    let end: () -> Void

    init(isActive: @escaping () -> Bool, end: @escaping () -> Void) {
      self.isActive = isActive
      self.end = end
    }

    isolated deinit { end() }
  }

  private let hold: Hold

  init(isActive: @escaping () -> Bool, end: @escaping () -> Void) { hold = Hold(isActive: isActive, end: end) }

  /// Whether something may still come: it wasn't ended, and there is still somebody to emit.
  public var isActive: Bool { hold.isActive() }

  /// Ends it. Nothing comes any more, not even the rest of what is being delivered.
  public func end() { hold.end() }

  /// Has a bag keep it.
  public func kept(in bag: SubscriptionBag) { bag.keep(self) }
}

/// Keeps subscriptions for as long as it lives itself, or until there is nobody any more to emit anything.
public final class SubscriptionBag {
  private var subscriptions: [Subscription] = []
  /// Above so many, those that are over are thrown out.
  private var limit = 8

  public init() {}

  public func keep(_ subscription: Subscription) {
    subscriptions.append(subscription)
    guard subscriptions.count > limit else { return }
    subscriptions.removeAll { !$0.isActive }
    limit = max(8, 2 * subscriptions.count)
  }

  /// Ends all of them.
  public func empty() {
    let ended = subscriptions
    subscriptions = []
    for subscription in ended { subscription.end() }
  }
}
