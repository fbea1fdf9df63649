import BlockModel
import Terminal

/// What a dialog shows of a block's mutator, and what its keys do (the seed's MutatorView). The dialog itself —
/// `MutatorDialog` — draws it as a window, takes the keys and the mouse, and keeps or takes back what was changed.
///
/// A view changes what is wanted in `MutationSession.change`, so that the block behind shows it at once.
public protocol MutatorView: AnyObject {
  /// What the window is called.
  var title: String { get }

  /// The rows, from top to bottom.
  var rows: [MutatorRow] { get }

  /// The keys to name in the window; a click on one presses it.
  var keys: [MutatorKey] { get }

  /// Does what a key means on a row.
  /// - Returns: what comes of it; nil when the key means nothing.
  /// - Throws: `FieldRefusal` with the reason why it isn't done.
  func handle(_ key: Key, atRow row: Int) throws(FieldRefusal) -> MutatorAnswer?

  /// The text of a row that is to be typed.
  func text(ofRow row: Int) -> String

  /// Gives a row the text that was typed into it.
  /// - Throws: `FieldRefusal` when the text can't be taken; it can be mended then.
  func setText(_ text: String, ofRow row: Int) throws(FieldRefusal) -> MutatorAnswer

  /// The user leaves the text of a row as it was.
  func leaveText(ofRow row: Int)
}

extension MutatorView {
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
    /// Is handed to the view.
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

/// A key that a dialog names.
public struct MutatorKey {
  public var key: Key
  /// The key as it is written.
  public var name: String
  public var words: String

  public init(_ key: Key, _ name: String, _ words: String) {
    self.key = key
    self.name = name
    self.words = words
  }
}

/// What comes of a key.
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
