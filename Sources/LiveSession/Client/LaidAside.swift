import BlockEvents
import BlockModel

/// The contents of changes by the user that the host refused. They are no longer in the program, but not lost.
public struct LaidAside {
  /// The reason, as a clause without ids.
  public let reason: String
  /// The name of the block that was changed; nil if no block was.
  public let subject: String?
  /// The texts that were typed.
  public let texts: [String]
  /// The stacks that the user made, and the ones with changes by the user that others deleted.
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

/// A field that the user and another user changed, neither knowing of the other's change.
public struct FieldConflict {
  /// The name of the field's block.
  public let subject: String
  /// The user's text, and the other user's.
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
