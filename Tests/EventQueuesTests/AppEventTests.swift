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

  @Test func everyEventHasWordsOfItsOwn() {
    let words = AppEvent.allCases.map(\.description)
    #expect(Set(words).count == words.count)
    #expect(words.allSatisfy { !$0.isEmpty && $0.first?.isLowercase == true })
  }
}
