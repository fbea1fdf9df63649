import MortiseFiles
import Workbench

/// The undo and redo stacks of a journal, as numbers: the stacks that `UndoHistory` would have after replaying the
/// journal. Stores where the events of each group are.
nonisolated struct JournalGroups: Sendable {
  private var done: [Group] = []
  private var undone: [Group] = []
  /// The groups that were done at the last save.
  private var saved: [Group] = []
  /// The groups that were done when the unconfirmed save began; nil if there is none.
  private var saving: [Group]?
  private var nextNumber = 0
  /// The further ranges of groups that were written in parts, by the start of their first range.
  private var furtherRanges: [Int: [Range<Int>]] = [:]
  /// Whether each line has events of only one group. The editor writes no other lines.
  private(set) var areSeparate = true

  private struct Group: Equatable {
    /// Replaced by a new number when the group grows.
    var number: Int
    var id: UInt64
    var range: Range<Int>

    static func == (first: Group, second: Group) -> Bool { first.number == second.number }
  }

  /// The number that stands for a group's id; 0 for an event without a group.
  static func id(_ text: String?) -> UInt64 {
    guard let text, !text.isEmpty else { return 0 }
    return max(1, FileStamp.hash(Array(text.utf8)))
  }

  /// Adds the events of a line.
  /// - Parameters:
  ///   - ids: the group of each event.
  ///   - range: the range of the line.
  mutating func add(_ ids: [UInt64], at range: Range<Int>) {
    undone = []
    for (index, id) in ids.enumerated() {
      if id != 0, let last = done.last, last.id == id {
        done[done.count - 1].number = nextNumber
        if index == 0 { furtherRanges[last.range.lowerBound, default: []].append(range) }
      } else {
        if index > 0 { areSeparate = false }
        done.append(Group(number: nextNumber, id: id, range: range))
      }
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

  /// The same count if the last save that began reached the file.
  var unsavedIfSaveCompleted: Int { groupCount(since: saving ?? saved) }

  private func groupCount(since saved: [Group]) -> Int {
    let common = zip(saved, done).prefix { $0 == $1 }.count
    return saved.count - common + done.count - common
  }

  // MARK: - Compacting

  /// Whether a save began and was not confirmed.
  var isSaving: Bool { saving != nil }
  var undoneCount: Int { undone.count }

  /// The groups on both stacks, in the order in which they were done: their ids and ranges.
  var reachable: [(id: UInt64, ranges: [Range<Int>])] {
    (done + undone.reversed()).map { ($0.id, [$0.range] + (furtherRanges[$0.range.lowerBound] ?? [])) }
  }

  /// The number of these groups that were done at the last save; nil if undo and redo can't reach that state.
  var savedCount: Int? {
    saved.elementsEqual((done + undone.reversed()).prefix(saved.count)) ? saved.count : nil
  }
}
