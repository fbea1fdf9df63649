import BlockLayout
import BlockLibrary
import BlockModel

/// Values of fields, and the properties of blocks.
extension IntentResolver {
  func setField(_ place: FieldPlace, toInput text: String) -> Resolution {
    block(place.blockID) { block in
      guard let field = block.firstField(withName: place.name) else {
        return .nothing(reason: "this field is not there any more")
      }
      if !block.isEditable { return .nothing(reason: "this block is locked against editing") }
      do throws(FieldRefusal) {
        let state = try field.state(forInput: text)
        if let field = field as? FieldVariable { try check(workspace.variables[text], for: field) }
        return .changes(
          Plan([.setField(place, to: state)]) { workbench, isChanged in
            (isChanged ? "changed: " : "nothing changed: ") + workbench.cursorWords
          })
      } catch {
        return .nothing(reason: error.reason)
      }
    }
  }

  /// - Throws: `FieldRefusal` when the field can't refer to the variable.
  private func check(_ variable: Variable?, for field: FieldVariable) throws(FieldRefusal) {
    guard let variable else { throw FieldRefusal("this variable is not there any more") }
    try check(variableType: variable.type, for: field)
  }

  /// - Throws: `FieldRefusal` when the field refers to variables of other types.
  func check(variableType type: String, for field: FieldVariable) throws(FieldRefusal) {
    guard let types = field.variableTypes, !types.isEmpty, !types.contains(type) else { return }
    throw FieldRefusal("a variable \(type.isEmpty ? "without a type" : "of the type \(type)") can't be used here")
  }

  func setComment(_ text: String, blockID: String) -> Resolution {
    block(blockID) { block in
      guard text != block.comment?.text ?? "" else {
        return .already(words: text.isEmpty ? "no comment" : "the comment stays as it was")
      }
      // As in Blockly, whose menu offers no comments for such a block.
      if !block.isEditable { return .nothing(reason: "this block is locked against editing") }
      var comment = block.comment ?? BlockComment(text: "", isPinned: false, size: BlockComment.defaultSize)
      comment.text = text
      return .changes(
        Plan(
          [.setComment(text.isEmpty ? nil : comment, blockID: blockID)],
          words: text.isEmpty ? "removed the comment" : nil))
    }
  }

  func setBookmark(_ name: String, blockID: String) -> Resolution {
    block(blockID) { block in
      let had = block.bookmark
      let words: String
      if name.isEmpty {
        guard let had else { return .nothing(reason: "no bookmark was set") }
        words = "removed the bookmark “\(had)”"
      } else {
        if had == name { return .already(words: "the bookmark is “\(name)” already") }
        words = had == nil ? "set the bookmark “\(name)”" : "the bookmark is “\(name)” now"
      }
      return .changes(Plan([.setBookmark(name.isEmpty ? nil : name, blockID: blockID)], words: words))
    }
  }

  func setData(_ text: String, blockID: String) -> Resolution {
    block(blockID) { _ in
      .changes(
        Plan(
          [.setData(text.isEmpty ? nil : text, blockID: blockID)],
          words: text.isEmpty ? "no data" : "data: “\(BlockWords.line(text, limit: 30))”"))
    }
  }

  // MARK: - Properties

