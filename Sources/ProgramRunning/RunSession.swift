import Glibc
import MortiseFiles
import Synchronization

/// A running program. Its process, and all that it forks, end with the session's process, whatever happens.
public final class RunSession: Sendable {
  /// A request from another thread, which the session's thread performs.
  typealias Request = @Sendable (inout RunThread) -> Void

  struct Shared: Sendable {
    var requests: [Request] = []
    var output: OutputRing
    var block = 0
    /// The state of the program in slow motion.
    var state: RunState?
    /// The number of the question that the program asks, and of the last one that was answered.
    var question: Int?
    var answered = 0
    /// Whether the recording is full, so that its oldest steps are dropped.
    var hasDroppedSteps = false
    /// Whether the event was sent since the progress was last read.
    var isAnnounced = false
    /// The descriptor on which a byte wakes the session's thread; -1 when it has ended.
    var alarm: Int32
  }

  let shared: Mutex<Shared>
  /// The recording of the run so far; nil if it isn't recorded.
  public let recording: RunRecording?

  /// Starts a program.
  /// - Parameter handler: called with each event, on a thread of the session.
  /// - Throws: `RunProblem` if the system has no pipes, terminals or processes left.
  public init(
    _ plan: RunPlan, with interpreter: Interpreter, settings: RunSettings,
    handler: @escaping @Sendable (RunEvent) -> Void
  ) throws(RunProblem) {
    let channels = try RunChannels(plan, interpreter, settings)
    shared = Mutex(Shared(output: OutputRing(capacity: settings.keptOutput), alarm: channels.alarm))
    recording = RunRecording(plan)
    BackgroundThread.run { [self] in
      var thread = RunThread(self, channels, plan, settings, handler)
      thread.run()
    }
  }

  /// The current progress of the program.
  public var progress: RunProgress { progress(after: 0) }

  /// Returns the progress of the program, with the output after its first bytes.
  /// - Parameter count: the number of bytes of output that are already known.
  public func progress(after count: Int) -> RunProgress {
    shared.withLock { shared in
      shared.isAnnounced = false
      return RunProgress(
        output: shared.output.content(after: count), outputCount: shared.output.total, block: shared.block,
        state: shared.state, isAsking: shared.question.map { $0 > shared.answered } ?? false,
        hasDroppedSteps: shared.hasDroppedSteps)
    }
  }

  /// Passes text to the program's standard input.
  public func type(_ bytes: [UInt8]) {
    noteAnswer()
    request { $0.type(bytes) }
  }

  /// Ends the program's standard input.
  public func endInput() {
    noteAnswer()
    request { $0.endInput() }
  }

  /// Marks the question as answered, so that late reports about it don't count.
  private func noteAnswer() { shared.withLock { $0.answered = $0.question ?? $0.answered } }

  /// Continues a stopped program. A running one ignores orders.
  public func resume(_ order: RunOrder) { request { $0.resume(order) } }

  /// Stops the program at its next statement.
  public func pause() { request { $0.pause() } }

  /// Makes the program step by itself from statement to statement, with a pause at each; nil for full speed.
  public func setPace(_ pace: Duration?) { request { $0.setPace(pace) } }

  /// Sets the breakpoints.
  public func setBreakpoints(_ breakpoints: RunBreakpoints) { request { $0.set(breakpoints) } }

  /// Sets the size of the program's terminal.
  public func resize(rows: Int, columns: Int) { request { $0.resize(rows: rows, columns: columns) } }

  /// Ends the program: by SIGINT, and if that has no effect, soon after by SIGKILL.
  public func stop() { request { $0.stop() } }

  /// Sends the program a signal.
  public func send(signal: Int32) { request { $0.send(signal: signal) } }

  private func request(_ request: @escaping Request) {
    shared.withLock { shared in
      if shared.alarm < 0 { return }
      shared.requests.append(request)
      var byte: UInt8 = 0
      // A full pipe is readable already.
      _ = write(shared.alarm, &byte, 1)
    }
  }
}

/// The progress of a program.
public struct RunProgress: Hashable, Sendable {
  /// The end of its output, unfiltered: it isn't safe to show.
  public var output: [UInt8]
  /// The number of bytes of all output so far.
  public var outputCount: Int
  /// The number of the block that runs; 0 if that isn't known.
  public var block: Int
  /// The state of the program there, in slow motion; nil at full speed.
  public var state: RunState?
  /// Whether it waits for an answer to a question that it asked.
  public var isAsking = false
  /// Whether the recording is full, so that its oldest steps are dropped.
  public var hasDroppedSteps = false
}

/// The reason why a program can't be run.
public struct RunProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// A system error number.
  public var code: Int32

  /// - Parameter code: a system error number, such as `ENOENT`.
  public init(code: Int32) { self.code = code }

  public var description: String { "can't start a program: \(String(cString: strerror(code)))" }
}
