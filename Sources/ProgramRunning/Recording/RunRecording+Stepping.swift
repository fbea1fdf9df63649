/// Stepping back and forward. Each function returns nil if no such step is recorded.
extension RunRecording {
  /// Returns the step before another one.
  public func stepBack(from step: Int) -> Int? {
    store.withLock { store in step > store.firstStep ? min(step, store.stepCount) - 1 : nil }
  }

  /// Returns the step in which the statement before that of another step began; for the first statement of a function,
  /// the step of the call.
  public func overBack(from step: Int) -> Int? {
    store.withLock { store in store.entryBefore(Int(store.time(of: step)), plan.numbers).map(store.step) }
  }

  /// Returns the step of the statement that called the function of another step.
  public func outBack(from step: Int) -> Int? {
    store.withLock { store in
      store.call(at: store.time(of: step)).flatMap(store.callingEntry).map(store.step)
    }
  }

  /// Returns the next step that is not inside the statement of a step, nor in a function that it calls.
  public func stepOver(from step: Int) -> Int? {
    store.withLock { store in
      let entry = store.time(of: step)
      let block = store.blockOfEntry(entry)
      if block == 0 { return nil }
      return store.entryAfter(Int(entry), outside: block...plan.numbers.last(in: block)).map(store.step)
    }
  }

  /// Returns the next step after the function of a step.
  public func stepOut(from step: Int) -> Int? {
    store.withLock { store in
      store.call(at: store.time(of: step)).flatMap(store.entryAfter(call:)).map(store.step)
    }
  }
}
