import AppModules
import Testing

/// What is promised of producers and listeners.
@Suite struct ProducerTests {
  private let module = PageModule(usingContext: PageContext(routingContext: "test"))

  @Test func thereIsAStreamOfItsTypeAndOneOfAnyEvents() {
    var (typed, untyped, named): ([PageEvent], [String], [PageEvent]) = ([], [], [])
    let producer: any AnyEventsProducer = module
    let subscriptions = [
      module.events.observe { typed.append($0) }, producer.anyEvents.observe { untyped.append("\($0)") },
      producer.stream(of: PageEvent.self)?.observe { named.append($0) },
    ]
    module.emit(.turned(1))
    module.emit(.closed)
    #expect(typed == [.turned(1), .closed] && named == typed)
    #expect(untyped == ["turned(1)", "closed"])
    withExtendedLifetime(subscriptions) {}
  }

  @Test func thereIsNoStreamOfAForeignType() {
    let producer: any AnyEventsProducer = module
    #expect(producer.stream(of: OtherEvent.self) == nil)
    #expect(producer.stream(of: PageEvent.self) != nil)
  }

  @Test func aListenerAcceptsItsOwnTypeAndIgnoresOthers() {
    let (log, other) = (PageLog(), OtherModule(usingContext: PageContext()))
    let listener: any AnyEventsListener = log
    #expect(listener.listenEvents(from: module))
    #expect(!listener.listenEvents(from: other))
    other.emit(.turned(5))
    module.emit(.turned(1))
    #expect(log.events == [.turned(1)])
  }

  @Test func aListenerToAnyEventsHearsAll() {
    let (log, other) = (AnyLog(), OtherModule(usingContext: PageContext()))
    #expect(log.listenEvents(from: module) && log.listenEvents(from: other))
    other.emit(.turned(5))
    module.emit(.turned(1))
    #expect(log.lines == ["turned(5)", "turned(1)"])
  }

  @Test func anAggregatedProducerHasTheEventsOfAll() {
    let (second, other) = (PageModule(usingContext: PageContext()), OtherModule(usingContext: PageContext()))
    let all = AggregatedEventsProducer([module, second, other])
    let (log, pages) = (AnyLog(), PageLog())
    #expect(log.listenEvents(from: all) && pages.listenEvents(from: all))
    module.emit(.turned(1))
    other.emit(.turned(2))
    second.emit(.turned(3))
    #expect(log.lines == ["turned(1)", "turned(2)", "turned(3)"])
    #expect(pages.events == [.turned(1), .turned(3)])
    #expect(AggregatedEventsProducer([other]).stream(of: PageEvent.self) == nil)
  }

  @Test func aModuleKnowsOnWhoseBehalfItWasOpened() {
    let anyModule: any AnyModule = module
    #expect(anyModule.routingContext == "test")
    #expect(QuietModule(usingContext: PageContext()).routingContext == .main)
  }
}
