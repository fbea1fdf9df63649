import BlockModel

/// The layout of a mutator whose block is made of parts. It finds out where the contents of the block's inputs go when parts
/// are added, removed and moved: with their part.
///
/// A subclass says which kinds of parts there are, which ones its block has, which inputs belong to a part, and what a draft
/// means to its mutator.
open class MutatorPartsLayout: MutatorLayout {
  /// The parts as they shall be.
  public var draft = MutatorDraft()

  /// The kinds of parts, in the order in which they stand in the block.
  open var kinds: [MutatorPart.Kind] { [] }

  /// The parts that the block has.
  open func readParts() -> [MutatorPart] { [] }

  /// What the block is called, and what is so or not about it, besides its parts.
  open func readRest() -> (name: String?, options: [MutatorOption]) { (nil, []) }

  /// The names of the inputs that belong to a part.
  /// - Parameter index: the part's place among those of its kind.
  open func inputs(of kind: MutatorPart.Kind, at index: Int) -> [String] { [] }

  /// Gives the mutator the state of the draft.
  open func take(_ draft: MutatorDraft) {}

  /// A part's words in front of what it holds.
  /// - Parameter index: its place among those of its kind.
  open func label(of part: MutatorPart, at index: Int) -> String {
    part.kind.isMovable ? "\(part.kind.name) \(index + 1)" : part.kind.name
  }

  /// Which part it is, in a sentence.
  open func words(of part: MutatorPart, at index: Int, count: Int) -> String {
    part.kind.isMovable ? "\(part.kind.name) \(index + 1) of \(count)" : part.kind.name
  }

  /// Whether a part can go without anything being missed: it holds nothing, not even a default.
  /// - Parameter index: its place among those of its kind.
  open func isEmpty(_ part: MutatorPart, at index: Int) -> Bool { part.content.isEmpty && part.loose.isEmpty }

  /// What else comes of how a part of the draft is called; empty for nothing.
  open func remark(onPartAt place: Int) -> String { "" }

  // MARK: - Names

  /// Gives a part of the draft another name.
  /// - Throws: `FieldRefusal` when the name can't be taken.
  open func renamePart(at place: Int, to name: String) throws(FieldRefusal) {
    draft.rename(at: place, to: name, variableID: nil)
  }

  /// Gives what the block defines another name, in the draft.
  /// - Throws: `FieldRefusal` when the name can't be taken.
  open func rename(to name: String) throws(FieldRefusal) { draft.name = name }

  /// A name for a new part.
  open func suggestedName(for kind: MutatorPart.Kind) -> String { "" }

  /// The names that a part can be given besides what is typed.
  open var knownNames: [String] { [] }

  // MARK: - Reading

  override public func read() { draft = currentDraft() }

  /// The parts of the block as it is.
  public func currentDraft() -> MutatorDraft {
    let rest = readRest()
    return MutatorDraft(kinds: kinds, parts: readParts(), name: rest.name, options: rest.options)
  }

  /// Some parts of a kind that the block has.
  /// - Parameter first: how many parts of other kinds stand before them.
  public func present(_ kind: MutatorPart.Kind, count: Int, first: Int = 0) -> [MutatorPart] {
    let byName = Dictionary(block.inputs.map { ($0.name, $0) }) { first, _ in first }
    return (0..<max(0, count)).map { index in
      var part = MutatorPart(id: .present(first + index), kind: kind)
      let held = inputs(of: kind, at: index).compactMap { byName[$0] }
      part.content = PartLabel.content(of: held)
      part.loose = PartLabel.loose(in: held)
      return part
    }
  }

  // MARK: - The mutation

  override public func updateMutator() -> Bool {
    take(draft)
    return true
  }

  override public var movedContents: [String: String?] {
    var wanted: [MutatorPart.ID: [String]] = [:]
    for (part, index) in draft.indexedParts { wanted[part.id] = inputs(of: part.kind, at: index) }
    var places: [String: String?] = [:]
    for (part, place) in currentDraft().indexedParts {
      let former = inputs(of: part.kind, at: place)
      let now = wanted[part.id] ?? []
      for (index, name) in former.enumerated() {
        let target = now.indices.contains(index) ? now[index] : nil
        if target != name { places[name] = .some(target) }
      }
    }
    return places
  }

  override open func performMutation() {
    guard isChanged else { return }
    super.performMutation()
  }

  /// Whether the draft differs from the block.
  public var isChanged: Bool {
    let current = currentDraft()
    return draft.parts != current.parts || draft.name != current.name || draft.options != current.options
  }
}
