import AppModules

/// Shows what the modules say, and what is said about the program.
final class StatusLine: AnyEventsListener {
  private unowned let editor: EditorServices
  private let subscriptions = SubscriptionBag()

  init(editor: EditorServices) { self.editor = editor }

  func listenEvents(from producer: any AnyEventsProducer) -> Bool {
    // All that is fired would go through here, too.
    if let events = producer.stream(of: ProgramEvent.self) {
      events.observe { [unowned editor] event in
        if case .status(let message) = event { editor.message = message }
      }.kept(in: subscriptions)
      return true
    }
    producer.anyEvents.observe { [unowned editor] event in
      if let message = (event as? any EditorEvent)?.statusMessage { editor.message = message }
    }.kept(in: subscriptions)
    return true
  }
}
