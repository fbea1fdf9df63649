import BlockFormats
import BlockLibrary
import BlockModel
import BlockNotation
import CodeGeneration
import MortiseFiles
import ProgramRunning
import Synchronization

/// Blocks and their wordings, which take long to read. A scene has them for itself, and leaves them to the next one.
private final class Blocks {
  private struct Kept: @unchecked Sendable {
    let factory: BlockFactory
    let library: NotationLibrary
  }

  private static let free = Mutex<[Kept]>([])
  private let kept: Kept

  var factory: BlockFactory { kept.factory }
  var library: NotationLibrary { kept.library }

  init(_ make: () throws -> BlockFactory) throws {
    if let kept = Self.free.withLock({ $0.popLast() }) {
      self.kept = kept
    } else {
      let factory = try make()
      kept = Kept(factory: factory, library: NotationLibrary(factory: factory))
    }
  }

  deinit {
    let kept = kept
    Self.free.withLock { $0.append(kept) }
  }
}

/// A program, made ready to be run.
public struct RunScene {
  public let workspace: Workspace
  public var library: NotationLibrary { blocks.library }
  private let blocks: Blocks
  public let plan: RunPlan
  public let interpreter: Interpreter

  /// The ids of Mortise's own languages that programs can be run in.
  public static let languages = CodeLanguages.standard.runnable.map(\.id)

  public struct Missing: Error {
    public var what: String

    public init(what: String) { self.what = what }
  }

  /// A statement and a value in each language, for what blocks can't do. Texts in Python have no line breaks.
  private static let definitions = """
    [{"type": "python", "message0": "python %1", "args0": [{"type": "field_input", "name": "CODE"}],
      "previousStatement": null, "nextStatement": null,
      "generators": {"python": {"code": "exec({{\\"CODE\\"}}.replace('¶', chr(10)))"}}},
     {"type": "javascript", "message0": "javascript %1", "args0": [{"type": "field_input", "name": "CODE"}],
      "previousStatement": null, "nextStatement": null,
      "generators": {"javascript": {"code": "eval({{\\"CODE\\"}});"}}},
     {"type": "lua", "message0": "lua %1", "args0": [{"type": "field_input", "name": "CODE"}],
      "previousStatement": null, "nextStatement": null,
      "generators": {"lua": {"code": "load({{\\"CODE\\"}})()"}}},
     {"type": "python_value", "message0": "python value %1", "args0": [{"type": "field_input", "name": "CODE"}],
      "output": null, "generators": {"python": {"code": "eval({{\\"CODE\\"}})", "order": "FUNCTION_CALL"}}},
     {"type": "javascript_value", "message0": "javascript value %1", "args0": [{"type": "field_input", "name": "CODE"}],
      "output": null, "generators": {"javascript": {"code": "eval({{\\"CODE\\"}})", "order": "FUNCTION_CALL"}}},
     {"type": "lua_value", "message0": "lua value %1", "args0": [{"type": "field_input", "name": "CODE"}],
      "output": null, "generators": {"lua": {"code": "load({{\\"CODE\\"}})()", "order": "HIGH"}}},
     {"type": "sh", "message0": "sh %1", "args0": [{"type": "field_input", "name": "CODE"}],
      "previousStatement": null, "nextStatement": null, "generators": {"sh": {"code": "{{\\"CODE\\"}}"}}}]
    """

  /// - Parameters:
  ///   - text: the program in the notation; `::python(CODE = "…")` carries out Python's code.
  ///   - languages: those that it may be run in.
  ///   - conditions: conditions of breakpoints, by the lines of the statements.
  public init(
    _ text: String, _ language: String = "python", of languages: CodeLanguages = .standard,
    watching: RunPlan.Watching = .statements, conditions: [String: String] = [:]
  ) throws {
    let blocks = try Blocks(Self.factory)
    let workspace = try NotationReader.read(
      Array(text.utf8), library: blocks.library, randomness: SeededNumbers(seed: 7)
    ).workspace
    try self.init(workspace, language, of: languages, blocks, watching: watching, conditions: conditions)
  }

