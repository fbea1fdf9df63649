import AppModules

/// Opens what the events of modules ask for.
final class Routing: AnyEventsListener {
  private unowned let scene: Scene
  private let subscriptions = SubscriptionBag()

  init(_ scene: Scene) { self.scene = scene }

  func listenEvents(from producer: any AnyEventsProducer) -> Bool {
    // Every event of the program would be delivered.
    if producer.stream(of: ProgramEvent.self) != nil { return false }
    producer.anyEvents.capture { ($0 as? any RoutingEvent)?.route }
      .observe { [unowned scene] route in scene.open(route) }.kept(in: subscriptions)
    return true
  }
}
