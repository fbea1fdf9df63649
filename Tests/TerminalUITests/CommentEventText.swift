import BlockEvents
import BlockModel

/// Events of workspace comments as lines of text.
enum CommentEventText {
  static func description(of event: CommentEvent) -> String {
    switch event {
    case let event as CommentCreateEvent: "create comment \(description(event.comment))"
    case let event as CommentDeleteEvent: "delete comment \(description(event.comment))"
    case let event as CommentChangeEvent:
      "change comment \(quoted(event.oldText)) → \(quoted(event.newText))"
    case let event as CommentMoveEvent: "move comment: \(description(event.old)) → \(description(event.new))"
    case let event as CommentResizeEvent: "resize comment: \(description(event.old)) → \(description(event.new))"
    case let event as CommentCollapseEvent: event.isCollapsed ? "collapse comment" : "expand comment"
    default: event.type
    }
  }

  private static func description(_ comment: CommentSnapshot) -> String {
    "\(quoted(comment.text)) at \(number(comment.position.x)),\(number(comment.position.y)), \(description(comment.size))"
  }

  private static func description(_ location: CommentLocation) -> String {
    location.isImplicit ? "nowhere" : "\(number(location.position.x)),\(number(location.position.y))"
  }

  private static func description(_ size: WorkspaceSize?) -> String {
    size.map { "\(number($0.width)) by \(number($0.height))" } ?? "no size"
  }

  private static func quoted(_ text: String) -> String { "“\(text.replacing("\n", with: "\\n"))”" }

  private static func number(_ number: Double) -> String { FieldState.number(number).text }
}
