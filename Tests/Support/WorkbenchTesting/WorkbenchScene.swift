import BlockEditing
import BlockEvents
import BlockFormats
import BlockLayout
import BlockLibrary
import BlockModel
import MortiseScreen
import Testing
import Workbench

/// A program to test actions on: each must be one undo group, and undo and redo, repeated, must restore the program to
/// the byte, in both formats and in another client that receives the events.
@MainActor public final class WorkbenchScene {
  /// The controller that the actions are performed with.
  public let controller: WorkbenchController
  /// The events that were fired, but for those of undo and redo.
  public private(set) var fired: [BlocklyEvent] = []
  /// The bytes of the program's file as it was opened.
  public let start: [UInt8]
  private let factory: BlockFactory
  private let style: ProgramStyle
  private let extensions: ProgramExtensions
  private let recorder: Recorder

  /// The program.
  public var workspace: Workspace { controller.workspace }
  /// What changes the program, as in `WorkbenchController.perform`.
  public var coordinator: WorkspaceLayoutCoordinator { controller.coordinator }

  /// - Parameters:
  ///   - program: the blocks and variables as Blockly's JSON.
  ///   - factory: creates the blocks; nil for the stock blocks.
  ///   - extensions: an app's events, mutator layouts and listeners.
  ///   - randomness: the source of new ids.
  public init(
    _ program: String, _ format: ProgramFormat, factory: BlockFactory? = nil,
    extensions: ProgramExtensions = ProgramExtensions(), randomness: any RandomNumberGenerator = SystemNumbers()
  ) throws {
    let factory = try factory ?? StockBlocks.factory()
    let json = try ProgramReader.read(Array(program.utf8), factory: factory)
    style = .pretty(format)
    start = ProgramWriter.write(json.workspace, style: style).bytes
    self.factory = factory
    self.extensions = extensions
    let manager = EventManager()
    let bytes = start
    controller = WorkbenchController(
      document: try Document(bytes: bytes, path: "program", factory: factory, idGeneratorAfterLoading: randomness),
      toolbox: Toolbox(categories: []),
      style: LayoutStyle(usesBrackets: false, repertoire: .unicode, canvasWidth: 80), eventManager: manager,
      extensions: extensions)
    recorder = Recorder()
    manager.addListener(recorder)
    recorder.scene = self
  }

  /// Returns the block with an id, which must exist.
  public func block(_ id: String) throws -> Block { try #require(workspace.blocks[id]) }

  /// Returns the connection of an input, which must exist.
  public func input(_ id: String, _ name: String) throws -> Connection {
    try #require(try block(id).firstInput(withName: name)?.connection)
  }

  /// The id of the block in an input.
  public func content(_ id: String, _ name: String) -> String? {
    workspace.blocks[id]?.firstInput(withName: name)?.connectedBlock?.id
  }

  /// The id of the block around a block, or before it.
  public func parent(_ id: String) -> String? { workspace.blocks[id]?.parent?.id }

  /// Whether a block begins a stack.
  public func isAtTop(_ id: String) -> Bool { workspace.topBlocks.contains { $0.id == id } }

  /// The program as it would be saved.
  public var bytes: [UInt8] { ProgramWriter.write(workspace, style: style).bytes }
  private var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Performs actions, each of which must be one undo group, and checks undo and redo.
  public func check(_ actions: () throws -> Void...) throws { try check(actions) }

  /// Performs actions, each of which must be one undo group. Undo and redo, repeated, a saved undo stack and another client
  /// that gets the events must come to the same bytes. Differences are recorded as issues.
  public func check(_ actions: [() throws -> Void]) throws {
    var states = [text]
    for action in actions {
      try action()
      states.append(text)
      #expect(states[states.count - 1] != states[states.count - 2], "the action did nothing")
      #expect(controller.history.undoCount == states.count - 1, "an action is one step")
    }
    #expect(states[0] == String(decoding: start, as: UTF8.self))
    try checkOtherClient(states)
    for _ in 1...3 {
      for index in states.indices.dropLast().reversed() {
        #expect(try controller.history.undo())
        #expect(text == states[index], "undo to state \(index)")
        #expect(controller.history.redoCount == states.count - 1 - index)
      }
      #expect(controller.history.undoCount == 0)
      for index in states.indices.dropFirst() {
        #expect(try controller.history.redo())
        #expect(text == states[index], "redo to state \(index)")
      }
      #expect(controller.history.redoCount == 0)
    }
    try checkSavedStack(states)
  }

  /// The events, sent to another client, give the same program there.
  private func checkOtherClient(_ states: [String]) throws {
    let lines = fired.map { $0.json(in: workspace).text() }.joined(separator: "\n")
    let copy = try ProgramReader.read(start, factory: factory).workspace
    let replay = EventReplay(workspace: copy, extensions: extensions)
    #expect(replay.apply(Array(lines.utf8), named: "the events").isEmpty)
    func state() -> String { String(decoding: ProgramWriter.write(copy, style: style).bytes, as: UTF8.self) }
    #expect(state() == states.last, "the events replayed elsewhere")
    try replay.undo(nil)
    #expect(state() == states.first, "the events undone elsewhere")
  }

  /// The undo stacks work after saving and loading them with the program.
  private func checkSavedStack(_ states: [String]) throws {
    let saved = controller.history.lines()
    let copy = try ProgramReader.read(bytes, factory: factory).workspace
    let manager = EventManager()
    let history = UndoHistory(
      target: WorkspaceLayoutCoordinator(workspace: copy, eventManager: manager), eventManager: manager)
    try history.restore(saved, factory: extensions.eventFactory)
    func state() -> String { String(decoding: ProgramWriter.write(copy, style: style).bytes, as: UTF8.self) }
    for index in states.indices.dropLast().reversed() {
      #expect(try history.undo())
      #expect(state() == states[index], "undo of the saved stack to state \(index)")
    }
    while try history.redo() {}
    #expect(state() == states.last, "redo of the saved stack")
  }

  private final class Recorder: EventManagerListener {
    weak var scene: WorkbenchScene?

    func eventManager(_ eventManager: EventManager, didFireEvent event: BlocklyEvent) {
      guard let scene, !scene.controller.coordinator.isReplaying else { return }
      scene.fired.append(event)
    }
  }
}
