import Markup
import Workbench

/// A line of a journal behind the header, and how it is written: a JSON object with one member that says what it is.
nonisolated enum JournalLine: Sendable {
  /// The program as it was opened; its bytes follow.
  case base(JournalBase)
  /// What was done: a step, or a part of one, which the group of its events says.
  case events([JSONValue])
  /// So many steps were undone.
  case undo(Int)
  case redo(Int)
  /// The program as it is here is on its way to its file, which then has this checksum; nil for a program that gets another
  /// file, or one that is too long for a checksum.
  case saving(contentHash: UInt64?)
  /// What the last `saving` stands at is in the file; without one, what is here.
  case saved(JournalSave)
  /// Another editor goes on with the journal.
  case editor(JournalEditor)

  /// - Returns: nil for what no journal of this format has.
  init?(_ json: JSONValue) {
    if let events = json["events"] {
      let list = Array(events.elements)
      guard !list.isEmpty, list.allSatisfy({ $0.kind == .object }) else { return nil }
      self = .events(list)
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
    } else if let base = JournalBase(json) {
      self = .base(base)
    } else {
      return nil
    }
  }

  /// The bytes of the line; of a base without the program.
  var text: [UInt8] {
    Self.text { json in
      switch self {
      case .base(let base): base.write(to: &json)
      case .events(let events):
        json.key("events")
        json.beginArray()
        for event in events { json.value(event) }
        json.endArray()
      case .undo(let count):
        json.key("undo")
        json.integer(count)
      case .redo(let count):
        json.key("redo")
        json.integer(count)
      case .saving(let hash): json.member("saving", hash.map { String($0, radix: 16) } ?? "")
      case .saved(let save):
        json.key("saved")
        save.write(to: &json)
      case .editor(let editor): editor.write(to: &json)
      }
    }
  }

  /// An object of these members as a line.
  static func text(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    members(&json)
    json.endObject()
    return json.bytes + [UInt8(ascii: "\n")]
  }
}
