import BlockModel

/// Breaks a block's tokens into lines that fit the canvas: between values rather than inside them. The continuation of
/// a value is aligned with its beginning.
struct LineBreaker {
  private let limit: Int
  private let style: LayoutStyle
  private(set) var sections: [ContentSection] = []
  private var line: [PlacedToken] = []
  private var column: Int
  /// The columns in which lines inside the open values begin.
  private var alignments: [Int] = []

  init(style: LayoutStyle, indentation: Int) {
    self.style = style
    limit = style.lineWidth(atIndentation: indentation) - style.endWidth
    column = style.barWidth
  }

  static func sections(of block: Block, style: LayoutStyle, indentation: Int) -> [ContentSection] {
    var breaker = LineBreaker(style: style, indentation: indentation)
    let parts = ContentReader.parts(of: block, style: style)
    let widths = neededWidths(of: parts)
    let valueWidths = valueWidths(in: parts)
    for (index, part) in parts.enumerated() {
      switch part {
      case .token(let token): breaker.place(token, needing: widths[index], value: valueWidths[index])
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

  // MARK: - Widths

  /// The width of every token including the tokens that stick to it.
  private static func neededWidths(of parts: [ContentReader.Part]) -> [Int] {
    var widths = Array(repeating: 0, count: parts.count)
    var stuckWidth = 0
    // `enumerated().reversed()` would copy all parts.
    for index in parts.indices.reversed() {
      guard case .token(let token) = parts[index] else {
        stuckWidth = 0
        continue
      }
      widths[index] = token.width + stuckWidth
      stuckWidth = token.sticksToPrevious ? widths[index] + token.gap : 0
    }
    return widths
  }

  /// The width of the whole value at every opening bracket; nil for all other tokens, and values of several lines.
  private static func valueWidths(in parts: [ContentReader.Part]) -> [Int?] {
    var widths = [Int?](repeating: nil, count: parts.count)
    var open: [(index: Int, start: Int)] = []
    var column = 0
    for (index, part) in parts.enumerated() {
      guard case .token(let token) = part else {
        open.removeAll()
        continue
      }
      column += token.gap
      if token.isOpening { open.append((index, column)) }
      column += token.width
      if token.isClosing, let (first, start) = open.popLast() { widths[first] = column - start }
    }
    return widths
  }

  // MARK: - Placing

  private mutating func place(_ token: ContentToken, needing needed: Int, value: Int?) {
    var continuation = alignments.last ?? style.continuationColumn
    // A token that doesn't fit in the aligned column is not aligned.
    if continuation + needed > limit { continuation = style.continuationColumn }
    if !line.isEmpty, mustBreak(before: token, needing: needed, value: value, continuation) {
      finishLine()
      column = continuation
    }
    let gap = line.isEmpty ? 0 : token.gap
    column += gap
    var token = token
    if token.fill != nil {
      // A value that is wider than a row is cut, so that the following tokens stay beside it.
      let following = min(needed - token.width, Self.mostKeptBesideValue)
      token.cut(to: max(Self.narrowestValue, limit - column - following), style: style)
    }
    line.append(PlacedToken(token: token, column: column, gap: gap))
    column += token.width
    if token.isOpening {
      // Values that begin far to the right would leave too little room.
      alignments.append(column <= limit / 3 ? column : continuation)
    } else if token.isClosing {
      _ = alignments.popLast()
    }
  }

  private func mustBreak(before token: ContentToken, needing needed: Int, value: Int?, _ continuation: Int) -> Bool {
    // The icon would be alone on a line.
    if token.role == .mutatorIcon { return false }
    // If tokens that stick together don't fit into one line, break between them anyway.
    if token.sticksToPrevious {
      let least = token.fill == nil ? token.width : min(token.width, Self.narrowestValue)
      return column + token.gap + least > limit
    }
    // A value that fits into a line of its own is not broken.
    if let value, column + token.gap + value > limit, continuation + value <= limit { return true }
    return column + token.gap + min(needed, limit) > limit
  }

  /// The minimum width of a cut value, and the maximum width of the brackets and the icon for which it is cut.
  private static let (narrowestValue, mostKeptBesideValue) = (12, 6)

  private mutating func finishLine() {
    // The icon of a mutator is a blank most of the time.
    let end = line.last?.token.role == .mutatorIcon ? 0 : style.endWidth
    if !line.isEmpty { sections.append(.line(line, width: column + end)) }
    line = []
    column = style.barWidth
  }

  /// Adds a row for the comment, below the block's first lines.
  private mutating func addComment(_ comment: BlockComment, of block: Block) {
    let text = BlockLabel.firstParagraph(comment.text)
    let column = style.continuationColumn
    let label = "✎ " + ContentToken.cut(text, to: max(12, limit - column - 2), style: style)
    let width = ContentToken.width(of: label, style: style)
    let token = ContentToken(text: label, width: width, role: .note, block: block, depth: 0)
    let index = sections.firstIndex { if case .body = $0 { true } else { false } } ?? sections.count
    sections.insert(
      .line([PlacedToken(token: token, column: column)], width: column + width + style.endWidth), at: index)
  }
}
