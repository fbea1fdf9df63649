import BlockModel

/// Breaks a block's tokens into lines that fit the canvas.
struct LineBreaker {
  /// The indentation of all lines but the first, in columns.
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
    let widths = neededWidths(of: parts)
    for (part, needed) in zip(parts, widths) {
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

  /// The width of every token including the tokens that stick to it.
  private static func neededWidths(of parts: [ContentReader.Part]) -> [Int] {
    var widths = Array(repeating: 0, count: parts.count)
    var stuckWidth = 0
    for (index, part) in parts.enumerated().reversed() {
      guard case .token(let token) = part else {
        stuckWidth = 0
        continue
      }
      widths[index] = token.width + stuckWidth
      stuckWidth = token.sticksToPrevious ? widths[index] + token.gap : 0
    }
    return widths
  }

  private mutating func place(_ token: ContentToken, needing needed: Int) {
    // If tokens that stick together don't fit into one line, break between them anyway.
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

  /// Adds a row for the comment, below the block's first lines.
  private mutating func addComment(_ comment: BlockComment, of block: Block) {
    let text = comment.text.split(whereSeparator: \.isNewline).joined(separator: " ")
    let available = max(12, limit - style.barWidth - 4)
    let label = " ✎ " + ContentToken.cut(text, to: available, style: style) + " "
    let width = ContentToken.width(of: label, style: style)
    let token = ContentToken(text: label, width: width, role: .note, block: block, depth: 0)
    let index = sections.firstIndex { if case .body = $0 { true } else { false } } ?? sections.count
    sections.insert(
      .line([PlacedToken(token: token, column: style.barWidth)], width: style.barWidth + width), at: index)
  }
}
