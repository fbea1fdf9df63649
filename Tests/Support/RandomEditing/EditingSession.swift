import BlockEditing
import BlockEvents
import BlockFormats
import BlockLibrary
import BlockModel
import SeededTesting

@testable import Workbench

/// A program with its undo stack and random edits of every kind, which are the same for the same seed. The fired events
/// are kept as Blockly's JSON.
public final class EditingSession {
  /// The original program with the same ids; an empty one if a controller's program is edited.
  public let start: Workspace
  public let coordinator: WorkspaceLayoutCoordinator
  public let history: UndoHistory
  public let manager: EventManager

  let toolbox: [BlockSnapshot]
  let restraints: Restraints
  private let actions: [Action]
  var random: SeededGenerator
  private let recorder: LineRecorder
  private let chainingListeners: [AnyObject]

  /// Edits to avoid because Blockly can't replay them.
  public struct Restraints: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Connect nothing to “if … return”: if Blockly has removed its input, no event brings it back.
    public static let valuesOfReturns = Restraints(rawValue: 1)
    /// Keep the variable of blocks with typed variables: in an undo, Blockly applies its type only after all events,
    /// when reconnecting has already failed.
    public static let typesOfVariables = Restraints(rawValue: 8)
    /// Change no field that removes an input, or empties it with its shadow.
    public static let shapesOfFields = Restraints(rawValue: 4)
    /// Use no characters that XML forbids: outside a browser, the library that writes XML for Blockly rejects them.
    public static let charactersOfXML = Restraints(rawValue: 16)
  }

  /// - Parameters:
  ///   - program: the program to edit.
  ///   - factory: knows the stock blocks; a new one if it is nil.
  ///   - asXML: whether to convert the program to an XML file first.
  ///   - restraints: edits to avoid.
  ///   - withMortiseEvents: whether to include edits that have no events in Blockly but show in its programs.
  ///   - inserts: whether blocks of a type may be inserted.
  public convenience init(
    seed: UInt64, program: String, factory: BlockFactory? = nil, asXML: Bool = false, restraints: Restraints = [],
    withMortiseEvents: Bool = false, inserts: (String) -> Bool = { _ in true }
  ) throws {
    let factory = try factory ?? StockBlocks.factory()
    var bytes = Array(program.utf8)
    func read() throws -> Workspace {
      try ProgramReader.read(bytes, factory: factory, randomness: SeededGenerator(seed: seed &+ 99)).workspace
    }
    if asXML { bytes = ProgramWriter.write(try read(), style: .pretty(.xml)).bytes }
    let (start, workspace, manager) = (try read(), try read(), EventManager())
    let coordinator = WorkspaceLayoutCoordinator(workspace: workspace, eventManager: manager)
    let history = UndoHistory(target: coordinator, eventManager: manager)
    let chainingListeners: [AnyObject] = [
      IfReturnListener(coordinator: coordinator), MisplacementListener(coordinator: coordinator),
      DisabledProcedureListener(coordinator: coordinator),
    ]
    let toolbox = try Self.blocks(of: factory).filter { snapshot in
      snapshot.records.allSatisfy { inserts($0.type) }
    }
    self.init(
      seed: seed, start: start, (coordinator, history, manager), chainingListeners, toolbox, restraints,
      withMortiseEvents)
  }

  /// Random edits of a controller's program.
  /// - Parameters:
  ///   - restraints: edits to avoid.
  ///   - inserts: whether blocks of a type may be inserted.
  public convenience init(
    seed: UInt64, coordinator: WorkspaceLayoutCoordinator, history: UndoHistory, manager: EventManager,
    restraints: Restraints = [], inserts: (String) -> Bool = { _ in true }
  ) throws {
    let factory = coordinator.workspace.factory
    let toolbox = try Self.blocks(of: factory).filter { snapshot in
      snapshot.records.allSatisfy { inserts($0.type) }
    }
    self.init(
      seed: seed, start: Workspace(factory: factory), (coordinator, history, manager), [], toolbox, restraints, true)
  }

  private init(
    seed: UInt64, start: Workspace,
    _ edited: (coordinator: WorkspaceLayoutCoordinator, history: UndoHistory, manager: EventManager),
    _ chainingListeners: [AnyObject], _ toolbox: [BlockSnapshot], _ restraints: Restraints, _ withMortiseEvents: Bool
  ) {
    random = SeededGenerator(seed: seed)
    self.start = start
    (coordinator, history, manager) = edited
    self.chainingListeners = chainingListeners
    self.toolbox = toolbox
    self.restraints = restraints
    actions = Action.all.filter { withMortiseEvents || !$0.isOfOurOwn }
    recorder = LineRecorder(of: edited.coordinator.workspace)
    edited.manager.addListener(recorder)
  }

  public var workspace: Workspace { coordinator.workspace }
  public var text: String { Self.text(of: workspace) }
  public var texts: String { Self.texts(of: workspace) }

  /// The events fired so far, as lines of Blockly's JSON.
  public var eventLines: [String] { recorder.lines }

  /// A program as a JSON file.
  public static func text(of workspace: Workspace) -> String { text(of: workspace, .json) }

  /// A program in both formats, since each one can express things that the other can't.
  public static func texts(of workspace: Workspace) -> String { text(of: workspace, .json) + text(of: workspace, .xml) }

  private static func text(of workspace: Workspace, _ format: ProgramFormat) -> String {
    String(decoding: ProgramWriter.write(workspace, style: .pretty(format)).bytes, as: UTF8.self)
  }

  /// One random action, in one group. It may change nothing.
  public func act() {
    manager.pushNewGroup()
    defer {
      manager.popGroup()
      manager.firePendingEvents()
    }
    guard let action = actions.randomElement(using: &random) else { return }
    perform(action)
  }

  /// Undoes a few groups and redoes some or all of them.
  public func goBackAndForth() throws {
    let count = Int.random(in: 1...4, using: &random)
    for _ in 0..<count { try history.undo() }
    for _ in 0..<Int.random(in: 0...count, using: &random) { try history.redo() }
  }

  // MARK: - Choices

  var allBlocks: [Block] { workspace.topBlocks.flatMap { Array($0.descendants()) } }

  func anyBlock(where match: (Block) -> Bool = { _ in true }) -> Block? {
    allBlocks.filter(match).randomElement(using: &random)
  }

  func nearestNonShadowBlock(where match: (Block) -> Bool = { _ in true }) -> Block? {
    anyBlock { !$0.isShadow && match($0) }
  }

  func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

  func isHeads() -> Bool { Bool.random(using: &random) }

  func place() -> WorkspacePoint { WorkspacePoint(x: Double(number(800)), y: Double(number(3000))) }
}
