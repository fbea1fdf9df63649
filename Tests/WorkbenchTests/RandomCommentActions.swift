import BlockLayout
import BlockModel

/// Random actions on workspace comments, for the session of random edits.
@MainActor struct RandomCommentActions {
  /// Comments of which files leave something out, with locks, and between blocks.
  static let program = """
    "workspaceComments":[
      {"id":"c1","x":10,"y":400,"width":320,"height":96,"text":"two\\nlines"},
      {"text":"no id, no place, no size","tone":{"loud":true}},
      {"id":"c3","x":1.5,"y":-20.25,"width":99.5,"height":33,"text":"between <blocks>","collapsed":true,
       "mortise":{"blocksBefore":2,"xml":"<parts shape=\\"round\\"></parts>"}},
      {"id":"locked","x":500,"y":64,"width":120,"height":100,"text":"stays","editable":false,"movable":false,
       "deletable":false,"mortise":{"blocksBefore":2}}
    ]
    """

  let coordinator: WorkspaceLayoutCoordinator

  func act(using random: inout some RandomNumberGenerator) {
    let action = Int.random(in: 0..<7, using: &random)
    guard action > 0, let comment = coordinator.workspace.comments.randomElement(using: &random) else {
      return insert(using: &random)
    }
    switch action {
    case 1: try? coordinator.delete(comment)
    case 2: try? coordinator.setText(text(using: &random), of: comment)
    case 3, 4: try? coordinator.move(comment, to: place(using: &random))
    case 5: try? coordinator.resize(comment, to: size(using: &random))
    default: coordinator.setCollapsed(Bool.random(using: &random), of: comment)
    }
  }

  private func insert(using random: inout some RandomNumberGenerator) {
    var comment = CommentSnapshot(id: "", text: text(using: &random), position: place(using: &random))
    if Bool.random(using: &random) { comment.size = size(using: &random) }
    comment.isMovable = Int.random(in: 0..<5, using: &random) > 0
    coordinator.insert(comment)
  }

  private func text(using random: inout some RandomNumberGenerator) -> String {
    let words = [
      "", "note", "a longer remark, with “quotes” & <signs>", "first\nsecond\n\nfourth", "tab\tand \u{1F600}",
    ]
    return (words.randomElement(using: &random) ?? "") + String(Int.random(in: 0..<3, using: &random))
  }

  private func place(using random: inout some RandomNumberGenerator) -> WorkspacePoint {
    WorkspacePoint(
      x: Double(Int.random(in: -400..<1600, using: &random)) / 4,
      y: Double(Int.random(in: -400..<4000, using: &random)) / 4)
  }

  private func size(using random: inout some RandomNumberGenerator) -> WorkspaceSize {
    WorkspaceSize(
      width: Double(Int.random(in: 0..<800, using: &random)) / 2,
      height: Double(Int.random(in: 0..<600, using: &random)) / 2)
  }
}
