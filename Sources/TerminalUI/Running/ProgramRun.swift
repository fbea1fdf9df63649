import BlockLayout
import BlockModel
import ProgramRunning
import Workbench

/// A run of a program, active or ended.
final class ProgramRun {
  enum Phase {
    case running
    /// It waits for an order.
    case stopped
    case ended(RunEnd)
  }

  let number: Int
  /// The plan of the run, which has the program as it was when the run began.
  let plan: RunPlan
  let program: OpenProgram
  /// The state of the history when the run began.
  let version: UndoHistory.Version
  let breakpoints: Breakpoints
  let languageName: String
  /// Set at once after the start.
  var session: RunSession?
  var phase = Phase.running
  /// The state of the program where it is stopped or failed; in slow motion, at the present statement.
  var presentState: RunState?
  /// The moment that is shown in place of the present; nil in the present.
  var past: RunPast?
  /// The values of the variables at the previous stop; nil if there was none.
  private(set) var lastValues: [String: String]?
  var error: RunError?
  private(set) var presentOutput = OutputLines()
  private var outputCount = 0
  /// The number of the block that runs; 0 if that isn't known.
  private(set) var block = 0
  private(set) var isAsking = false
  /// Whether the recording is full, so that its oldest steps are dropped.
  private(set) var hasDroppedSteps = false
  /// Whether the user has stopped it.
  var isStoppedByUser = false
  /// The counts that were calculated last.
  var counted: (step: Int, coverage: RunCoverage)?
  /// The number of the block to run to once the program is stopped at its first statement.
  var target: Int?

  init(
    number: Int, plan: RunPlan, program: OpenProgram, languageName: String
  ) {
    (self.number, self.plan, self.program, self.languageName) = (number, plan, program, languageName)
    version = program.workbench.history.version
    breakpoints = program.breakpoints
  }

  var isRunning: Bool { if case .running = phase { true } else { false } }
  var isStopped: Bool { if case .stopped = phase { true } else { false } }
  var isActive: Bool { if case .ended = phase { false } else { true } }

  /// Whether the program was changed since the run began.
  var isOlder: Bool { program.workbench.history.version != version }

  /// Whether the status line has reported that the program has changed.
  var hasReportedChange = false

  /// The state of the program, now or at the shown moment of the past.
  var state: RunState? { past?.state ?? presentState }

  /// The output of the program, now or at the shown moment of the past.
  var output: OutputLines { past?.output ?? presentOutput }

  /// The id of the lit block: the one that runs or failed; in the past, the one that came next. If a function is
  /// about to return, it is the block of the returned value.
  var litBlockID: String? { returnedBlock?.id ?? past.map { plan.numbers.id(of: $0.state.block) } ?? presentBlockID }

  /// The block of the value that a function is about to return at the shown moment; nil otherwise. At that point, the
  /// function's definition runs for the second time.
  var returnedBlock: Block? {
    guard let recording, let number = state?.block, plan.functions[number] != nil, recording.block(at: step) == number,
      let call = recording.calls(at: step).first, call.function == number, call.start < step
    else { return nil }
    let definition = plan.numbers.id(of: number).flatMap { program.workbench.workspace.blocks[$0] }
    return definition?.firstInput(withName: "RETURN")?.connectedBlock
  }

  /// The id of the block that runs or failed.
  var presentBlockID: String? {
    switch phase {
    case .running: plan.numbers.id(of: block)
    case .stopped: plan.numbers.id(of: presentState?.block ?? 0)
    case .ended: error.flatMap { plan.numbers.id(of: $0.state.block) }
    }
  }

  /// The state of the program, or the shown moment of the past, as text.
  var summary: String { past?.position ?? presentSummary }

  /// The present state of the program, as text.
  var presentSummary: String {
    switch phase {
    case .running: isAsking ? "asks" : "running"
    case .stopped: "stopped"
    case .ended(let end):
      isStoppedByUser
        ? "was stopped" : error.map { "error: \($0.message)" } ?? ProgramRunner.words(for: end, isStoppedByUser: false)
    }
  }

