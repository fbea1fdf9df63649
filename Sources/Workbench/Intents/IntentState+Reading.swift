import BlockLayout
import BlockModel

/// Descriptions of blocks to be read or heard without the screen.
extension IntentState {
  /// The line that a block begins, or that holds it: up to the first statements in it.
  public func lineDescription(of block: Block, limit: Int) -> String {
    BlockLabel.entry(of: LineText.firstBlock(ofLineWith: block), limit: limit)
  }

  /// What surrounds a block, from the inside out: `do of repeat 10 times`. Nil at the top level.
  public func surroundings(of block: Block) -> String? {
    let line = LineText.firstBlock(ofLineWith: block)
    guard let input = layout?.layout(showing: line)?.inputHoldingStack else { return nil }
    return "in \(partName(input))"
  }

  /// The whole block at the cursor: its words, what it contains, and its state.
  public var fullDescription: String {
    if let comment = cursorComment { return "comment: \(comment.text)" }
    guard let block = cursorBlock else { return "an empty program" }
    var parts = [BlockLabel.entry(of: block, limit: Int.max)]
    for input in block.inputs where input.kind == .statement {
      let count = input.connectedBlock.map { Array(sequence(first: $0, next: \.nextBlock)).count } ?? 0
      parts.append("\(partName(input)): \(count == 0 ? "empty" : count == 1 ? "1 block" : "\(count) blocks")")
    }
    if block.isShadow { parts.append("default value") }
    if selection.contains(block) { parts.append("selected") }
    if block.isCollapsed { parts.append("collapsed") }
    if !block.isEnabled { parts.append("disabled") }
    if !block.isDeletable { parts.append("can't be deleted") }
    if !block.isMovable { parts.append("can't be moved") }
    if !block.isEditable { parts.append("can't be edited") }
    if let bookmark = block.bookmark { parts.append("bookmark “\(bookmark)”") }
    if let comment = block.comment { parts.append("comment: \(comment.text)") }
    parts += problemFinder.messages(on: block.id).map { "problem: \($0)" }
    return parts.joined(separator: " · ")
  }

  /// The blocks around the one at the cursor, from the outside in, and the part of each that it is in.
  public var parentsDescription: String {
    guard let block = cursorBlock else { return cursorComment == nil ? "an empty program" : "not inside any block" }
    return surroundingInputs(of: block) ?? "not inside any block"
  }

  /// The inputs around a block, from the outside in; nil if there are none.
  func surroundingInputs(of block: Block) -> String? {
    var parts: [String] = []
    var inner = block
    while let superior = inner.superiorConnection {
      let holder = superior.sourceBlock
      if let input = superior.sourceInput {
        parts.append(partName(input) { BlockLabel.header(of: $0, limit: Self.parentLimit) })
      }
      inner = holder
    }
    return parts.isEmpty ? nil : parts.reversed().joined(separator: ", then ")
  }

  private static let parentLimit = 32
}
