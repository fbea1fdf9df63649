import AppModules

/// Shows the status messages of modules and of program events.
final class StatusLine: AnyEventsListener {
  private let screen: EditorScreen
  private let subscriptions = SubscriptionBag()

  init(screen: EditorScreen) { self.screen = screen }

  func listenEvents(from producer: any AnyEventsProducer) -> Bool {
    // Not `anyEvents`: that would also deliver every fired event.
    if let events = producer.stream(of: ProgramEvent.self) {
      events.observe { [screen] event in
        if case .status(let message) = event { screen.message = message }
      }.kept(in: subscriptions)
      return true
    }
    producer.anyEvents.observe { [screen] event in
      if let message = (moduleEvent(event) as? any EditorEvent)?.statusMessage { screen.message = message }
    }.kept(in: subscriptions)
    return true
  }
}

/// Opens the routes that events of modules request.
final class Routing: AnyEventsListener {
  private unowned let scene: Scene
  private let subscriptions = SubscriptionBag()

  init(_ scene: Scene) { self.scene = scene }

  func listenEvents(from producer: any AnyEventsProducer) -> Bool {
    // Otherwise it would receive every event of the program.
    if producer.stream(of: ProgramEvent.self) != nil { return false }
    producer.anyEvents.capture { (moduleEvent($0) as? any RoutingEvent)?.route }
      .observe { [unowned scene] route in scene.open(route) }.kept(in: subscriptions)
    return true
  }
}

/// Returns an event of a module; nil for those of view controllers. Casting one of those to a protocol to which it
/// doesn't conform would search all conformances of the program each time.
private func moduleEvent(_ event: any EventProtocol) -> (any EventProtocol)? {
  event is ViewControllerEvent ? nil : event
}

/// Ends the editor when a module requests it.
final class Quitting: AnyEventsListener {
  private let quit: () -> Void
  private let subscriptions = SubscriptionBag()

  init(quit: @escaping () -> Void) { self.quit = quit }

  func listenEvents(from producer: any AnyEventsProducer) -> Bool {
    if let events = producer.stream(of: FilesEvent.self) { observe(events.capture(event: .leaving)) }
    if let events = producer.stream(of: JournalsEvent.self) { observe(events.capture(event: .leaving)) }
    return producer.stream(of: FilesEvent.self) != nil || producer.stream(of: JournalsEvent.self) != nil
  }

  private func observe<Event>(_ events: EventStream<Event>) {
    events.observe { [quit] _ in quit() }.kept(in: subscriptions)
  }
}
