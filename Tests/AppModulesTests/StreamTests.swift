import AppModules
import Testing

/// What is promised of events on their way.
@Suite struct StreamTests {
  private let emitter = EventEmitter<Int>()

  @Test func everybodyHearsInTheOrderOfSubscription() {
    var heard: [String] = []
    let subscriptions = ["a", "b", "c"].map { name in emitter.events.observe { heard.append("\(name)\($0)") } }
    emitter.emit(1)
    emitter.emit(2)
    #expect(heard == ["a1", "b1", "c1", "a2", "b2", "c2"])
    withExtendedLifetime(subscriptions) {}
  }

  @Test func aSubscriptionIsOverWithItsLastCopy() {
    var heard: [Int] = []
    var first: Subscription? = emitter.events.observe { heard.append($0) }
    var copy = first
    first = nil
    emitter.emit(1)
    #expect(copy?.isActive == true)
    copy = nil
    emitter.emit(2)
    #expect(heard == [1])
  }

  @Test func anEndedSubscriptionHearsNothingWhateverCopiesThereAre() {
    var heard: [Int] = []
    let subscription = emitter.events.observe { heard.append($0) }
    let copy = subscription
    copy.end()
    emitter.emit(1)
    #expect(heard == [] && !subscription.isActive)
    subscription.end()
  }

  @Test func aSubscriptionThatEndsDuringADeliveryHearsNoMoreOfIt() {
    var heard: [String] = []
    var second: Subscription?
    let first = emitter.events.observe { _ in
      heard.append("first")
      second = nil
    }
    second = emitter.events.observe { _ in heard.append("second") }
    let third = emitter.events.observe { _ in heard.append("third") }
    emitter.emit(1)
    #expect(heard == ["first", "third"])
    #expect(second == nil)
    withExtendedLifetime((first, third)) {}
  }

  @Test func anObserverMayEndItsOwnSubscription() {
    var heard: [Int] = []
    var subscription: Subscription?
    subscription = emitter.events.observe {
      heard.append($0)
      subscription?.end()
    }
    emitter.emit(1)
    emitter.emit(2)
    #expect(heard == [1])
  }

  @Test func whoSubscribesDuringADeliveryHearsTheNextEvent() {
    var heard: [String] = []
    var late: [Subscription] = []
    let first = emitter.events.observe { [emitter] number in
      if number == 1 { late.append(emitter.events.observe { heard.append("late\($0)") }) }
    }
    emitter.emit(1)
    emitter.emit(2)
    #expect(heard == ["late2"])
    withExtendedLifetime(first) {}
  }

