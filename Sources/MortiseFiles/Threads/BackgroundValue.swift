import Synchronization

/// A value that a thread of its own makes, while the one that needs it does something else.
package nonisolated final class BackgroundValue<Value>: Sendable {
  private let value = Mutex<TransferBox<Value>?>(nil)
  private let isMade = Semaphore()

  /// - Parameter make: called on the other thread.
  package init(_ make: @escaping @Sendable () -> sending Value) {
    BackgroundThread.run { [self] in
      let box = TransferBox(make())
      value.withLock { $0 = box }
      isMade.signal()
    }
  }

  /// Waits for the value. Only the first call gets it; further ones would wait forever.
  package func take() -> sending Value? {
    isMade.wait()
    return value.withLock(\.self)?.take()
  }
}
