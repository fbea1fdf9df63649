import BlockEditing
import BlockEvents
import BlockLibrary
import BlockModel
import BlockNotation

/// Applies their changes to our program, one by one, and finds those that ours contradicts.
final class MergeScript {
  /// A conflict, and the block that is copied for it.
  struct Finding {
    var conflict: MergeConflict
    /// The block of theirs, or of the base, to copy; nil for a workspace comment.
    var copy: Copy?
    /// The additional text of that comment.
    var text: String?
    /// The message without the line, for the copy's comment; nil if it names none.
    var words: String?
    /// The parts that both sides change, as the comment has them.
    var parts: [String] = []
  }

  enum Copy: Hashable {
    /// A block of theirs: with its contents, or only its line.
    case theirs(Int, isWhole: Bool)
    /// A block that theirs deleted, as it is in the base.
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
  /// The wordings of blocks. Only conflicts and remarks need them.
  private lazy var library = NotationLibrary.of(workspace.factory)
  /// The merged program's block for each of theirs.
  private(set) var blocks: [Block?]
  /// The equal blocks that both sides added: indices in theirs, with those in ours.
  let common: [Int: Int]
  /// The blocks that only ours added, without those that ours put around blocks of the base.
  private(set) var oursAlone: Set<ObjectIdentifier> = []
  private(set) var ourWrappers: Set<ObjectIdentifier> = []
  /// The names of our functions before the merge.
  private(set) var ourFunctions: [ObjectIdentifier: String] = [:]
  private(set) var created: Set<ObjectIdentifier> = []
  /// The blocks of the base whose inputs now have the names of theirs.
  private(set) var renumbered: Set<Int> = []
  private(set) var conflicts: [Finding] = []
  var remarks: [String] = []
  var workspace: Workspace { coordinator.workspace }

  init(
    base baseWorkspace: Workspace, ours: Workspace, theirs: Workspace, _ deadline: MergeDeadline,
    coordinator: WorkspaceLayoutCoordinator
  ) {
    (self.coordinator, self.deadline) = (coordinator, deadline)
    (self.baseWorkspace, theirWorkspace) = (baseWorkspace, theirs)
    var matches = (ours: ProgramMatch(baseWorkspace, ours), theirs: ProgramMatch(baseWorkspace, theirs))
    let variables = MergeVariables(matches.ours, matches.theirs)
    self.variables = variables
    func content(_ numbers: [String: Int]) -> BlockContent { BlockContent(isExact: false, variableNumbers: numbers) }
    let baseContent = content(variables.base)
    let base = ProgramTree(baseWorkspace, content: baseContent)
    self.base = base
    func makeSides() -> (ours: MergeSide, theirs: MergeSide) {
      let ours = MergeSide(
        matches.ours, base: base, baseContent: baseContent, content: content(variables.ours), offset: base.count)
      let theirs = MergeSide(
        matches.theirs, base: base, baseContent: baseContent, content: content(variables.theirs),
        offset: base.count + ours.tree.count)
      return (ours, theirs)
    }
    var sides = makeSides()
    let replacing = (
      ours: Self.replacements(sides.ours, sides.theirs, base), theirs: Self.replacements(sides.theirs, sides.ours, base)
    )
    if !replacing.ours.isEmpty || !replacing.theirs.isEmpty {
      for index in replacing.ours { matches.ours.separate(index) }
      for index in replacing.theirs { matches.theirs.separate(index) }
      sides = makeSides()
    }
    (self.ours, self.theirs) = sides
    transfer = BlockTransfer(to: coordinator, from: theirs, isExact: false)
    blocks = Array(repeating: nil, count: self.theirs.tree.count)
    common = Self.commonAdditions(self.ours, self.theirs)
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
      // A statement that got a value of the base replaces statements, and isn't around any.
      let isValue = base.blocks[index].outputConnection != nil
      while holder >= 0, (ours.tree.blocks[holder].outputConnection != nil) == isValue,
        oursAlone.remove(ObjectIdentifier(ours.tree.blocks[holder])) != nil
      {
        ourWrappers.insert(ObjectIdentifier(ours.tree.blocks[holder]))
        holder = ours.tree.holder[holder]
      }
    }
  }

  /// - Throws: `EventError` if a change can't be made.
  func run() throws(EventError) {
    transfer.variables = try variables.merge(theirWorkspace, base: baseWorkspace, with: coordinator) {
      let (ours, theirs) = ($1?.name ?? "", $2?.name ?? "")
      let message =
        ours == theirs
        ? "“\(ours)” is one variable in ours and another in theirs"
        : "variable “\($0.name)”: ours calls it “\(ours)”, theirs “\(theirs)”"
      report(.name, message, nil, nil)
    }
    let deleted = findDeletions()
    try delete(deleted)
    for index in theirs.tree.blocks.indices {
      try deadline.check()
      try settle(index)
    }
    for index in theirs.tree.blocks.indices where theirs.toBase[index] >= 0 { try settleShadows(index) }
    separateFunctions()
    followFunctions()
    try mergeComments()
    mergeFileParts()
    try addCopies()
    try variables.deleteUnused(transfer.variables, in: coordinator, deadline)
  }

