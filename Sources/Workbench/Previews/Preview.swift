import BlockEditing
import BlockEvents
import BlockModel

/// What the program shows while the user drags something, changes it in a dialog or types a line. The changes are rolled
/// back before anything else changes, and made in earnest, as one event group, when the user accepts them.
public class Preview {
  /// What is previewed, and by what. There is one preview for each.
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

  /// The event that announces the start or end; nil for none.
  func event(isStart: Bool) -> UIEvent? { nil }

  /// Changes what is shown. Nothing is previewed while `change` runs.
  /// - Throws: what `change` throws.
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
    case .line: "a line is being typed; take it or leave it first"
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
