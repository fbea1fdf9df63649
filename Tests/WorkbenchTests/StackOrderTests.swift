import BlockFormats
import BlockModel
import Testing
import WorkbenchTesting

@testable import Workbench

/// Nothing changes its place in the file or on the screen unless the user moves it.
@MainActor @Suite struct StackOrderTests {
  /// Three stacks, of which the first has three statements, and a comment behind it.
  private func scene(_ format: ProgramFormat) throws -> WorkbenchScene {
    func print(_ id: String, _ more: String = "") -> String { #"{"type":"text_print","id":"\#(id)"\#(more)}"# }
    func followed(_ id: String, _ place: String, by next: String) -> String {
      print(id, #"\#(place),"next":{"block":\#(next)}"#)
    }
    let first = followed("a", #","x":20,"y":30"#, by: followed("b", "", by: print("c")))
    return try WorkbenchScene(
      """
      {"workspaceComments":[{"id":"note","x":500,"y":30,"text":"n","mortise":{"blocksBefore":1}}],
       "blocks":{"languageVersion":0,"blocks":[\(first),\(print("d", #","x":20,"y":330"#)),
        {"type":"math_arithmetic","id":"sum","x":20,"y":500,"inputs":{
          "A":{"block":{"type":"math_number","id":"one","fields":{"NUM":1}}},
          "B":{"block":{"type":"math_number","id":"two","fields":{"NUM":2}}}}}]}}
      """, format)
  }

  private func typed(
    _ line: String, at target: LineTarget, editing id: String? = nil, wraps: Bool = false, in scene: WorkbenchScene
  ) throws -> Intent {
    let choices = LineChoices(scene.controller, at: target, editing: id, wrapsSelection: wraps, text: line).find()
      .choices
    return .typeLine(try #require(choices.first, "\(line)").entry)
  }

  private func select(_ ids: String..., in scene: WorkbenchScene) {
    for id in ids {
      scene.controller.perform(.focus(.block(id: id)))
      #expect(scene.controller.perform(.toggleSelected).refusal == nil)
    }
  }

  private func shownPlaces(in scene: WorkbenchScene) -> [String: WorkspacePoint] {
    Dictionary(uniqueKeysWithValues: scene.workspace.topBlocks.map { ($0.id, scene.coordinator.positionShown(of: $0)) })
  }

  nonisolated enum Action: String, CaseIterable {
    case deleteFirst, cutFirst, deleteRun, wrapFirst, wrapAll, typeAbove, swapFirst, detachFirst, duplicateFirst,
      duplicateSelected, duplicateValue, replaceFirst, replaceValue, shortenValue, growValue, dragFirst, dragAbove
  }

  /// What is at the top level in the end, in the order of the file; “+” is a new block.
  private static let orders: [Action: [String]] = [
    .deleteFirst: ["b", "d", "sum"], .cutFirst: ["b", "d", "sum"], .deleteRun: ["c", "d", "sum"],
    .wrapFirst: ["+", "d", "sum"], .wrapAll: ["+", "d", "sum"], .typeAbove: ["+", "d", "sum"],
    .swapFirst: ["b", "d", "sum"], .detachFirst: ["a", "b", "d", "sum"], .duplicateFirst: ["a", "d", "sum"],
    .duplicateSelected: ["a", "+", "d", "sum"], .duplicateValue: ["a", "d", "sum", "+"],
    .replaceFirst: ["+", "d", "sum"], .replaceValue: ["a", "d", "+"], .shortenValue: ["a", "d", "one"],
    .growValue: ["a", "d", "+"], .dragFirst: ["a", "b", "d", "sum"], .dragAbove: ["d", "sum"],
  ]

  private func perform(_ action: Action, in scene: WorkbenchScene) throws {
    let controller = scene.controller
    func at(_ id: String, _ intent: Intent) {
      controller.perform(.focus(.block(id: id)))
      #expect(controller.perform(intent).refusal == nil)
    }
    switch action {
    case .deleteFirst: at("a", .delete)
    case .cutFirst: at("a", .cut)
    case .deleteRun:
      select("a", "b", in: scene)
      at("a", .delete)
    case .wrapFirst:
      select("a", "b", in: scene)
      at("a", try typed("repeat 3 times", at: .above(blockID: "a"), wraps: true, in: scene))
    case .wrapAll:
      select("a", "b", "c", in: scene)
      at("a", try typed("repeat 3 times", at: .above(blockID: "a"), wraps: true, in: scene))
    case .typeAbove: at("a", try typed("print \"new\"", at: .above(blockID: "a"), in: scene))
    case .swapFirst: at("a", .swapDown)
    case .detachFirst: at("a", .detach)
    case .duplicateFirst: at("a", .duplicate)
    case .duplicateSelected:
      select("a", "b", "c", in: scene)
      at("a", .duplicate)
    case .duplicateValue: at("one", .duplicate)
    case .replaceFirst: at("a", try typed("repeat 3 times", at: .above(blockID: "a"), editing: "a", in: scene))
    case .replaceValue: at("sum", try typed("\"text\"", at: .free, editing: "sum", in: scene))
    case .shortenValue: at("sum", try typed("1", at: .free, editing: "sum", in: scene))
    case .growValue: at("sum", try typed("1 + 2 < 4", at: .free, editing: "sum", in: scene))
    case .dragFirst:
      at("a", .beginDrag(takesStack: false, by: .keyboard))
      controller.perform(.updateDrag(.nudge(columns: 40, rows: 2), by: .keyboard))
      controller.perform(.drop(by: .keyboard))
    case .dragAbove:
      at("d", .beginDrag(takesStack: false, by: .keyboard))
      controller.draggedBlock(by: .keyboard)?.show(at: .above(blockID: "a"))
      controller.perform(.drop(by: .keyboard))
    }
  }

  @Test(arguments: Action.allCases, ProgramFormat.allCases)
  func stacksKeepTheirPlaces(action: Action, format: ProgramFormat) throws {
    let scene = try scene(format)
    let known = Set(scene.workspace.blocks.keys)
    let places = shownPlaces(in: scene)
    try scene.check {
      try perform(action, in: scene)
      // The other stacks stay where they are shown.
      for (id, place) in shownPlaces(in: scene) where ["d", "sum"].contains(id) && scene.isAtTop(id) {
        if id != "d" || action != .dragAbove { #expect(place == places[id], "\(id)") }
      }
    }
    let order = scene.workspace.topBlocks.map { known.contains($0.id) ? $0.id : "+" }
    #expect(order == Self.orders[action])
    // What a user moves away doesn't take the place along; after detaching, the rest stays where it is on the screen.
    let stack = try #require(scene.workspace.topBlocks.first { $0.id != "a" || action != .dragFirst })
    if action != .detachFirst { #expect(stack.position == WorkspacePoint(x: 20, y: 30)) }
    // The comment stays behind the first stack.
    let comment = try #require(scene.workspace.comments.first)
    let makesTwo: Set<Action> = [.detachFirst, .dragFirst, .duplicateSelected]
    #expect(scene.workspace.blockCount(before: comment) == (makesTwo.contains(action) ? 2 : 1))
  }
}
