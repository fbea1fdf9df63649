import BlockEditing
import BlockEvents
import BlockFormats
import BlockLibrary
import BlockModel
import Workbench

/// Edits, moves and their undos per second, in a program of 10,000 blocks without a layout.
@MainActor struct EditingBench {
  private static let blocks = 10_000
  private static let edits = 200_000
  private static let moves = 50_000

  private let manager = EventManager()
  private let workspace: Workspace
  private let coordinator: WorkspaceLayoutCoordinator
  private let history: UndoHistory
  private let counter = Counter()

  init() throws {
    let bytes = ProgramMaker.json(blocks: Self.blocks)
    workspace = try ProgramReader.read(bytes, factory: try StockBlocks.factory()).workspace
    coordinator = WorkspaceLayoutCoordinator(workspace: workspace, eventManager: manager)
    history = UndoHistory(target: coordinator, eventManager: manager)
    manager.addListener(counter)
  }

  func run(_ verdicts: inout Verdicts) throws {
    print("Editing a program of \(workspace.blocks.count) blocks, headless: actions a second, each fired to a listener")
    let blockly = try BlocklyBench.figures(program: ProgramMaker.json(blocks: Self.blocks))
    var table = Table(["", "Mortise", "Blockly", "ratio", "bound", ""])
    func add(_ bound: Bound, _ figure: Double, _ other: Double?) {
      table.add([
        bound.name, rate(figure), other.map(rate) ?? "not there", other.map { fixed(figure / $0, 1) } ?? "",
        bound.cell, other.map { verdicts.check(bound, figure / $0) } ?? "",
      ])
    }
    let fields = try best { try editFields() }
    add(.fieldEdits, fields.edits, blockly?.fieldEdits)
    add(.fieldUndos, fields.undos, blockly?.fieldUndos)
    let moves = try best { try moveBlocks() }
    add(.moves, moves.edits, blockly?.moves)
    add(.moveUndos, moves.undos, blockly?.moveUndos)
    table.show()
  }

  /// The best of several runs, because other processes may slow the machine down.
  private func best(_ body: () throws -> Figures) rethrows -> Figures {
    var best = Figures(edits: 0, undos: 0)
    for _ in 1...5 {
      let figures = try body()
      best = Figures(edits: max(best.edits, figures.edits), undos: max(best.undos, figures.undos))
    }
    return best
  }

  private struct Figures {
    var edits: Double
    var undos: Double
  }

  private func act(_ body: () -> Void) {
    manager.pushNewGroup()
    body()
    manager.popGroup()
    manager.firePendingEvents()
  }

  /// Changes the values of numbers, then undoes everything.
  private func editFields() throws -> Figures {
    let numbers = workspace.topBlocks.flatMap { Array($0.descendants()) }.filter { $0.type == "math_number" }
    let before = counter.count
    let editing = seconds {
      for index in 0..<Self.edits {
        act { coordinator.setField("NUM", of: numbers[index % numbers.count], to: .number(Double(index) + 0.5)) }
      }
    }
    guard counter.count - before == Self.edits, history.undoCount == Self.edits else {
      throw Files.Failure(what: "a field edit was not heard or recorded")
    }
    let undoing = try seconds { while try history.undo() {} }
    guard counter.count - before == 2 * Self.edits else { throw Files.Failure(what: "an undo was not heard") }
    return Figures(edits: Double(Self.edits) / editing, undos: Double(Self.edits) / undoing)
  }

  /// Moves the last statements of stacks back and forth between the ends of two others, then undoes everything.
  private func moveBlocks() throws -> Figures {
    let ends = workspace.topBlocks.flatMap { Array($0.descendants()) }.filter { block in
      block.nextConnection != nil && block.nextBlock == nil && block.parent != nil
        && block.inputs.allSatisfy { $0.kind != .statement }
    }
    let count = min(200, ends.count / 3)
    let movers = ends.prefix(count)
    let connections = ends[count..<3 * count].compactMap(\.nextConnection)
    guard count > 50 else { throw Files.Failure(what: "the program has too few stacks") }
    let before = counter.count
    let moving = seconds {
      for index in 0..<Self.moves {
        let connection = connections[index % count * 2 + index / count % 2]
        act { coordinator.connect(movers[index % count], to: connection) }
      }
    }
    guard history.undoCount == Self.moves, counter.count - before == Self.moves else {
      throw Files.Failure(what: "a move was not heard or recorded")
    }
    let undoing = try seconds { while try history.undo() {} }
    return Figures(edits: Double(Self.moves) / moving, undos: Double(Self.moves) / undoing)
  }

  private func rate(_ number: Double) -> String { fixed(number / 1000, number < 100_000 ? 1 : 0) + "k" }

  private final class Counter: EventManagerListener {
    private(set) var count = 0
    func eventManager(_ eventManager: EventManager, didFireEvent event: BlocklyEvent) { count += 1 }
  }
}
