import AppModules
import Testing

/// What is promised of captures, by exact value and by case.
@Suite struct CaptureTests {
  private let emitter = EventEmitter<PageEvent>()
  private var events: EventStream<PageEvent> { emitter.events }
  nonisolated private static let all: [PageEvent] = [
    .opened, .closed, .turned(1), .turned(2), .marked(1), .labelled(line: 1), .labelled(column: 1), .placed(x: 1, y: 2),
    .named("a", 1), .noted(nil), .noted("a"), .nested([]), .nested([.turned(1)]),
  ]

  /// What comes of a stream when all kinds of events are emitted.
  private func heard<Payload>(_ stream: EventStream<Payload>) -> [Payload] {
    var heard: [Payload] = []
    let subscription = stream.observe { heard.append($0) }
    for event in CaptureTests.all { emitter.emit(event) }
    subscription.end()
    return heard
  }

  @Test(arguments: CaptureTests.all) func anExactValueIsCapturedAndNoOther(event: PageEvent) {
    #expect(heard(events.capture(event: event)) == [event])
  }

  /// The known defect of the original: a match of values that fell back to the label.
  @Test func aValueNeverMatchesAnotherOneOfItsCase() {
    #expect(heard(events.capture(event: .turned(3))) == [])
  }

  @Test func aCaseIsCapturedWithItsPayload() {
    #expect(heard(events.capture(event: PageEvent.turned)) == [1, 2])
    #expect(heard(events.capture(event: PageEvent.nested)) == [[], [.turned(1)]])
  }

  @Test func aCaseNeverMatchesAnotherOneWithTheSamePayload() {
    #expect(heard(events.capture(event: PageEvent.marked)) == [1])
    #expect(heard(events.capture(event: PageEvent.labelled(line:))) == [1])
    #expect(heard(events.capture(event: PageEvent.labelled(column:))) == [1])
  }

  @Test func payloadsOfSeveralValuesAreCaptured() {
    #expect(heard(events.capture(event: PageEvent.placed)).map { "\($0.0) \($0.1)" } == ["1 2"])
    #expect(heard(events.capture(event: PageEvent.named)).map { "\($0.0) \($0.1)" } == ["a 1"])
  }

  @Test func anOptionalPayloadIsCapturedAlsoWhenItIsNil() {
    #expect(heard(events.capture(event: PageEvent.noted)) == [nil, "a"])
  }

  @Test func aCaseWithoutPayloadIsCapturedAsAnExactValue() {
    #expect(heard(events.capture(event: PageEvent.opened)) == [.opened])
  }

  @Test func anEqualityOfItsOwnDoesNotBlurTheCases() {
    enum Blurred: Equatable {
      case a(Int)
      case b(Int)
      static func == (one: Blurred, other: Blurred) -> Bool { true }
    }
    let emitter = EventEmitter<Blurred>()
    var heard: [Int] = []
    let subscription = emitter.events.capture(event: Blurred.a).observe { heard.append($0) }
    emitter.emit(.b(1))
    emitter.emit(.a(2))
    #expect(heard == [2])
    subscription.end()
  }

  @Test func eventsThatCannotBeComparedAreCaptured() {
    let emitter = EventEmitter<LooseEvent>()
    var heard: [Int] = []
    let subscription = emitter.events.capture(event: LooseEvent.did).observe { heard.append($0.number()) }
    emitter.emit(.did(LooseEvent.Answer { 7 }))
    emitter.emit(.other)
    #expect(heard == [7])
    subscription.end()
  }

  @Test func theSubscriptCapturesEventsByCaseOrValue() {
    let module = PageModule(usingContext: PageContext())
    let producer: any AnyEventsProducer = module
    var heard: [String] = []
    let subscriptions = [
      producer[event: PageEvent.turned].observe { heard.append("any \($0)") },
      producer[event: PageEvent.turned(2)].observe { heard.append("any \($0)") },
      producer[event: OtherEvent.turned].observe { heard.append("foreign \($0)") },
      producer[event: OtherEvent.opened].observe { heard.append("foreign \($0)") },
      module[event: PageEvent.turned].observe { heard.append("typed \($0)") },
      module[event: .opened].observe { heard.append("typed \($0)") },
    ]
    for event in [PageEvent.turned(1), .turned(2), .opened] { module.emit(event) }
    #expect(heard == ["any 1", "typed 1", "any 2", "any turned(2)", "typed 2", "typed opened"])
    #expect(subscriptions.map(\.isActive) == [true, true, false, false, true, true])
  }
}
