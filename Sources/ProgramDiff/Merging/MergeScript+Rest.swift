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
        // Both sides may add the same.
        if let index = added.firstIndex(where: { $0.text == comment.text }) {
          added.remove(at: index)
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

  private func addNote(_ text: String) throws(EventError) {
    var comment = CommentSnapshot(
      id: workspace.freshID(), text: ConflictCopy.mark + ": " + text, position: WorkspacePoint(x: 10, y: 10))
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

  /// Adds a disabled copy of what isn't in ours, for each line in conflict, and a comment of the workspace for each
  /// conflict without a block of theirs.
  func addCopies() throws(EventError) {
    let fromBase = BlockTransfer(to: coordinator, from: baseWorkspace, isExact: false)
    fromBase.variables = ours.match.variables.toNew
    var done: Set<Copy> = []
    for finding in conflicts {
      guard let copy = finding.copy else {
        try addNote(finding.conflict.message + (finding.text.map { "\n" + $0 } ?? ""))
        continue
      }
      guard done.insert(copy).inserted else { continue }
      let messages = conflicts.filter { $0.copy == copy }.map(\.conflict.message)
      switch copy {
      case .theirs(let index, let isWhole):
        let statements = Set(
          isWhole ? [] : theirs.tree.slots[index].map(\.head).filter { theirs.tree.blocks[$0].outputConnection == nil })
        let parts = try transfer.create(index, of: theirs.tree, followers: false) { statements.contains($0) }
        try finish(parts.first?.block, "theirs", messages, beside: finding.conflict.blockID)
      case .base(let index):
        let parts = try fromBase.create(index, of: base, followers: false) { _ in false }
        try finish(parts.first?.block, "before", messages, beside: finding.conflict.blockID)
      }
    }
  }

  private func finish(_ copy: Block?, _ side: String, _ messages: [String], beside id: String?) throws(EventError) {
    guard let copy else { throw EventError("the copy of a conflict can't be created") }
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
        copy, to: WorkspacePoint(x: root.position.x + Self.distance, y: root.position.y))
    }
    let own = copy.comment.map { "\n" + $0.text } ?? ""
    let text = ([ConflictCopy.mark + ": " + side] + messages).joined(separator: "\n") + own
    var comment = copy.comment ?? BlockComment(text: "", isPinned: false, size: BlockComment.defaultSize)
    comment.text = text
    coordinator.set(.comment, to: .comment(comment), of: copy)
    if copy.isEnabled { coordinator.set(.disabled(reason: Block.manuallyDisabled), to: .flag(true), of: copy) }
  }

  /// How far beside ours the copy stands, in workspace units.
  private static let distance = 400.0
}
