import BlockLayout
import BlockModel

/// Something of a block that a person can change and that is no field: a lock, its data, its place in the file.
public enum BlockProperty: Hashable, Sendable {
  case deletable, movable, editable
  /// Whether its inputs stand side by side.
  case inline
  case data
  case earlier, later
  /// Becoming the default of the input that it stands in.
  case becomesDefault
}

extension WorkbenchController {
  /// The properties of a block that can be changed now, with what each is now, in words.
  public func properties(of block: Block) -> [(property: BlockProperty, words: String)] {
    func lock(_ isFree: Bool) -> String { isFree ? "allowed" : "locked" }
    var properties: [(BlockProperty, String)] = [
      (.deletable, "deleting: \(lock(block.isDeletable))"), (.movable, "moving: \(lock(block.isMovable))"),
      (.editable, "editing: \(lock(block.isEditable))"),
    ]
    if block.inputs.contains(where: { $0.kind == .value }) {
      properties.append((.inline, "values: \(block.isInline ? "side by side" : "one a row")"))
    }
    properties.append((.data, block.data.map { "data: “\(BlockWords.line($0, limit: 30))”" } ?? "data: none"))
    if let place = workspace.place(of: block) {
      let count = workspace.topBlocks.count + workspace.comments.count
      let now = "in the file, now \(place + 1) of \(count)"
      if place > 0 { properties.append((.earlier, "earlier \(now)")) }
      if place + 1 < count { properties.append((.later, "later \(now)")) }
    }
    if canBecomeDefault(block) { properties.append((.becomesDefault, "make it the default here")) }
    return properties
  }

  private func canBecomeDefault(_ block: Block) -> Bool {
    block.superiorConnection?.sourceInput != nil && !block.isShadow
      && block.descendants().allSatisfy {
        $0 === block || $0.isShadow
      }
  }

  /// Changes a property that needs no more to be said.
  /// - Returns: what to tell the person.
  public func change(_ property: BlockProperty, of block: Block) -> String {
    let place = workspace.place(of: block) ?? 0
    act {
      switch property {
      case .deletable: coordinator.setDeletable(!block.isDeletable, of: block)
      case .movable: coordinator.setMovable(!block.isMovable, of: block)
      case .editable: coordinator.setEditable(!block.isEditable, of: block)
      case .inline: coordinator.setInline(!block.isInline, of: block)
      case .earlier: coordinator.setPlace(place - 1, of: block)
      case .later: coordinator.setPlace(place + 1, of: block)
      case .becomesDefault: makeDefault(block)
      case .data: break
      }
    }
    settleCursor()
    return properties(of: block).first { $0.property == property }?.words ?? cursorWords
  }

  /// The block goes, and its like waits where it stood as a shadow.
  private func makeDefault(_ block: Block) {
    guard let superior = block.superiorConnection, canBecomeDefault(block) else { return }
    var shadow = BlockSnapshot(of: block)
    for index in shadow.records.indices {
      shadow.records[index].isShadow = true
      shadow.records[index].position = nil
    }
    coordinator.delete(block, heal: false)
    coordinator.setShadow(shadow, ofInput: superior.sourceInput?.name, of: superior.sourceBlock)
    cursor = .block(id: block.id)
  }

  /// Writes a block's data; an empty text removes it.
  /// - Returns: what to tell the person.
  public func setData(_ text: String, of block: Block) -> String {
    act { coordinator.setData(text.isEmpty ? nil : text, of: block) }
    return text.isEmpty ? "no data" : "data: “\(BlockWords.line(text, limit: 30))”"
  }
}
