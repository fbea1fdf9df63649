import BlockEvents
import BlockLayout
import BlockModel

extension Intent {
  /// Sets a block's comment; an empty text removes it.
  public static func setComment(_ text: String, blockID id: String) -> Intent {
    ofBlock("setComment", id) { $0.setComment(text, blockID: $1) }
  }
  /// Names a block's bookmark; an empty name removes it.
  public static func setBookmark(_ name: String, blockID id: String) -> Intent {
    ofBlock("setBookmark", id) { $0.setBookmark(name, blockID: $1) }
  }
  /// Sets a block's data; an empty text removes it.
  public static func setData(_ text: String, blockID id: String) -> Intent {
    ofBlock("setData", id) { $0.setData(text, blockID: $1) }
  }
  /// Changes a property to its other value, or moves the block in the file.
  public static func change(_ property: BlockProperty, blockID id: String) -> Intent {
    ofBlock("change", id) { $0.change(property, blockID: $1) }
  }
  /// Shows the values of the block at the cursor side by side, or one per row.
  public static let toggleInline = Intent("toggleInline") { $0.toggleInline() }

  /// An intent that is repeated for the block at the cursor.
  private static func ofBlock(
    _ name: String, _ id: String, _ resolve: @escaping (IntentResolver, String) -> Resolution
  ) -> Intent {
    Intent(
      name,
      repetition: .atCursor { resolver in
        resolver.state.nearestNonShadowBlock.map { resolve(resolver, $0.id) }
          ?? .refused(reason: "there is no block here")
      }
    ) { resolve($0, id) }
  }
}

/// Properties of blocks: comment, bookmark, data, locks, position in the file.
extension IntentResolver {
  func setComment(_ text: String, blockID: String) -> Resolution {
    block(blockID) { block in
      guard text != block.comment?.text ?? "" else {
        return .alreadyDone(statusMessage: text.isEmpty ? "no comment" : "the comment stays as it was")
      }
      // As in Blockly, whose menu offers no comment for a locked block.
      if !block.isEditable { return .refused(reason: "this block is locked against editing") }
      var comment = block.comment ?? BlockComment(text: "", isPinned: false, size: BlockComment.defaultSize)
      comment.text = text
      return .changes(
        Plan(
          [.set(.comment, to: .comment(text.isEmpty ? nil : comment), blockID: blockID)],
          statusMessage: text.isEmpty
            ? "removed the comment" : "\(block.comment == nil ? "set" : "changed") the comment “\(quoted: text)”"))
    }
  }

  func setBookmark(_ name: String, blockID: String) -> Resolution {
    block(blockID) { block in
      do throws(FieldError) { try NameLimit.check(name) } catch { return .refused(reason: error.reason) }
      let oldName = block.bookmark
      let statusMessage: String
      if name.isEmpty {
        guard let oldName else { return .refused(reason: "no bookmark was set") }
        statusMessage = "removed the bookmark “\(quoted: oldName)”"
      } else {
        if oldName == name { return .alreadyDone(statusMessage: "the bookmark is already “\(quoted: name)”") }
        statusMessage =
          oldName == nil ? "set the bookmark “\(quoted: name)”" : "renamed the bookmark to “\(quoted: name)”"
      }
      return .changes(Plan([.setBookmark(name.isEmpty ? nil : name, blockID: blockID)], statusMessage: statusMessage))
    }
  }

  func setData(_ text: String, blockID: String) -> Resolution {
    block(blockID) { _ in
      .changes(
        Plan(
          [.set(.data, to: .text(text.isEmpty ? nil : text), blockID: blockID)],
          statusMessage: text.isEmpty ? "no data" : "data: “\(quoted: text)”"))
    }
  }

  func toggleInline() -> Resolution {
    if state.cursorComment != nil { return .refused(reason: "a comment has no inputs") }
    guard let block = state.nearestNonShadowBlock else { return .refused(reason: "there is no block here") }
    guard block.isEditable else { return .refused(reason: "this block is locked against editing") }
    return change(.inline, blockID: block.id)
  }

