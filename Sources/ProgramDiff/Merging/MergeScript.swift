import BlockEditing
import BlockEvents
import BlockLibrary
import BlockModel
import BlockNotation

/// Brings their changes into our program, one by one, and finds those that ours contradicts.
final class MergeScript {
  /// A conflict, and what is copied for it.
  struct Finding {
    var conflict: MergeConflict
    /// The block of theirs, or of the base, that is copied; nil for a comment of the workspace.
    var copy: Copy?
    /// What that comment says besides.
    var text: String?
  }

  enum Copy: Hashable {
    /// A block of theirs: with what is in it, or only its line.
    case theirs(Int, isWhole: Bool)
    /// A block that theirs deleted, as it was.
    case base(Int)
  }

  let base: ProgramTree
  let ours: MergeSide
  let theirs: MergeSide
  let coordinator: WorkspaceLayoutCoordinator
  let transfer: BlockTransfer
  let baseWorkspace: Workspace
  let theirWorkspace: Workspace
  private let variables: MergeVariables
  let deadline: MergeDeadline
  let library: NotationLibrary
  /// The merged program's block for each of theirs.
  private(set) var blocks: [Block?]
  /// The blocks that both sides added alike: theirs and ours.
  let common: [Int: Int]
  /// The blocks that ours added, and theirs didn't; without those that ours put around blocks of the base.
  private var oursAlone: Set<ObjectIdentifier> = []
  private var ourWrappers: Set<ObjectIdentifier> = []
  /// The names of our functions before the merge.
  private(set) var ourFunctions: [ObjectIdentifier: String] = [:]
  private(set) var created: Set<ObjectIdentifier> = []
  /// The blocks of the base whose inputs are called as in theirs now.
  private var renumbered: Set<Int> = []
  private(set) var conflicts: [Finding] = []
  private(set) var remarks: [String] = []
  var workspace: Workspace { coordinator.workspace }

  init(
    base baseWorkspace: Workspace, ours: Workspace, theirs: Workspace, _ deadline: MergeDeadline,
    coordinator: WorkspaceLayoutCoordinator
  ) {
    (self.coordinator, self.deadline) = (coordinator, deadline)
    (self.baseWorkspace, theirWorkspace) = (baseWorkspace, theirs)
    library = NotationLibrary(factory: ours.factory)
    let matches = (ours: ProgramMatch(baseWorkspace, ours), theirs: ProgramMatch(baseWorkspace, theirs))
    variables = MergeVariables(matches.ours, matches.theirs)
    func content(_ numbers: [String: Int]) -> BlockContent { BlockContent(isExact: false, variableNumbers: numbers) }
    let baseContent = content(variables.base)
    base = ProgramTree(baseWorkspace, content: baseContent)
    self.ours = MergeSide(
      matches.ours, base: base, baseContent: baseContent, content: content(variables.ours), offset: base.count)
    self.theirs = MergeSide(
      matches.theirs, base: base, baseContent: baseContent, content: content(variables.theirs),
      offset: base.count + self.ours.tree.count)
    transfer = BlockTransfer(to: coordinator, from: theirs, isExact: false)
    blocks = Array(repeating: nil, count: self.theirs.tree.count)
    common = Self.commonBlocks(self.ours, self.theirs)
    findOurAdditions()
    for block in self.ours.tree.blocks {
      if let name = ProcedureBlocks.name(definedBy: block) { ourFunctions[ObjectIdentifier(block)] = name }
    }
  }

  private func findOurAdditions() {
    let shared = Set(common.values)
    for index in ours.tree.blocks.indices where ours.toBase[index] < 0 && !shared.contains(index) {
      oursAlone.insert(ObjectIdentifier(ours.tree.blocks[index]))
    }
    for index in base.blocks.indices where ours.hasWrapped[index] {
      var holder = ours.tree.holder[ours.fromBase[index]]
      while holder >= 0, oursAlone.remove(ObjectIdentifier(ours.tree.blocks[holder])) != nil {
        ourWrappers.insert(ObjectIdentifier(ours.tree.blocks[holder]))
        holder = ours.tree.holder[holder]
      }
    }
  }

