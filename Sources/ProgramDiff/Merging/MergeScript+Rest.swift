import BlockEditing
import BlockEvents
import BlockLibrary
import BlockModel

extension MergeScript {
  // MARK: - Comments of the workspace

  func mergeComments() throws(EventError) {
    let fromOurs = CommentMatch(baseWorkspace.comments, workspace.comments)
    let fromTheirs = CommentMatch(baseWorkspace.comments, theirWorkspace.comments)
    var added = fromOurs.added
    for comment in theirWorkspace.comments {
      guard let old = fromTheirs.toOld[comment.id] else {
        // Both sides may add the same comment. It is collapsed if both collapsed it.
        if let index = added.firstIndex(where: { $0.text == comment.text }) {
          let own = added.remove(at: index)
          if own.isCollapsed, !comment.isCollapsed { try coordinator.setCollapsed(false, ofCommentID: own.id) }
        } else {
          try create(comment.snapshot)
        }
        continue
      }
      guard comment.text != old.text || comment.isCollapsed != old.isCollapsed else { continue }
      guard let own = fromOurs.toNew[old.id] else {
        if comment.text != old.text { addConflict(comment.text, "ours deletes the comment that theirs changes") }
        continue
      }
      if comment.text != old.text, comment.text != own.text {
        if own.text == old.text {
          try coordinator.changeComment(id: own.id, toText: comment.text)
        } else {
          addConflict(comment.text, "both sides change a comment")
        }
      }
      if comment.isCollapsed != old.isCollapsed, own.isCollapsed == old.isCollapsed {
        try coordinator.setCollapsed(comment.isCollapsed, ofCommentID: own.id)
      }
    }
    for old in baseWorkspace.comments where fromTheirs.toNew[old.id] == nil {
      guard let own = fromOurs.toNew[old.id] else { continue }
      if own.text == old.text {
        try coordinator.deleteComment(id: own.id)
      } else {
        addConflict(old.text, "theirs deletes the comment that ours changes")
      }
    }
  }

  private func create(_ comment: CommentSnapshot) throws(EventError) {
    var comment = comment
    if workspace.comment(withID: comment.id) != nil { comment.id = workspace.freshID() }
    try coordinator.create(comment, at: nil)
  }

  private func addConflict(_ text: String, _ message: String) { report(.file, message, nil, nil, text: text) }

  private func addNote(_ finding: Finding, _ places: BlockPlaces) throws(EventError) {
    let message = finding.conflict.message + (finding.text.map { "\n" + $0 } ?? "")
    let function = finding.conflict.kind == .name ? finding.conflict.blockID.flatMap { workspace.blocks[$0] } : nil
    let addition = function.flatMap { places.reference(to: $0, line: line($0, in: workspace)) }
    var comment = CommentSnapshot(
      id: workspace.freshID(), text: ConflictNote.commentText(message, addition: addition),
      position: WorkspacePoint(x: 10, y: 10))
    comment.hasImplicitID = !workspace.blocks.values.contains { !$0.hasImplicitID }
    try coordinator.create(comment, at: nil)
  }

  // MARK: - What no event can say

  func mergeFileParts() {
    let parts = (
      base: FileParts(of: baseWorkspace), ours: FileParts(of: workspace), theirs: FileParts(of: theirWorkspace)
    )
    guard !parts.theirs.hasSameParts(as: parts.base), !parts.theirs.hasSameParts(as: parts.ours) else { return }
    if parts.ours.hasSameParts(as: parts.base) {
      parts.theirs.applyParts(to: workspace)
    } else {
      report(.file, "both sides change parts of the file that aren't Blockly's", nil, nil)
    }
  }

  // MARK: - Copies

