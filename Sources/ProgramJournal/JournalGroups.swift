import Markup
import Workbench

/// The undo and redo stacks of a journal, as numbers: what `UndoHistory` would hold after replaying it.
nonisolated struct JournalGroups: Sendable {
  private var done: [Group] = []
  private var undone: [Group] = []
  /// The groups that were done at the last save.
  private var saved: [Group] = []
  /// The groups that were done when the last save began.
  private var saving: [Group]?
  private var nextNumber = 0

  private struct Group: Hashable {
    /// Replaced by a new number when the group grows.
    var number: Int
    var id: String
  }

  mutating func add(_ events: [JSONValue]) {
    undone = []
    for event in events {
      let group = event["group"]?.string ?? ""
      if !group.isEmpty, done.last?.id == group { done.removeLast() }
      done.append(Group(number: nextNumber, id: group))
      nextNumber += 1
    }
  }

  /// - Returns: false if fewer groups are done.
  mutating func undo(_ count: Int) -> Bool {
    guard count <= done.count else { return false }
    undone += done.suffix(count).reversed()
    done.removeLast(count)
    return true
  }

  /// - Returns: false if fewer groups are undone.
  mutating func redo(_ count: Int) -> Bool {
    guard count <= undone.count else { return false }
    done += undone.suffix(count).reversed()
    undone.removeLast(count)
    return true
  }

  mutating func beginSave() { saving = done }

  mutating func save() {
    saved = saving ?? done
    saving = nil
  }

  /// The number of groups between the saved and the current state, counting undone ones.
  var unsaved: Int { groupCount(since: saved) }

  /// The same if the last save that was begun reached the file.
  var unsavedIfSaveCompleted: Int { groupCount(since: saving ?? saved) }

  private func groupCount(since saved: [Group]) -> Int {
    let common = zip(saved, done).prefix { $0 == $1 }.count
    return saved.count - common + done.count - common
  }
}
