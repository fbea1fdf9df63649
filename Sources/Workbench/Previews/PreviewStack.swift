import BlockEditing
import BlockEvents
import BlockLayout
import BlockModel
import MortiseScreen

/// A source of drags: the mouse button, a finger, or the keyboard's move mode.
public struct Pointer: Hashable, Sendable {
  /// The pointer's number, which distinguishes it from others that drag at the same time.
  public let id: Int

  /// - Parameter id: from 2 on, as 0 and 1 are the keyboard and the mouse.
  public init(id: Int) { self.id = id }

  /// The keyboard's move mode.
  public static let keyboard = Pointer(id: 0)
  /// The mouse, whichever button it drags with.
  public static let mouse = Pointer(id: 1)
}

/// An update of a drag.
public enum DragUpdate {
  /// Moves to another destination.
  case destination(DestinationMotion)
  /// Moves by some columns and rows, unconnected.
  case nudge(columns: Int, rows: Int)
  /// Makes a comment wider and taller by some columns and rows.
  case grow(columns: Int, rows: Int)
  /// Moves to a cell of the canvas; nil returns the item to its origin. `dragOffset` is the grabbed cell's offset from
  /// the item's first cell.
  case pointed(at: Point?, dragOffset: Point)
}

/// Something that one pointer drags.
protocol DragSession: Preview {
  /// - Throws: `FieldError` when the item can't be moved or resized like this.
  func drag(_ update: DragUpdate) throws(FieldError)
}

/// The active previews. Several pointers may drag at once: the first start, the last release and every drag between
/// them are one event group. Each start and release fires its events; a cancelled drag changes nothing.
final class PreviewStack {
  private let eventManager: EventManager
  /// Called when different changes are shown.
  private let whenShown: () -> Void
  /// In the order in which they are shown: each on top of the previous ones.
  private(set) var all: [Preview] = []
  private weak var latest: Preview?

  init(eventManager: EventManager, whenShown: @escaping () -> Void) {
    self.eventManager = eventManager
    self.whenShown = whenShown
  }

  /// The preview with an id; nil if there is none.
  subscript(id: Preview.ID) -> Preview? { all.first { $0.id == id } }

  /// The drag of a pointer; nil if it drags nothing.
  func drag(by pointer: Pointer) -> (any DragSession)? { self[.drag(pointer)] as? any DragSession }

  var drags: [any DragSession] { all.compactMap { $0 as? any DragSession } }

  /// The drag that started or changed most recently.
  var latestDrag: (any DragSession)? { all.first { $0 === latest } as? any DragSession ?? drags.last }

  /// The open mutator dialog.
  var mutation: MutationSession? { self[.dialog] as? MutationSession }

  /// Why the program can't be changed now; nil if it can.
  var refusal: String? { all.last?.refusal }

  /// Why nothing can be dragged now, not even by another pointer; nil if it can.
  var refusalToDrag: String? { all.last is any DragSession ? nil : refusal }

  /// Begins a preview. There must not be one with its id yet.
  func begin(_ preview: Preview) {
    if preview is any DragSession, drags.isEmpty { eventManager.pushNewGroup() }
    if let event = preview.event(isStart: true) {
      // Listeners must see the real program, not the other previews.
      rollBack(from: 0)
      eventManager.addPendingEvent(event)
      eventManager.firePendingEvents()
      show(from: 0)
    }
    all.append(preview)
    preview.stack = self
    latest = preview
  }

  /// Changes what a preview shows. Those that started later are shown on top of it again.
  func update<Failure: Error>(_ preview: Preview, _ change: () throws(Failure) -> Void) throws(Failure) {
    guard let index = all.firstIndex(of: preview) else { return try change() }
    latest = preview
    rollBack(from: index)
    defer {
      show(from: index)
      whenShown()
    }
    try change()
  }

  /// Ends a preview.
  /// - Parameter action: makes the resulting changes. Nothing is previewed while it runs, and the preview is still
  ///   active.
  func end(_ preview: Preview, by action: () -> Void = {}) {
    guard all.contains(preview) else { return }
    // Roll back the earlier ones too: events contain indices, which must count positions in the real program.
    rollBack(from: 0)
    if let event = preview.event(isStart: false) { eventManager.addPendingEvent(event) }
    action()
    all.removeAll { $0 === preview }
    preview.stack = nil
    if preview is any DragSession, drags.isEmpty { eventManager.popGroup() }
    // Listeners must see the real program, not the previews.
    eventManager.firePendingEvents()
    show(from: 0)
    whenShown()
  }

