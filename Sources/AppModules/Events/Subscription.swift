/// Keeps an observer subscribed until the last copy is released or `end()` is called.
public struct Subscription {
  /// The state that the copies share.
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

  /// Whether more events may arrive: the subscription was not ended, and the emitter is alive.
  public var isActive: Bool { hold.isActive() }

  /// Ends the subscription at once, even during a delivery.
  public func end() { hold.end() }

  /// Stores the subscription in a bag.
  public func kept(in bag: SubscriptionBag) { bag.keep(self) }
}

/// Retains subscriptions until it is released, or until their emitters are gone.
public final class SubscriptionBag {
  private var subscriptions: [Subscription] = []
  /// Above this count, inactive subscriptions are removed.
  private var limit = 8

  /// An empty bag, usually a listener's only one.
  public init() {}

  /// Retains a subscription until the bag is emptied or released.
  public func keep(_ subscription: Subscription) {
    subscriptions.append(subscription)
    guard subscriptions.count > limit else { return }
    subscriptions.removeAll { !$0.isActive }
    limit = max(8, 2 * subscriptions.count)
  }

  /// Ends all subscriptions.
  public func empty() {
    let ended = subscriptions
    subscriptions = []
    for subscription in ended { subscription.end() }
  }
}
