import Markup
import Workbench

/// A line of a journal after the header: a JSON object whose first member names its kind. docs/develop/journal.md lists them.
nonisolated enum JournalLine: Sendable {
  /// The program as it was opened; its bytes follow.
  case base(JournalBase)
  /// An undo group or a part of one, as the events' `group` shows. In a session of several clients it is a batch of the
  /// session's log.
  case events([JSONValue], JournalBatch? = nil)
  /// This many groups were undone.
  case undo(Int)
  case redo(Int)
  /// The program in its current state is about to be written. `contentHash` is the checksum that its file will have;
  /// nil if it is written to another file or is too long for a checksum.
  case saving(contentHash: UInt64?)
  /// The file holds the state at the last `saving`; without a `saving`, the current state.
  case saved(JournalSave)
  /// Another editor continues the journal.
  case editor(JournalEditor)
  /// The draft in an open dialog; nil once the dialog is closed. The next change of the program ends it, too.
  case draft(JournalDraft?)

  /// - Returns: nil if this is not a line of this format.
  init?(_ json: JSONValue) {
    if let events = json["events"] {
      let list = Array(events.elements)
      guard !list.isEmpty, list.allSatisfy({ $0.kind == .object }) else { return nil }
      self = .events(list, JournalBatch(json["batch"]))
    } else if let count = json["undo"]?.integer, count > 0 {
      self = .undo(count)
    } else if let count = json["redo"]?.integer, count > 0 {
      self = .redo(count)
    } else if let hash = json["saving"]?.string {
      self = .saving(contentHash: UInt64(hash, radix: 16))
    } else if let saved = json["saved"], let save = JournalSave(saved) {
      self = .saved(save)
    } else if let editor = JournalEditor(json["editor"]) {
      self = .editor(editor)
    } else if let draft = json["draft"] {
      if draft.isNull {
        self = .draft(nil)
      } else {
        guard let draft = JournalDraft(draft) else { return nil }
        self = .draft(draft)
      }
    } else if let base = JournalBase(json) {
      self = .base(base)
    } else {
      return nil
    }
  }

  /// The bytes of the line. A base excludes the program's bytes.
  var text: [UInt8] {
    JSONWriter.line { json in
      switch self {
      case .base(let base): base.write(to: &json)
      case .events(let events, let batch):
        json.array("events") { for event in events { $0.value(event) } }
        batch?.write(to: &json)
      case .undo(let count): json.member("undo", count)
      case .redo(let count): json.member("redo", count)
      case .saving(let hash): json.member("saving", hash.map { String($0, radix: 16) } ?? "")
      case .saved(let save): json.object("saved", save.write)
      case .editor(let editor): editor.write(to: &json)
      case .draft(nil): json.member("draft", orNull: nil)
      case .draft(let draft?): json.object("draft", draft.write)
      }
    }
  }
}
