import BlockModel
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
    let count = layout.count
    return [MutatorRow(label: "notes", text: "\(count)", statusText: count == 1 ? "1 note" : "\(count) notes")]
  }

  var commands: [MutatorCommand] {
    [
      MutatorCommand("fewer", keys: ["<Left>"], help: "one note fewer", hint: "fewer") {
        [unowned self] row throws(FieldError) in try change(by: -1, row)
      },
      MutatorCommand("more", keys: ["<Right>"], help: "one note more", hint: "more") {
        [unowned self] row throws(FieldError) in try change(by: 1, row)
      },
    ]
  }

  private func change(by difference: Int, _ row: Int) throws(FieldError) -> MutatorAnswer {
    let count = layout.count + difference
    guard (1...100).contains(count) else { throw FieldError("1 to 100 notes can be played") }
    try session.change { () throws(FieldError) in layout.update(count: count) }
    return .shown(row: row)
  }
}
