/// Derives ids from taken or missing ones, identically in every session.
///
/// The id derived from a text may be taken too. Then the next one is derived from that id, and so on. Each search
/// continues the last one; otherwise, many equal ids would take quadratic time.
struct DerivedIDs {
  private var latest: [String: String] = [:]

  mutating func id(from text: String, isTaken: (String) -> Bool) -> String {
    var id = latest[text] ?? BlocklyID.derived(from: text)
    while isTaken(id) { id = BlocklyID.derived(from: id) }
    latest[text] = id
    return id
  }

  /// Restarts all searches, because ids have become free.
  mutating func restart() { latest = [:] }
}
