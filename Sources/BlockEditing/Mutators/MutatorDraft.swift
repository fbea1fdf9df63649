import BlockModel

/// The drafted parts of a block, grouped by kind, in the order of the kinds.
public struct MutatorDraft: Equatable, Sendable {
  /// The kinds of parts, in their order in the block.
  public let kinds: [MutatorPart.Kind]
  /// The name that the block defines, such as a function's; nil if it defines none.
  public var name: String?
  /// The parts that the block will have, grouped by kind.
  public private(set) var parts: [MutatorPart]
  /// The block's present parts that the user has removed.
  public private(set) var removed: [MutatorPart] = []
  /// The drafted options, in the order of the dialog.
  public var options: [MutatorOption]
  private var createdCount = 0

  init(
    kinds: [MutatorPart.Kind] = [], parts: [MutatorPart] = [], name: String? = nil, options: [MutatorOption] = []
  ) {
    self.kinds = kinds
    self.parts = parts
    self.name = name
    self.options = options
  }

  /// The positions of the parts of a kind, in `parts`.
  public func positions(of kind: MutatorPart.Kind) -> Range<Int> {
    let before = kinds.prefix { $0 != kind }
    let start = parts.firstIndex { !before.contains($0.kind) } ?? parts.count
    let end = parts[start...].firstIndex { $0.kind != kind } ?? parts.count
    return start..<end
  }

  /// The number of drafted parts of a kind.
  public func count(of kind: MutatorPart.Kind) -> Int { positions(of: kind).count }

  /// Every part with its index among those of its kind.
  public var indexedParts: [(part: MutatorPart, index: Int)] {
    var counts: [MutatorPart.Kind: Int] = [:]
    return parts.map { part in
      let index = counts[part.kind, default: 0]
      counts[part.kind] = index + 1
      return (part, index)
    }
  }

  /// Returns a part's index among those of its kind.
  public func index(at position: Int) -> Int { position - positions(of: parts[position].kind).lowerBound }

  /// Adds a part after the one at `position` if that is of the same kind, else as the last of its kind.
  /// - Returns: its position.
  /// - Throws: `FieldError` if no more of the kind are allowed.
  @discardableResult
  public mutating func add(_ kind: MutatorPart.Kind, behind position: Int? = nil) throws(FieldError) -> Int {
    try checkRoom(for: kind)
    // If a block can have only one such part, restore the removed one with its contents.
    if !kind.isMovable, let index = removed.firstIndex(where: { $0.kind == kind }) { return try restore(at: index) }
    createdCount += 1
    let positions = positions(of: kind)
    let index = position.map { positions.contains($0) ? $0 + 1 : positions.upperBound } ?? positions.upperBound
    parts.insert(MutatorPart(id: .new(createdCount), kind: kind), at: index)
    return index
  }

  /// Whether the block doesn't require a part.
  package func canRemove(_ part: MutatorPart) -> Bool { count(of: part.kind) > part.kind.count.lowerBound }

  /// Removes a part.
  /// - Throws: `FieldError` if the block requires it.
  public mutating func remove(at position: Int) throws(FieldError) {
    guard parts.indices.contains(position) else { throw FieldError("there is nothing to remove here") }
    let part = parts[position]
    guard canRemove(part) else { throw FieldError("the block needs this one") }
    parts.remove(at: position)
    if case .present = part.id { removed.append(part) }
  }

  /// Restores a removed part, as the last of its kind.
  /// - Parameter index: its index among the removed parts.
  /// - Returns: its position among the parts.
  /// - Throws: `FieldError` if no more of the kind are allowed.
  @discardableResult
  public mutating func restore(at index: Int) throws(FieldError) -> Int {
    guard removed.indices.contains(index) else { throw FieldError("there is nothing to restore here") }
    try checkRoom(for: removed[index].kind)
    let part = removed.remove(at: index)
    let position = positions(of: part.kind).upperBound
    parts.insert(part, at: position)
    return position
  }

  /// Removes all parts, even those that the block requires.
  mutating func removeAll() {
    removed += parts
    parts = []
  }

  /// Restores a removed part in place of a new one.
  /// - Parameter index: its index among the removed parts.
  mutating func restore(at index: Int, inPlaceOf position: Int) { parts[position] = removed.remove(at: index) }

  /// Moves a part among those of its kind.
  /// - Parameter distance: the number of places to move it down; negative for up.
  /// - Returns: its new position.
  /// - Throws: `FieldError` if it can't be moved there.
  @discardableResult
  public mutating func move(at position: Int, by distance: Int) throws(FieldError) -> Int {
    guard parts.indices.contains(position) else { throw FieldError("there is nothing to move here") }
    let kind = parts[position].kind
    guard kind.isMovable else { throw FieldError("\(kind.name) can't be moved") }
    let positions = positions(of: kind)
    guard positions.contains(position + distance) else {
      throw FieldError(distance < 0 ? "this is already the first one" : "this is already the last one")
    }
    parts.insert(parts.remove(at: position), at: position + distance)
    return position + distance
  }

  /// Renames a part.
  public mutating func rename(at position: Int, to name: String, variableID: String?) {
    parts[position].name = name
    parts[position].variableID = variableID
  }

  private func checkRoom(for kind: MutatorPart.Kind) throws(FieldError) {
    let count = count(of: kind)
    guard count >= kind.count.upperBound else { return }
    throw FieldError(count == 1 ? "there is already one" : "no more can be added")
  }
}
