import Glibc
import Markup
import MortiseFiles
import MortiseScreen
import ProgramRunning
import Synchronization

/// `mortise run`: runs a program.
enum RunCommand: Subcommand {
  static let name = "run"
  static var summary: String {
    "run a program in \(MortiseApp.current.languages.runnable.map(\.name).alternatives)"
  }

  static var syntax: ArgumentSyntax {
    ArgumentSyntax(
      usage: "FILE [--to LANGUAGE] [--modules FOLDER] [--trace FILE] [-- ARGUMENT...]",
      options: RunnableProgram.options + [
        Option("--trace", value: "FILE", help: "write the order of the statements and the values of variables, as JSON")
      ],
      operandName: "FILE", operandCount: 1...Int.max,
      details: """
        Standard input and output are the program's, and so are the arguments after “--”. On a terminal,
        what the program prints is shown without effect: escape sequences become visible. The exit
        status is the program's; 1 after an error, which is reported with the block that raised it and
        the calls that led there; 128 and the signal's number if a signal ended it. See docs/use/running.md.
        """)
  }

  static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
    let tracePath = arguments.value("--trace")
    guard
      let program = try RunnableProgram.read(
        arguments.operands[0], arguments, watching: tracePath == nil ? .errors : .recording(values: false))
    else { return .problems }
    if tracePath != nil, program.plan.slots == nil {
      Console.printError("--trace: no steps are recorded in \(program.interpreter.language.name)")
      return .problems
    }
    var trace: TraceFile?
    var output: ProgramOutput?
    var settings = program.settings
    settings.arguments = Array(arguments.operands.dropFirst())
    let run = program.makeRun()
    let signals = SignalsForProgram()
    do {
      trace = try tracePath.map { path in try TraceFile(path, plan: program.plan) }
      if let trace { settings.trace = trace.write }
      output = try ProgramOutput()
      if let output { settings.streams = output.streams }
      try run.start(settings)
      if let session = run.session { signals.pass(to: session) }
    } catch {
      Console.printError("\(error)")
      return .problems
    }
    let end = run.wait()
    output?.finish()
    for line in (run.error.map { program.description(of: $0) } ?? []) { Console.printError(line) }
    if let failure = trace?.failure {
      Console.printError("\(failure)")
      return .problems
    }
    if trace != nil, run.session?.recording?.isBroken == true {
      Console.printError("the trace is incomplete: the program ran too long, or wrote to the runtime's own descriptor")
      return .problems
    }
    switch end {
    case .exited(let code): return ExitCode(rawValue: code)
    case .signalled(let number):
      if number != SIGINT { Console.printError("the program ended: \(String(cString: strsignal(number)))") }
      return ExitCode(rawValue: 128 + number)
    case .notStarted(let code):
      Console.printError("can't start \(program.interpreter.path): \(String(cString: strerror(code)))")
      return .problems
    case .reachedTimeLimit, .reachedOutputLimit, .reachedMemoryLimit: return .problems
    }
  }
}

/// Forwards interrupting signals to the program. The terminal sends its signals to all its processes, so only those
/// that a process sends to this one are forwarded.
private nonisolated struct SignalsForProgram {
  private let numbers: sigset_t

  /// Blocks the signals until `pass`. No other thread may run yet.
  init() {
    var numbers = sigset_t()
    sigemptyset(&numbers)
    for number in [SIGINT, SIGQUIT] { sigaddset(&numbers, number) }
    pthread_sigmask(SIG_BLOCK, &numbers, nil)
    self.numbers = numbers
  }

  func pass(to session: RunSession) {
    BackgroundThread.run { [numbers] in
      var (numbers, signal) = (numbers, siginfo_t())
      while true {
        let number = sigwaitinfo(&numbers, &signal)
        if number > 0, signal.si_code <= 0 { session.send(signal: number) }
      }
    }
  }
}

/// Writes a line of JSON for each traced step.
private nonisolated final class TraceFile: Sendable {
  private struct State: ~Copyable {
    let file: FileDescriptor
    var failure: FileError?
  }

  private let path: String
  private let plan: RunPlan
  private let state: Mutex<State>

  init(_ path: String, plan: RunPlan) throws(FileError) {
    self.path = path
    self.plan = plan
    do throws(SystemError) {
      state = Mutex(State(file: try FileSystem.open(path, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o666)))
    } catch {
      throw FileError(.save, path, .system(error.code))
    }
  }

  /// The first error in writing.
  var failure: FileError? { state.withLock { $0.failure } }

  func write(_ steps: [TracedStep]) {
    let lines = Array(steps.map(line).joined())
    state.withLock { state in
      if state.failure != nil { return }
      do throws(SystemError) { try state.file.writeAll(lines) } catch {
        state.failure = FileError(.save, path, .system(error.code))
      }
    }
  }

  private func line(_ step: TracedStep) -> [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    json.member("block", plan.numbers.id(of: step.block) ?? "")
    if !step.changes.isEmpty {
      json.key("changes")
      json.beginObject()
      for change in step.changes { json.member(change.name, change.value) }
      json.endObject()
    }
    json.endObject()
    return VisibleText.escapingHidden(inJSON: json.bytes) + [UInt8(ascii: "\n")]
  }
}