  /// - Throws: `EventError` if a change can't be made.
  func run() throws(EventError) {
    transfer.variables = try variables.merge(theirWorkspace, base: baseWorkspace, with: coordinator) {
      report(
        .name, "variable “\($0.name)”: ours calls it “\($1?.name ?? "")”, theirs “\($2?.name ?? "")”", nil, nil)
    }
    let deleted = findDeletions()
    try delete(deleted)
    for index in theirs.tree.blocks.indices {
      try deadline.check()
      try settle(index)
    }
    for index in theirs.tree.blocks.indices where theirs.toBase[index] >= 0 { try settleShadows(index) }
    followFunctions()
    try variables.deleteUnused(in: coordinator, deadline)
    try mergeComments()
    mergeFileParts()
    try addCopies()
  }

  func report(
    _ kind: MergeConflict.Kind, _ message: String, _ block: Block?, _ copy: Copy?, text: String? = nil
  ) {
    let conflict = MergeConflict(kind: kind, message: message, blockID: block?.id)
    conflicts.append(Finding(conflict: conflict, copy: copy, text: text))
  }

  /// A block's line in words.
  func line(_ block: Block, in workspace: Workspace) -> String {
    LineWriter.line(of: block, library: library, in: workspace) ?? block.type
  }

  // MARK: - What both sides added

  private struct Addition: Hashable {
    var key: BlockMoves.Place
    var above: Int
    var hash: Int
    /// Where a stack lies: two equal ones elsewhere are two.
    var position: WorkspacePoint?
  }

  /// Finds the blocks that both sides added alike at the same place.
  private static func commonBlocks(_ ours: MergeSide, _ theirs: MergeSide) -> [Int: Int] {
    var additions: [Addition: [Int]] = [:]
    func addition(_ side: MergeSide, _ index: Int) -> Addition {
      let block = side.tree.blocks[index]
      return Addition(
        key: side.list(of: index), above: side.baseAbove(index), hash: side.tree.hash[index],
        position: block.parent == nil ? block.position : nil)
    }
    for index in ours.tree.blocks.indices.reversed() where ours.toBase[index] < 0 {
      additions[addition(ours, index), default: []].append(index)
    }
    if additions.isEmpty { return [:] }
    var common: [Int: Int] = [:]
    for index in theirs.tree.blocks.indices where theirs.toBase[index] < 0 && common[index] == nil {
      guard let own = additions[addition(theirs, index)]?.popLast() else { continue }
      for part in 0..<theirs.tree.size[index] where theirs.toBase[index + part] < 0 && ours.toBase[own + part] < 0 {
        common[index + part] = own + part
      }
    }
    return common
  }

  // MARK: - Blocks

  private func settle(_ index: Int) throws(EventError) {
    if let own = common[index] {
      blocks[index] = ours.tree.blocks[own]
    } else if theirs.toBase[index] < 0 {
      try add(index)
    } else if let block = present(theirs.toBase[index]) {
      blocks[index] = block
      try settleContent(index, block)
      try settlePlace(index, block)
    }
  }

  /// Brings a block that theirs added.
  private func add(_ index: Int) throws(EventError) {
    if blocks[index] != nil { return }
    let holder = theirs.tree.holder[outer(index)]
    // In what ours deleted; that is copied as a whole.
    if holder >= 0, blocks[holder] == nil { return }
    let parts = try transfer.create(index, of: theirs.tree, followers: false) {
      theirs.toBase[$0] >= 0 || common[$0] != nil
    }
    guard let block = parts.first?.block else { throw EventError("a block of theirs can't be created") }
    // The block below it would have covered it.
    try transfer.setShadows(of: block, to: theirs.tree.blocks[index]) { $0 == .shadow("") }
    for part in parts {
      blocks[part.node] = part.block
      created.insert(ObjectIdentifier(part.block))
    }
    if try place(block, of: index) { return }
    for part in parts { blocks[part.node] = nil }
    try coordinator.delete(blockID: block.id)
    if let finding = findingOfPresent(index) {
      // One conflict: theirs replaces what ours changes.
      conflicts[finding].copy = .theirs(index, isWhole: true)
      return
    }
    let line = line(theirs.tree.blocks[index], in: theirWorkspace)
    report(
      .place, "theirs adds a block where ours has another or no place: \(line)", holder >= 0 ? blocks[holder] : nil,
      .theirs(index, isWhole: true))
  }

