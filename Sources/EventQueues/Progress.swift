import Synchronization

/// The progress of a long job. The code that does the work reports to `current` from its own thread, and doesn't know
/// the reader.
///
///     let progress = Progress()
///     Progress.$current.withValue(progress) { read(file) }
public final class Progress: Sendable {
  /// The progress of the current job; nil outside a job, and in a part that doesn't report.
  @TaskLocal public static var current: Progress?

  /// A description of the current work.
  public struct Activity: Sendable {
    /// The text for the user, such as “searching”.
    public var words: String
    /// Whether the work can be cancelled.
    public var canStop: Bool

    /// - Parameters:
    ///   - words: the text for the user, such as “searching”.
    ///   - canStop: whether the work can be cancelled.
    public init(_ words: String, canStop: Bool = false) { (self.words, self.canStop) = (words, canStop) }
  }

  private struct State {
    var fraction = 0.0
    var activity: Activity?
    /// Counts the activities.
    var number = 0
    /// The number of the activity that was asked to stop.
    var cancelled: Int?
  }

  private let state = Mutex(State())
  /// The job that this one is a part of, and its share of that job; nil for a whole job.
  private let whole: (progress: Progress, share: ClosedRange<Double>)?
  private let whenReported: @Sendable (Progress) -> Void

  /// - Parameter whenReported: called on the working thread, a few hundred times in all.
  public init(whenReported: @escaping @Sendable (Progress) -> Void = { _ in }) {
    self.whenReported = whenReported
    whole = nil
  }

  private init(of whole: Progress, share: ClosedRange<Double>) {
    self.whole = (whole, share)
    whenReported = { _ in }
  }

  /// The part that is done, from 0 to 1.
  public var fraction: Double { state.withLock(\.fraction) }
  /// The current work; nil if unknown.
  public var activity: Activity? { state.withLock(\.activity) }

  /// Whether the job was asked to stop and has not done so.
  public var isCancelled: Bool { whole?.progress.isCancelled ?? state.withLock { $0.cancelled != nil } }

  /// Asks the job to stop. Only the current activity stops: later ones must not be cut short.
  public func cancel() { state.withLock { $0.cancelled = $0.number } }

  /// Whether the current activity was asked to stop.
  private var mustStop: Bool {
    whole?.progress.mustStop
      ?? state.withLock { $0.cancelled == $0.number && ($0.activity.map(\.canStop) ?? true) }
  }

  private func noteStop() {
    if let (whole, _) = whole { whole.noteStop() } else { state.withLock { $0.cancelled = nil } }
  }

  private func report(_ fraction: Double) {
    if let (whole, share) = whole {
      whole.report(share.lowerBound + fraction * (share.upperBound - share.lowerBound))
    } else {
      state.withLock { $0.fraction = fraction }
      whenReported(self)
    }
  }

  /// - Returns: the activity before.
  @discardableResult
  private func begin(_ activity: Activity?) -> Activity? {
    if let (whole, _) = whole { return whole.begin(activity) }
    return state.withLock { state in
      let before = state.activity
      state.activity = activity
      state.number += 1
      return before
    }
  }

  /// Runs a part of the current job.
  /// - Parameters:
  ///   - share: its share of the job, within 0 to 1; nil for work that doesn't advance the job.
  ///   - activity: the description of the work; nil to keep the current one.
  /// - Throws: the `Failure` that the work throws.
  public static func within<Value, Failure>(
    _ share: ClosedRange<Double>?, _ activity: Activity? = nil, _ work: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard let whole = current else { return try work() }
    let before = activity.map { whole.begin($0) }
    defer { if let before { whole.begin(before) } }
    let result: Result<Value, Failure> = $current.withValue(share.map { Progress(of: whole, share: $0) }) {
      Result { () throws(Failure) in try work() }
    }
    return try result.get()
  }

  /// Runs a part of the current job whose result is discarded if the user cancels it.
  /// - Parameter words: the text for the user, such as “writing”.
  /// - Throws: `Cancelled` if the user cancelled it.
  package static func stopping<Value>(_ words: String, _ work: () -> Value) throws(Cancelled) -> Value {
    guard let whole = current else { return work() }
    return try within(0...1, Activity(words, canStop: true)) { () throws(Cancelled) in
      let value = work()
      guard whole.mustStop else { return value }
      whole.noteStop()
      throw Cancelled()
    }
  }

  /// The error of a job that was asked to stop.
  public struct Cancelled: Error {}

  /// A loop that makes up all of the current job, or of a part of it.
  public struct Loop {
    private let progress: Progress?
    private let count: Int
    private let interval: Int
    private var isCancelled = false
    @usableFromInline var done = 0
    /// The step at which to report again.
    @usableFromInline var next: Int

    /// - Parameter count: the number of steps.
    public init(of count: Int) {
      progress = Progress.current
      self.count = max(count, 1)
      // A report costs no more than a few hundred steps do.
      interval = max(1024, count / 50)
      next = progress == nil ? .max : interval
    }

    /// Sets the number of completed steps. Usually costs one comparison.
    @inlinable public mutating func reach(_ done: Int) {
      self.done = done
      if done >= next { report() }
    }

    /// Adds completed steps.
    @inlinable public mutating func step(by count: Int = 1) { reach(done + count) }

    /// Whether the job had been asked to stop at the last report. The loop's result isn't used then.
    package var mustStop: Bool { isCancelled }

    /// - Throws: `Cancelled` if the job had been asked to stop at the last report.
    public func checkCancelled() throws(Cancelled) {
      guard isCancelled else { return }
      progress?.noteStop()
      throw Cancelled()
    }

    /// Returns the share of the job that the next steps make up.
    public func share(of steps: Int) -> ClosedRange<Double> {
      let start = min(Double(done) / Double(count), 1)
      return start...max(start, min(Double(done + steps) / Double(count), 1))
    }

    @usableFromInline mutating func report() {
      guard let progress else { return }
      next = done < .max - interval ? done + interval : .max
      progress.report(min(Double(done) / Double(count), 1))
      isCancelled = progress.mustStop
    }
  }
}
