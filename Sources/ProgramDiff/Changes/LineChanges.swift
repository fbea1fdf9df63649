import BlockEditing
import BlockEvents
import BlockLayout
import BlockModel
import BlockNotation

/// The differences between an earlier version and the program, by the lines of its blocks. Valid until the program
/// changes.
package struct LineChanges {
  /// A line that differs.
  package struct Change {
    /// `+` new, `~` changed, `>` moved, `-` deleted.
    package let sign: Character
    /// The block of the line; for a deleted line, the block at its old place, or nil if the program is empty.
    package let block: Block?
    /// A description of the change, such as the line before.
    package let words: String
    /// The block in the tree of the earlier version, or of the program if it is new.
    fileprivate let index: Int
  }

  /// The changes in the reading order of the file, followed by the deleted lines.
  package private(set) var all: [Change] = []
  /// The prefix of a line's former text.
  package static let before = "before: "
  /// The sign of each line, by the id of its block. Deleted blocks have ghosts instead.
  package private(set) var signs: [String: Character] = [:]
  /// The rows that show the deleted blocks at their old places, by the ids of the blocks next to them.
  package private(set) var ghosts: [String: GhostRows] = [:]
  private let changes: ProgramChanges
  private var match: ProgramMatch { changes.match }
  private let library: NotationLibrary

  /// - Parameter match: the match of the earlier version with the program; the earlier one gets the new names.
  package init(_ match: ProgramMatch, library: NotationLibrary) {
    changes = ProgramChanges(renaming: match)
    self.library = library
    findLines()
    findDeletions()
  }

  /// The number of lines with each sign, as `+3 ~1 -2`; empty for none.
  package var counts: String {
    ["+", "~", ">", "-"].compactMap { sign in
      let count = all.count { String($0.sign) == sign }
      return count == 0 ? nil : "\(sign)\(count)"
    }.joined(separator: " ")
  }

  private mutating func findLines() {
    let (old, new) = (match.old, match.new)
    var heads: [Int] = []
    var changed: Set<Int> = []
    // The labels of new and deleted values: their rows may not show in the line.
    var values: [Int: ReplacedValues] = [:]
    for (index, block) in new.blocks.enumerated() {
      let head = block.outputConnection?.target == nil || new.holder[index] < 0 ? index : heads[new.holder[index]]
      heads.append(head)
      if match.toOld[index] < 0 || changes.isChanged[index] || head != index && changes.isMoved[index] {
        changed.insert(head)
      }
      if head != index, match.toOld[index] < 0, match.toOld[new.holder[index]] >= 0 {
        values[head, default: ReplacedValues()].new.append(BlockLabel.summary(of: block))
      }
    }
    // Lines that lost a value.
    for (index, block) in old.blocks.enumerated() where match.toNew[index] < 0 {
      var head = index
      while head >= 0, match.toNew[head] < 0 {
        head = old.blocks[head].outputConnection?.target == nil ? -1 : old.holder[head]
      }
      guard head >= 0, block.outputConnection != nil else { continue }
      changed.insert(heads[match.toNew[head]])
      if match.toNew[old.holder[index]] >= 0 {
        values[heads[match.toNew[head]], default: ReplacedValues()].old.append(BlockLabel.summary(of: block))
      }
    }
    for (index, block) in new.blocks.enumerated() where heads[index] == index {
      let own = match.toOld[index]
      let holder = new.holder[index]
      if own < 0 {
        signs[block.id] = "+"
        if holder < 0 || match.toOld[heads[holder]] >= 0 {
          all.append(Change(sign: "+", block: block, words: "new", index: index))
        }
      } else if changes.isMoved[index] {
        let words = "moved from \(BlockPlace.words(of: own, in: old)) to \(BlockPlace.words(of: index, in: new))"
        add(Change(sign: ">", block: block, words: words, index: own))
      } else if changed.contains(index) {
        let (before, now) = (line(old.blocks[own], match.oldWorkspace), line(block, match.newWorkspace))
        let names = changes.names(ofPartsAt: index)
        let parts = (names.isEmpty ? [] : ["changed: \(names.joined(separator: ", "))"]) + (values[index]?.words ?? [])
        let words = before == now && !parts.isEmpty ? parts.joined(separator: ", ") : Self.before + before
        add(Change(sign: "~", block: block, words: words, index: own))
      }
    }
  }

  private mutating func add(_ change: Change) {
    all.append(change)
    if let block = change.block { signs[block.id] = change.sign }
  }

  private mutating func findDeletions() {
    var rows = GhostBuilder(places: DeletedPlaces(changes), match: match)
    for (index, block) in match.old.blocks.enumerated() where match.toNew[index] < 0 {
      let holder = match.old.holder[index]
      // A value belongs to its line; the contents of a deleted block were deleted with it.
      if holder >= 0, block.outputConnection != nil || match.toNew[holder] < 0 { continue }
      let words = line(block, match.oldWorkspace)
      all.append(
        Change(sign: "-", block: rows.add(index, words: words), words: "deleted here: \(words)", index: index))
    }
    ghosts = rows.ghosts
  }

  private func line(_ block: Block, _ workspace: Workspace) -> String {
    // The first row stands for a line of several rows.
    LineWriter.words(of: block, library: library, in: workspace) ?? BlockLabel.header(of: block, limit: 80)
  }

  // MARK: - Taking back

  /// The reason why a change can't be undone; nil if it can.
  package func refusal(toTakeBack change: Change) -> String? {
    guard change.sign == "+",
      match.toOld[change.index...].prefix(match.new.size[change.index]).contains(where: { $0 >= 0 })
    else { return nil }
    return "this block was put around others; unwrap it to keep them"
  }

  /// Restores a line.
  /// - Throws: `EventError` if that isn't possible; some changes may have been made then.
  package func takeBack(_ change: Change, through coordinator: WorkspaceLayoutCoordinator) throws(EventError) {
    let transfer = BlockTransfer(to: coordinator, from: match.oldWorkspace, isExact: false)
    transfer.variables = match.variables.toNew
    if change.sign != "+" { try restoreVariables(of: match.old.blocks[change.index], transfer, coordinator) }
    switch (change.sign, change.block) {
    case ("+", let block?): coordinator.delete(block, heal: true)
    case (">", let block?): try destination(of: change.index, except: block).receive(block, coordinator)
    case ("~", let block?): try restoreLine(block, change.index, transfer, coordinator)
    default:
      let parts = try transfer.create(change.index, of: match.old, followers: false) { match.toNew[$0] >= 0 }
      guard let block = parts.first?.block else { throw EventError("the block can't be created") }
      try destination(of: change.index, except: block).receive(block, coordinator)
    }
  }

  private func restoreLine(
    _ block: Block, _ index: Int, _ transfer: BlockTransfer, _ coordinator: WorkspaceLayoutCoordinator
  ) throws(EventError) {
    let old = match.old
    var pairs = [(own: block, index: index)]
    while let (own, index) = pairs.popLast() {
      let other = old.blocks[index]
      try transfer.setContent(of: own, to: other) { if case .field = $0 { false } else { true } }
      for field in other.inputs.flatMap(\.fields) {
        guard let name = field.name, let state = field.state.map(transfer.adopted) else { continue }
        if own.firstField(withName: name)?.state != state { coordinator.setField(name, of: own, to: state) }
      }
      let values = Set(other.inputs.filter { $0.kind == .value }.map(\.name))
      try transfer.setShadows(of: own, to: other) {
        if case .shadow(let name) = $0 { values.contains(name) } else { false }
      }
      let slots = old.slots[index]
      for input in own.inputs where input.kind == .value {
        let present = input.realBlock
        let wanted = slots.first { old.input[$0.head] == input.name }?.head
        if let present, let wanted, present.type == old.blocks[wanted].type {
          pairs.append((present, wanted))
          continue
        }
        if let present { coordinator.delete(present, heal: false) }
        guard let wanted, let connection = input.connection else { continue }
        guard let value = try transfer.create(wanted, of: old, followers: false, leavingOut: { _ in false }).first
        else {
          continue
        }
        coordinator.connect(value.block, to: connection)
      }
    }
  }

  /// The place of a block in the earlier version.
  private func destination(of index: Int, except block: Block) -> BlockDestination {
    let old = match.old
    func present(_ index: Int) -> Block? {
      index < 0 || match.toNew[index] < 0 || changes.isMoved[match.toNew[index]]
        ? nil : match.new.blocks[match.toNew[index]]
    }
    var above = old.above[index]
    while above >= 0 {
      if let anchor = present(above), anchor !== block, let connection = anchor.nextConnection {
        return .connection(connection)
      }
      above = old.above[above]
    }
    let holder = old.holder[index]
    if holder >= 0, match.toNew[holder] >= 0,
      let connection = match.new.blocks[match.toNew[holder]].firstInput(withName: old.input[index])?.connection
    {
      return .connection(connection)
    }
    if let below = present(old.below[index]), below !== block, below.surroundingBlock == nil { return .above(below) }
    return .stack
  }

  /// Restores the variables that were deleted together with their uses.
  private func restoreVariables(
    of block: Block, _ transfer: BlockTransfer, _ coordinator: WorkspaceLayoutCoordinator
  ) throws(EventError) {
    for part in block.descendants(followers: false) {
      for variable in part.inputs.flatMap(\.fields).compactMap(\.variable) where transfer.variables[variable.id] == nil
      {
        let workspace = coordinator.workspace
        if let present = workspace.variables.variable(named: variable.name, type: variable.type) {
          transfer.variables[variable.id] = present
          continue
        }
        var state = match.oldWorkspace.variables.state(of: variable)
        if workspace.variables[state.id] != nil { state.id = workspace.freshID() }
        state.index = nil
        try coordinator.createVariable(state)
        transfer.variables[variable.id] = workspace.variables[state.id]
      }
    }
  }
}

/// The labels of a line's new and deleted values.
private struct ReplacedValues {
  var new: [String] = []
  var old: [String] = []

  var words: [String] {
    let alike = new.filter(old.contains)
    func rest(_ list: [String], _ word: String) -> [String] {
      list.filter { !alike.contains($0) }.map { "\(word): \($0)" }
    }
    return alike.map { "another block with the same words: \($0)" } + rest(new, "new") + rest(old, "gone")
  }
}
