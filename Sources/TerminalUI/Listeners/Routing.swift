import AppModules

/// Opens what the events of modules ask for.
final class Routing: AnyEventsListener {
  private let router: EditorRouter
  private let subscriptions = SubscriptionBag()

  init(_ router: EditorRouter) { self.router = router }

  func listenEvents(from producer: any AnyEventsProducer) -> Bool {
    // Every event of the program would be delivered.
    if producer.stream(of: ProgramEvent.self) != nil { return false }
    producer.anyEvents.capture { ($0 as? any RoutingEvent)?.route }
      .observe { [router] route in router.open(route) }.kept(in: subscriptions)
    return true
  }
}
