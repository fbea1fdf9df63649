import AppModules

/// Shows what the modules say.
final class StatusLine: AnyEventsListener {
  private unowned let editor: EditorServices
  private let subscriptions = SubscriptionBag()

  init(editor: EditorServices) { self.editor = editor }

  func listenEvents(from producer: any AnyEventsProducer) -> Bool {
    // The program itself says nothing.
    if producer is ProgramEvents { return false }
    producer.anyEvents.observe { [unowned editor] event in
      if let words = (event as? any EditorEvent)?.words { editor.message = words }
    }.kept(in: subscriptions)
    return true
  }
}
