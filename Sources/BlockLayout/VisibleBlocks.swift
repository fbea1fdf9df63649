import BlockModel
import MortiseScreen

/// A block that is visible in an area of the canvas.
public struct VisibleBlock {
  /// The layout of the block, which may be visible in part.
  public var layout: DefaultBlockLayout
  /// Its first cell on the canvas.
  public var origin: Point
  /// The number of statement inputs around it.
  public var level: Int
  /// The sections, each with its first row relative to the block and its height in rows. Ghosts above the block have
  /// negative rows.
  public var sections: [(row: Int, section: ContentSection, rowCount: Int)]
}

extension WorkspaceLayout {
  /// The blocks that have rows in an area of the canvas, outer blocks before inner ones. The sections that the first
  /// blocks kept for the first drawing are used and forgotten.
  public func visibleBlocks(in rect: Rect) -> [VisibleBlock] {
    var visible: [VisibleBlock] = []
    var pending: [(group: BlockGroupLayout, origin: Point, level: Int)] = stacks(in: rect).map { ($0, $0.origin, 0) }
    while let (group, origin, level) = pending.popLast() {
      let firstVisibleRow = max(0, rect.minY - origin.y)
      guard let (first, firstRow) = group.member(atRow: firstVisibleRow) else { continue }
      var top = origin.y + firstRow
      for member in group.members(from: first) {
        guard top < rect.maxY else { break }
        let memberOrigin = Point(x: origin.x, y: top)
        visible.append(visibleBlock(member, at: memberOrigin, level: level))
        for body in member.bodies where !body.group.isEmpty {
          let bodyTop = top + body.firstRow
          if bodyTop < rect.maxY, bodyTop + body.group.rowCount > rect.minY {
            pending.append((body.group, Point(x: origin.x + style.statementIndent, y: bodyTop), level + 1))
          }
        }
        top += member.rowCount
      }
    }
    forgetSections()
    return visible
  }

  /// The statements and top-level values whose own lines touch an area of the canvas, outer blocks before inner ones.
  public func blocks(touching rect: Rect) -> [Block] {
    visibleBlocks(in: rect).compactMap { visible in
      let isTouched = visible.sections.contains { row, section, _ in
        guard case .line(_, let width) = section, !section.isGhost else { return false }
        let line = Rect(x: visible.origin.x, y: visible.origin.y + row, width: width, height: 1)
        return line.intersects(rect)
      }
      return isTouched ? visible.layout.block : nil
    }
  }

  /// Whether a cell shows nothing: it is beside the rows of all blocks, and outside of the comments.
  public func isBlank(at cell: Point) -> Bool {
    let rect = Rect(x: cell.x, y: cell.y, width: 1, height: 1)
    return comments(in: rect).isEmpty
      && !visibleBlocks(in: rect).contains { visible in
        visible.sections.contains { row, section, rowCount in
          // The left edge of a block runs down beside the blocks in it; an empty input is three columns wide.
          let width: Int
          switch section {
          case .line(_, let lineWidth): width = lineWidth
          case .body(let connection, _):
            width = connection.target == nil ? style.emptyInputColumn + 3 : style.statementIndent
          }
          return Rect(x: visible.origin.x, y: visible.origin.y + row, width: width, height: rowCount).contains(cell)
        }
      }
  }

  /// Whether a cell shows a text or number, or the sign of a dropdown.
  public func opensAtOnce(at cell: Point) -> Bool {
    visibleBlocks(in: Rect(x: cell.x, y: cell.y, width: 1, height: 1)).contains { visible in
      visible.sections.contains { row, section, _ in
        guard visible.origin.y + row == cell.y, case .line(let tokens, _) = section else { return false }
        return tokens.contains { placed in
          let column = cell.x - visible.origin.x - placed.column
          guard (0..<placed.token.width).contains(column) else { return false }
          let isTyped = placed.token.fill == .literal && placed.token.role != .emptyInput
          return isTyped || placed.token.text.hasSuffix("▾") && column == placed.token.width - 1
        }
      }
    }
  }

  /// The block whose ghost has a row at a cell; nil where there is none.
  package func blockOfGhost(at cell: Point) -> Block? {
    visibleBlocks(in: Rect(x: cell.x, y: cell.y, width: 1, height: 1)).first { visible in
      visible.sections.contains { row, section, _ in section.isGhost && visible.origin.y + row == cell.y }
    }?.layout.block
  }

  private func visibleBlock(_ layout: DefaultBlockLayout, at origin: Point, level: Int) -> VisibleBlock {
    var sections: [(Int, ContentSection, Int)] = []
    let above = layout.ghosts?.above.count ?? 0
    var row = -above
    var bodies = layout.bodies[...]
    for section in layout.knownSections(style: style) {
      var rows = 1
      if case .body = section { rows = bodies.popFirst()?.group.rowCount ?? 1 }
      sections.append((row, section, rows))
      row += rows
    }
    return VisibleBlock(
      layout: layout, origin: Point(x: origin.x, y: origin.y + above), level: level, sections: sections)
  }
}
