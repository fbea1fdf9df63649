import BlockModel
import Markup

/// The layout of a mutator whose block consists of parts. When parts are added, removed and moved, the contents of
/// their inputs stay with them.
///
/// A subclass defines the kinds of parts, the parts of its block, the inputs of a part, and how a draft is applied to
/// its mutator.
open class MutatorPartsLayout: MutatorLayout {
  /// The parts that the user is editing.
  public var draft = MutatorDraft()

  /// The kinds of parts, in their order in the block.
  open var kinds: [MutatorPart.Kind] { [] }

  /// The present parts of the block.
  open func readParts() -> [MutatorPart] { [] }

  /// Returns the name that the block defines, and the block's options.
  open func readNameAndOptions() -> (name: String?, options: [MutatorOption]) { (nil, []) }

  /// Returns the names of the inputs that belong to a part.
  /// - Parameter index: the part's index among those of its kind.
  open func inputs(of kind: MutatorPart.Kind, at index: Int) -> [String] { [] }

  /// Applies the draft to the mutator.
  open func apply(_ draft: MutatorDraft) {}

  /// Returns the label in front of a part's contents.
  /// - Parameter index: the part's index among those of its kind.
  open func label(of part: MutatorPart, at index: Int) -> String {
    part.kind.isMovable ? "\(part.kind.name) \(index + 1)" : part.kind.name
  }

  /// Returns the name of a part for use in a sentence.
  open func description(of part: MutatorPart, at index: Int, count: Int) -> String {
    part.kind.isMovable ? "\(part.kind.name) \(index + 1) of \(count)" : part.kind.name
  }

  /// Whether removing a part would lose nothing, not even a shadow.
  /// - Parameter index: the part's index among those of its kind.
  open func isEmpty(_ part: MutatorPart, at index: Int) -> Bool { part.content.isEmpty && part.disconnected.isEmpty }

  /// Returns a remark on the consequence of a drafted part's name; empty if there is none.
  open func note(onPartAt position: Int) -> String { "" }

  // MARK: - Names

  /// Renames a part of the draft.
  /// - Throws: `FieldError` if the name isn't allowed.
  open func renamePart(at position: Int, to name: String) throws(FieldError) {
    draft.rename(at: position, to: name, variableID: nil)
  }

  /// Changes the name that the block defines, in the draft.
  /// - Throws: `FieldError` if the name isn't allowed.
  open func rename(to name: String) throws(FieldError) { draft.name = name }

  /// Returns a name for a new part.
  open func suggestedName(for kind: MutatorPart.Kind) -> String { "" }

  /// Whether the block has a name that Blockly gives to functions without one.
  open var isUnnamed: Bool { false }

  /// Existing names to choose from when naming a part.
  open var knownNames: [String] { [] }

  // MARK: - Reading

  override public func read() { draft = currentDraft() }

  /// Returns a draft of the block's current state.
  public func currentDraft() -> MutatorDraft {
    let rest = readNameAndOptions()
    return MutatorDraft(kinds: kinds, parts: readParts(), name: rest.name, options: rest.options)
  }

  /// Returns the present parts of a kind, for `readParts()`. The parts of all kinds are numbered together, as the
  /// contents of their inputs follow the numbers: with two kinds, the numbers of the second follow those of the first.
  ///
  /// ```swift
  /// present(Self.branch, count: branches) + present(Self.otherwise, count: hasElse ? 1 : 0, first: branches)
  /// ```
  /// - Parameter first: the number of parts of other kinds before them.
  public func present(_ kind: MutatorPart.Kind, count: Int, first: Int = 0) -> [MutatorPart] {
    let byName = Dictionary(block.inputs.map { ($0.name, $0) }) { first, _ in first }
    return (0..<max(0, count)).map { index in
      var part = MutatorPart(id: .present(first + index), kind: kind)
      let held = inputs(of: kind, at: index).compactMap { byName[$0] }
      part.content = PartLabel.content(of: held)
      part.disconnected = PartLabel.disconnected(in: held)
      return part
    }
  }

  override public var requestedState: JSONValue? { draft.json }

  override public func restore(_ state: JSONValue) { draft.restore(state) }

  // MARK: - The mutation

  override public var movedContents: [String: String?] {
    var wanted: [MutatorPart.ID: [String]] = [:]
    for (part, index) in draft.indexedParts { wanted[part.id] = inputs(of: part.kind, at: index) }
    var targets: [String: String?] = [:]
    for (part, oldIndex) in currentDraft().indexedParts {
      let oldNames = inputs(of: part.kind, at: oldIndex)
      let now = wanted[part.id] ?? []
      for (index, name) in oldNames.enumerated() {
        let target = now.indices.contains(index) ? now[index] : nil
        if target != name { targets[name] = .some(target) }
      }
    }
    return targets
  }

  override open func performMutation() {
    guard isChanged else { return }
    BlockMutation(of: block, through: coordinator).perform(moving: movedContents) {
      apply(draft)
      return true
    }
  }

  /// Whether the draft differs from the block.
  public var isChanged: Bool {
    let current = currentDraft()
    return draft.parts != current.parts || draft.name != current.name || draft.options != current.options
  }
}
