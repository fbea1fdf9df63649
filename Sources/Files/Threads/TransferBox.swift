import Synchronization

/// Carries something that belongs to one thread over to another one, once: a program that was opened beside the main
/// thread, with the factory of its blocks.
///
///     let task = Task.detached { TransferBox(try Document.open(path, factory: StockBlocks.factory())) }
///     let document = try await task.value.take()
public nonisolated final class TransferBox<Value>: Sendable {
  private let content: Mutex<Value?>

  public init(_ value: sending Value) { content = Mutex(value) }

  /// What is carried; nil when it was taken already.
  public func take() -> sending Value? {
    content.withLock { content in
      let value = content
      content = nil
      return value
    }
  }
}
