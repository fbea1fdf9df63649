import BlockModel

/// Breaks a block's tokens into lines no wider than what the canvas gives.
struct LineBreaker {
  /// What lines after the first are indented by.
  static let continuationIndent = 4

  private let limit: Int
  private let style: LayoutStyle
  private(set) var sections: [ContentSection] = []
  private var line: [PlacedToken] = []
  private var column: Int

  init(style: LayoutStyle, indentation: Int) {
    self.style = style
    limit = style.lineWidth(atIndentation: indentation)
    column = style.barWidth
  }

  static func sections(of block: Block, style: LayoutStyle, indentation: Int) -> [ContentSection] {
    var breaker = LineBreaker(style: style, indentation: indentation)
    let parts = ContentReader.parts(of: block, style: style)
    for (index, part) in parts.enumerated() {
      switch part {
      case .token(let token):
        // What sticks to this token must fit as well.
        var needed = token.width
        for case .token(let follower) in parts[(index + 1)...].prefix(while: { $0.sticks }) {
          needed += follower.width + follower.gap
        }
        breaker.place(token, needing: needed)
      case .lineBreak: breaker.finishLine()
      case .body(let connection, let label):
        breaker.finishLine()
        breaker.sections.append(
          .body(connection, label: label.map { PlacedToken(token: $0, column: style.barWidth) }))
      }
    }
    breaker.finishLine()
    if let comment = block.comment, block.onlyField == nil, !block.isCollapsed {
      breaker.addComment(comment, of: block)
    }
    if breaker.sections.isEmpty { breaker.sections.append(.line([], width: style.barWidth + 1)) }
    return breaker.sections
  }

  private mutating func place(_ token: ContentToken, needing needed: Int) {
    if !line.isEmpty, !token.sticksToPrevious, column + token.gap + needed > limit {
      finishLine()
      column = style.barWidth + Self.continuationIndent
    }
    if !line.isEmpty { column += token.gap }
    line.append(PlacedToken(token: token, column: column))
    column += token.width
  }

  private mutating func finishLine() {
    if !line.isEmpty { sections.append(.line(line, width: column)) }
    line = []
    column = style.barWidth
  }

  /// The comment's row, below the block's first lines.
  private mutating func addComment(_ comment: BlockComment, of block: Block) {
    let text = comment.text.split(whereSeparator: \.isNewline).joined(separator: " ")
    let room = max(12, limit - style.barWidth - 4)
    let words = " ✎ " + ContentToken.cut(text, to: room, style: style) + " "
    let width = ContentToken.width(of: words, style: style)
    let token = ContentToken(text: words, width: width, role: .note, block: block, depth: 0)
    let place = sections.firstIndex { if case .body = $0 { true } else { false } } ?? sections.count
    sections.insert(
      .line([PlacedToken(token: token, column: style.barWidth)], width: style.barWidth + width), at: place)
  }
}

extension ContentReader.Part {
  fileprivate var sticks: Bool {
    if case .token(let token) = self { token.sticksToPrevious } else { false }
  }
}
