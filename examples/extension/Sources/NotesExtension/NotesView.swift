import BlockModel
import Terminal
import TerminalUI
import Workbench

/// The dialog: one row, whose number the arrows change.
final class NotesView: MutatorView {
  private let session: MutationSession
  private let layout: NotesLayout

  init(session: MutationSession, layout: NotesLayout) {
    self.session = session
    self.layout = layout
  }

  let title = "notes to play"

  var rows: [MutatorRow] {
    let count = layout.requestedCount
    return [MutatorRow(label: "notes", text: "\(count)", words: "\(count) notes")]
  }

  let keys = [MutatorKey(Key(.left), "←", "fewer"), MutatorKey(Key(.right), "→", "more")]

  func handle(_ key: Key, atRow row: Int) throws(FieldRefusal) -> MutatorAnswer? {
    guard key.code == .left || key.code == .right else { return nil }
    let count = layout.requestedCount + (key.code == .left ? -1 : 1)
    guard (1...100).contains(count) else { throw FieldRefusal("1 to 100 notes can be played") }
    try session.change { () throws(FieldRefusal) in layout.requestedCount = count }
    return .shown(row: row)
  }
}
