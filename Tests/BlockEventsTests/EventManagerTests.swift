import BlockEvents
import BlockModel
import Testing

@MainActor @Suite struct EventManagerTests {
  private let manager = EventManager()

  @Test func eventsFireInTheOrderInWhichTheyWereAdded() {
    let log = Log()
    manager.addListener(log)
    for name in ["a", "b", "c"] { manager.addPendingEvent(Probe(name)) }
    #expect(log.types.isEmpty)
    manager.firePendingEvents()
    #expect(log.types == ["a", "b", "c"])
    manager.firePendingEvents()
    #expect(log.types == ["a", "b", "c"])
  }

  @Test func anEventWithoutAGroupTakesTheCurrentOne() {
    let (inside, own, outside) = (Probe("inside"), Probe("own"), Probe("outside"))
    own.groupID = "own"
    manager.pushNewGroup()
    let group = manager.currentGroupID
    #expect(group != nil)
    manager.addPendingEvent(inside)
    manager.addPendingEvent(own)
    manager.popGroup()
    manager.addPendingEvent(outside)
    #expect(manager.currentGroupID == nil)
    #expect((inside.groupID, own.groupID, outside.groupID) == (group, "own", nil))
  }

  @Test func theSameGroupMayBePushedInsideItself() {
    manager.pushGroup(groupID: "g")
    manager.pushGroup(groupID: "g")
    manager.popGroup()
    #expect(manager.currentGroupID == "g")
    manager.popGroup()
    #expect(manager.currentGroupID == nil)
  }

  @Test func eventsThatAListenerAddsReachEveryListenerAfterTheCurrentOne() {
    let (first, second) = (Log(), Log())
    let manager = manager
    first.reaction = { event in
      guard event.type == "a" else { return }
      manager.addPendingEvent(Probe("chained"))
      // Firing inside a listener must not overtake the current event.
      manager.firePendingEvents()
    }
    manager.addListener(first)
    manager.addListener(second)
    manager.addPendingEvent(Probe("a"))
    manager.addPendingEvent(Probe("b"))
    manager.firePendingEvents()
    #expect(first.types == ["a", "b", "chained"])
    #expect(second.types == ["a", "b", "chained"])
  }

  @Test func listenersAreNotKeptAliveAndMayRemoveThemselves() {
    weak var gone: Log?
    do {
      let log = Log()
      manager.addListener(log)
      gone = log
    }
    #expect(gone == nil)
    let (leaving, staying) = (Log(), Log())
    let manager = manager
    leaving.reaction = { _ in manager.removeListener(leaving) }
    manager.addListener(leaving)
    manager.addListener(staying)
    manager.addPendingEvent(Probe("a"))
    manager.addPendingEvent(Probe("b"))
    manager.firePendingEvents()
    #expect(leaving.types == ["a"])
    #expect(staying.types == ["a", "b"])
  }

  @Test func whatChangesNothingIsDroppedAndMovesOfOneBlockAreOne() {
    let log = Log()
    manager.addListener(log)
    let (here, there) = (BlockLocation(coordinate: .zero), BlockLocation(parentID: "p", inputName: "A"))
    func move(_ old: BlockLocation, _ new: BlockLocation) -> MoveEvent {
      MoveEvent(blockID: "b", workspaceID: "w", old: old, new: new, reasons: [.drag])
    }
    manager.addPendingEvent(move(here, here))
    manager.addPendingEvent(move(there, here))
    manager.addPendingEvent(move(here, BlockLocation(parentID: "q")))
    manager.firePendingEvents()
    #expect(log.events.count == 1)
    let merged = log.events.first as? MoveEvent
    #expect(merged?.old == there && merged?.new.parentID == "q")
  }

  @Test func aGroupInsideADifferentOneIsAMistake() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let manager = EventManager()
        manager.pushGroup(groupID: "outer")
        manager.pushGroup(groupID: "inner")
      }
    }
  }

  @Test func poppingWhatIsNotThereIsAMistake() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run { EventManager().popGroup() }
    }
  }

  @Test func changesOfOneThingAreOneAndOthersStayApart() {
    let log = Log()
    manager.addListener(log)
    func change(_ name: String, _ old: String, _ new: String, block: String = "b") -> ChangeEvent {
      ChangeEvent(
        blockID: block, workspaceID: "w", element: .field(name: name), old: .field(.text(old)), new: .field(.text(new)))
    }
    // Adjacent changes of the same field merge into one event.
    manager.addPendingEvent(change("A", "1", "2"))
    manager.addPendingEvent(change("A", "2", "3"))
    // Another field, another block, and a change that is no longer adjacent don't merge.
    manager.addPendingEvent(change("B", "1", "2"))
    manager.addPendingEvent(change("B", "1", "2", block: "c"))
    manager.addPendingEvent(change("A", "3", "4"))
    // A change and its reversal cancel out.
    manager.addPendingEvent(change("C", "1", "2"))
    manager.addPendingEvent(change("C", "2", "1"))
    // A change in another group doesn't merge.
    let other = change("A", "4", "5")
    other.groupID = "g"
    manager.addPendingEvent(other)
    manager.firePendingEvents()
    let values = log.events.compactMap { ($0 as? ChangeEvent).map { "\($0.element) \($0.new)" } }
    #expect(values.count == 5)
    #expect((log.events.first as? ChangeEvent)?.old == .field(.text("1")))
    #expect((log.events.first as? ChangeEvent)?.new == .field(.text("3")))
  }

  @Test func theViewportMovesInOneEventAndAClickThatOpensABubbleIsDropped() {
    let log = Log()
    manager.addListener(log)
    for x in 1...3 {
      manager.addPendingEvent(
        ViewportChangeEvent(corner: WorkspacePoint(x: Double(x), y: 0), workspaceID: "w"))
    }
    manager.addPendingEvent(BubbleOpenEvent(blockID: "b", isOpen: true, bubble: .comment, workspaceID: "w"))
    manager.addPendingEvent(ClickEvent(target: .block, blockID: "b", workspaceID: "w"))
    manager.firePendingEvents()
    #expect(log.types == ["viewport_change", "bubble_open"])
    #expect((log.events.first as? ViewportChangeEvent)?.corner.x == 3)
  }

  @Test func aListenerThatIsAddedWhileFiringHearsTheNextEvent() {
    let (first, late) = (Log(), Log())
    let manager = manager
    first.reaction = { _ in manager.addListener(late) }
    manager.addListener(first)
    manager.addPendingEvent(Probe("a"))
    manager.addPendingEvent(Probe("b"))
    manager.firePendingEvents()
    #expect(first.types == ["a", "b"])
    #expect(late.types == ["b"])
  }

  @Test func aListenerMayRemoveTheNextOne() {
    let (first, next) = (Log(), Log())
    let manager = manager
    first.reaction = { _ in manager.removeListener(next) }
    manager.addListener(first)
    manager.addListener(next)
    manager.addPendingEvent(Probe("a"))
    manager.firePendingEvents()
    #expect(first.types == ["a"] && next.types.isEmpty)
  }

  private final class Probe: BlocklyEvent {
    init(_ type: String) { super.init(type: type, workspaceID: "w") }
  }

  private final class Log: EventManagerListener {
    var events: [BlocklyEvent] = []
    var reaction: ((BlocklyEvent) -> Void)?
    var types: [String] { events.map(\.type) }

    func eventManager(_ eventManager: EventManager, didFireEvent event: BlocklyEvent) {
      events.append(event)
      reaction?(event)
    }
  }
}
