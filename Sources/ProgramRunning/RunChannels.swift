import CProcess
import Glibc

/// Our ends of the descriptors of a program that was just started.
struct RunChannels: Sendable {
  /// The ends of the pipe that wakes the thread for requests: one to read from, and one to write to.
  var wakeUps: Int32 = -1
  var alarm: Int32 = -1
  /// The supervisor.
  var supervisor = cp_supervisor()
  /// The pipes for orders to the runtime, and for its reports.
  var orders: Int32 = -1
  var messages: Int32 = -1
  /// The program's standard input and output; -1 if they are ours. Both are the same if it has a terminal.
  var input: Int32 = -1
  var output: Int32 = -1

  init(_ plan: RunPlan, _ interpreter: Interpreter, _ settings: RunSettings) throws(RunProblem) {
    (supervisor.control, supervisor.reports) = (-1, -1)
    var theirs: [Int32] = []
    do throws(RunProblem) {
      (wakeUps, alarm) = try Self.pipe()
      let (orderEnd, orders) = try Self.pipe()
      (self.orders, theirs) = (orders, theirs + [orderEnd])
      let (messages, messageEnd) = try Self.pipe()
      (self.messages, theirs) = (messages, theirs + [messageEnd])
      let streams = try openStreams(settings.streams, &theirs)
      try start(
        Array(streams) + [orderEnd, messageEnd], interpreter, settings,
        hasTerminal: input >= 0 && input == output)
    } catch {
      for number in theirs { close(number) }
      closeAll()
      throw error
    }
    for number in theirs { close(number) }
    for number in [wakeUps, alarm, orders, messages, input, output] where number >= 0 {
      _ = fcntl(number, F_SETFL, O_NONBLOCK)
    }
  }

  /// Closes all open descriptors, each once: input and output are the same if the program has a terminal.
  func closeAll() {
    let all = [wakeUps, alarm, supervisor.control, supervisor.reports, orders, messages, output]
    for number in all + (input == output ? [] : [input]) where number >= 0 { close(number) }
  }

  /// Returns the program's descriptors 0, 1 and 2.
  private mutating func openStreams(
    _ streams: RunSettings.Streams, _ theirs: inout [Int32]
  ) throws(RunProblem) -> [Int32] {
    switch streams {
    case .inherited(let output, let errors): return [STDIN_FILENO, output, errors]
    case .terminal(let rows, let columns):
      var (leader, follower): (Int32, Int32) = (-1, -1)
      let code = cp_open_terminal(Int32(rows), Int32(columns), &leader, &follower)
      if code != 0 { throw RunProblem(code: code) }
      (input, output) = (leader, leader)
      theirs.append(follower)
      return [follower, follower, follower]
    case .text:
      let (inputEnd, input) = try Self.pipe()
      (self.input, theirs) = (input, theirs + [inputEnd])
      let (output, outputEnd) = try Self.pipe()
      (self.output, theirs) = (output, theirs + [outputEnd])
      let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
      if nowhere < 0 { throw RunProblem(code: errno) }
      theirs.append(nowhere)
      return [inputEnd, outputEnd, nowhere]
    }
  }

  /// Returns the ends to read from and to write to.
  private static func pipe() throws(RunProblem) -> (Int32, Int32) {
    var ends: [Int32] = [-1, -1]
    let code = cp_open_pipe(&ends)
    if code != 0 { throw RunProblem(code: code) }
    return (ends[0], ends[1])
  }

  private mutating func start(
    _ descriptors: [Int32], _ interpreter: Interpreter, _ settings: RunSettings, hasTerminal: Bool
  ) throws(RunProblem) {
    let command = interpreter.command(settings)
    let arguments = CStrings(command.map { $0.pathBytes })
    let environment = CStrings(Self.environment(hasTerminal: hasTerminal))
    defer {
      arguments.free()
      environment.free()
    }
    var code: Int32 = 0
    interpreter.path.withCString { path in
      var program = cp_program()
      program.path = path
      program.arguments = UnsafePointer(arguments.base)
      program.environment = UnsafePointer(environment.base)
      program.descriptors = (descriptors[0], descriptors[1], descriptors[2], descriptors[3], descriptors[4])
      program.has_terminal = hasTerminal
      program.processor_seconds = UInt64(settings.processorSeconds ?? 0)
      program.memory = UInt64(settings.memory ?? 0)
      program.addresses = interpreter.runtime.memoryOption == nil ? program.memory : 0
      code = cp_start(&program, &supervisor)
    }
    if code != 0 { throw RunProblem(code: code) }
  }

  /// The variables of our environment that a program gets. Others, such as NODE_OPTIONS, could make an interpreter run
  /// code.
  private static let variables = [
    "PATH", "HOME", "USER", "LOGNAME", "SHELL", "TMPDIR", "TZ", "TERM", "LANG", "LANGUAGE",
  ]

  private static func environment(hasTerminal: Bool) -> [[UInt8]] {
    let names = variables.filter { $0 != "TERM" || !hasTerminal }
    // The pane shows text only, so programs must not draw on it.
    return (hasTerminal ? [Array("TERM=dumb".utf8)] : [])
      + ProcessEnvironment.entries(beginningWith: names.map { "\($0)=" } + ["LC_"])
  }
}
