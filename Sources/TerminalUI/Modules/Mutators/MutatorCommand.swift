import BlockModel

/// A command that a mutator's view adds to the dialog.
public typealias MutatorCommand = Command<MutatorSelection>

/// The row of a dialog that a command is used on.
public struct MutatorSelection {
  let dialog: MutatorDialog
  /// The row's index among the view's rows; past the end on the row that applies the changes.
  public let row: Int

  /// Shows what comes of a command, or why it is refused.
  func show(_ answer: () throws(FieldError) -> MutatorAnswer, on screen: EditorScreen) {
    dialog.show(answer, on: screen)
  }
}

extension Command where Mode == MutatorSelection {
  /// A command that changes what is wanted.
  /// - Parameters:
  ///   - name: a stable name, unique in the dialog: `add-item`.
  ///   - keys: the keys' names as `Key(name:)` reads them: `a`, `<Left>`, `<S-Up>`.
  ///   - help: what it does, for the help.
  ///   - hint: a word or two for the dialog's last line; empty to share the hint of the next command, nil for none.
  ///   - unavailable: why it can't be used on a row; nil when it can.
  ///   - change: does it on a row; throws `FieldError` with the reason why it isn't done.
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