  /// Adds a disabled copy of their blocks, for each line in conflict, and a workspace comment for each conflict
  /// without a block to copy.
  func addCopies() throws(EventError) {
    let fromBase = BlockTransfer(to: coordinator, from: baseWorkspace, isExact: false)
    fromBase.variables = ours.match.variables.toNew
    let findings = Dictionary(grouping: conflicts) { $0.copy }
    var added: [(copy: Copy, block: Block)] = []
    /// The number of copies next to each stack, by the id of its first block.
    var counts: [String: Int] = [:]
    var done: Set<Copy> = []
    for finding in conflicts {
      guard let copy = finding.copy, done.insert(copy).inserted else { continue }
      let root = finding.conflict.blockID.flatMap { workspace.blocks[$0] }?.root
      // After ours, and the copies that exist already.
      let index = root.flatMap(workspace.topLevelIndex).map { $0 + 1 + counts[root?.id ?? "", default: 0] }
      counts[root?.id ?? "", default: 0] += 1
      let first: Block?
      switch copy {
      case .theirs(let node, let isWhole):
        let statements = Set(
          isWhole ? [] : theirs.tree.slots[node].map(\.head).filter { theirs.tree.blocks[$0].outputConnection == nil })
        let parts = try transfer.create(node, of: theirs.tree, followers: false, at: index) { statements.contains($0) }
        first = parts.first?.block
      case .base(let own):
        first = try fromBase.create(own, of: base, followers: false, at: index) { _ in false }.first?.block
      }
      guard let first else { throw EventError("the copy of a conflict can't be created") }
      place(first, beside: finding.conflict.blockID, below: added.count)
      added.append((copy, first))
    }
    if conflicts.isEmpty { return }
    // The places of blocks in the file are known when all copies exist.
    let places = BlockPlaces(in: workspace, without: Set(added.map(\.block.id)))
    for (copy, block) in added { mark(block, copy, findings[copy] ?? [], places) }
    for finding in conflicts where finding.copy == nil { try addNote(finding, places) }
  }

  /// - Parameter count: the number of copies before it.
  private func place(_ copy: Block, beside id: String?, below count: Int) {
    if let name = ProcedureBlocks.name(definedBy: copy) {
      let unique = ProcedureBlocks.uniqueName(name, for: copy, in: workspace)
      if unique != name { coordinator.setField("NAME", of: copy, to: .text(unique)) }
    }
    for block in copy.descendants() {
      guard let mutator = block.mutator as? MutatorProcedureCaller else { continue }
      let parameters = mutator.parameters.map { variableNames[$0] ?? $0 }
      BlockMutation(of: block, through: coordinator).perform {
        defer { mutator.parameters = parameters }
        return mutator.parameters != parameters
      }
    }
    if let root = id.flatMap({ workspace.blocks[$0] })?.root, root !== copy {
      coordinator.move(
        copy,
        to: WorkspacePoint(x: root.position.x + Self.distance.x, y: root.position.y + Double(count) * Self.distance.y))
    }
  }

  private func mark(_ block: Block, _ copy: Copy, _ findings: [Finding], _ places: BlockPlaces) {
    var note = ConflictNote(side: "theirs", messages: findings.map { $0.words ?? $0.conflict.message })
    note.parts = findings.flatMap(\.parts)
    func reference(_ block: Block) -> ConflictNote.BlockReference? {
      places.reference(to: block, line: line(block, in: workspace))
    }
    switch copy {
    case .base(let index):
      note.side = "before"
      let own = ours.fromBase[index] >= 0 ? ours.tree.blocks[ours.fromBase[index]] : nil
      note.block = own.flatMap(reference)
    case .theirs(let index, let isWhole):
      if !isWhole { note.block = blocks[index].flatMap(reference) }
      if isWhole || findings.contains(where: { $0.conflict.kind == .move || $0.conflict.kind == .place }) {
        note.place = theirPlace(of: index, reference)
      }
    }
    note.wasDisabled = block.disabledReasons.contains(Block.manuallyDisabled)
    note.ownComment = block.comment?.text
    var comment = block.comment ?? BlockComment(text: "", isPinned: false, size: BlockComment.defaultSize)
    comment.text = note.text
    coordinator.set(.comment, to: .comment(comment), of: block)
    if block.isEnabled { coordinator.set(.disabled(reason: Block.manuallyDisabled), to: .flag(true), of: block) }
  }

  /// The place of a block in theirs; nil if ours has no such place.
  private func theirPlace(
    of index: Int, _ reference: (Block) -> ConflictNote.BlockReference?
  ) -> ConflictNote.Place? {
    let tree = theirs.tree
    let holder = tree.holder[index] >= 0 ? blocks[tree.holder[index]] : nil
    if tree.holder[index] >= 0, holder == nil { return nil }
    var above = tree.above[index]
    while above >= 0 {
      if let anchor = blocks[above], isIn(anchor, holder, ourInput(of: index)) {
        return reference(anchor).map { .below($0) }
      }
      above = tree.above[above]
    }
    if let holder { return reference(holder).map { .input(ourInput(of: index), of: $0) } }
    if tree.below[index] >= 0, let below = blocks[tree.below[index]], below.surroundingBlock == nil {
      return reference(below).map { .above($0) }
    }
    return .stack
  }

  /// The distances of copies, in workspace units: horizontally from ours, vertically from each other.
  private static let distance = (x: 400.0, y: 100.0)
}
