import BlockEditing
import BlockEvents
import BlockFormats
import BlockLibrary
import BlockModel
import Testing
import WorkbenchTesting

@testable import Workbench

/// A listener that makes further changes in the group of a fired event, as listeners of Blockly for iOS do.
@MainActor @Suite struct ChainingListenerTests {
  private static let program = """
    {"blocks":{"languageVersion":0,"blocks":[
      {"type":"text_print","id":"a","x":1,"y":1,"inputs":{"TEXT":{"block":{"type":"text","id":"t","fields":{"TEXT":"x"}}}}},
      {"type":"text_print","id":"b","x":1,"y":90}]}}
    """

  /// Counts the moves of one block in the text of another, which reveals changes that are chained twice.
  private final class Counting: EventManagerListener {
    let coordinator: WorkspaceLayoutCoordinator
    let usesChain: Bool

    init(_ coordinator: WorkspaceLayoutCoordinator, usesChain: Bool) {
      self.coordinator = coordinator
      self.usesChain = usesChain
      coordinator.eventManager.addListener(self)
    }

    private func isRelevantEvent(_ event: BlocklyEvent) -> Bool { event is MoveEvent && event.blockID == "b" }

    func eventManager(_ eventManager: EventManager, didFireEvent event: BlocklyEvent) {
      guard isRelevantEvent(event) else { return }
      if usesChain { return EventChain.extend(event, of: eventManager) { change() } }
      if event.isReplayed { return }
      eventManager.pushGroup(groupID: event.groupID)
      change()
      eventManager.popGroup()
      eventManager.firePendingEvents()
    }

    private func change() {
      guard let block = coordinator.workspace.blocks["t"], let text = block.firstField(withName: "TEXT")?.text else {
        return
      }
      coordinator.setField("TEXT", of: block, to: .text(text + "+"))
    }
  }

  @Test(arguments: [true, false]) func theChangeIsPartOfTheStep(usesChain: Bool) throws {
    let scene = try WorkbenchScene(Self.program, .json)
    let listener = Counting(scene.coordinator, usesChain: usesChain)
    try withExtendedLifetime(listener) {
      try scene.check(
        {
          scene.controller.performGroup {
            scene.coordinator.move(scene.workspace.blocks["b"]!, to: WorkspacePoint(x: 5, y: 200))
          }
        },
        {
          let place = try scene.input("a", "TEXT").sourceBlock.nextConnection
          scene.controller.performGroup { scene.coordinator.connect(scene.workspace.blocks["b"]!, to: place!) }
        })
      #expect(try scene.block("t").firstField(withName: "TEXT")?.text == "x++")
    }
  }

  /// Answers each change of a text with a longer text.
  private final class Endless: EventManagerListener {
    let coordinator: WorkspaceLayoutCoordinator
    init(_ coordinator: WorkspaceLayoutCoordinator) {
      self.coordinator = coordinator
      coordinator.eventManager.addListener(self)
    }

    func eventManager(_ eventManager: EventManager, didFireEvent event: BlocklyEvent) {
      guard let block = coordinator.workspace.blocks["t"], event is ChangeEvent,
        let text = block.firstField(withName: "TEXT")?.text
      else { return }
      EventChain.extend(event, of: eventManager) {
        coordinator.setField("TEXT", of: block, to: .text(text + "+"))
      }
    }
  }

  @Test func aChainThatNeverEndsIsStoppedAndIsOneStep() throws {
    let scene = try WorkbenchScene(Self.program, .json)
    let manager = scene.coordinator.eventManager
    var errors: [String] = []
    manager.didStopChain = { errors.append($0.reason) }
    func edit(_ text: String) throws {
      let block = try scene.block("t")
      scene.controller.performGroup { scene.coordinator.setField("TEXT", of: block, to: .text(text)) }
    }
    let listener = Endless(scene.coordinator)
    try withExtendedLifetime(listener) {
      try edit("y")
      let text = try scene.block("t").firstField(withName: "TEXT")?.text ?? ""
      #expect(text.hasPrefix("y+") && text.count == 2 + EventManager.longestChain)
      #expect(errors.count == 1 && errors[0].contains("\(EventManager.longestChain) rounds; listeners: Endless"))
      #expect(scene.controller.history.undoCount == 1)
      scene.controller.perform(.undo)
      #expect(try scene.block("t").firstField(withName: "TEXT")?.text == "x")
      scene.controller.perform(.redo)
      #expect(try scene.block("t").firstField(withName: "TEXT")?.text == text)
      // It is heard again.
      try edit("z")
      #expect(errors.count == 2)
    }
    manager.removeListener(listener)
    try edit("end")
    #expect(errors.count == 2 && scene.controller.history.undoCount == 3)
  }

  /// An event fired outside any group gets the group of the changes chained to it.
  @Test(arguments: [true, false]) func anEventWithoutAGroupGetsOne(usesChain: Bool) throws {
    let scene = try WorkbenchScene(Self.program, .json)
    let listener = Counting(scene.coordinator, usesChain: usesChain)
    try withExtendedLifetime(listener) {
      try scene.check {
        scene.coordinator.move(try scene.block("b"), to: WorkspacePoint(x: 5, y: 200))
        scene.coordinator.eventManager.firePendingEvents()
      }
      #expect(Set(scene.fired.map(\.groupID)).count == 1 && scene.fired.first?.groupID != nil)
    }
  }

  @Test func anEventSaysWhetherItIsReplayed() throws {
    final class Log: EventManagerListener {
      var replayed: [Bool] = []
      func eventManager(_ eventManager: EventManager, didFireEvent event: BlocklyEvent) {
        replayed.append(event.isReplayed)
      }
    }
    let scene = try WorkbenchScene(Self.program, .json)
    let log = Log()
    scene.coordinator.eventManager.addListener(log)
    scene.controller.performGroup {
      scene.coordinator.move(scene.workspace.blocks["b"]!, to: WorkspacePoint(x: 5, y: 200))
    }
    try scene.controller.history.undo()
    try scene.controller.history.redo()
    #expect(log.replayed == [false, true, true])
  }
}
