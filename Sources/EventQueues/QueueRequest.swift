/// A request to a queue: a state change, or an action that waits.
enum QueueRequest<Event: Hashable & Sendable>: Sendable {
  case wait(QueuedAction<Event>)
  case signal(Event)
  case started(Event, since: ContinuousClock.Instant)
  case completed(Event)
  case failed(Event, any Error)
  case depend(parent: Event, children: [Event])
  case forget(Event)
}