  /// - Parameter program: the name of a file in `Tests/Programs`.
  public init(program: String, _ language: String = "python", watching: RunPlan.Watching) throws {
    let path = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/Programs/" + program
    let blocks = try Blocks(Self.factory)
    let workspace = try ProgramReader.read(FileReader.read(path).bytes, factory: blocks.factory).workspace
    try self.init(workspace, language, of: .standard, blocks, watching: watching, conditions: [:])
  }

  /// - Parameter xml: the program as Blockly's XML.
  public init(xml: String, _ language: String, watching: RunPlan.Watching) throws {
    let blocks = try Blocks(Self.factory)
    let workspace = try ProgramReader.read(Array(xml.utf8), factory: blocks.factory).workspace
    try self.init(workspace, language, of: .standard, blocks, watching: watching, conditions: [:])
  }

  private static func factory() throws -> BlockFactory {
    let factory = try StockBlocks.factory()
    try factory.load(json: Array(definitions.utf8))
    return factory
  }

  private init(
    _ workspace: Workspace, _ language: String, of languages: CodeLanguages, _ blocks: Blocks,
    watching: RunPlan.Watching, conditions: [String: String]
  ) throws {
    (self.workspace, self.blocks) = (workspace, blocks)
    let (factory, library) = (blocks.factory, blocks.library)
    let file = BlockFile(path: "definitions", bytes: Array(Self.definitions.utf8), kind: .definitions)
    let generators = try languages.generators(of: language, files: [file], factory: factory)
    var compiled = BreakpointConditions(for: workspace, library: library)
    for (line, condition) in conditions {
      guard let block = Self.block(line, in: workspace, library) else { throw Missing(what: line) }
      try compiled.add(condition, at: block.id)
    }
    plan = try RunPlan(workspace, in: generators, watching: watching, conditions: compiled)
    guard let interpreter = Interpreter.find(for: [generators.origin], searchPath: Interpreter.searchPath) else {
      throw Missing(what: language)
    }
    self.interpreter = interpreter
  }

  /// Python's code as a program.
  public static func python(_ code: String, watching: RunPlan.Watching = .errors) throws -> RunScene {
    let escaped = code.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "¶")
    return try RunScene("::python(CODE = \"\(escaped)\")", watching: watching)
  }

  /// The number of the block that is written as a line.
  public func number(_ line: String) throws -> Int {
    guard let block = Self.block(line, in: workspace, library) else { throw Missing(what: line) }
    return plan.numbers.number(of: block.id)
  }

  /// The line of the block with a number.
  public func line(_ number: Int) -> String {
    guard let block = plan.numbers.id(of: number).flatMap({ workspace.blocks[$0] }) else { return "" }
    return LineWriter.line(of: block, library: library, in: workspace) ?? block.type
  }

  private static func block(_ line: String, in workspace: Workspace, _ library: NotationLibrary) -> Block? {
    workspace.topBlocks.lazy.flatMap { $0.descendants() }
      .first { LineWriter.line(of: $0, library: library, in: workspace) == line }
  }

  /// Starts the program.
  public func start(_ settings: RunSettings) throws -> RunningScene {
    let events = RunEvents()
    return RunningScene(
      session: try RunSession(plan, with: interpreter, settings: settings) { events.take($0) }, events: events)
  }

  public static func terminal(breakpoints: Set<Int> = [], isPaused: Bool = false) -> RunSettings {
    var settings = RunSettings()
    settings.streams = .terminal(rows: 24, columns: 80)
    (settings.breakpoints, settings.isPaused) = (breakpoints, isPaused)
    return settings
  }

  public static func text(_ input: String = "") -> RunSettings {
    var settings = RunSettings()
    settings.streams = .text(input: Array(input.utf8))
    return settings
  }
}
