/// Knows who observes an emitter, and hands its events on.
final class EventHub<Event> {
  /// An observer's place in the order.
  final class Observer {
    private(set) var receive: ((Event) -> Void)?
    init(_ receive: @escaping (Event) -> Void) { self.receive = receive }

    /// Lets go of it for good, also where the order of a moment ago is still being gone through.
    func leave() { receive = nil }
  }

  private var observers: [Observer] = []
  private var waiting: [Event] = []
  private var isDelivering = false
  private var isClosed = false

  func add(_ receive: @escaping (Event) -> Void) -> Observer {
    let observer = Observer(receive)
    if isClosed { observer.leave() } else { observers.append(observer) }
    return observer
  }

  func remove(_ observer: Observer) {
    observer.leave()
    observers.removeAll { $0 === observer }
  }

  /// Delivers an event to those that observe now. One that is emitted by an observer waits until the present one has
  /// reached everybody.
  func emit(_ event: Event) {
    waiting.append(event)
    if isDelivering { return }
    isDelivering = true
    while !waiting.isEmpty {
      let events = waiting
      waiting.removeAll(keepingCapacity: true)
      for event in events {
        for observer in observers { observer.receive?(event) }
      }
    }
    isDelivering = false
  }

  /// There will be no more events. The emitter is kept while it emits, so everything has been delivered.
  func close() {
    isClosed = true
    let gone = observers
    observers = []
    for observer in gone { observer.leave() }
  }
}