  func report(
    _ kind: MergeConflict.Kind, _ message: String, _ block: Block?, _ copy: Copy?, text: String? = nil
  ) {
    let conflict = MergeConflict(kind: kind, message: message, blockID: block?.id)
    conflicts.append(Finding(conflict: conflict, copy: copy, text: text))
  }

  /// A block's line in words, for messages and notes.
  func line(_ block: Block, in workspace: Workspace) -> String {
    ConflictWords.cut(wholeLine(block, in: workspace))
  }

  private func wholeLine(_ block: Block, in workspace: Workspace) -> String {
    ConflictNote.BlockReference.line(of: block, library, in: workspace)
  }

  // MARK: - What both sides added

  /// The blocks of a side that match changed blocks of the base, while `other` has the same blocks directly above the
  /// unchanged ones: both sides added them, and the side deleted the blocks that they replace.
  private static func replacements(_ side: MergeSide, _ other: MergeSide, _ base: ProgramTree) -> [Int] {
    var replacements: [Int] = []
    for index in base.blocks.indices {
      let (own, unchanged) = (side.fromBase[index], other.fromBase[index])
      guard own >= 0, unchanged >= 0, side.tree.hash[own] != base.hash[index],
        other.tree.hash[unchanged] == base.hash[index]
      else { continue }
      var above = other.tree.above[unchanged]
      while above >= 0, other.toBase[above] < 0 {
        if other.tree.hash[above] == side.tree.hash[own], other.list(of: above) == side.list(of: own),
          other.baseAbove(above) == side.baseAbove(own)
        {
          replacements.append(own)
          break
        }
        above = other.tree.above[above]
      }
    }
    return replacements
  }

  private struct Addition: Hashable {
    var key: BlockMoves.Place
    var above: Int
    var hash: Int
    /// The position of a stack: equal stacks at other positions are different, except functions.
    var position: WorkspacePoint?
  }

  /// Finds the equal blocks that both sides added in the same place. If each side added a different function of the
  /// same name, calls of them only look equal.
  private static func commonAdditions(_ ours: MergeSide, _ theirs: MergeSide) -> [Int: Int] {
    var names: Set<String> = []
    while true {
      let common = commonAdditions(ours, theirs, except: callers(of: names, in: theirs))
      let shared = Set(common.values)
      let others = addedFunctions(ours) { shared.contains($0) }.intersection(
        addedFunctions(theirs) { common[$0] != nil })
      if others.isSubset(of: names) { return common }
      names.formUnion(others)
    }
  }

  /// The names of the functions that a side added, in lower case.
  private static func addedFunctions(_ side: MergeSide, except isShared: (Int) -> Bool) -> Set<String> {
    Set(
      side.tree.stacks.filter { side.toBase[$0] < 0 && !isShared($0) }
        .compactMap { ProcedureBlocks.name(definedBy: side.tree.blocks[$0])?.lowercased() })
  }

  /// The calls of functions with these names, and the blocks around them.
  private static func callers(of names: Set<String>, in side: MergeSide) -> Set<Int> {
    var callers: Set<Int> = []
    if names.isEmpty { return callers }
    for (index, block) in side.tree.blocks.enumerated() {
      guard let call = block.mutator as? MutatorProcedureCaller, names.contains(call.name.lowercased()) else {
        continue
      }
      var holder = index
      while holder >= 0, callers.insert(holder).inserted { holder = side.tree.holder[holder] }
    }
    return callers
  }