  func change(_ property: BlockProperty, blockID id: String) -> Resolution {
    block(id) { block in
      var focus = FocusAfter.unchanged
      let changes: [ProgramChange]
      switch property {
      case .deletable: changes = [.set(.deletable, to: .flag(!block.isDeletable), blockID: id)]
      case .movable: changes = [.set(.movable, to: .flag(!block.isMovable), blockID: id)]
      case .editable: changes = [.set(.editable, to: .flag(!block.isEditable), blockID: id)]
      case .inline:
        guard block.inputs.contains(where: { $0.kind == .value }) else {
          return .refused(reason: "this block has no values to arrange")
        }
        changes = [.set(.inline, to: .flag(!block.isInline), blockID: id)]
      case .moveEarlier, .moveLater:
        guard let index = workspace.topLevelIndex(of: block) else {
          return .refused(reason: "only top-level items have a position in the file")
        }
        let count = workspace.topLevelCount
        let newIndex = property == .moveEarlier ? index - 1 : index + 1
        guard (0..<count).contains(newIndex) else {
          return .refused(reason: newIndex < 0 ? "already first in the file" : "already last in the file")
        }
        changes = [.set(.order, to: .index(newIndex), blockID: id)]
      case .becomesShadow:
        changes = makeDefault(block)
        focus = .item(.block(id: id))
      case .data: return .refused(reason: "type the data in Properties")
      }
      guard !changes.isEmpty else { return .refused(reason: "this block can't be the default value here") }
      return .changes(
        Plan(changes, focus: focus) { state, _ in
          let block = state.workspace.blocks[id]
          if property == .moveEarlier || property == .moveLater { return state.positionInFile(of: block) }
          let properties = block.map { state.properties(of: $0) } ?? []
          return properties.first { $0.property == property }?.description ?? state.description()
        })
    }
  }

  /// Deletes the block and puts a copy in its input as the shadow.
  private func makeDefault(_ block: Block) -> [ProgramChange] {
    guard let superior = block.superiorConnection, block.canBecomeShadow else { return [] }
    var shadow = BlockSnapshot(of: block)
    for index in shadow.records.indices {
      shadow.records[index].isShadow = true
      shadow.records[index].position = nil
    }
    let holder = ConnectionTarget(superior)
    return [
      .delete(blockID: block.id, heal: false),
      .set(.shadow(input: holder.inputName), to: .shadow(shadow), blockID: holder.blockID),
    ]
  }
}

/// A property of a block, other than a field, that a user can change: a lock, its data, its position in the file.
public nonisolated enum BlockProperty: Hashable, Sendable {
  /// Locks: whether users may delete, move or edit the block.
  case deletable, movable, editable
  /// Whether the inputs are laid out side by side.
  case inline
  /// The text that an app keeps with the block.
  case data
  /// Swaps a top-level block with the one before or after it in the file.
  case moveEarlier, moveLater
  /// Turns the block into the shadow of the input that it is connected to.
  case becomesShadow
}

extension IntentState {
  /// The properties of a block that can be changed now, with a description of their current values.
  public func properties(of block: Block) -> [(property: BlockProperty, description: String)] {
    func lock(_ isAllowed: Bool) -> String { isAllowed ? "allowed" : "locked" }
    var properties: [(BlockProperty, String)] = [
      (.deletable, "deleting: \(lock(block.isDeletable))"), (.movable, "moving: \(lock(block.isMovable))"),
      (.editable, "editing: \(lock(block.isEditable))"),
    ]
    if block.inputs.contains(where: { $0.kind == .value }) {
      properties.append((.inline, "values: \(block.isInline ? "side by side" : "one per row")"))
    }
    properties.append((.data, block.data.map { "data: “\(BlockLabel.line($0, limit: 30))”" } ?? "data: none"))
    if let index = workspace.topLevelIndex(of: block) {
      let count = workspace.topLevelCount
      let now = "in the file (now \(index + 1) of \(count))"
      if index > 0 { properties.append((.moveEarlier, "move earlier \(now)")) }
      if index + 1 < count { properties.append((.moveLater, "move later \(now)")) }
    }
    if block.canBecomeShadow { properties.append((.becomesShadow, "make it the default value here")) }
    return properties
  }

  /// The position of a top-level block in the file.
  func positionInFile(of block: Block?) -> String? {
    guard let index = block.flatMap({ workspace.topLevelIndex(of: $0) }) else { return nil }
    return "now \(index + 1) of \(workspace.topLevelCount) in the file"
  }
}

extension Block {
  /// Whether the block can become the shadow of the input that it is connected to.
  var canBecomeShadow: Bool {
    superiorConnection?.sourceInput != nil && !isShadow && descendants().allSatisfy { $0 === self || $0.isShadow }
  }
}
