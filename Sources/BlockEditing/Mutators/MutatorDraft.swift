import BlockModel

/// The parts of a block as a user wants them. Parts of one kind stand together, in the order of the kinds.
public struct MutatorDraft: Equatable, Sendable {
  public let kinds: [MutatorPart.Kind]
  /// The name of what the block defines; nil where it defines nothing.
  public var name: String?
  public private(set) var parts: [MutatorPart]
  /// Parts that the block has and shall not have any more.
  public private(set) var removed: [MutatorPart] = []
  public var options: [MutatorOption]
  private var madeCount = 0

  public init(
    kinds: [MutatorPart.Kind] = [], parts: [MutatorPart] = [], name: String? = nil, options: [MutatorOption] = []
  ) {
    self.kinds = kinds
    self.parts = parts
    self.name = name
    self.options = options
  }

  /// The parts of a kind, by their places among all.
  public func places(of kind: MutatorPart.Kind) -> Range<Int> {
    let before = kinds.prefix { $0 != kind }
    let start = parts.firstIndex { !before.contains($0.kind) } ?? parts.count
    let end = parts[start...].firstIndex { $0.kind != kind } ?? parts.count
    return start..<end
  }

  public func count(of kind: MutatorPart.Kind) -> Int { places(of: kind).count }

  /// Every part with its place among those of its kind.
  public var indexedParts: [(part: MutatorPart, index: Int)] {
    var counts: [MutatorPart.Kind: Int] = [:]
    return parts.map { part in
      let index = counts[part.kind, default: 0]
      counts[part.kind] = index + 1
      return (part, index)
    }
  }

  /// A part's place among those of its kind.
  public func index(at place: Int) -> Int { place - places(of: parts[place].kind).lowerBound }

  /// Adds a part: behind the one at `place`, if that is of the same kind, else as the last of its kind.
  /// - Returns: its place.
  /// - Throws: `FieldRefusal` when there are enough of the kind.
  @discardableResult
  public mutating func add(_ kind: MutatorPart.Kind, behind place: Int? = nil) throws(FieldRefusal) -> Int {
    try checkRoom(for: kind)
    // What there can be but one of comes back as it was.
    if !kind.isMovable, let index = removed.firstIndex(where: { $0.kind == kind }) { return try restore(at: index) }
    madeCount += 1
    let places = places(of: kind)
    let index = place.map { places.contains($0) ? $0 + 1 : places.upperBound } ?? places.upperBound
    parts.insert(MutatorPart(id: .new(madeCount), kind: kind), at: index)
    return index
  }

  /// Removes a part.
  /// - Throws: `FieldRefusal` when the block needs it.
  public mutating func remove(at place: Int) throws(FieldRefusal) {
    guard parts.indices.contains(place) else { throw FieldRefusal("there is nothing to remove here") }
    let part = parts[place]
    guard count(of: part.kind) > part.kind.count.lowerBound else {
      throw FieldRefusal("the block can't be without this one")
    }
    parts.remove(at: place)
    if case .present = part.id { removed.append(part) }
  }

  /// Takes a removed part in again, as the last of its kind.
  /// - Parameter index: its place among the removed ones.
  /// - Returns: its place among the parts.
  /// - Throws: `FieldRefusal` when there are enough of the kind.
  @discardableResult
  public mutating func restore(at index: Int) throws(FieldRefusal) -> Int {
    guard removed.indices.contains(index) else { throw FieldRefusal("there is nothing to bring back here") }
    try checkRoom(for: removed[index].kind)
    let part = removed.remove(at: index)
    let place = places(of: part.kind).upperBound
    parts.insert(part, at: place)
    return place
  }

  /// Takes a removed part in again in place of a new one.
  /// - Parameter index: its place among the removed ones.
  mutating func restore(at index: Int, inPlaceOf place: Int) { parts[place] = removed.remove(at: index) }

  /// Moves a part among those of its kind.
  /// - Parameter distance: how far down, or up when negative.
  /// - Returns: its new place.
  /// - Throws: `FieldRefusal` when there is no place for it there.
  @discardableResult
  public mutating func move(at place: Int, by distance: Int) throws(FieldRefusal) -> Int {
    guard parts.indices.contains(place) else { throw FieldRefusal("there is nothing to move here") }
    let kind = parts[place].kind
    guard kind.isMovable else { throw FieldRefusal("\(kind.name) has its place") }
    let places = places(of: kind)
    guard places.contains(place + distance) else {
      throw FieldRefusal(distance < 0 ? "this is the first one" : "this is the last one")
    }
    parts.insert(parts.remove(at: place), at: place + distance)
    return place + distance
  }

  /// Gives a part another name.
  public mutating func rename(at place: Int, to name: String, variableID: String?) {
    parts[place].name = name
    parts[place].variableID = variableID
  }

  private func checkRoom(for kind: MutatorPart.Kind) throws(FieldRefusal) {
    let count = count(of: kind)
    guard count >= kind.count.upperBound else { return }
    throw FieldRefusal(count == 1 ? "there is one already" : "there can't be more")
  }
}
