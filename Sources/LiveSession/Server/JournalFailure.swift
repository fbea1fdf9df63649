import ProgramJournal
import Synchronization

/// The message, not sent to the members yet, that the journal can't be written.
nonisolated final class JournalFailure: Sendable {
  private let message = Mutex<String?>(nil)

  func note(_ progress: JournalProgress) {
    if case .failed(let text, isKnown: false) = progress { message.withLock { $0 = text } }
  }

  func take() -> String? {
    message.withLock { message in
      defer { message = nil }
      return message
    }
  }
}
