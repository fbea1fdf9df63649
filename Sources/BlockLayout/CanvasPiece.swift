import MortiseScreen

/// A top-level item on the canvas.
public enum CanvasPiece {
  /// Statements below each other, or a value that no input holds.
  case stack(BlockGroupLayout)
  /// A comment on the workspace.
  case comment(CommentLayout)

  /// The area on the canvas, in cells.
  public var rect: Rect {
    switch self {
    case .stack(let stack): stack.rect
    case .comment(let comment): comment.rect
    }
  }

  /// Whether both are the same piece.
  public func isSame(as other: CanvasPiece) -> Bool {
    switch (self, other) {
    case (.stack(let mine), .stack(let theirs)): mine === theirs
    case (.comment(let mine), .comment(let theirs)): mine === theirs
    default: false
    }
  }
}