  /// The program's question, after the last lines that it printed since the previous answer.
  var question: String {
    let lines = output.lines
    let question = lines.last ?? ""
    let others = lines.dropLast().suffix(Self.linesBeforeQuestion)
    let isAnswered = { (line: String) in !question.isEmpty && line.hasPrefix(question) }
    let start = others.lastIndex(where: isAnswered).map { $0 + 1 } ?? others.startIndex
    let printed = others[start...].filter { !$0.allSatisfy(\.isWhitespace) }
    return (printed.map { "\(quoted: $0)" } + ["asks: \(quoted: question)"]).joined(separator: " · ")
  }

  private static let linesBeforeQuestion = 3

  /// The latest state of the program, as a predicate.
  var outcome: String {
    switch phase {
    case .running: "was"
    case .stopped: "was stopped"
    case .ended: isStoppedByUser ? "was stopped" : error == nil ? "ended" : "failed"
    }
  }

  /// Updates the run from its session.
  func update() {
    guard let progress = session?.progress(after: outputCount) else { return }
    outputCount = progress.outputCount
    presentOutput.add(progress.output, total: progress.outputCount)
    block = progress.block
    isAsking = isRunning && progress.isAsking
    if isRunning { presentState = progress.state }
    hasDroppedSteps = progress.hasDroppedSteps
  }

  /// The state of the program when it ended, if that was recorded.
  private var finalState: RunState? {
    guard case .ended = phase, let recording else { return nil }
    return recording.state(at: recording.stepCount)
  }

  /// Whether the values of the variables are known.
  var hasVariables: Bool { state != nil || finalState != nil }

  /// The variables by name, including those of the running function.
  var variables: [(name: String, value: String)] {
    guard let state = state ?? finalState else { return [] }
    return values(in: state).sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
  }

  private func values(in state: RunState) -> [String: String] {
    var values = state.variables
    // A parameter has no value while its function isn't running.
    for name in plan.functions.values.flatMap(\.parameters) where values[name] == "null" { values[name] = nil }
    if let call = state.calls.first, let function = plan.functions[call.function] {
      for (name, value) in zip(function.parameters, call.arguments) { values[name] = value }
    }
    return values.mapValues(Self.words)
  }

  /// Notes that the program continues.
  func goOn() {
    phase = .running
    lastValues = presentState.map(values)
    presentState = nil
  }

  /// The active calls of functions with their arguments, the last one first.
  var calls: [String] {
    (state?.calls ?? []).map { call in
      guard let function = plan.functions[call.function] else { return "" }
      let arguments = zip(function.parameters, call.arguments).map { "\($0) = \(Self.words($1))" }
      return arguments.isEmpty ? function.name : "\(function.name) with \(arguments.joined(separator: ", "))"
    }
  }

  static func words(_ value: String) -> String { value == "null" ? nothing : value }

  /// The text for a variable without a value.
  static let nothing = "nothing"

  /// Whether the program stops for the first time.
  var isFirstStop: Bool { past == nil && lastValues == nil }

  /// Whether a variable has changed since the previous stop; in the past, since the step before.
  func isChanged(_ variable: (name: String, value: String)) -> Bool {
    (past.map { $0.before.map(values) } ?? lastValues).map { $0[variable.name] != variable.value } ?? false
  }

  /// The program's position, and the calls that led there; nil if it isn't known.
  var traceback: Traceback? {
    let workbench = program.workbench
    let label = { (block: Block) in BlockLabel.header(of: block, limit: 60) }
    if let error, past == nil {
      return Traceback(of: error, plan: plan, in: workbench.workspace, library: workbench.notation, label: label)
    }
    return state.map {
      Traceback(of: $0, plan: plan, in: workbench.workspace, library: workbench.notation, label: label)
    }
  }
}
