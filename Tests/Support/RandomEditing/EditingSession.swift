import BlockEditing
import BlockEvents
import BlockFormats
import BlockLibrary
import BlockModel
import SeededTesting

@testable import Workbench

/// A program with its undo stack, and random edits of every kind, which are the same for the same seed. The events that
/// they fire are kept as Blockly's JSON.
public final class EditingSession {
  /// The program as it was at first, with the same ids; an empty one when a controller's program is edited.
  public let start: Workspace
  public let coordinator: WorkspaceLayoutCoordinator
  public let history: UndoHistory
  public let manager: EventManager

  let toolbox: [BlockSnapshot]
  let restraints: Restraints
  private let actions: [Action]
  var random: SeededGenerator
  private let recorder: LineRecorder
  private let followers: [AnyObject]

  /// What a session may leave alone, as Blockly could not follow.
  public struct Restraints: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Nothing is plugged into “if … return”: where Blockly has taken the input away, no event brings it back.
    public static let valuesOfReturns = Restraints(rawValue: 1)
    /// Shadows stay in their inputs, which stay: no event moves a shadow, or brings the one of an input that was away
    /// (Blockly's issues 4847 and 2060).
    public static let shadowsInItems = Restraints(rawValue: 2)
    /// Blocks of typed variables keep their variable: its type counts in Blockly only after all events of an undo, when what
    /// it brought back was refused.
    public static let typesOfVariables = Restraints(rawValue: 8)
    /// No field is changed that takes an input away or empties it, with its shadow.
    public static let shapesOfFields = Restraints(rawValue: 4)
    /// No text has characters that XML forbids: the library that writes XML for Blockly outside a browser refuses them.
    public static let charactersOfXML = Restraints(rawValue: 16)
  }

  /// - Parameters:
  ///   - program: what is edited.
  ///   - asXML: whether the program is in an XML file rather than as it is given.
  ///   - restraints: what is not done.
  ///   - withMortiseEvents: whether things are done that other clients know no events for, and that show in their programs.
  ///   - inserts: whether blocks of a type may be inserted.
  public convenience init(
    seed: UInt64, program: String, asXML: Bool = false, restraints: Restraints = [], withMortiseEvents: Bool = false,
    inserts: (String) -> Bool = { _ in true }
  ) throws {
    let factory = try StockBlocks.factory()
    var bytes = Array(program.utf8)
    func read() throws -> Workspace {
      try ProgramReader.read(bytes, factory: factory, randomness: SeededGenerator(seed: seed &+ 99)).workspace
    }
    if asXML { bytes = ProgramWriter.write(try read(), style: .pretty(.xml)).bytes }
    let (start, workspace, manager) = (try read(), try read(), EventManager())
    let coordinator = WorkspaceLayoutCoordinator(workspace: workspace, eventManager: manager)
    let history = UndoHistory(target: coordinator, eventManager: manager)
    let followers: [AnyObject] = [
      IfReturnListener(coordinator: coordinator), MisplacementListener(coordinator: coordinator),
      DisabledProcedureListener(coordinator: coordinator),
    ]
    let toolbox = try Self.blocks(of: factory).filter { snapshot in
      snapshot.records.allSatisfy { inserts($0.type) }
    }
    self.init(
      seed: seed, start: start, (coordinator, history, manager), followers, toolbox, restraints, withMortiseEvents)
  }

  /// Random edits of a program that a controller has, which brings what it has of it.
  public convenience init(
    seed: UInt64, coordinator: WorkspaceLayoutCoordinator, history: UndoHistory, manager: EventManager
  ) throws {
    let factory = coordinator.workspace.factory
    self.init(
      seed: seed, start: Workspace(factory: factory), (coordinator, history, manager), [],
      try Self.blocks(of: factory), [], true)
  }

  private init(
    seed: UInt64, start: Workspace,
    _ edited: (coordinator: WorkspaceLayoutCoordinator, history: UndoHistory, manager: EventManager),
    _ followers: [AnyObject], _ toolbox: [BlockSnapshot], _ restraints: Restraints, _ withMortiseEvents: Bool
  ) {
    random = SeededGenerator(seed: seed)
    self.start = start
    (coordinator, history, manager) = edited
    self.followers = followers
    self.toolbox = toolbox
    self.restraints = restraints
    actions = Action.all.filter { withMortiseEvents || !$0.isOfOurOwn }
    recorder = LineRecorder(of: edited.coordinator.workspace)
    edited.manager.addListener(recorder)
  }

  public var workspace: Workspace { coordinator.workspace }
  public var text: String { Self.text(of: workspace) }
  public var texts: String { Self.texts(of: workspace) }

  /// The events that were fired so far, a line of Blockly's JSON each.
  public var eventLines: [String] { recorder.lines }

  /// A program as a JSON file.
  public static func text(of workspace: Workspace) -> String { text(of: workspace, .json) }

  /// A program in both formats: what one can't say, the other does.
  public static func texts(of workspace: Workspace) -> String { text(of: workspace, .json) + text(of: workspace, .xml) }

  private static func text(of workspace: Workspace, _ format: ProgramFormat) -> String {
    String(decoding: ProgramWriter.write(workspace, style: .pretty(format)).bytes, as: UTF8.self)
  }

  /// One action of a user, in one group. It may find nothing to do.
  public func act() {
    manager.pushNewGroup()
    defer {
      manager.popGroup()
      manager.firePendingEvents()
    }
    guard let action = actions.randomElement(using: &random) else { return }
    perform(action)
  }

  /// Undoes and redoes a few steps, not always all of them.
  public func goBackAndForth() throws {
    let steps = Int.random(in: 1...4, using: &random)
    for _ in 0..<steps { try history.undo() }
    for _ in 0..<Int.random(in: 0...steps, using: &random) { try history.redo() }
  }

  // MARK: - Choices

  var allBlocks: [Block] { workspace.topBlocks.flatMap { Array($0.descendants()) } }

  func anyBlock(where fits: (Block) -> Bool = { _ in true }) -> Block? {
    allBlocks.filter(fits).randomElement(using: &random)
  }

  func nearestNonShadowBlock(where fits: (Block) -> Bool = { _ in true }) -> Block? {
    anyBlock { !$0.isShadow && fits($0) }
  }

  func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

  func isHeads() -> Bool { Bool.random(using: &random) }

  func place() -> WorkspacePoint { WorkspacePoint(x: Double(number(800)), y: Double(number(3000))) }
}

/// Keeps fired events as lines of JSON, as a recording writes them.
private final class LineRecorder: EventManagerListener {
  private let workspace: Workspace
  private(set) var lines: [String] = []

  init(of workspace: Workspace) { self.workspace = workspace }

  func eventManager(_ eventManager: EventManager, didFireEvent event: BlocklyEvent) {
    lines.append(event.json(in: workspace).text())
  }
}