  @Test func anEventThatAnObserverEmitsComesAfterThePresentOneForEverybody() {
    var heard: [String] = []
    let first = emitter.events.observe { [emitter] number in
      heard.append("first\(number)")
      if number < 3 { emitter.emit(number + 1) }
      heard.append("first\(number) ends")
    }
    let second = emitter.events.observe { heard.append("second\($0)") }
    emitter.emit(1)
    #expect(
      heard == [
        "first1", "first1 ends", "second1", "first2", "first2 ends", "second2", "first3", "first3 ends", "second3",
      ])
    withExtendedLifetime((first, second)) {}
  }

  @Test func whatAnObserverHoldsIsLetGoOfWhenItEnds() {
    weak var held: Controller?
    func observe() -> Subscription {
      let controller = Controller()
      held = controller
      return emitter.events.observe { _ in withExtendedLifetime(controller) {} }
    }
    let subscription = observe()
    #expect(held != nil)
    subscription.end()
    #expect(held == nil)
  }

  @Test func observersAreLetGoOfWhenTheEmitterGoes() {
    weak var held: Controller?
    var emitter: EventEmitter<Int>? = EventEmitter()
    func observe() -> Subscription? {
      let controller = Controller()
      held = controller
      return emitter?.events.observe { _ in withExtendedLifetime(controller) {} }
    }
    let stream = emitter?.events
    let subscription = observe()
    emitter = nil
    #expect(held == nil && subscription?.isActive == false)
    #expect(stream?.observe { _ in }.isActive == false)
  }

  @Test func theLastWordsOfAnEmitterAreHeard() {
    var heard: [String] = []
    var emitter: EventEmitter<Int>? = EventEmitter()
    let first = emitter?.events.observe { number in
      if number == 1 {
        emitter?.emit(2)
        emitter = nil
      }
      heard.append("first\(number)")
    }
    let second = emitter?.events.observe { heard.append("second\($0)") }
    emitter?.emit(1)
    #expect(heard == ["first1", "second1", "first2", "second2"])
    #expect(first?.isActive == false && second?.isActive == false)
  }

  @Test func streamsCanBeTransformed() {
    var heard: [String] = []
    let texts = emitter.events.map { "<\($0)>" }.capture { text -> String? in text.count > 3 ? text : nil }
    let subscription = texts.observe { heard.append($0) }
    for number in [5, 10, 7, 20] { emitter.emit(number) }
    #expect(heard == ["<10>", "<20>"])
    subscription.end()
    emitter.emit(30)
    #expect(heard.count == 2)
  }

  @Test func aBagKeepsSubscriptionsAndDropsThoseThatAreOver() {
    var heard = 0
    var bag: SubscriptionBag? = SubscriptionBag()
    weak var held: Controller?
    func observeBriefly() {
      let (brief, controller) = (EventEmitter<Int>(), Controller())
      held = controller
      brief.events.observe { _ in withExtendedLifetime(controller) {} }.kept(in: bag ?? SubscriptionBag())
    }
    for _ in 0..<100 { observeBriefly() }
    #expect(held == nil)
    for _ in 0..<20 { emitter.events.observe { _ in heard += 1 }.kept(in: bag ?? SubscriptionBag()) }
    emitter.emit(1)
    #expect(heard == 20)
    bag?.empty()
    emitter.emit(2)
    #expect(heard == 20)
    emitter.events.observe { _ in heard += 1 }.kept(in: bag ?? SubscriptionBag())
    bag = nil
    emitter.emit(3)
    #expect(heard == 20)
  }

  // MARK: - Merging and throttling

  @Test func mergedStreamsAreHeardUntilTheSubscriptionEnds() {
    let other = EventEmitter<Int>()
    var heard: [Int] = []
    let subscription = EventStream.merged([emitter.events, other.events]).observe { heard.append($0) }
    emitter.emit(1)
    other.emit(2)
    #expect(heard == [1, 2] && subscription.isActive)
    subscription.end()
    emitter.emit(3)
    other.emit(4)
    #expect(heard == [1, 2] && !subscription.isActive)
  }

  @Test func aThrottledStreamLeavesOutWhatComesTooSoon() {
    var now = ContinuousClock.now
    var heard: [Int] = []
    let throttled = emitter.events.throttled(to: .milliseconds(500)) { now }
    let subscription = throttled.observe { heard.append($0) }
    emitter.emit(1)
    now += .milliseconds(499)
    emitter.emit(2)
    // Each observer has an interval of its own.
    var late: [Int] = []
    let second = throttled.observe { late.append($0) }
    emitter.emit(3)
    now += .milliseconds(1)
    emitter.emit(4)
    now += .milliseconds(499)
    emitter.emit(5)
    #expect(heard == [1, 4] && late == [3, 5])
    withExtendedLifetime((subscription, second)) {}
  }

  /// An observer that only its own subscription keeps.
  private final class SelfKept {
    let subscriptions = SubscriptionBag()

    static func observing(_ emitter: EventEmitter<Int>) -> SelfKept {
      let observer = SelfKept()
      emitter.events.observe { _ in withExtendedLifetime(observer) {} }.kept(in: observer.subscriptions)
      return observer
    }
  }

  @Test func anObserverThatKeepsItselfIsGoneWithTheEmitter() {
    var emitter: EventEmitter<Int>? = EventEmitter()
    weak let observer = emitter.map(SelfKept.observing)
    emitter?.emit(1)
    #expect(observer != nil)
    emitter = nil
    #expect(observer == nil)
  }

  @Test func anObserverThatKeepsItselfIsGoneWithItsSubscription() {
    weak let observer = SelfKept.observing(emitter)
    emitter.emit(1)
    #expect(observer != nil)
    observer?.subscriptions.empty()
    #expect(observer == nil)
    emitter.emit(2)
  }
}
