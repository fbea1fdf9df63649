import BlockModel

/// What a dialog shows of a block's mutator, and the commands that it adds. The dialog itself, `MutatorDialog`, draws it as
/// a window, takes the keys and the mouse, and applies or cancels the changes.
///
/// A view changes what is wanted in `MutationSession.change`, so that the block behind shows it at once.
public protocol MutatorView: AnyObject {
  /// What the window is called.
  var title: String { get }

  /// The rows, from top to bottom.
  var rows: [MutatorRow] { get }

  /// The commands that the view adds to those of the dialog. They stay the same while the dialog is open.
  var commands: [MutatorCommand] { get }

  /// Does what Enter does on a row whose `enter` is `act`.
  /// - Throws: `FieldError` with the reason why it isn't done.
  func act(onRow row: Int) throws(FieldError) -> MutatorAnswer

  /// The text of a row that is to be typed.
  func text(ofRow row: Int) -> String

  /// Gives a row the text that was typed into it.
  /// - Throws: `FieldError` when the text can't be taken; it can be mended then.
  func setText(_ text: String, ofRow row: Int) throws(FieldError) -> MutatorAnswer

  /// The user leaves the text of a row as it was.
  func leaveText(ofRow row: Int)
}

extension MutatorView {
  public func act(onRow row: Int) throws(FieldError) -> MutatorAnswer { .shown(row: row) }

  public func text(ofRow row: Int) -> String { rows[row].text }

  public func setText(_ text: String, ofRow row: Int) throws(FieldError) -> MutatorAnswer { .shown(row: row) }

  public func leaveText(ofRow row: Int) {}
}

/// A row of a dialog.
public struct MutatorRow {
  /// What Enter does on it.
  public enum Enter {
    /// Applies the changes, and closes the dialog.
    case apply
    /// Has the row's text typed.
    case type
    /// Calls the view's `act(onRow:)`.
    case act
  }

  /// What the row is, in a column of its own.
  public var label: String
  public var text: String
  /// The row in words that do for someone who can't see the screen.
  public var statusText: String
  public var enter: Enter
  /// Whether it is about something that will not be in the block.
  public var isRemoved: Bool

  public init(label: String, text: String, statusText: String, enter: Enter = .apply, isRemoved: Bool = false) {
    self.label = label
    self.text = text
    self.statusText = statusText
    self.enter = enter
    self.isRemoved = isRemoved
  }
}

/// What comes of a command.
public enum MutatorAnswer {
  /// The dialog shows what is wanted now.
  /// - Parameters:
  ///   - row: the row to select.
  ///   - statusText: what to tell the user; nil for the words of the row.
  case shown(row: Int, message: String? = nil)
  /// The text of a row is to be typed.
  case typing(row: Int)
  /// A name is to be chosen.
  case choosing(title: String, names: [String], take: (Int) throws(FieldError) -> MutatorAnswer)
}
