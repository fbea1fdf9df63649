import BlockEvents
import BlockModel

/// What is left of own changes that the host refused. They are no longer in the program, but not lost.
public struct LaidAside {
  /// Why, as a clause without ids.
  public let reason: String
  /// The name of the block that was changed; nil if no block was.
  public let subject: String?
  /// The texts that were typed.
  public let texts: [String]
  /// The stacks that were made, and those that were deleted by others, with the user's changes.
  public let stacks: [BlockSnapshot]

  init(_ events: [BlocklyEvent], reason: String, subject: String?, stacks: [BlockSnapshot]) {
    (self.reason, self.subject, self.stacks) = (reason, subject, stacks)
    texts = events.compactMap { event in
      switch event {
      case let event as CommentChangeEvent: event.newText
      case let event as ChangeEvent:
        switch event.new {
        case .field(let state): state.isTyped ? state.text : nil
        case .comment(let comment?): comment.text
        default: nil
        }
      default: nil
      }
    }.filter { !$0.isEmpty }
  }
}

/// A field that the user and another one changed, without either knowing of the other's change.
public struct FieldConflict {
  /// The name of the field's block.
  public let subject: String
  /// The user's text, and the other one's.
  public let own, other: String
  /// The other user's author id.
  public let author: String
  /// Whether the user's text is in the program now.
  public let isOwnKept: Bool
}

extension FieldState {
  /// Whether it was typed: a text or a number.
  var isTyped: Bool {
    switch self {
    case .text, .lines, .number, .numeral: true
    default: false
    }
  }
}
