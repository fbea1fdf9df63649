import Markup
import Workbench

/// The undo and redo stacks of a journal, as numbers: what `UndoHistory` would hold.
nonisolated struct JournalGroups: Sendable {
  private var done: [Step] = []
  private var undone: [Step] = []
  /// The steps that were done when the program was saved last.
  private var saved: [Step] = []
  /// Those that were done when the program last set out for its file.
  private var saving: [Step]?
  private var nextNumber = 0

  private struct Step: Hashable {
    /// A step that grows gets another one.
    var number: Int
    var group: String
  }

  mutating func add(_ events: [JSONValue]) {
    undone = []
    for event in events {
      let group = event["group"]?.string ?? ""
      if !group.isEmpty, done.last?.group == group { done.removeLast() }
      done.append(Step(number: nextNumber, group: group))
      nextNumber += 1
    }
  }

  /// - Returns: false when there are not so many.
  mutating func undo(_ count: Int) -> Bool {
    guard count <= done.count else { return false }
    undone += done.suffix(count).reversed()
    done.removeLast(count)
    return true
  }

  /// - Returns: false when there are not so many.
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

  /// How many steps there are between the saved state and the present one, undone ones included.
  var unsaved: Int { steps(since: saved) }

  /// The same, had the program arrived that set out last for its file.
  var unsavedIfArrived: Int { steps(since: saving ?? saved) }

  private func steps(since saved: [Step]) -> Int {
    let common = zip(saved, done).prefix { $0 == $1 }.count
    return saved.count - common + done.count - common
  }
}