  /// The conflict about our block that is where theirs has another one: theirs deleted it.
  private func findingOfPresent(_ index: Int) -> Int? {
    let holder = theirs.tree.holder[index]
    guard holder >= 0, let present = blocks[holder]?.firstInput(withName: ourInput(of: index))?.connectedBlock,
      let own = ourIndices[ObjectIdentifier(present)], own >= 0
    else { return nil }
    return conflicts.firstIndex { $0.copy == .base(own) }
  }

  /// Sets the parts that theirs changed.
  private func settleContent(_ index: Int, _ block: Block) throws(EventError) {
    let own = theirs.toBase[index]
    guard let changed = theirs.changedParts[own] else { return }
    let ourChanges = ours.changedParts[own] ?? [:]
    var wanted: Set<ContentPart> = []
    for (part, value) in changed {
      guard let ourValue = ourChanges[part] else {
        wanted.insert(part)
        continue
      }
      if ourValue != value { reportChange(of: part, own, block, index) }
    }
    var destinations: [String: String] = [:]
    if wanted.contains(where: { if case .mutation = $0 { true } else { false } }) {
      for input in base.blocks[own].inputs {
        let (present, destination) = (
          ours.moves.newInput(input.name, of: own), theirs.moves.newInput(input.name, of: own)
        )
        if present != destination { destinations[present] = destination }
      }
      if !destinations.isEmpty { renumbered.insert(own) }
    }
    try transfer.setContent(of: block, to: theirs.tree.blocks[index], moving: destinations) { wanted.contains($0) }
  }

  private func reportChange(of part: ContentPart, _ own: Int, _ block: Block, _ index: Int) {
    let lines = [
      line(base.blocks[own].lineHead, in: baseWorkspace), line(block.lineHead, in: workspace),
      line(self.theirs.tree.blocks[index].lineHead, in: theirWorkspace),
    ]
    let copy = lineCopy(index, block)
    var inputs: [String] = []
    if case .theirs(let head, _) = copy {
      var inner = index
      while inner != head {
        inputs.append(self.theirs.tree.input[inner])
        inner = self.theirs.tree.holder[inner]
      }
    }
    report(
      .change,
      ConflictNote.change(
        of: inputs.reversed() + [part.words], before: lines[0], ours: lines[1], theirs: lines[2]), block, copy)
  }

  /// The statement, or the outermost value, whose line shows a block of theirs.
  private func lineHead(_ index: Int) -> Int {
    var index = index
    while theirs.tree.blocks[index].outputConnection?.target != nil, theirs.tree.holder[index] >= 0 {
      index = theirs.tree.holder[index]
    }
    return index
  }

  /// The line of theirs that shows a block, or only the block where ours has it in another line.
  private func lineCopy(_ index: Int, _ block: Block) -> Copy {
    let head = lineHead(index)
    return .theirs(blocks[head] === block.lineHead ? head : index, isWhole: false)
  }

  private func settleShadows(_ index: Int) throws(EventError) {
    let own = theirs.toBase[index]
    guard let block = blocks[index], let changed = theirs.changedParts[own] else { return }
    let ourChanges = ours.changedParts[own] ?? [:]
    let wanted = changed.keys.filter { if case .shadow = $0 { ourChanges[$0] == nil } else { false } }
    if wanted.isEmpty { return }
    try transfer.setShadows(of: block, to: theirs.tree.blocks[index]) { wanted.contains($0) }
  }

  // MARK: - Places

