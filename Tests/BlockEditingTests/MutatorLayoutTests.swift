import BlockEditing
import BlockEvents
import BlockFormats
import BlockLayout
import BlockModel
import MortiseScreen
import Testing
import WorkbenchTesting

@testable import Workbench

/// A mutator's layout is a child of its block's layout. Its `update…` methods change the mutator, and
/// `performMutation()` the block.
@MainActor @Suite struct MutatorLayoutTests {
  private static let program = """
    {"blocks":{"languageVersion":0,"blocks":[{"type":"my_if","id":"if","x":1,"y":1,
      "extraState":"<mutation elseif=\\"1\\" else=\\"1\\"></mutation>",
      "inputs":{"DO1":{"block":{"type":"text_print","id":"p1"}},"ELSE":{"block":{"type":"text_print","id":"p2"}}}}]}}
    """

  private func scene() throws -> WorkbenchScene {
    let scene = try WorkbenchScene(Self.program, .json, factory: RebuildingIfElse.factory())
    scene.coordinator.layoutFactory.register(RebuildingIfElse.self, RebuildingIfElseLayout.init)
    // The layout reserves cells for the new sign.
    if let style = scene.coordinator.layout?.style { scene.coordinator.showLayout(style: style) }
    return scene
  }

  private func layout(_ scene: WorkbenchScene) throws -> RebuildingIfElseLayout {
    try #require(
      scene.coordinator.layoutBuilder.mutatorLayout(forBlock: scene.block("if")) as? RebuildingIfElseLayout)
  }

  private func branches(_ scene: WorkbenchScene) -> [String] {
    scene.workspace.blocks["if"]?.inputs.map(\.name) ?? []
  }

  @Test func updatesAreMadeByPerformMutation() throws {
    let scene = try scene()
    let layout = try layout(scene)
    try scene.check(
      {
        scene.controller.performGroup {
          layout.update(elseIfCount: 2, elseCount: 1)
          layout.performMutation()
        }
        #expect(branches(scene) == ["IF0", "DO0", "IF1", "DO1", "IF2", "DO2", "ELSE"])
        #expect(scene.content("if", "DO1") == "p1" && scene.content("if", "ELSE") == "p2")
      },
      {
        scene.controller.performGroup {
          layout.update(elseIfCount: 2, elseCount: 0)
          layout.performMutation()
        }
        #expect(scene.isAtTop("p2"))
      })
  }

  /// Whoever asks for the layout again, between an update and the mutation, gets one that knows the block's state.
  @Test func theLayoutIsAskedForAgain() throws {
    let scene = try scene()
    let history = scene.controller.history
    try self.layout(scene).update(elseIfCount: 2, elseCount: 1)
    #expect(try self.layout(scene).performedState.xml?[attribute: "elseif"] == "1")
    try scene.controller.performGroup { try self.layout(scene).performMutation() }
    #expect(branches(scene) == ["IF0", "DO0", "IF1", "DO1", "IF2", "DO2", "ELSE"] && history.undoCount == 1)
    #expect(try self.layout(scene).performedState.xml?[attribute: "elseif"] == "2")
    scene.controller.perform(.undo)
    #expect(branches(scene).count == 5)
    #expect(try self.layout(scene).performedState.xml?[attribute: "elseif"] == "1")
  }

  @Test func theLayoutOfWhatIsNotDisplayedIsAskedForAgain() throws {
    let workspace = try scene().workspace
    let coordinator = WorkspaceLayoutCoordinator(workspace: workspace, eventManager: EventManager())
    coordinator.layoutFactory.register(RebuildingIfElse.self, RebuildingIfElseLayout.init)
    let block = try #require(workspace.blocks["if"])
    func layout() -> RebuildingIfElseLayout? {
      coordinator.layoutBuilder.mutatorLayout(forBlock: block) as? RebuildingIfElseLayout
    }
    layout()?.update(elseIfCount: 0, elseCount: 1)
    layout()?.performMutation()
    #expect(block.inputs.map(\.name) == ["IF0", "DO0", "ELSE"])
  }

  private class NotingLayout: RebuildingIfElseLayout {
    var states: [String?] = []
    override func performMutation() {
      states.append(performedState.xml?[attribute: "elseif"])
      super.performMutation()
      states.append(performedState.xml?[attribute: "elseif"])
    }
  }

  @Test func anOverrideLearnsTheOldState() throws {
    let scene = try scene()
    scene.coordinator.layoutFactory.register(RebuildingIfElse.self, NotingLayout.init)
    let layout = try #require(try layout(scene) as? NotingLayout)
    scene.controller.performGroup {
      layout.update(elseIfCount: 3, elseCount: 1)
      layout.performMutation()
    }
    #expect(layout.states == ["1", "3"])
  }

  @Test func aLayoutWithoutAViewIsAChildOfNoSize() throws {
    let scene = try scene()
    scene.coordinator.layoutFactory.register(RebuildingIfElse.self, hasView: false, RebuildingIfElseLayout.init)
    if let style = scene.coordinator.layout?.style { scene.coordinator.showLayout(style: style) }
    let layout = try layout(scene)
    let parent = try #require(try scene.block("if").layout as? DefaultBlockLayout)
    #expect(parent.mutatorLayout(of: layout.mutator) === layout)
    #expect(layout.size == Size(width: 0, height: 0) && layout.rect == nil)
    try scene.controller.performGroup {
      layout.update(elseIfCount: 2, elseCount: 1)
      try self.layout(scene).performMutation()
    }
    #expect(branches(scene).count == 7)
  }

  @Test func aMutationAfterUndoStartsFromTheStateBefore() throws {
    let scene = try scene()
    let layout = try layout(scene)
    func mutate(_ elseIfCount: Int) {
      scene.controller.performGroup {
        layout.update(elseIfCount: elseIfCount, elseCount: 1)
        layout.performMutation()
      }
    }
    mutate(3)
    scene.controller.perform(.undo)
    mutate(2)
    scene.controller.perform(.undo)
    #expect(branches(scene) == ["IF0", "DO0", "IF1", "DO1", "ELSE"])
    mutate(1)
    #expect(scene.controller.history.undoCount == 0)
  }

  @Test func aDialogPreviewsUpdates() throws {
    let scene = try scene()
    scene.controller.perform(.focus(.block(id: "if")))
    let session = try scene.controller.beginMutation()
    let layout = try #require(session.layout as? RebuildingIfElseLayout)
    let before = branches(scene)
    try session.change { layout.update(elseIfCount: 2, elseCount: 0) }
    #expect(branches(scene).count == 6 && session.isChanged)
    try session.change { layout.update(elseIfCount: 1, elseCount: 1) }
    #expect(branches(scene) == before && !session.isChanged)
    try session.change { layout.update(elseIfCount: 3, elseCount: 1) }
    scene.controller.perform(.cancelMutation)
    #expect(branches(scene) == before && scene.controller.history.undoCount == 0)

    let second = try scene.controller.beginMutation()
    try second.change { layout.update(elseIfCount: 3, elseCount: 1) }
    scene.controller.perform(.applyMutation)
    #expect(branches(scene).count == 9 && scene.content("if", "DO1") == "p1")
    scene.controller.perform(.undo)
    #expect(branches(scene) == before)
  }

  @Test func theLayoutIsAChildOfTheBlocksLayout() throws {
    let scene = try scene()
    let layout = try layout(scene)
    let block = try scene.block("if")
    let parent = try #require(block.layout as? DefaultBlockLayout)
    #expect(layout.parent === parent && parent.mutatorLayout(of: layout.mutator) === layout)
    #expect(try self.layout(scene) === layout)
    let sign = try #require(layout.rect)
    #expect(sign.size == layout.size && sign.width > 0)
  }
}
