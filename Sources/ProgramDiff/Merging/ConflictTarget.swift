import BlockEditing
import BlockEvents
import BlockLibrary
import BlockModel
import BlockNotation

/// The block that a conflict's copy belongs to in the program, and the place for it. `takeTheirs` applies the copy.
package struct ConflictTarget {
  private let copy: Block
  private let note: ConflictNote
  /// The block of ours; nil if ours has none.
  package let block: Block?
  private let destination: BlockDestination?

  /// - Parameter copy: a conflict's copy.
  /// - Returns: nil if the counterpart can't be found.
  package init?(of copy: Block, in workspace: Workspace, _ library: NotationLibrary) {
    guard let note = copy.comment.flatMap({ ConflictNote(text: $0.text) }), note.block != nil || note.place != nil
    else {
      return nil
    }
    func find(_ reference: ConflictNote.BlockReference) -> Block? {
      reference.block(in: workspace, library, for: copy).flatMap { $0.root === copy ? nil : $0 }
    }
    (self.copy, self.note) = (copy, note)
    block = note.block.flatMap(find)
    if note.block != nil, block == nil { return nil }
    let destination: BlockDestination?
    switch note.place {
    case nil: destination = nil
    case .stack: destination = .stack
    case .above(let reference): destination = find(reference).map { .above($0.root) }
    case .below(let reference): destination = find(reference)?.nextConnection.map { .connection($0) }
    case .input(let name, let reference):
      destination = find(reference)?.firstInput(withName: name)?.connection.map { .connection($0) }
    }
    if note.place != nil, destination == nil { return nil }
    self.destination = destination
  }

  /// Changes ours to theirs, and deletes the copy.
  /// - Throws: `EventError` if that isn't possible; some changes may have been made then.
  package func takeTheirs(through coordinator: WorkspaceLayoutCoordinator) throws(EventError) {
    if note.side == "before" {
      if let block { coordinator.delete(block, heal: true) }
    } else if let block {
      let name = theirName(in: coordinator.workspace)
      try takeLine(block, coordinator)
      if let destination { try destination.receive(block, coordinator) }
      coordinator.delete(copy, heal: true)
      // Until now, the copy had the name.
      if let name { coordinator.setField("NAME", of: block, to: .text(name)) }
      return
    } else if let destination {
      Self.unmark(copy, note, coordinator)
      return try destination.receive(copy, coordinator)
    }
    coordinator.delete(copy, heal: true)
  }

  /// Makes a conflict's copy a part of the program.
  package static func keep(_ copy: Block, through coordinator: WorkspaceLayoutCoordinator) {
    guard let note = copy.comment.flatMap({ ConflictNote(text: $0.text) }) else { return }
    unmark(copy, note, coordinator)
  }

  private static func unmark(_ copy: Block, _ note: ConflictNote, _ coordinator: WorkspaceLayoutCoordinator) {
    coordinator.set(.comment, to: .comment(comment(of: copy, note)), of: copy)
    if !note.wasDisabled { coordinator.set(.disabled(reason: Block.manuallyDisabled), to: .flag(false), of: copy) }
  }

  /// The comment that the copied block had itself.
  private static func comment(of copy: Block, _ note: ConflictNote) -> BlockComment? {
    guard let own = note.ownComment, var comment = copy.comment else { return nil }
    comment.text = own
    return comment
  }

  // MARK: - Content

  /// A block of the line and the copy's block for it.
  private struct Pair {
    var own: Block
    var other: Block
    /// The names of the inputs on the way from the line's block to it.
    var inputs: [String]
  }

  /// Gives a block and its values the content of the copy; statements in it stay. If the conflict is about parts that
  /// still exist, only they change.
  private func takeLine(_ block: Block, _ coordinator: WorkspaceLayoutCoordinator) throws(EventError) {
    // The block was only moved.
    if destination != nil, !note.isAbout() { return }
    let transfer = BlockTransfer(to: coordinator, from: coordinator.workspace, isExact: false)
    let content = BlockContent(isExact: false)
    var pairs = [Pair(own: block, other: copy, inputs: [])]
    var (next, parts) = (0, [(pair: Pair, part: ContentPart)]())
    while next < pairs.count {
      let pair = pairs[next]
      let (own, other) = (content.parts(of: pair.own), content.parts(of: pair.other))
      for part in Set(own.keys).union(other.keys) where own[part] != other[part] {
        if note.isAbout(pair.inputs + [part.words]) { parts.append((pair, part)) }
      }
      for input in pair.own.inputs where input.kind == .value {
        guard let value = input.realBlock, let wanted = pair.other.firstInput(withName: input.name)?.realBlock,
          value.type == wanted.type
        else { continue }
        pairs.append(Pair(own: value, other: wanted, inputs: pair.inputs + [input.name]))
      }
      next += 1
    }
    if !parts.isEmpty {
      for (pair, part) in parts { try take(pair, transfer, coordinator) { $0 == part } }
      return
    }
    for pair in pairs {
      try take(pair, transfer, coordinator) { part in
        if case .shadow(let name) = part { pair.other.firstInput(withName: name)?.kind == .value } else { true }
      }
      for input in pair.own.inputs where input.kind == .value {
        let (present, wanted) = (input.realBlock, pair.other.firstInput(withName: input.name)?.realBlock)
        if let present, let wanted, present.type == wanted.type { continue }
        if let present { coordinator.delete(present, heal: false) }
        if let wanted, let connection = input.connection { coordinator.connect(wanted, to: connection) }
      }
    }
  }

  /// Gives a block parts of the content of the copy's block.
  private func take(
    _ pair: Pair, _ transfer: BlockTransfer, _ coordinator: WorkspaceLayoutCoordinator,
    where isWanted: (ContentPart) -> Bool
  ) throws(EventError) {
    let isMarked = pair.other === copy
    try transfer.setContent(of: pair.own, to: pair.other) { part in
      if case .field = part { return false }
      return isWanted(part) && !(isMarked && (part == .property(.comment) || part == .property(.disabled)))
    }
    for field in pair.other.inputs.flatMap(\.fields) {
      guard let name = field.name, let state = field.state, isWanted(.field(name)),
        name != "NAME" || ProcedureBlocks.name(definedBy: pair.own) == nil
      else { continue }
      if pair.own.firstField(withName: name)?.state != state { coordinator.setField(name, of: pair.own, to: state) }
    }
    try transfer.setShadows(of: pair.own, to: pair.other, where: isWanted)
    guard isMarked else { return }
    let comment = Self.comment(of: copy, note)
    if isWanted(.property(.comment)), pair.own.comment?.text != comment?.text {
      coordinator.set(.comment, to: .comment(comment), of: pair.own)
    }
    if isWanted(.property(.disabled)) {
      coordinator.set(.disabled(reason: Block.manuallyDisabled), to: .flag(note.wasDisabled), of: pair.own)
    }
  }

  /// Their name for a function; nil if ours keeps its name, as the copy's differs only because it had to be unique.
  private func theirName(in workspace: Workspace) -> String? {
    guard let name = block.flatMap(ProcedureBlocks.name(definedBy:)), let other = ProcedureBlocks.name(definedBy: copy)
    else { return nil }
    return ProcedureBlocks.uniqueName(name, for: copy, in: workspace) == other ? nil : other
  }
}

extension Input {
  /// The block in the input, unless it is a shadow.
  var realBlock: Block? { connectedBlock.flatMap { $0.isShadow ? nil : $0 } }
}
