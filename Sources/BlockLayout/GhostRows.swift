import BlockModel

/// Rows of an earlier version between the lines of a program. They belong to no block, and the cursor can't reach
/// them.
package struct GhostRows: Hashable, Sendable {
  /// A row; blank without words.
  package struct Row: Hashable, Sendable {
    /// The text that is shortened if the row is too long.
    package var words: String
    package var ending: String

    package init(_ words: String, ending: String = "") { (self.words, self.ending) = (words, ending) }

    package static let blank = Row("")
  }

  /// A statement input of the block, or of a value in its line.
  package struct Input: Hashable, Sendable {
    package var blockID: String
    package var name: String

    package init(blockID: String, name: String) { (self.blockID, self.name) = (blockID, name) }
  }

  /// Above the block.
  package var above: [Row] = []
  /// Above the blocks in statement inputs.
  package var inside: [Input: [Row]] = [:]
  /// Below the block, with everything in it.
  package var below: [Row] = []

  package init() {}
}

extension GhostRows {
  /// The sections of a block with the rows between them.
  func added(to sections: [ContentSection], of block: Block, style: LayoutStyle, indentation: Int) -> [ContentSection] {
    func lines(_ rows: [Row], atColumn column: Int) -> [ContentSection] {
      rows.map { row in
        let endingWidth = ContentToken.width(of: row.ending, style: style)
        let room = style.lineWidth(atIndentation: indentation) - column - endingWidth - 2
        let text = "\(ContentToken.cut(row.words, to: max(3, room), style: style))\(row.ending) "
        let width = ContentToken.width(of: text, style: style)
        let token = ContentToken(text: text, width: width, role: .ghost, block: block, depth: 0)
        return .line([PlacedToken(token: token, column: column)], width: column + width)
      }
    }
    var all = lines(above, atColumn: style.barWidth)
    for section in sections {
      if case .body(let connection, _) = section {
        let input = Input(blockID: connection.sourceBlock.id, name: connection.sourceInput?.name ?? "")
        all += lines(inside[input] ?? [], atColumn: style.statementIndent + style.barWidth)
      }
      all.append(section)
    }
    return all + lines(below, atColumn: style.barWidth)
  }
}

extension WorkspaceLayout {
  /// Shows rows between the blocks instead of those shown before. The keys are the ids of the blocks beside them.
  package func show(ghosts: [String: GhostRows]) {
    let former = self.ghosts
    if former == ghosts { return }
    self.ghosts = ghosts
    performBatch {
      for id in Set(former.keys).union(ghosts.keys) where former[id] != ghosts[id] {
        guard let block = workspace.blocks[id], let layout = block.layout as? DefaultBlockLayout else { continue }
        layout.ghosts = ghosts[id]
        changed(block)
      }
    }
  }
}
