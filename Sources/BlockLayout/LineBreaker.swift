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
    let needs = neededWidths(of: parts)
    for (part, needed) in zip(parts, needs) {
      switch part {
      case .token(let token): breaker.place(token, needing: needed)
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

  /// The columns of every token with what sticks to it.
  private static func neededWidths(of parts: [ContentReader.Part]) -> [Int] {
    var needs = Array(repeating: 0, count: parts.count)
    var stuck = 0
    for (index, part) in parts.enumerated().reversed() {
      guard case .token(let token) = part else {
        stuck = 0
        continue
      }
      needs[index] = token.width + stuck
      stuck = token.sticksToPrevious ? needs[index] + token.gap : 0
    }
    return needs
  }

  private mutating func place(_ token: ContentToken, needing needed: Int) {
    // Where more sticks together than a line can take, it is broken all the same.
    let mustBreak = column + token.gap + (token.sticksToPrevious ? token.width : min(needed, limit)) > limit
    if !line.isEmpty, mustBreak {
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