  private static func commonAdditions(
    _ ours: MergeSide, _ theirs: MergeSide, except others: Set<Int>
  ) -> [Int: Int] {
    var additions: [Addition: [Int]] = [:]
    func addition(_ side: MergeSide, _ index: Int) -> Addition {
      let block = side.tree.blocks[index]
      return Addition(
        key: side.list(of: index), above: side.baseAbove(index), hash: side.tree.hash[index],
        position: block.parent == nil && !(block.mutator is MutatorProcedureDefinition) ? block.position : nil)
    }
    for index in ours.tree.blocks.indices.reversed() where ours.toBase[index] < 0 {
      additions[addition(ours, index), default: []].append(index)
    }
    if additions.isEmpty { return [:] }
    var common: [Int: Int] = [:]
    for index in theirs.tree.blocks.indices
    where theirs.toBase[index] < 0 && common[index] == nil && !others.contains(index) {
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

  /// Adds a block that theirs added.
  private func add(_ index: Int) throws(EventError) {
    if blocks[index] != nil { return }
    let holder = theirs.tree.holder[outer(index)]
    // It is in a block that ours deleted, which is copied as a whole.
    if holder >= 0, blocks[holder] == nil { return }
    let parts = try transfer.create(index, of: theirs.tree, followers: false) {
      theirs.toBase[$0] >= 0 || common[$0] != nil
    }
    guard let block = parts.first?.block else { throw EventError("a block of theirs can't be created") }
    // Set the shadow that the block below it would have covered.
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

  /// The conflict about our block in the place of their new one: theirs deleted it.
  private func findingOfPresent(_ index: Int) -> Int? {
    let holder = theirs.tree.holder[index]
    guard holder >= 0, let present = blocks[holder]?.firstInput(withName: ourInput(of: index))?.connectedBlock,
      let own = baseIndex(of: present), own >= 0
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
      if ourValue != value || isReshapedOtherwise(part, own) { reportChange(of: part, own, block, index) }
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
    let placed = placedByOurs(in: block) + clearWay(for: destinations, of: block)
    try transfer.setContent(of: block, to: theirs.tree.blocks[index], moving: destinations) { wanted.contains($0) }
    for inner in placed where inner.surroundingBlock !== block {
      report(.place, "theirs removes the place of a block of ours: \(line(inner, in: workspace))", inner, nil)
    }
  }

  /// Disconnects blocks that theirs moves elsewhere from the inputs that get the contents of others.
  /// - Parameter destinations: the new inputs of the contents, by their present inputs.
  /// - Returns: the first blocks of those contents.
  private func clearWay(for destinations: [String: String], of block: Block) -> [Block] {
    for destination in destinations.values where destinations[destination] == nil {
      while let inner = block.firstInput(withName: destination)?.realBlock, isMovedByTheirs(inner) {
        coordinator.disconnect(inner, heal: true)
      }
    }
    return destinations.keys.sorted().compactMap { block.firstInput(withName: $0)?.realBlock }
      .filter { !isMovedByTheirs($0) }
  }

  /// Whether both sides give a block the same shape, but move its contents to different inputs: each adds a branch
  /// elsewhere.
  private func isReshapedOtherwise(_ part: ContentPart, _ own: Int) -> Bool {
    guard case .mutation = part else { return false }
    return base.slots[own].contains {
      ours.moves.newInput($0.input, of: own) != theirs.moves.newInput($0.input, of: own)
    }
  }

  /// The blocks that ours put into a block's inputs and theirs leaves there.
  private func placedByOurs(in block: Block) -> [Block] {
    var placed: [Block] = []
    for input in block.inputs {
      var inner = input.realBlock
      while let present = inner {
        inner = present.nextInStack
        guard let own = baseIndex(of: present) else { continue }
        let isPlaced =
          own < 0 || ours.hasPlaced(own, in: base) && theirs.fromBase[own] >= 0 && !theirs.hasPlaced(own, in: base)
        if isPlaced { placed.append(present) }
      }
    }
    return placed
  }

  private func reportChange(of part: ContentPart, _ own: Int, _ block: Block, _ index: Int) {
    let lines = [
      wholeLine(base.blocks[own].lineHead, in: baseWorkspace), wholeLine(block.lineHead, in: workspace),
      wholeLine(self.theirs.tree.blocks[index].lineHead, in: theirWorkspace),
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
    let path = (inputs.reversed() + [part.words]).joined(separator: " ")
    let words = ConflictWords.text(of: part, before: lines[0], ours: lines[1], theirs: lines[2])
    let message = "\(ConflictWords.cut(lines[1])): \(words)"
    // Several parts of a line may have the same message.
    if let present = conflicts.firstIndex(where: { $0.copy == copy && $0.conflict.message == message }) {
      conflicts[present].parts.append(path)
      return
    }
    report(.change, message, block, copy)
    conflicts[conflicts.count - 1].words = words
    conflicts[conflicts.count - 1].parts = [path]
  }

  /// The statement, or the outermost value, whose line shows a block of theirs.
  private func lineHead(_ index: Int) -> Int {
    var index = index
    while theirs.tree.blocks[index].outputConnection?.target != nil, theirs.tree.holder[index] >= 0 {
      index = theirs.tree.holder[index]
    }
    return index
  }

  /// The line of theirs that shows a block, or only the block if ours has it in another line.
  func lineCopy(_ index: Int, _ block: Block) -> Copy {
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

  /// The index in ours of each of our blocks.
  private(set) lazy var ourNodes: [ObjectIdentifier: Int] = Dictionary(
    uniqueKeysWithValues: ours.tree.blocks.enumerated().map { (ObjectIdentifier($1), $0) })

  /// The index in the base of a block of ours, or -1; nil for one that the merge added.
  func baseIndex(of block: Block) -> Int? { ourNodes[ObjectIdentifier(block)].map { ours.toBase[$0] } }

  /// The present names of renamed variables, by their names in any version: parameters have the names of variables.
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
