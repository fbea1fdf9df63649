import BlockEvents
import BlockLayout
import BlockModel

/// A source of drags: the mouse button, a finger, or the keyboard's move mode.
public struct Pointer: Hashable, Sendable {
  public let id: Int

  public init(id: Int) { self.id = id }

  public static let keyboard = Pointer(id: 0)
  public static let mouse = Pointer(id: 1)
}

/// Something that one pointer drags. Its changes are only previewed until the drag ends.
protocol DragSession: AnyObject {
  /// Applies the dragged state so that `rollBack` can revert it.
  func preview()
  func rollBack()
  /// The event that announces the start or end of the drag.
  func event(isStart: Bool) -> UIEvent
}

/// Tracks what each pointer drags. The first start, the last release and every drag between them are one event group.
/// Each start and release fires its events; a cancelled drag changes nothing.
public final class Dragger {
  private struct Drag {
    var pointer: Pointer
    var session: any DragSession
  }

  private let eventManager: EventManager
  /// In preview order: each is applied on top of the previous ones.
  private var drags: [Drag] = []

  init(eventManager: EventManager) { self.eventManager = eventManager }

  public var isDragging: Bool { !drags.isEmpty }

  /// The session of a pointer; nil when it drags nothing.
  func session(of pointer: Pointer) -> (any DragSession)? { drags.first { $0.pointer == pointer }?.session }

  /// The session that started or changed most recently.
  var latest: (any DragSession)? {
    drags.first { $0.pointer == latestPointer }?.session ?? drags.last?.session
  }

  private var latestPointer: Pointer?

  /// The pointers that are dragging, in the order in which they started.
  public var pointers: [Pointer] { drags.map(\.pointer) }

  /// Starts a drag. The pointer must not be dragging anything yet.
  func begin(_ pointer: Pointer, _ session: any DragSession) {
    if drags.isEmpty { eventManager.pushNewGroup() }
    // Listeners must see the real program, not the preview of other drags.
    rollBack(from: 0)
    eventManager.addPendingEvent(session.event(isStart: true))
    eventManager.firePendingEvents()
    preview(from: 0)
    drags.append(Drag(pointer: pointer, session: session))
    latestPointer = pointer
  }

  /// Updates what a session previews. Sessions that started later are previewed on top of it again.
  func change(_ session: any DragSession, _ change: () -> Void) {
    guard let index = drags.firstIndex(where: { $0.session === session }) else { return change() }
    latestPointer = drags[index].pointer
    rollBack(from: index)
    change()
    preview(from: index)
  }

  /// Ends a drag.
  /// - Parameter action: makes the resulting changes. Nothing is previewed while it runs, and the pointer still has its
  ///   session.
  func end(_ pointer: Pointer, by action: () -> Void) {
    guard let index = drags.firstIndex(where: { $0.pointer == pointer }) else { return }
    let session = drags[index].session
    // Roll back the earlier sessions too: events contain indices, which must count positions in the real program.
    rollBack(from: 0)
    eventManager.addPendingEvent(session.event(isStart: false))
    action()
    drags.remove(at: index)
    if drags.isEmpty { eventManager.popGroup() }
    // Listeners must see the real program, not the preview.
    eventManager.firePendingEvents()
    preview(from: 0)
  }

  /// Ends a drag without changing anything.
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
