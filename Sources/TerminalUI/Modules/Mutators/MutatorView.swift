import BlockEditing
import BlockLayout
import BlockModel
import Workbench

/// The content of a mutator dialog: its rows, and commands for the mutator. `MutatorDialog` draws the window, handles
/// the keys and the mouse, and applies or cancels the changes.
///
/// A view changes the draft inside `MutationSession.change`, so that the block behind the dialog previews it.
public protocol MutatorView: AnyObject {
  /// The title of the window.
  var title: String { get }

  /// The rows, from top to bottom.
  var rows: [MutatorRow] { get }

  /// The row whose text the user types as soon as the dialog opens; nil for none.
  var firstTypedRow: Int? { get }

  /// The commands that the view adds to those of the dialog. They must not change while the dialog is open.
  var commands: [MutatorCommand] { get }

  /// Performs the action of Enter on a row whose `enter` is `act`.
  /// - Throws: `FieldError` with the reason for a refusal.
  func act(onRow row: Int) throws(FieldError) -> MutatorAnswer

  /// Returns the text with which the user begins to edit a row.
  func text(ofRow row: Int) -> String

  /// Sets the text that the user typed into a row.
  /// - Throws: `FieldError` if the text is invalid. The user can then correct it.
  func setText(_ text: String, ofRow row: Int) throws(FieldError) -> MutatorAnswer

  /// Called when the user cancels typing the text of a row.
  func leaveText(ofRow row: Int)
}

extension MutatorView {
  public var firstTypedRow: Int? { nil }

  public func act(onRow row: Int) throws(FieldError) -> MutatorAnswer { .shown(row: row) }

  public func text(ofRow row: Int) -> String { rows[row].text }

  public func setText(_ text: String, ofRow row: Int) throws(FieldError) -> MutatorAnswer { .shown(row: row) }

  public func leaveText(ofRow row: Int) {}
}

/// A row of a dialog.
public struct MutatorRow {
  /// The action of Enter on a row.
  public enum Enter {
    /// Applies the changes, and closes the dialog.
    case apply
    /// Lets the user type the row's text.
    case type
    /// Calls the view's `act(onRow:)`.
    case act
  }

  /// The name of the row, shown in a column of its own.
  public var label: String
  /// The text after the label, such as the contents of a part; may be empty.
  public var text: String
  /// A description of the row that makes sense without the screen.
  public var statusText: String
  /// The action of Enter on the row.
  public var enter: Enter
  /// Whether the row represents a removed part, which the block will not have.
  public var isRemoved: Bool

  /// - Parameters:
  ///   - label: the name of the row, short enough for a column.
  ///   - statusText: the description of the row for screen readers.
  ///   - enter: the action of Enter on the row.
  public init(label: String, text: String, statusText: String, enter: Enter = .apply, isRemoved: Bool = false) {
    self.label = label
    self.text = text
    self.statusText = statusText
    self.enter = enter
    self.isRemoved = isRemoved
  }
}

/// The outcome of a command.
public enum MutatorAnswer {
  /// The dialog shows the current draft.
  /// - Parameters:
  ///   - row: the row to select.
  ///   - message: the status message; nil for the row's `statusText`.
  case shown(row: Int, message: String? = nil)
  /// The user types the text of a row.
  case typing(row: Int)
  /// The user chooses a name from a list; `take` gets its index.
  case choosing(title: String, names: [String], take: (Int) throws(FieldError) -> MutatorAnswer)
}

/// Creates the views of mutators, by mutator class. Apps register views for their own mutators here, or replace those
/// of stock mutators. Mutators with a `MutatorPartsLayout` have a view by default.
public final class MutatorViewFactory {
  private var makers: [ObjectIdentifier: (MutationSession) -> (any MutatorView)?] = [:]

  /// Creates a factory without views for an app's own mutators.
  public init() {}

  /// Registers the view for mutators of a class, replacing any earlier one.
  public func register<M: Mutator>(_ type: M.Type, _ make: @escaping (MutationSession) -> (any MutatorView)?) {
    makers[ObjectIdentifier(type)] = make
  }

  /// Creates the view for a dialog; nil if the mutator's class has none.
  func view(for session: MutationSession) -> (any MutatorView)? {
    let type = type(of: session.layout.mutator)
    if let make = makers[ObjectIdentifier(type)] { return make(session) }
    return (session.layout as? MutatorPartsLayout).map { PartsView(session: session, layout: $0) }
  }
}

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
  ///   - title: the name that users read, of at most 28 characters; nil for the words of `name`.
  ///   - help: the description of the command in the help.
  ///   - hint: a word or two for the dialog's last line; empty to share the next command's hint, nil for none.
  ///   - unavailable: returns why the command can't be used on a row; nil if it can.
  ///   - change: performs the command on a row; throws `FieldError` with the reason for a refusal.
  public init(
    _ name: String, keys: [String], title: String? = nil, help: String, hint: String? = nil,
    unavailable: @escaping (_ row: Int) -> String? = { _ in nil },
    change: @escaping (_ row: Int) throws(FieldError) -> MutatorAnswer
  ) {
    self.init(
      name, keys: keys, title: title, group: .editing, help: help, hint: hint, unavailable: { unavailable($0.row) },
      runIn: { selection, screen in
        selection.show({ () throws(FieldError) in try change(selection.row) }, on: screen)
      })
  }
}