  /// Moves a block that theirs moved.
  private func settlePlace(_ index: Int, _ block: Block) throws(EventError) {
    let own = theirs.toBase[index]
    guard theirs.hasPlaced(own, in: base) else {
      let (old, new) = (base.blocks[own], theirs.tree.blocks[index])
      guard old.parent == nil, new.parent == nil, new.position != old.position, new.position != block.position,
        block.parent == nil
      else { return }
      if block.position == old.position { return coordinator.move(block, to: new.position) }
      remarks.append("both sides move a stack; ours stays where it is: \(line(block, in: workspace))")
      return
    }
    if ours.hasPlaced(own, in: base) {
      let isSame =
        ours.list(of: ours.fromBase[own]) == key(index)
        && ours.baseAbove(ours.fromBase[own]) == theirs.baseAbove(index)
      if !isSame {
        report(
          .move, "both sides move it to different places: \(line(block, in: workspace))", block,
          lineCopy(index, block))
      }
      return
    }
    let holder = theirs.tree.holder[outer(index)]
    var target = holder >= 0 ? blocks[holder] : nil
    // Its holder is gone in ours, which is a conflict of its own.
    if holder >= 0, target == nil { return }
    while let next = target {
      if next === block {
        return report(
          .move, "each side puts one block into the other: \(line(block, in: workspace))", block,
          lineCopy(index, block))
      }
      target = next.surroundingBlock
    }
    if !theirs.hasMoved[own] { try bringAdditions(above: index) }
    let former = block.superiorConnection
    let position = block.position
    coordinator.disconnect(block, heal: true)
    if try place(block, of: index) { return }
    if let former { _ = try insert(block, at: former) } else { coordinator.move(block, to: position) }
    report(
      .place, "theirs moves a block where ours has another or no place: \(line(block, in: workspace))", block,
      lineCopy(index, block))
  }

  /// Brings what ours added between two statements into the block that theirs put around both.
  private func bringAdditions(above index: Int) throws(EventError) {
    let own = ours.fromBase[theirs.toBase[index]]
    let last = ours.baseAbove(own)
    guard last >= 0, last == theirs.baseAbove(index), var anchor = present(last) else { return }
    var additions: [Block] = []
    var above = ours.tree.above[own]
    while above >= 0, ours.toBase[above] < 0 {
      guard oursAlone.contains(ObjectIdentifier(ours.tree.blocks[above])) else { return }
      additions.append(ours.tree.blocks[above])
      above = ours.tree.above[above]
    }
    for addition in additions.reversed() {
      guard let connection = anchor.nextConnection else { return }
      if connection.targetBlock !== addition {
        coordinator.disconnect(addition, heal: true)
        _ = try insert(addition, at: connection)
      }
      anchor = addition
    }
  }

  /// The list of a block of theirs, with ours for what both sides added.
  private func key(_ index: Int) -> BlockMoves.Place {
    if let own = common[theirs.tree.holder[index]] {
      return BlockMoves.Place(holder: ours.name(of: own), input: theirs.tree.input[index])
    }
    return theirs.list(of: index)
  }

  /// Our block for one of the base; nil if it is deleted.
  func present(_ index: Int) -> Block? {
    guard ours.fromBase[index] >= 0 else { return nil }
    let block = ours.tree.blocks[ours.fromBase[index]]
    return workspace.blocks[block.id] === block ? block : nil
  }

  /// Our block for one of theirs that was not settled yet.
  private func counterpart(_ index: Int) -> Block? {
    if let own = common[index] { return ours.tree.blocks[own] }
    return theirs.toBase[index] >= 0 ? present(theirs.toBase[index]) : blocks[index]
  }

  // MARK: - Lists

  /// Whether ours took away a block of theirs around what is in one of its inputs.
  private func isUnwrapped(_ holder: Int, around index: Int) -> Bool {
    guard holder >= 0, theirs.toBase[holder] >= 0 else { return false }
    return ours.unwrapped.contains(
      BlockMoves.Place(holder: theirs.toBase[holder], input: theirs.baseInput(of: index)))
  }

  /// The block of theirs itself, or the one around it that stands in a list of ours: ours took away those in between.
  private func outer(_ index: Int) -> Int {
    var index = index
    while isUnwrapped(theirs.tree.holder[index], around: index) { index = theirs.tree.holder[index] }
    return index
  }

  /// What ours calls the input that holds a block of theirs.
  func ourInput(of index: Int) -> String {
    let holder = theirs.tree.holder[index]
    guard holder >= 0, theirs.toBase[holder] >= 0, !renumbered.contains(theirs.toBase[holder]) else {
      return theirs.tree.input[index]
    }
    return ours.moves.newInput(theirs.baseInput(of: index), of: theirs.toBase[holder])
  }

