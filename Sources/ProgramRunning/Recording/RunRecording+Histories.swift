extension RunRecording {
  /// Calls a function with all values that the variable that a step sees under a name had before it, the oldest first:
  /// faster than reading the changes, which have words.
  public func forEachValue(ofVariable name: String, before step: Int, _ body: (RecordedValue) -> Void) {
    store.withLock { store in
      let time = store.time(of: step)
      guard let history = store.history(of: name, at: time), let last = history.index(at: time) else { return }
      for index in history.entries.startIndex...last { body(store.value(history.entries[index].value)) }
    }
  }
}
