import BlockEvents
import BlockModel

/// What is left of own changes that the host refused. They are no longer in the program, but not lost.
public struct LaidAside {
  /// Why, as a clause.
  public let reason: String
  /// The texts that were typed.
  public let texts: [String]
  /// The stacks that were made.
  public let stacks: [BlockSnapshot]

  init(_ events: [BlocklyEvent], reason: String) {
    self.reason = reason
    texts = events.compactMap { event in
      switch event {
      case let event as CommentChangeEvent: event.newText
      case let event as ChangeEvent:
        switch event.new {
        case .field(.text(let text)), .field(.lines(let text)): text
        case .comment(let comment?): comment.text
        default: nil
        }
      default: nil
      }
    }.filter { !$0.isEmpty }
    stacks = events.compactMap { ($0 as? CreateEvent)?.snapshot }
  }
}
