import Synchronization

/// Transfers a value from one thread to another, once: for example, a program that was opened in the background,
/// together with its block factory.
///
///     let task = Task.detached { TransferBox(try Document.open(path, factory: StockBlocks.factory())) }
///     let document = try await task.value.take()
public nonisolated final class TransferBox<Value>: Sendable {
  private let content: Mutex<Value?>

  /// - Parameter value: nobody else may use it afterwards; the compiler checks that.
  public init(_ value: sending Value) { content = Mutex(value) }

  /// Returns the value; nil when it has already been taken.
  public func take() -> sending Value? {
    content.withLock { content in
      let value = content
      content = nil
      return value
    }
  }
}