  /// The nearest block above one of theirs that is in its list in ours, or around what is above it.
  private func anchor(above index: Int, in holder: Block?, _ input: String) -> Block? {
    var level = index
    let end = outer(index)
    while true {
      var above = theirs.tree.above[level]
      while above >= 0 {
        // The last one in a block that ours took away comes first.
        var pending = [above]
        while let candidate = pending.popLast() {
          if let block = blocks[candidate] {
            if let found = member(block, of: holder, input, next: index) { return found }
          } else {
            for slot in theirs.tree.slots[candidate] where isUnwrapped(candidate, around: slot.head) {
              pending += theirs.tree.list(from: slot.head)
            }
          }
        }
        above = theirs.tree.above[above]
      }
      if level == end { return nil }
      level = theirs.tree.holder[level]
    }
  }

  /// The block that is in a list: this one, or what ours put around it. If that is also around what comes next in theirs,
  /// the one inside is meant.
  private func member(_ block: Block, of holder: Block?, _ input: String, next index: Int) -> Block? {
    var member = block
    var inner: Block?
    var first = block
    while let superior = first.superiorConnection {
      let source = superior.sourceBlock
      first = source
      guard let sourceInput = superior.sourceInput else { continue }
      if source === holder, sourceInput.name == input { return inner ?? member }
      guard isTransparent(source) else { return nil }
      if inner == nil, isFollowed(member, byNextOf: index) { inner = member }
      member = source
    }
    return holder == nil ? inner ?? member : nil
  }

  /// Whether ours put a block around others, or theirs took it away from around them.
  private func isTransparent(_ block: Block) -> Bool {
    if ourWrappers.contains(ObjectIdentifier(block)) { return true }
    guard let own = ourIndices[ObjectIdentifier(block)], own >= 0 else { return false }
    return theirs.fromBase[own] < 0
  }

  /// Whether what comes below a block in theirs is in the same list of ours as another block.
  private func isFollowed(_ block: Block, byNextOf index: Int) -> Bool {
    var below = theirs.tree.below[index]
    while below >= 0 {
      if var next = counterpart(below) {
        while next !== block {
          guard let superior = next.superiorConnection, superior.sourceInput == nil else { return false }
          next = superior.sourceBlock
        }
        return true
      }
      below = theirs.tree.below[below]
    }
    return false
  }

  /// Whether a block is in this input, or at the top level for nil.
  func isIn(_ block: Block, _ holder: Block?, _ input: String) -> Bool {
    var first = block
    while let superior = first.superiorConnection {
      if let sourceInput = superior.sourceInput {
        return superior.sourceBlock === holder && sourceInput.name == input
      }
      first = superior.sourceBlock
    }
    return holder == nil
  }

  // MARK: - Placing

  /// Puts a top-level block where theirs has it: behind the nearest block above it that is in that list.
  /// - Returns: false if there is no place for it.
  private func place(_ block: Block, of index: Int) throws(EventError) -> Bool {
    let end = outer(index)
    let holder = theirs.tree.holder[end] >= 0 ? blocks[theirs.tree.holder[end]] : nil
    let input = ourInput(of: end)
    if let anchor = anchor(above: index, in: holder, input) { return try insert(block, behind: anchor) }
    guard let holder else { return try placeStack(block, index) }
    guard let connection = holder.firstInput(withName: input)?.connection else {
      // Only blocks of unknown types get inputs from what is put into them.
      guard holder.isUnknown else { return false }
      try coordinator.move(blockID: block.id, to: BlockLocation(parentID: holder.id, inputName: input))
      return true
    }
    guard connection.kind != .inputValue else { return try insertValue(block, at: connection) }
    if let head = connection.targetBlock, !head.isShadow, oursAlone.contains(ObjectIdentifier(head)) {
      return try insert(block, behind: head)
    }
    return try insert(block, at: connection)
  }

  /// Puts a statement on top of the stack that it heads in theirs, or leaves it as a stack of its own.
  private func placeStack(_ block: Block, _ index: Int) throws(EventError) -> Bool {
    var below = theirs.tree.below[index]
    while below >= 0 {
      // What theirs placed as well follows by itself.
      let own = theirs.toBase[below]
      if own < 0 || !theirs.hasPlaced(own, in: base), let other = counterpart(below), other !== block,
        other.surroundingBlock == nil, other.outputConnection == nil
      {
        if let superior = other.superiorConnection { return try insert(block, at: superior) }
        guard block.lastInStack.nextConnection != nil else { return false }
        coordinator.put(block, above: other)
        return true
      }
      below = theirs.tree.below[below]
    }
    if theirs.toBase[index] >= 0 { coordinator.move(block, to: theirs.tree.blocks[index].root.position) }
    return true
  }

