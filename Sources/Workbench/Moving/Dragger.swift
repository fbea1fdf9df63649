import BlockEvents
import BlockLayout
import BlockModel

/// What takes hold of something to drag it: a finger, the mouse's button, the keyboard's move mode.
public struct Touch: Hashable, Sendable {
  public let id: Int

  public init(id: Int) { self.id = id }

  public static let keyboard = Touch(id: 0)
  public static let mouse = Touch(id: 1)
}

/// Something that is dragged by one touch: what is shown is rehearsed, and becomes real at the end.
protocol DragSession: AnyObject {
  /// Does what is shown, so that it can be taken back.
  func rehearse()
  func takeBack()
  /// The event that tells of the beginning or end.
  func event(isStart: Bool) -> UIEvent
}

/// Knows what is dragged by which touch. All that is dragged from the first touch to the last release is one group, and
/// each release fires its events; what was cancelled leaves nothing (the seed's multi-touch drags).
public final class Dragger {
  private struct Drag {
    var touch: Touch
    var session: any DragSession
  }

  private let eventManager: EventManager
  /// In the order in which they are rehearsed, each on top of the ones before.
  private var drags: [Drag] = []

  init(eventManager: EventManager) { self.eventManager = eventManager }

  public var isDragging: Bool { !drags.isEmpty }

  /// The session of a touch; nil when it holds nothing.
  func session(of touch: Touch) -> (any DragSession)? { drags.first { $0.touch == touch }?.session }

  /// The session that began or changed last.
  var latest: (any DragSession)? {
    drags.first { $0.touch == latestTouch }?.session ?? drags.last?.session
  }

  private var latestTouch: Touch?

  /// The touches that hold something, in the order in which they began.
  public var touches: [Touch] { drags.map(\.touch) }

  /// Begins a drag by a touch that holds nothing.
  func begin(_ touch: Touch, _ session: any DragSession) {
    if drags.isEmpty { eventManager.pushNewGroup() }
    drags.append(Drag(touch: touch, session: session))
    latestTouch = touch
    eventManager.addPendingEvent(session.event(isStart: true))
  }

  /// Shows something else of a session. Those that began later are rehearsed on top of it again.
  func change(_ session: any DragSession, _ change: () -> Void) {
    guard let index = drags.firstIndex(where: { $0.session === session }) else { return change() }
    latestTouch = drags[index].touch
    takeBack(from: index)
    change()
    rehearse(from: index)
  }

  /// Ends a drag.
  /// - Parameter action: makes what comes of it. Nothing is rehearsed meanwhile, and the touch still holds its session.
  func end(_ touch: Touch, by action: () -> Void) {
    guard let index = drags.firstIndex(where: { $0.touch == touch }) else { return }
    let session = drags[index].session
    // All of them, also those that began earlier: the events tell of places, which are counted in the real program.
    takeBack(from: 0)
    eventManager.addPendingEvent(session.event(isStart: false))
    action()
    drags.remove(at: index)
    if drags.isEmpty { eventManager.popGroup() }
    // Listeners look at the program as it is, not at what is only shown.
    eventManager.firePendingEvents()
    rehearse(from: 0)
  }

  /// Ends a drag without a trace.
  func cancel(_ touch: Touch) { end(touch) {} }

  func cancelAll() {
    for touch in touches.reversed() { cancel(touch) }
  }

  private func takeBack(from index: Int) {
    for drag in drags[index...].reversed() { drag.session.takeBack() }
  }

  private func rehearse(from index: Int) {
    for drag in drags[index...] { drag.session.rehearse() }
  }
}
