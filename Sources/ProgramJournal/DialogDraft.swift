import BlockEditing
import Markup
import Workbench

/// The content that a user has entered in an open dialog. It isn't part of the program yet.
public nonisolated struct DialogDraft: Equatable, Sendable {
  /// A kind of dialog, and the item that it edits.
  public enum Dialog: Hashable, Sendable {
    /// The comment of a block.
    case blockComment(blockID: String)
    /// A comment on the workspace.
    case comment(id: String)
    /// A comment that is not on the workspace yet.
    case newComment
    /// The text of a field.
    case field(blockID: String, name: String)
    /// A block's data.
    case data(blockID: String)
    /// The shape of a block.
    case mutator(blockID: String)
    /// A typed line.
    /// - Parameter editedID: the block that the line edits; nil for a new one.
    case line(LineTarget, editedID: String?)
  }

  /// The dialog to open again after a recovery.
  public var dialog: Dialog
  /// The typed text; nil in a dialog without text.
  public var text: String?
  /// The mutator state that the user is drafting, as the mutator's layout describes it.
  public var mutation: JSONValue?
  /// The selected row of a mutator's dialog.
  public var row: Int

  /// - Parameters:
  ///   - text: nil in a dialog without text.
  ///   - mutation: nil in any dialog but a mutator's.
  public init(_ dialog: Dialog, text: String?, mutation: JSONValue? = nil, row: Int = 0) {
    self.dialog = dialog
    self.text = text
    self.mutation = mutation
    self.row = row
  }
}

extension DialogDraft {
  /// The block that it is about, or below or in which a line is typed; nil for none.
  public nonisolated var blockID: String? {
    switch dialog {
    case .blockComment(let id), .field(let id, _), .data(let id), .mutator(let id): id
    case .comment, .newComment: nil
    case .line(_, let editedID?): editedID
    case .line(.connection(let target), nil): target.blockID
    case .line(.above(let id), nil): id
    case .line(.free, nil): nil
    }
  }

  /// The activity of a user who has it open, as a clause after their name.
  public nonisolated var activity: String {
    switch dialog {
    case .blockComment, .comment, .newComment: "writes a comment"
    case .field: "edits a field"
    case .data: "edits data"
    case .mutator: "changes a block’s shape"
    case .line: "types a line"
    }
  }
}

extension DialogDraft.Dialog {
  nonisolated func write(to json: inout JSONWriter) {
    switch self {
    case .blockComment(let id): write("comment", block: id, to: &json)
    case .comment(let id):
      json.member("dialog", "workspaceComment")
      json.member("comment", id)
    case .newComment: json.member("dialog", "newComment")
    case .field(let id, let name):
      write("field", block: id, to: &json)
      json.member("field", name)
    case .data(let id): write("data", block: id, to: &json)
    case .mutator(let id): write("mutator", block: id, to: &json)
    case .line(let target, let editedID):
      json.member("dialog", "line")
      switch target {
      case .free: break
      case .above(let id): json.member("above", id)
      case .connection(let connection):
        json.member("block", connection.blockID)
        if let input = connection.inputName { json.member("input", input) }
      }
      if let editedID { json.member("edited", editedID) }
    }
  }

  private nonisolated func write(_ name: String, block id: String, to json: inout JSONWriter) {
    json.member("dialog", name)
    json.member("block", id)
  }

  /// - Returns: nil if this is not a dialog that can be reopened.
  nonisolated init?(_ json: JSONValue) {
    let (block, comment, field) = (json["block"]?.string, json["comment"]?.string, json["field"]?.string)
    switch (json["dialog"]?.string, block) {
    case ("comment", let id?): self = .blockComment(blockID: id)
    case ("field", let id?):
      guard let field else { return nil }
      self = .field(blockID: id, name: field)
    case ("data", let id?): self = .data(blockID: id)
    case ("mutator", let id?): self = .mutator(blockID: id)
    case ("line", _):
      let target: LineTarget =
        if let above = json["above"]?.string {
          .above(blockID: above)
        } else if let block {
          .connection(ConnectionTarget(blockID: block, inputName: json["input"]?.string))
        } else {
          .free
        }
      self = .line(target, editedID: json["edited"]?.string)
    case ("newComment", _): self = .newComment
    case ("workspaceComment", _):
      guard let comment else { return nil }
      self = .comment(id: comment)
    default: return nil
    }
  }
}
