import BlockEvents
import BlockFormats
import BlockLayout
import BlockModel
import SeededTesting
import Testing
import WorkbenchTesting

@testable import Workbench

/// Random drags of blocks and comments with two pointers at once: undo and redo restore the program exactly.
@MainActor @Suite struct RandomDraggingTests {
  static let program = """
    {"blocks":{"languageVersion":0,"blocks":[
      {"type":"text_print","id":"p1","x":10,"y":10,
        "inputs":{"TEXT":{"shadow":{"type":"text","id":"s1","fields":{"TEXT":"default"}},
          "block":{"type":"text","id":"t1","fields":{"TEXT":"one"}}}},
        "next":{"block":{"type":"text_print","id":"p2",
          "inputs":{"TEXT":{"block":{"type":"text","id":"t2","fields":{"TEXT":"two"}}}},
          "next":{"block":{"type":"text_print","id":"p3"}}}}},
      {"type":"controls_repeat","id":"r1","x":300,"y":10,"fields":{"TIMES":10},
        "inputs":{"DO":{"block":{"type":"text_print","id":"p4",
          "next":{"block":{"type":"text_print","id":"p5"}}}}}},
      {"type":"controls_repeat","id":"r2","x":600,"y":10,"fields":{"TIMES":10}},
      {"type":"text","id":"t3","x":10,"y":400,"fields":{"TEXT":"three"}},
      {"type":"text_print","id":"p6","x":10,"y":600}]},
    "workspaceComments":[
      {"id":"c1","x":900,"y":10,"width":160,"height":96,"text":"first"},
      {"id":"c2","x":900,"y":400,"width":160,"height":96,"text":"between","mortise":{"blocksBefore":2}}]}
    """

  @Test(arguments: Seeds.first(15)) func undoAndRedoAreExact(seed: UInt64) throws {
    let format: ProgramFormat = seed.isMultiple(of: 2) ? .xml : .json
    let scene = try WorkbenchScene(Self.program, format, randomness: SeededGenerator(seed: seed))
    var random = SeededGenerator(seed: seed)
    try scene.check((1...12).map { _ in { drag(in: scene, &random) } })
  }

  /// Both pointers pick something up, move it and release it, repeated until that changes the program.
  private func drag(in scene: WorkbenchScene, _ random: inout SeededGenerator) {
    let controller = scene.controller
    let before = controller.history.undoCount
    while controller.history.undoCount == before {
      var pointers = [Pointer.keyboard, .mouse].shuffled(using: &random)
      for pointer in pointers {
        beginDrag(by: pointer, in: scene, &random)
        updateDrag(by: [pointer], in: scene, &random)
      }
      updateDrag(by: pointers, in: scene, &random)
      pointers.shuffle(using: &random)
      while let pointer = pointers.popLast() {
        controller.perform(end(of: pointer, &random))
        updateDrag(by: pointers, in: scene, &random)
      }
    }
    #expect(!controller.state.isPreviewing && controller.eventManager.currentGroupID == nil)
  }

  private func beginDrag(by pointer: Pointer, in scene: WorkbenchScene, _ random: inout SeededGenerator) {
    let workspace = scene.workspace
    let blocks = workspace.topBlocks.flatMap { $0.descendants() }.filter { !$0.isShadow }
    let items = blocks.map { FocusItem.block(id: $0.id) } + workspace.comments.map { .comment(id: $0.id) }
    guard let item = items.randomElement(using: &random) else { return }
    scene.controller.perform(.focus(item))
    scene.controller.perform(.beginDrag(takesStack: Bool.random(using: &random), by: pointer))
  }

  private func updateDrag(by pointers: [Pointer], in scene: WorkbenchScene, _ random: inout SeededGenerator) {
    guard let pointer = pointers.randomElement(using: &random) else { return }
    let (columns, rows) = (Int.random(in: -9...9, using: &random), Int.random(in: -9...9, using: &random))
    let updates: [DragUpdate] = [
      .destination(.by(rows)), .destination(.by(columns)), .nudge(columns: columns, rows: rows),
      .grow(columns: columns, rows: rows),
    ]
    for update in updates.shuffled(using: &random).prefix(2) {
      scene.controller.perform(.updateDrag(update, by: pointer))
    }
  }

  private func end(of pointer: Pointer, _ random: inout SeededGenerator) -> Intent {
    switch Int.random(in: 0..<20, using: &random) {
    case 0: .discard(by: pointer)
    case 1...5: .cancelDrag(by: pointer)
    default: .drop(by: pointer)
    }
  }
}
