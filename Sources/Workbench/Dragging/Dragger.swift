import BlockEvents
import BlockLayout
import BlockModel

/// What takes hold of something to drag it: a finger, the mouse's button, the keyboard's move mode.
public struct Pointer: Hashable, Sendable {
  public let id: Int

  public init(id: Int) { self.id = id }

  public static let keyboard = Pointer(id: 0)
  public static let mouse = Pointer(id: 1)
}

/// Something that is dragged by one pointer: what is shown is previewed, and becomes real at the end.
protocol DragSession: AnyObject {
  /// Does what is shown, so that it can be taken back.
  func preview()
  func rollBack()
  /// The event that tells of the beginning or end.
  func event(isStart: Bool) -> UIEvent
}

/// Knows what is dragged by which pointer. All that is dragged from the first pointer to the last release is one group, and
/// each release fires its events; what was cancelled leaves nothing (the seed's multi-pointer drags).
public final class Dragger {
  private struct Drag {
    var pointer: Pointer
    var session: any DragSession
  }

  private let eventManager: EventManager
  /// In the order in which they are previewed, each on top of the ones before.
  private var drags: [Drag] = []

  init(eventManager: EventManager) { self.eventManager = eventManager }

  public var isDragging: Bool { !drags.isEmpty }

  /// The session of a pointer; nil when it holds nothing.
  func session(of pointer: Pointer) -> (any DragSession)? { drags.first { $0.pointer == pointer }?.session }

  /// The session that began or changed last.
  var latest: (any DragSession)? {
    drags.first { $0.pointer == latestPointer }?.session ?? drags.last?.session
  }

  private var latestPointer: Pointer?

  /// The pointers that hold something, in the order in which they began.
  public var pointers: [Pointer] { drags.map(\.pointer) }

  /// Begins a drag by a pointer that holds nothing.
  func begin(_ pointer: Pointer, _ session: any DragSession) {
    if drags.isEmpty { eventManager.pushNewGroup() }
    drags.append(Drag(pointer: pointer, session: session))
    latestPointer = pointer
    eventManager.addPendingEvent(session.event(isStart: true))
  }

  /// Shows something else of a session. Those that began later are previewed on top of it again.
  func change(_ session: any DragSession, _ change: () -> Void) {
    guard let index = drags.firstIndex(where: { $0.session === session }) else { return change() }
    latestPointer = drags[index].pointer
    rollBack(from: index)
    change()
    preview(from: index)
  }

  /// Ends a drag.
  /// - Parameter action: makes what comes of it. Nothing is previewed meanwhile, and the pointer still holds its session.
  func end(_ pointer: Pointer, by action: () -> Void) {
    guard let index = drags.firstIndex(where: { $0.pointer == pointer }) else { return }
    let session = drags[index].session
    // All of them, also those that began earlier: the events tell of places, which are counted in the real program.
    rollBack(from: 0)
    eventManager.addPendingEvent(session.event(isStart: false))
    action()
    drags.remove(at: index)
    if drags.isEmpty { eventManager.popGroup() }
    // Listeners look at the program as it is, not at what is only shown.
    eventManager.firePendingEvents()
    preview(from: 0)
  }

  /// Ends a drag without a trace.
  func cancel(_ pointer: Pointer) { end(pointer) {} }

  func cancelAll() {
    for pointer in pointers.reversed() { cancel(pointer) }
  }

  private func rollBack(from index: Int) {
    for drag in drags[index...].reversed() { drag.session.rollBack() }
  }

  private func preview(from index: Int) {
    for drag in drags[index...] { drag.session.preview() }
  }
}
