import BlockModel

/// A section of a block, with its place in the block's stack.
public struct StackSection {
  /// The block that the section is part of.
  public var block: Block
  /// One of the block's lines or bodies.
  public var section: ContentSection
  /// The first row, relative to the stack.
  public var row: Int
  /// The height in rows; a body has those of its blocks.
  public var rowCount: Int
  /// The number of statement inputs around the block.
  public var level: Int
}

/// Iterates over the sections of all blocks in a stack, from top to bottom.
public struct StackSections {
  private struct OpenBlock {
    var layout: DefaultBlockLayout
    var sections: ArraySlice<ContentSection>
    var bodies: ArraySlice<DefaultBlockLayout.Body>
  }

  private let style: LayoutStyle
  /// The block whose sections are being read, preceded by the blocks that contain it.
  private var open: [OpenBlock] = []
  private var row = 0

  fileprivate init(of stack: BlockGroupLayout, style: LayoutStyle) {
    self.style = style
    if let first = stack.first { begin(first) }
  }

  private mutating func begin(_ layout: DefaultBlockLayout) {
    open.append(OpenBlock(layout: layout, sections: layout.sections(style: style)[...], bodies: layout.bodies[...]))
  }

  /// The next section; nil after the last one.
  public mutating func next() -> StackSection? {
    while let layout = open.last?.layout {
      let level = open.count - 1
      guard let section = open[level].sections.popFirst() else {
        open.removeLast()
        if let below = layout.block.nextBlock?.layout as? DefaultBlockLayout { begin(below) }
        continue
      }
      var found = StackSection(block: layout.block, section: section, row: row, rowCount: 1, level: level)
      if case .body = section, let body = open[level].bodies.popFirst(), let first = body.group.first {
        found.rowCount = body.group.rowCount
        begin(first)
      } else {
        row += 1
      }
      return found
    }
    return nil
  }
}

extension WorkspaceLayout {
  /// An iterator over the sections of all blocks in a stack, from top to bottom.
  public func sections(of stack: BlockGroupLayout) -> StackSections { StackSections(of: stack, style: style) }
}
