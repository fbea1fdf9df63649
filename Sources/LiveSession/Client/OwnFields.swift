import BlockEvents
import BlockLayout
import BlockModel

/// The fields that the user has changed, to find those that another user changes, too.
struct OwnFields {
  private struct Key: Hashable {
    var blockID: String
    var name: String

    init?(_ event: BlocklyEvent) {
      guard let event = event as? ChangeEvent, case .field(let name) = event.element, let id = event.blockID else {
        return nil
      }
      (blockID, self.name) = (id, name)
    }
  }

  private struct Conflict {
    var own, other, author: String
    var isOwnKept: Bool
  }

  /// The user's text, and the count of its batch.
  private var fields: [Key: (text: String, count: Int)] = [:]
  private var conflicts: [Key: Conflict] = [:]

  /// The maximum number of fields: more than a user remembers.
  private static let limit = 1_000

  /// Notes local changes.
  mutating func note(_ events: [BlocklyEvent], count: Int) {
    for event in events {
      guard let key = Key(event), let text = Self.text(of: event) else { continue }
      if fields.count >= Self.limit { fields = [:] }
      fields[key] = (text, count)
    }
  }

  /// Forgets local changes that were refused.
  mutating func forget(_ events: [BlocklyEvent]) {
    for key in events.lazy.compactMap({ Key($0) }) { (fields[key], conflicts[key]) = (nil, nil) }
  }

  /// Compares another user's changes.
  /// - Parameter first: the count of the first batch of this client that follows them.
  mutating func follow(_ events: [BlocklyEvent], by author: String, before first: Int) {
    if fields.isEmpty { return }
    for event in events {
      guard let key = Key(event), let own = fields[key], let text = Self.text(of: event) else { continue }
      let isOwnKept = own.count >= first
      if !isOwnKept { fields[key] = nil }
      conflicts[key] =
        text == own.text ? nil : Conflict(own: own.text, other: text, author: author, isOwnKept: isOwnKept)
    }
  }

  /// Returns the conflicts, and forgets them.
  mutating func takeConflicts(in workspace: Workspace) -> [FieldConflict] {
    defer { conflicts = [:] }
    return conflicts.sorted { ($0.key.blockID, $0.key.name) < ($1.key.blockID, $1.key.name) }.compactMap { key, found in
      guard let subject = LostBlocks.name(of: key.blockID, in: workspace) else { return nil }
      return FieldConflict(
        subject: subject, own: found.own, other: found.other, author: found.author, isOwnKept: found.isOwnKept)
    }
  }

  private static func text(of event: BlocklyEvent) -> String? {
    guard case .field(let state)? = (event as? ChangeEvent)?.new, state.isTyped else { return nil }
    return state.text
  }
}