  /// Inserts a statement behind another one, and behind those that ours added there.
  private func insert(_ block: Block, behind first: Block) throws(EventError) -> Bool {
    var anchor = first
    var isBehindOurs = false
    while let next = anchor.nextInStack, oursAlone.contains(ObjectIdentifier(next)) {
      (anchor, isBehindOurs) = (next, true)
    }
    // Behind a block that ends the stack there is no place, but before those of ours there is.
    if isBehindOurs, anchor.nextConnection == nil, !anchor.isUnknown { anchor = first }
    guard let connection = anchor.nextConnection ?? (anchor.isUnknown ? anchor.inferNext() : nil) else { return false }
    guard try insert(block, at: connection) else { return false }
    if isBehindOurs || oursAlone.contains(ObjectIdentifier(anchor)), !isKept(block) {
      remarks.append(
        "both sides add blocks at one place; ours come first: \(line(anchor, in: workspace)), "
          + line(block, in: workspace))
    }
    return true
  }

  /// Puts a statement into a connection, above what is there.
  func insert(_ block: Block, at connection: Connection) throws(EventError) -> Bool {
    if connection.kind == .inputValue { return try insertValue(block, at: connection) }
    if block.previousConnection == nil, !block.isUnknown { return false }
    let end = block.lastInStack
    // What goes, when its turn comes, may be in the way of a block that ends the stack.
    while end.nextConnection == nil, let present = connection.targetBlock, isMovedByTheirs(present) {
      coordinator.disconnect(present, heal: true)
    }
    let present = connection.targetBlock.flatMap { $0.isShadow ? nil : $0 }
    if present != nil, end.nextConnection == nil, !end.isUnknown { return false }
    if let present { try coordinator.move(blockID: present.id, to: .aside) }
    try coordinator.move(blockID: block.id, to: location(of: connection))
    if let present { try coordinator.move(blockID: present.id, to: BlockLocation(parentID: end.id)) }
    return true
  }

  private func insertValue(_ block: Block, at connection: Connection) throws(EventError) -> Bool {
    if block.outputConnection == nil, !block.isUnknown { return false }
    if let present = connection.targetBlock, !present.isShadow {
      // It goes, when its turn comes.
      guard isMovedByTheirs(present) else { return false }
      try coordinator.move(blockID: present.id, to: .aside)
    }
    try coordinator.move(blockID: block.id, to: location(of: connection))
    return true
  }

  private func isMovedByTheirs(_ block: Block) -> Bool {
    guard let own = ourIndices[ObjectIdentifier(block)], own >= 0, theirs.fromBase[own] >= 0 else { return false }
    return theirs.hasPlaced(own, in: base) && !ours.hasPlaced(own, in: base)
  }

  /// Whether theirs has a block where it was, as far as what both programs have is concerned.
  private func isKept(_ block: Block) -> Bool {
    guard let own = ourIndices[ObjectIdentifier(block)], own >= 0 else { return false }
    return !theirs.hasMoved[own]
  }

  /// The index in the base of each of our blocks.
  private(set) lazy var ourIndices: [ObjectIdentifier: Int] = Dictionary(
    uniqueKeysWithValues: ours.tree.blocks.enumerated().map { (ObjectIdentifier($1), ours.toBase[$0]) })

  private func location(of connection: Connection) -> BlockLocation {
    BlockLocation(parentID: connection.sourceBlock.id, inputName: connection.sourceInput?.name)
  }

  /// The names of variables that one side renamed, with those that they have now: parameters are called like them.
  private(set) lazy var variableNames: [String: String] = {
    var names: [String: String] = [:]
    for side in [ours.match, theirs.match] {
      for (id, old) in side.variables.toOld {
        guard let present = workspace.variables[ours.match.variables.toNew[old.id]?.id ?? ""] else { continue }
        for name in [old.name, side.newWorkspace.variables[id]?.name ?? ""] where name != present.name {
          names[name] = present.name
        }
      }
    }
    return names
  }()
}
