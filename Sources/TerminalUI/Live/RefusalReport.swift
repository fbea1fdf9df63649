import LiveSession
import MortiseScreen

/// The user's changes that the host refused, and fields that another user also changed: one message for all that
/// arrive together, and after a lost connection for everything that was resent.
struct RefusalReport {
  /// The number of resent changes; nil if none are awaited.
  var sentCount: Int?
  private var laidAside: [LaidAside] = []
  private var conflicts: [(conflict: FieldConflict, name: String)] = []

  /// Adds refused changes.
  mutating func add(_ laidAside: LaidAside) { self.laidAside.append(laidAside) }

  /// Adds a field that both users changed.
  /// - Parameter name: the other user's name.
  mutating func add(_ conflict: FieldConflict, by name: String) { conflicts.append((conflict, name)) }

  /// Returns the message, and clears the report.
  /// - Parameter key: the key that lists deleted blocks.
  /// - Returns: nil if there is nothing to say.
  mutating func take(key: String?) -> String? {
    let parts = [refusals(key: key), fields].compactMap(\.self)
    self = RefusalReport()
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  /// The numbers of changes and fields that are named.
  private static let (mostChanges, mostFields) = (4, 2)
  private static let textWidth = 30

  private func refusals(key: String?) -> String? {
    if laidAside.isEmpty { return nil }
    let (all, count) = (max(sentCount ?? 0, laidAside.count), laidAside.count)
    let head =
      all == 1 ? "not done" : "\(count) of \(all) changes \(count == 1 ? "was" : "were") not taken"
    // Of several changes of the same block, the last one is enough.
    var items: [(reason: String, item: String, subject: String?)] = []
    for change in laidAside {
      if let subject = change.subject { items.removeAll { $0.subject == subject } }
      items.append((change.reason, Self.words(of: change), change.subject))
    }
    let shown = items.prefix(Self.mostChanges)
    var reasons: [String] = []
    for item in shown where !reasons.contains(item.reason) { reasons.append(item.reason) }
    var words = reasons.map { reason in
      shown.filter { $0.reason == reason }.map(\.item).joined(separator: ", ") + " (\(reason))"
    }.joined(separator: ", ")
    if items.count > shown.count { words += " and \(items.count - shown.count) more" }
    guard laidAside.contains(where: { !$0.stacks.isEmpty }) else { return "\(head): \(words)" }
    return "\(head): \(words); \(key.map { "‘\($0)’ brings blocks back" } ?? "the blocks are among the deleted ones")"
  }

  private static func words(of change: LaidAside) -> String {
    let text = change.texts.last.map(quoted)
    return switch (text, change.subject) {
    case (let text?, let subject?): "\(text) in \(subject)"
    case (let only?, nil), (nil, let only?): only
    case (nil, nil): "a change"
    }
  }

  private var fields: String? {
    if conflicts.isEmpty { return nil }
    let words = conflicts.prefix(Self.mostFields).map { conflict, name in
      let (own, other) = (Self.quoted(conflict.own), Self.quoted(conflict.other))
      return conflict.isOwnKept
        ? "your \(own) replaced \(name)’s \(other) in \(conflict.subject)"
        : "\(name)’s \(other) replaced your \(own) in \(conflict.subject)"
    }.joined(separator: "; ")
    let more = conflicts.count - Self.mostFields
    return more > 0 ? "\(words); \(more) more fields were changed by both" : words
  }

  private static func quoted(_ text: String) -> String {
    let line = text.prefix(4 * textWidth).split(whereSeparator: \.isNewline).joined(separator: " ")
    return "“\(TextWidth.truncated(line, to: textWidth))”"
  }
}