  /// Makes changes of other editors, with the previews rolled back. Previews whose target no longer exists end.
  /// - Returns: whether any ended.
  func followOthers(_ changes: () -> Void) -> Bool {
    rollBack(from: 0)
    changes()
    let lost = all.filter { !$0.isIntact }
    for preview in lost {
      if let event = preview.event(isStart: false) { eventManager.addPendingEvent(event) }
      preview.stack = nil
      if preview is any DragSession, drags.count == 1 { eventManager.popGroup() }
      all.removeAll { $0 === preview }
    }
    eventManager.firePendingEvents()
    show(from: 0)
    return !lost.isEmpty
  }

  private func rollBack(from index: Int) {
    for preview in all[index...].reversed() { preview.rollBack() }
  }

  private func show(from index: Int) {
    for preview in all[index...] { preview.show() }
  }
}

/// A temporary change of the program while the user drags something, edits a block in a dialog or types a line. It is
/// rolled back before anything else changes the program, and made permanently, as one event group, when the user
/// accepts it.
public class Preview {
  /// The identity of a preview. There is at most one preview of each.
  enum ID: Hashable {
    case drag(Pointer)
    case dialog
    case line
  }

  let id: ID
  let coordinator: WorkspaceLayoutCoordinator
  /// The active previews, while this is one of them.
  weak var stack: PreviewStack?
  private var events: [BlocklyEvent] = []

  init(_ id: ID, coordinator: WorkspaceLayoutCoordinator) {
    self.id = id
    self.coordinator = coordinator
  }

  /// The changes to show. Only valid while nothing is previewed.
  var shownChanges: [ProgramChange] { [] }

  /// Called when the changes were made, with their events.
  func didShow(_ events: [BlocklyEvent]) {}

  /// Called when the changes were rolled back.
  func didRollBack() {}

  /// Whether its target is still in the program. Only valid while nothing is previewed.
  var isIntact: Bool { true }

  /// The event that announces the start or end; nil for none.
  func event(isStart: Bool) -> UIEvent? { nil }

  /// Changes what is shown. Nothing is previewed while `change` runs.
  /// - Throws: the error of `change`.
  final func update<Failure: Error>(_ change: () throws(Failure) -> Void) throws(Failure) {
    guard let stack else { return try change() }
    try stack.update(self, change)
  }

  final func show() {
    events = coordinator.preview(shownChanges)
    didShow(events)
  }

  final func rollBack() {
    coordinator.rollBack(events)
    events = []
    didRollBack()
  }

  /// Why the program can't be changed during the preview.
  var refusal: String {
    switch id {
    case .drag: "something is being moved; drop it first"
    case .dialog: "a dialog is open; apply or cancel it first"
    case .line: "a line is being typed; finish or cancel it first"
    }
  }
}

extension Preview: nonisolated Equatable {
  public nonisolated static func == (left: Preview, right: Preview) -> Bool { left === right }
}

extension WorkspaceLayoutCoordinator {
  /// Makes changes that can be rolled back.
  /// - Returns: the events, for `rollBack`.
  func preview(_ changes: [ProgramChange]) -> [BlocklyEvent] {
    preview { for change in changes { _ = try? change.apply(with: self) } }
  }

  /// Reads the program as it would be after some changes.
  func reading<Result>(after changes: [ProgramChange], _ read: ([BlocklyEvent]) -> Result) -> Result {
    let events = preview(changes)
    defer { rollBack(events) }
    return read(events)
  }
}

/// A dialog for a block's mutator. It previews the draft, which changes the program when the user applies it.
public final class MutationSession: Preview {
  /// The block whose mutator is edited.
  public let block: Block
  /// Holds the draft.
  public let layout: MutatorLayout
  /// Whether the draft differs from the block's current shape.
  public private(set) var isChanged = false

  init(block: Block, layout: MutatorLayout, coordinator: WorkspaceLayoutCoordinator) {
    self.block = block
    self.layout = layout
    super.init(.dialog, coordinator: coordinator)
  }

  /// Changes the draft and what is shown. Nothing is previewed while `change` runs.
  /// - Throws: the `FieldError` that `change` throws.
  public func change(_ change: () throws(FieldError) -> Void) throws(FieldError) {
    try update { () throws(FieldError) in try layout.changeDraft(change) }
  }

  override var shownChanges: [ProgramChange] { [.mutate(layout)] }
  override var isIntact: Bool { coordinator.workspace.blocks[block.id] === block }

  override func didShow(_ events: [BlocklyEvent]) {
    isChanged = events.contains { $0.recordsUndo && !$0.isNull }
  }
}
