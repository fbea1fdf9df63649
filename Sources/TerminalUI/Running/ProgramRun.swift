import BlockLayout
import BlockModel
import ProgramRunning
import Workbench

/// One run of a program, also when it has ended.
final class ProgramRun {
  enum Phase {
    case running
    /// It waits for an order.
    case stopped
    case ended(RunEnd)
  }

  let number: Int
  /// The program as it was when the run began is in the plan.
  let plan: RunPlan
  let program: OpenProgram
  /// The state of the history when the run began.
  let version: UndoHistory.Version
  let breakpoints: Breakpoints
  let languageName: String
  /// Set at once after the start.
  var session: RunSession?
  var phase = Phase.running
  /// What the program holds where it is stopped, or where it failed; in slow motion, at the present statement.
  var presentState: RunState?
  /// The moment that is shown in place of the present; nil in the present.
  var past: RunPast?
  /// What the variables were where it stopped before; nil if it never did.
  private(set) var lastValues: [String: String]?
  var error: RunError?
  private(set) var presentOutput = OutputLines()
  private var outputCount = 0
  /// The number of the block that runs; 0 if that isn't known.
  private(set) var block = 0
  private(set) var isAsking = false
  /// Whether the recording is full, so that its oldest steps go.
  private(set) var hasDroppedSteps = false
  /// Whether the user has stopped it.
  var isStoppedByUser = false
  /// The counts that were needed last.
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

  /// Whether the program was changed since.
  var isOlder: Bool { program.workbench.history.version != version }

  /// Whether the status line has reported that the program has changed.
  var hasReportedChange = false

  /// What the program holds, now or in the past that is shown.
  var state: RunState? { past?.state ?? presentState }

  /// What the program has written, now or in the past that is shown.
  var output: OutputLines { past?.output ?? presentOutput }

  /// The id of the block that is lit: the one that runs or failed, or that came next in the past. Where a function is
  /// about to return, it is the value.
  var litBlockID: String? { returnedBlock?.id ?? past.map { plan.numbers.id(of: $0.state.block) } ?? presentBlockID }

  /// The value that a function returns next, at the moment that is shown: its definition runs for the second time.
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

  /// What the program does, or which moment of the past is shown, in words.
  var summary: String { past?.position ?? presentSummary }

  /// What the program does, in words.
  var presentSummary: String {
    switch phase {
    case .running: isAsking ? "asks" : "running"
    case .stopped: "stopped"
    case .ended(let end):
      isStoppedByUser
        ? "was stopped" : error.map { "error: \($0.message)" } ?? ProgramRunner.words(for: end, isStoppedByUser: false)
    }
  }

  /// What the program asks, after the last lines that it printed since the answer before.
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

  /// What the program did at last, as a predicate.
  var outcome: String {
    switch phase {
    case .running: "was"
    case .stopped: "was stopped"
    case .ended: isStoppedByUser ? "was stopped" : error == nil ? "ended" : "failed"
    }
  }

  /// Updates what the session knows by now.
  func update() {
    guard let progress = session?.progress(after: outputCount) else { return }
    outputCount = progress.outputCount
    presentOutput.add(progress.output, total: progress.outputCount)
    block = progress.block
    isAsking = isRunning && progress.isAsking
    if isRunning { presentState = progress.state }
    hasDroppedSteps = progress.hasDroppedSteps
  }

  /// What the program held when it ended, if that was recorded.
  private var finalState: RunState? {
    guard case .ended = phase, let recording else { return nil }
    return recording.state(at: recording.stepCount)
  }

  /// Whether it is known what the variables hold.
  var hasVariables: Bool { state != nil || finalState != nil }

  /// The variables by name, those of the function that runs included.
  var variables: [(name: String, value: String)] {
    guard let state = state ?? finalState else { return [] }
    return values(in: state).sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
  }

  private func values(in state: RunState) -> [String: String] {
    var values = state.variables
    // A parameter that no function has now has no value.
    for name in plan.functions.values.flatMap(\.parameters) where values[name] == "null" { values[name] = nil }
    if let call = state.calls.first, let function = plan.functions[call.function] {
      for (name, value) in zip(function.parameters, call.arguments) { values[name] = value }
    }
    return values.mapValues(Self.words)
  }

  /// Notes that the program goes on.
  func goOn() {
    phase = .running
    lastValues = presentState.map(values)
    presentState = nil
  }

  /// The functions that are being called with their arguments, the last one first.
  var calls: [String] {
    (state?.calls ?? []).map { call in
      guard let function = plan.functions[call.function] else { return "" }
      let arguments = zip(function.parameters, call.arguments).map { "\($0) = \(Self.words($1))" }
      return arguments.isEmpty ? function.name : "\(function.name) with \(arguments.joined(separator: ", "))"
    }
  }

  static func words(_ value: String) -> String { value == "null" ? nothing : value }

  /// What a variable without a value has.
  static let nothing = "nothing"

  /// Whether the program stops for the first time.
  var isFirstStop: Bool { past == nil && lastValues == nil }

  /// Whether a variable is not as it was where the program stopped before; in the past, a step before.
  func isChanged(_ variable: (name: String, value: String)) -> Bool {
    (past.map { $0.before.map(values) } ?? lastValues).map { $0[variable.name] != variable.value } ?? false
  }

  /// Where the program is, and how it came there.
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
