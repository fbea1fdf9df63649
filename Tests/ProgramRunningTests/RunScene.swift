import BlockFormats
import BlockLibrary
import BlockModel
import BlockNotation
import CodeGeneration
import Files
import Glibc
import ProgramRunning
import Synchronization

/// A program, made ready to be run.
struct RunScene {
  let workspace: Workspace
  let library: NotationLibrary
  let plan: RunPlan
  let interpreter: Interpreter

  struct Missing: Error { var what: String }

  /// A statement in Python, for what blocks can't do. Texts in Python have no line breaks.
  private static let definitions = """
    [{"type": "python", "message0": "python %1", "args0": [{"type": "field_input", "name": "CODE"}],
      "previousStatement": null, "nextStatement": null,
      "generators": {"python": {"code": "exec({{\\"CODE\\"}}.replace('¶', chr(10)))"}}}]
    """

  /// - Parameters:
  ///   - text: the program in the notation; `::python(CODE = "…")` carries out Python's code.
  ///   - conditions: conditions of breakpoints, by the lines of the statements.
  init(
    _ text: String, _ language: String = "python", watching: RunPlan.Watching = .statements,
    conditions: [String: String] = [:]
  ) throws {
    let factory = try StockBlocks.factory()
    try factory.load(json: Array(Self.definitions.utf8))
    library = NotationLibrary(factory: factory)
    workspace = try NotationReader.read(
      Array(text.utf8), library: library, randomness: SeededNumbers(seed: 7)
    ).workspace
    let file = GeneratorFile(path: "definitions", bytes: Array(Self.definitions.utf8), kind: .definitions)
    let generators = try GeneratorLanguage.named(language, files: [file], factory: factory)
    var compiled = BreakpointConditions(for: workspace, library: library)
    for (line, condition) in conditions {
      guard let block = Self.block(line, in: workspace, library) else { throw Missing(what: line) }
      try compiled.add(condition, at: block.id)
    }
    plan = try RunPlan(workspace, in: generators, watching: watching, conditions: compiled)
    let searchPath = getenv("PATH").map { String(cString: $0) } ?? ""
    guard let interpreter = Interpreter.find(language, searchPath: searchPath) else { throw Missing(what: language) }
    self.interpreter = interpreter
  }

  /// Python's code as a program.
  static func python(_ code: String, watching: RunPlan.Watching = .errors) throws -> RunScene {
    let escaped = code.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "¶")
    return try RunScene("::python(CODE = \"\(escaped)\")", watching: watching)
  }

  /// The number of the block that is written as a line.
  func number(_ line: String) throws -> Int {
    guard let block = Self.block(line, in: workspace, library) else { throw Missing(what: line) }
    return plan.numbers.number(of: block.id)
  }

  /// The line of the block with a number.
  func line(_ number: Int) -> String {
    guard let block = plan.numbers.id(of: number).flatMap({ workspace.blocks[$0] }) else { return "" }
    return LineWriter.line(of: block, library: library, in: workspace) ?? block.type
  }

  private static func block(_ line: String, in workspace: Workspace, _ library: NotationLibrary) -> Block? {
    workspace.topBlocks.lazy.flatMap { $0.descendants() }
      .first { LineWriter.line(of: $0, library: library, in: workspace) == line }
  }

  /// Starts the program.
  func start(_ settings: RunSettings) throws -> RunningScene {
    let events = RunEvents()
    return RunningScene(
      session: try RunSession(plan, with: interpreter, settings: settings) { events.take($0) }, events: events)
  }

  static func terminal(stops: Set<Int> = [], isPaused: Bool = false) -> RunSettings {
    var settings = RunSettings()
    settings.streams = .terminal(rows: 24, columns: 80)
    (settings.stops, settings.isPaused) = (stops, isPaused)
    return settings
  }

  static func text(_ input: String = "") -> RunSettings {
    var settings = RunSettings()
    settings.streams = .text(input: Array(input.utf8))
    return settings
  }
}

/// A program that runs.
struct RunningScene {
  let session: RunSession
  let events: RunEvents

  var output: String { String(decoding: session.progress.output, as: UTF8.self) }

  /// Waits until the output contains a text.
  func output(containing text: String) throws -> String {
    while true {
      let output = output
      if output.contains(text) { return output }
      _ = try events.next()
    }
  }

  /// Waits until the program stops.
  func stop() throws -> RunState {
    while true {
      if case .stopped(let state, _, let problem) = try events.next() {
        if let problem { throw RunScene.Missing(what: problem) }
        return state
      }
    }
  }

  /// Waits until the program has ended.
  func end() throws -> (end: RunEnd, error: RunError?) {
    var failure: RunError?
    while true {
      switch try events.next() {
      case .failed(let error): failure = error
      case .ended(let end): return (end, failure)
      case .progress, .stopped, .traced: break
      }
    }
  }
}

/// The events of a session, in order.
final class RunEvents: Sendable {
  private let events = Mutex<[RunEvent]>([])
  private let arrival = Semaphore()

  func take(_ event: RunEvent) {
    events.withLock { $0.append(event) }
    arrival.signal()
  }

  /// Waits for an event.
  func next() throws -> RunEvent {
    guard arrival.wait(atMost: .seconds(60)) else { throw RunScene.Missing(what: "an event") }
    return events.withLock { $0.removeFirst() }
  }
}
