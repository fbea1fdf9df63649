/// The settings for running a program.
public struct RunSettings: Sendable {
  /// The program's standard input and output.
  public enum Streams: Hashable, Sendable {
    /// Those of this process, unless the output or the errors have another descriptor.
    case inherited(output: Int32 = 1, errors: Int32 = 2)
    /// A terminal of its own. Text written there is in the session's output.
    case terminal(rows: Int, columns: Int)
    /// A text, and the session's output. Errors are discarded.
    case text(input: [UInt8])
  }

  /// The program's streams; by default those of this process.
  public var streams = Streams.inherited()
  /// The program's arguments, without its own name.
  public var arguments: [String] = []
  /// The absolute path of a folder in which the program's modules are looked for, too; nil for none.
  public var modules: String?
  /// The limit of processor time, in seconds; nil for none.
  public var processorSeconds: Int?
  /// The limit of the memory of all its processes together, in bytes; nil for none.
  public var memory: Int?
  /// The limit of time; nil for none.
  public var time: Duration?
  /// The limit of output, in bytes; nil for none.
  public var output: Int?
  /// The number of bytes that are kept of the output's end.
  public var keptOutput = 1 << 20
  /// The numbers of the blocks at which it stops.
  public var breakpoints: Set<Int> = []
  /// Whether it stops at its first statement.
  public var isPaused = false
  /// The pause at each statement in slow motion; nil for full speed.
  public var pace: Duration?
  /// Receives all steps of a recorded run in their order, on a thread of the session, while it runs; nil if they aren't
  /// needed.
  public var trace: (@Sendable ([TracedStep]) -> Void)?

  /// Settings without limits, breakpoints and pauses.
  public init() {}
}

/// The way in which a program ended.
public enum RunEnd: Hashable, Sendable {
  /// It ended by itself, with an exit status: 0 for success.
  case exited(code: Int32)
  /// A signal ended it: it was stopped, it crashed or it reached the limit of processor time.
  case signalled(Int32)
  /// The interpreter could not be started; a system error number.
  case notStarted(Int32)
  /// It ran for `RunSettings.time`.
  case reachedTimeLimit
  /// It wrote more than `RunSettings.output`.
  case reachedOutputLimit
  /// Its processes took more than `RunSettings.memory`. One that asks for too much may also get an error instead.
  case reachedMemoryLimit
}

/// An event of a running program.
public enum RunEvent: Sendable {
  /// There is output, the program is at another block, or it asks for input. Sent once until the session's `progress`
  /// is read, and at most 30 times a second.
  case progress
  /// The program waits for an order. `problem` is about the condition of a breakpoint.
  case stopped(RunState, atBreakpoint: Bool, problem: String?)
  /// The program failed, and ends.
  case failed(RunError)
  /// All of its processes have ended. No event follows.
  case ended(RunEnd)
}
