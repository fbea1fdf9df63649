import BlockModel

/// A command that a mutator view adds to the dialog.
public typealias MutatorCommand = Command<MutatorSelection>

/// The row of a dialog that a command acts on.
public struct MutatorSelection {
  let dialog: MutatorDialog
  /// The row's index among the view's rows; past the end on the row that applies the changes.
  public let row: Int

  /// Shows the outcome of a command, or why it is refused.
  func show(_ answer: () throws(FieldError) -> MutatorAnswer, on screen: EditorScreen) {
    dialog.show(answer, on: screen)
  }
}

extension Command where Mode == MutatorSelection {
  /// Creates a command that changes the draft.
  /// - Parameters:
  ///   - name: a stable name, unique in the dialog, such as `add-item`.
  ///   - keys: the names of the keys, as read by `Key(name:)`, such as `a`, `<Left>` or `<S-Up>`.
  ///   - help: what the command does, for the help.
  ///   - hint: a word or two for the dialog's last line; empty to share the next command's hint, nil for none.
  ///   - unavailable: returns why the command can't be used on a row; nil if it can.
  ///   - change: performs the command on a row; throws `FieldError` with the reason for a refusal.
  public init(
    _ name: String, keys: [String], help: String, hint: String? = nil,
    unavailable: @escaping (_ row: Int) -> String? = { _ in nil },
    change: @escaping (_ row: Int) throws(FieldError) -> MutatorAnswer
  ) {
    self.init(
      name, keys: keys, group: .editing, help: help, hint: hint, unavailable: { unavailable($0.row) },
      runIn: { selection, screen in
        selection.show({ () throws(FieldError) in try change(selection.row) }, on: screen)
      })
  }
}
