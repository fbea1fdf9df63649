import EventQueues
import Testing

/// The queue that the editor shares.
@MainActor @Suite struct AppEventTests {
  @Test func theSharedQueueRunsActions() {
    var isReady = false
    let token = AppEventQueue.wait(for: [.definitionsLoaded, .fileParsed]) { isReady = true }
    AppEventQueue.signal(event: .definitionsLoaded)
    #expect(!isReady)
    #expect(AppEventQueue.pending == ["an action waits for the file"])
    #expect(AppEventQueue.cancelAction(token: token))
    AppEventQueue.forget(.definitionsLoaded)
  }

  @Test func anAppAddsEventsOfItsOwn() {
    let queue = EventQueue<AppEvent>()
    var isDone = false
    queue.wait(for: [.notesRead, .ready]) { isDone = true }
    queue.signal(event: .ready)
    #expect(!isDone && queue.pending == ["an action waits for the notes"])
    queue.signal(event: .notesRead)
    #expect(isDone)
  }
}

extension AppEvent {
  fileprivate static let notesRead = AppEvent("the notes")
}
