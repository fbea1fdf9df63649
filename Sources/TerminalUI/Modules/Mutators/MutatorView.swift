import BlockModel

/// What a dialog shows of a block's mutator, and the commands that it adds. The dialog itself, `MutatorDialog`, draws it as
/// a window, takes the keys and the mouse, and keeps or cancels the changes.
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
  /// - Throws: `FieldRefusal` with the reason why it isn't done.
  func act(onRow row: Int) throws(FieldRefusal) -> MutatorAnswer

  /// The text of a row that is to be typed.
  func text(ofRow row: Int) -> String

  /// Gives a row the text that was typed into it.
  /// - Throws: `FieldRefusal` when the text can't be taken; it can be mended then.
  func setText(_ text: String, ofRow row: Int) throws(FieldRefusal) -> MutatorAnswer

  /// The user leaves the text of a row as it was.
  func leaveText(ofRow row: Int)
}

extension MutatorView {
  public func act(onRow row: Int) throws(FieldRefusal) -> MutatorAnswer { .shown(row: row) }

  public func text(ofRow row: Int) -> String { rows[row].text }

  public func setText(_ text: String, ofRow row: Int) throws(FieldRefusal) -> MutatorAnswer { .shown(row: row) }

  public func leaveText(ofRow row: Int) {}
}

/// A row of a dialog.
public struct MutatorRow {
  /// What Enter does on it.
  public enum Enter {
    /// Keeps what was changed, and closes the dialog.
    case keep
    /// Has the row's text typed.
    case type
    /// Calls the view's `act(onRow:)`.
    case act
  }

  /// What the row is, in a column of its own.
  public var label: String
  public var text: String
  /// The row in words that do for someone who can't see the screen.
  public var words: String
  public var enter: Enter
  /// Whether it is about something that will not be in the block.
  public var isAside: Bool

  public init(label: String, text: String, words: String, enter: Enter = .keep, isAside: Bool = false) {
    self.label = label
    self.text = text
    self.words = words
    self.enter = enter
    self.isAside = isAside
  }
}

/// What comes of a command.
public enum MutatorAnswer {
  /// The dialog shows what is wanted now.
  /// - Parameters:
  ///   - row: the row to select.
  ///   - words: what to tell the user; nil for the words of the row.
  case shown(row: Int, words: String? = nil)
  /// The text of a row is to be typed.
  case typing(row: Int)
  /// A name is to be chosen.
  case choosing(title: String, names: [String], take: (Int) throws(FieldRefusal) -> MutatorAnswer)
}