  func change(_ property: BlockProperty, blockID id: String) -> Resolution {
    block(id) { block in
      var focus = FocusAfter.stays
      let changes: [ProgramChange]
      switch property {
      case .deletable: changes = [.setDeletable(!block.isDeletable, blockID: id)]
      case .movable: changes = [.setMovable(!block.isMovable, blockID: id)]
      case .editable: changes = [.setEditable(!block.isEditable, blockID: id)]
      case .inline:
        guard block.inputs.contains(where: { $0.kind == .value }) else {
          return .nothing(reason: "there are no values side by side here")
        }
        changes = [.setInline(!block.isInline, blockID: id)]
      case .earlier, .later:
        guard let place = workspace.place(of: block) else {
          return .nothing(reason: "only what stands at the top level has a place in the file")
        }
        let count = workspace.topBlocks.count + workspace.comments.count
        let wanted = property == .earlier ? place - 1 : place + 1
        guard (0..<count).contains(wanted) else {
          return .nothing(reason: wanted < 0 ? "it is the first in the file" : "it is the last in the file")
        }
        changes = [.setPlace(wanted, blockID: id)]
      case .becomesDefault:
        changes = makeDefault(block)
        focus = .item(.block(id: id))
      case .data: return .nothing(reason: "the data have to be typed")
      }
      guard !changes.isEmpty else { return .nothing(reason: "this block can't be a default here") }
      return .changes(
        Plan(changes, focus: focus) { workbench, _ in
          let block = workbench.workspace.blocks[id]
          if property == .earlier || property == .later { return workbench.placeInFile(of: block) }
          let properties = block.map { workbench.properties(of: $0) } ?? []
          return properties.first { $0.property == property }?.words ?? workbench.cursorWords
        })
    }
  }

  /// The block goes, and its like waits where it stood as a shadow.
  private func makeDefault(_ block: Block) -> [ProgramChange] {
    guard let superior = block.superiorConnection, block.canBecomeDefault else { return [] }
    var shadow = BlockSnapshot(of: block)
    for index in shadow.records.indices {
      shadow.records[index].isShadow = true
      shadow.records[index].position = nil
    }
    return [.delete(blockID: block.id, heal: false), .setShadow(shadow, at: ConnectionPlace(superior))]
  }

  // MARK: - Collapsing, disabling

  func toggleCollapsed() -> Resolution {
    if let comment = state.cursorComment {
      return .changes(
        Plan(
          [.setCommentCollapsed(!comment.isCollapsed, id: comment.id)],
          words: "\(comment.isCollapsed ? "expanded" : "collapsed") \(CommentWords.name(of: comment))"))
    }
    guard let block = state.realBlock else { return .nothing(reason: "there is no block here") }
    return .changes(
      Plan(
        [.setCollapsed(!block.isCollapsed, blockID: block.id)], focus: .item(.block(id: block.id)),
        words: "\(block.isCollapsed ? "expanded" : "collapsed") \(BlockWords.name(of: block))"))
  }

  /// Every block of every stack is collapsed, or they all are expanded when none is left to collapse.
  func toggleAllCollapsed() -> Resolution {
    var blocks: [Block] = []
    for top in workspace.topBlocks {
      var block: Block? = top
      while let current = block {
        blocks.append(current)
        block = current.nextBlock
      }
    }
    guard !blocks.isEmpty else { return .nothing(reason: "there are no blocks") }
    let isCollapsing = blocks.contains { !$0.isCollapsed }
    return .changes(
      Plan(
        blocks.map { .setCollapsed(isCollapsing, blockID: $0.id) },
        words: isCollapsing ? "all blocks collapsed" : "all blocks expanded"))
  }

  func toggleDisabled() -> Resolution {
    if state.cursorComment != nil { return .nothing(reason: "a comment can't be disabled") }
    guard let block = state.realBlock else { return .nothing(reason: "there is no block here") }
    guard block.isEditable else { return .nothing(reason: "this block is locked against editing") }
    let isDisabled = block.disabledReasons.contains(Block.manuallyDisabled)
    return .changes(
      Plan([.setDisabled(!isDisabled, blockID: block.id)]) { _, _ in
        let name = BlockWords.name(of: block)
        if block.isEnabled { return "enabled \(name)" }
        // It has reasons of its own to do nothing where it stands.
        return isDisabled ? "\(name) stays disabled: \(DisabledWords.reasons(of: block))" : "disabled \(name)"
      })
  }
}

/// Why a block does nothing, in words.
private enum DisabledWords {
  static func reasons(of block: Block) -> String {
    block.disabledReasons.map { reason in
      Misplacement(rawValue: reason).map { "it \($0.words)" } ?? reason.lowercased().replacing("_", with: " ")
    }.joined(separator: ", ")
  }
}
