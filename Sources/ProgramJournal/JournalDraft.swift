import Markup

/// The draft of an open dialog in a journal line. For a long text, the line holds only the change since the previous
/// line, so that a key press doesn't write the whole text.
nonisolated struct JournalDraft: Sendable {
  /// The draft, with only the new part of its text.
  private var draft: DialogDraft
  /// The number of scalars of the previous text that stay before and after the new part; nil if the draft has its whole
  /// text.
  private var kept: Kept?

  private struct Kept {
    var start: Int
    var end: Int
  }

  /// Whether it holds the whole text.
  var isWhole: Bool { kept == nil }

  /// - Parameter previous: the journal's latest draft.
  init(_ draft: DialogDraft, after previous: DialogDraft?) {
    self.draft = draft
    guard let previous, previous.dialog == draft.dialog, let old = previous.text?.unicodeScalars,
      let new = draft.text?.unicodeScalars
    else { return }
    let start = zip(old, new).prefix { $0 == $1 }.count
    let end = zip(old.dropFirst(start).reversed(), new.dropFirst(start).reversed()).prefix { $0 == $1 }.count
    guard start + end > 0 else { return }
    kept = Kept(start: start, end: end)
    self.draft.text = String(String.UnicodeScalarView(new.dropFirst(start).dropLast(end)))
  }

  /// Returns the whole draft.
  /// - Parameter previous: the journal's latest draft.
  /// - Returns: nil if this doesn't continue that draft.
  func whole(after previous: DialogDraft?) -> DialogDraft? {
    guard let kept else { return draft }
    guard let previous, previous.dialog == draft.dialog, let old = previous.text?.unicodeScalars,
      let added = draft.text?.unicodeScalars, kept.start >= 0, kept.end >= 0, kept.start <= old.count,
      kept.end <= old.count - kept.start
    else { return nil }
    var whole = draft
    whole.text = String(String.UnicodeScalarView(old.prefix(kept.start) + Array(added) + old.suffix(kept.end)))
    return whole
  }

  func write(to json: inout JSONWriter) {
    draft.dialog.write(to: &json)
    if let kept { json.array("keep") { for count in [kept.start, kept.end] { $0.integer(count) } } }
    if let text = draft.text { json.member("text", text) }
    if let mutation = draft.mutation { json.member("mutation", mutation) }
    if draft.row != 0 { json.member("row", draft.row) }
  }

  /// - Returns: nil if this is not a draft.
  init?(_ json: JSONValue) {
    guard let dialog = DialogDraft.Dialog(json) else { return nil }
    draft = DialogDraft(
      dialog, text: json["text"]?.string, mutation: json["mutation"]?.detached, row: json["row"]?.integer ?? 0)
    guard let list = json["keep"] else { return }
    let counts = list.elements.compactMap(\.integer)
    guard counts.count == 2 else { return nil }
    kept = Kept(start: counts[0], end: counts[1])
  }
}
