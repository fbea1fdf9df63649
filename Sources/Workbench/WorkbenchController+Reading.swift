import BlockEvents
import BlockLayout
import BlockModel
import MortiseScreen

/// Queries of the program, for views.
extension WorkbenchController {
  /// The name of a block, such as “print”; nil if it isn't in the program.
  package func name(ofBlock id: String) -> String? { workspace.blocks[id].map { BlockLabel.name(of: $0) } }

  /// The item at a cell of the canvas.
  public func item(at point: Point) -> FocusItem? { order?.item(at: point) }

  /// The block that the cursor is on or in.
  public var cursorBlock: Block? { state.cursorBlock }

  /// The workspace comment that the cursor is on.
  public var cursorComment: WorkspaceComment? { state.cursorComment }

  /// The ids of the selected blocks in document order: the order of the file, a block before the blocks in it and below
  /// it. Empty if nothing is selected. None of the blocks is a default value or inside another one of them. Takes time
  /// in proportion to the blocks above and around the selected ones.
  public var selection: [String] { selected.blocks(in: workspace).map(\.id) }

  /// The ids of the selected blocks.
  public var selectedIDs: Set<String> { selected.ids }

  /// The blocks that have a bookmark, in reading order.
  public var bookmarkedBlocks: [Block] {
    guard let layout else { return [] }
    return layout.stacks.compactMap { $0.first?.block }.flatMap { top in
      top.descendants().filter { $0.bookmark != nil }
    }
  }

  /// A suggested name for a new bookmark on a block, or the name that it already has.
  public func suggestedBookmark(for block: Block) -> String {
    block.bookmark ?? BlockLabel.header(of: block, limit: 24)
  }

  /// Why a comment's text can't be changed; nil when it can.
  public func refusal(toEdit comment: WorkspaceComment) -> String? {
    do throws(FieldError) {
      try coordinator.checkEditable(comment)
      return nil
    } catch {
      return error.reason
    }
  }

  /// The field at the cursor that Enter edits; nil when there is none.
  public func fieldAtCursor() -> (block: Block, field: Field)? {
    guard let cursor, let block = cursorBlock else { return nil }
    if case .field(_, let name) = cursor { return block.firstField(withName: name).map { (block, $0) } }
    switch cursor {
    case .emptyInput, .mutator: return nil
    default: break
    }
    if let only = block.onlyField { return (block, only) }
    let first = block.inputs.lazy.flatMap(\.fields).first { $0.isEditable && $0.name != nil }
    return first.map { (block, $0) }
  }

  /// The field of the only text or number in the row at the cursor; nil if there is none, or several.
  public var onlyLiteralOfRow: FieldLocation? {
    guard case .block = cursor, let block = cursorBlock else { return nil }
    var found: FieldLocation?
    var pending = [block]
    while let next = pending.popLast() {
      for input in next.inputs.prefix(while: { $0.kind != .statement }) {
        if let value = input.connectedBlock { pending.append(value) }
        for field in input.fields where next.isEditable {
          guard let name = field.name, case .text = field.editing else { continue }
          if found != nil { return nil }
          found = FieldLocation(blockID: next.id, name: name)
        }
      }
    }
    return found
  }

  /// How a field is edited.
  /// - Throws: `FieldError` when it can't be.
  public func editing(of field: Field, in block: Block) throws(FieldError) -> FieldEditing {
    guard block.isEditable else { throw FieldError("this block is locked against editing") }
    let editing = field.editing
    if case .none = editing { throw FieldError("this field can't be edited") }
    return editing
  }

  /// Fires `block_field_intermediate_change` for a value that is being typed into a field. The program does not change.
  /// Values that the field rejects fire nothing.
  /// - Parameter previous: the value of the previous such event, or the field's value.
  /// - Returns: the value of the latest such event.
  public func fireIntermediateChange(
    of location: FieldLocation, from previous: FieldState, toInput text: String
  ) -> FieldState {
    guard let block = workspace.blocks[location.blockID], let field = block.firstField(withName: location.name),
      let new = try? field.state(forInput: text)
    else { return previous }
    announce(
      FieldIntermediateChangeEvent(
        blockID: block.id, fieldName: location.name, old: previous, new: new, workspaceID: workspace.id))
    return new
  }

  /// The number of uses of a variable.
  public func useCount(of variable: Variable) -> Int { workspace.uses(of: variable).count }
}
