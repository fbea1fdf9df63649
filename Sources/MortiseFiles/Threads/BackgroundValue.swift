import Synchronization

/// A value that a thread of its own makes, while the one that needs it does something else.
package nonisolated final class BackgroundValue<Value>: Sendable {
  private let box = Mutex<TransferBox<Value>?>(nil)
  private let isMade = Semaphore()

  /// - Parameter make: called on the other thread; nil if the value can't be made.
  package init(_ make: @escaping @Sendable () -> sending Value?) {
    BackgroundThread.run { [self] in
      if let value = make() {
        let made = TransferBox(value)
        box.withLock { $0 = made }
      }
      isMade.signal()
    }
  }

  /// Waits for the value. Only the first call gets it; further ones would wait forever.
  /// - Returns: nil if it can't be made.
  package func take() -> sending Value? {
    isMade.wait()
    return box.withLock(\.self)?.take()
  }
}
