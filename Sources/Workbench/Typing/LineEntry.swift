import BlockEditing
import BlockLayout
import BlockLibrary
import BlockModel
import BlockNotation

/// An accepted line: its meaning and its target.
public struct LineEntry {
  /// The place where it is inserted.
  public var target: LineTarget
  /// The statement or value, whose blocks have ids; of a continuation, its condition or value, or nothing.
  public var snapshot: BlockSnapshot
  /// The content of the branch that a continuation adds: `else: print x`.
  var branch = BlockSnapshot()
  /// How it continues the statement above; nil for a line of its own.
  public var continuation: LineContinuation?
  /// The block that the line edits; nil for a new one.
  public var editedID: String?
  /// The blocks as which the edited block's line was read before it was changed; nil if it isn't a line of code.
  var former: BlockSnapshot?
  /// Whether the selected blocks go into the typed one.
  public var wrapsSelection = false
  /// The snippet whose stack this is, with the functions that it calls; nil for typed blocks.
  var snippet: Clipboard?
  /// The inputs for which nothing was typed, by the indices of their blocks in the snapshot, followed by those in the
  /// branch.
  var holes: [(record: Int, input: String)] = []

  /// - Parameters:
  ///   - snapshot: its blocks must have ids.
  ///   - continuation: nil for a line of its own.
  public init(target: LineTarget, snapshot: BlockSnapshot, continuation: LineContinuation? = nil) {
    self.target = target
    self.snapshot = snapshot
    self.continuation = continuation
  }

  /// Puts a comment on the block, above one that it has.
  mutating func add(comment: String) {
    guard !snapshot.isEmpty else { return }
    let own = snapshot.records[0].extras?.values.comment?.text
    snapshot.records[0].createdExtras.values.comment = BlockComment(
      text: [comment, own].compactMap(\.self).joined(separator: "\n"))
  }

  /// Whether nothing was typed, so that the next line begins a stack.
  var opensStack: Bool { target == .free && snapshot.isEmpty && continuation == nil }

  /// The last inserted statement: a snippet may have several.
  var lastStatementID: String? {
    var last = 0
    for (index, record) in snapshot.records.enumerated() where record.parent == last && record.slot == .next {
      last = index
    }
    return snapshot.records.isEmpty ? nil : snapshot.records[last].id
  }
}

extension IntentState {
  /// The ways in which a line at a target can continue a statement around it, with that statement.
  func continuations(at target: LineTarget) -> [LineContinuation: Block] {
    guard case .connection(let location) = target, let block = workspace.blocks[location.blockID] else { return [:] }
    if target.kind(in: workspace) == .value { return itemsBlock(at: target).map { [.items: $0] } ?? [:] }
    var found: [LineContinuation: Block] = [:]
    let around = location.inputName == nil ? block.surroundingBlock : block
    if let branches = [location.inputName == nil ? block : nil, around].compactMap(\.self).first(where: {
      $0.mutator is MutatorIfElse
    }) {
      let open = branches.innermostOpenBranches
      found[.elseIf] = open
      found[.otherwise] = open
    }
    if block.root.mutator is MutatorProcedureDefinition { found[.returns] = block.root }
    return found
  }

  /// The selected statements.
  /// - Throws: `FieldError` if nothing can be put around them.
  func wrappedRun() throws(FieldError) -> BlockRun {
    let runs = BlockRun.runs(of: selectedBlocks)
    guard let run = runs.first, runs.count == 1, run.first.previousConnection != nil else {
      throw FieldError("only statements that follow each other can be put into a block")
    }
    if let locked = run.blocks.first(where: { !$0.isMovable }) {
      throw FieldError("\(named: locked) is locked against moving")
    }
    return run
  }
}

extension Block {
  /// This “if” or, as nothing can follow an “else”, the nearest “if” around it without one; itself if all have one.
  fileprivate var innermostOpenBranches: Block {
    let around = sequence(first: self) { ($0.mutator as? MutatorIfElse)?.hasElse == true ? $0.surroundingBlock : nil }
    return around.first { ($0.mutator as? MutatorIfElse)?.hasElse == false } ?? self
  }

  /// The statement whose body the next line fills: this one, or the last statement in its bodies with an empty one, as
  /// in `if x > 3: repeat 3`.
  var innermostOpenStatement: Block {
    var block = self
    while let inner = block.inputs.last(where: { $0.kind == .statement })?.connectedBlock?.lastInStack { block = inner }
    return block.hasEmptyBody ? block : self
  }

  /// Whether the next line fills the body of this statement, or of one in it.
  var hasOpenBody: Bool { innermostOpenStatement.hasEmptyBody }

  /// The item in the last row of its bodies; nil if it has none.
  var lastRow: FocusItem? {
    var item: FocusItem?
    var block: Block? = self
    while let current = block, let body = current.inputs.last(where: { $0.kind == .statement }) {
      block = body.connectedBlock?.lastInStack
      item = block.map { .block(id: $0.id) } ?? .emptyInput(blockID: current.id, name: body.name)
    }
    return item
  }

  /// Whether it is a function whose return value is set.
  var hasReturned: Bool {
    previousConnection == nil && firstInput(withName: "RETURN")?.connectedBlock?.isShadow == false
  }

  private var hasEmptyBody: Bool { inputs.contains { $0.kind == .statement && $0.connectedBlock == nil } }
}

extension Intent {
  /// Inserts the blocks of a typed line; see `LineSession`.
  public static func typeLine(_ entry: LineEntry) -> Intent {
    Intent("typeLine", repetition: .impossible(reason: "the last change can't be repeated")) { $0.typeLine(entry) }
  }
}

/// Inserting typed lines.
extension IntentResolver {
  func typeLine(_ entry: LineEntry) -> Resolution {
    if let snippet = entry.snippet {
      var stack = entry
      stack.snippet = nil
      return bringing(functionsOf: snippet, insertLine(stack))
    }
    let contents = ToolboxContents(workspace: workspace)
    if let reason = contents.misfit(in: entry.snapshot) {
      return .refused(reason: reason)
    }
    return insertLine(entry)
  }

  private func insertLine(_ entry: LineEntry) -> Resolution {
    let contents = ToolboxContents(workspace: workspace)
    if let id = entry.editedID { return editLine(entry, of: id) }
    if entry.wrapsSelection { return wrapSelection(in: entry.snapshot) }
    if let continuation = entry.continuation { return goOn(continuation, entry) }
    guard let record = entry.snapshot.records.first else { return .refused(reason: "nothing was typed") }
    if let resolution = returnConditionally(entry) { return resolution }
    switch entry.target {
    case .free: return insertTyped(entry.snapshot, at: nil)
    case .above(let id):
      guard let block = workspace.blocks[id], let previous = block.previousConnection else {
        return .refused(reason: Self.targetIsGone)
      }
      guard contents.canEnd(entry.snapshot, above: previous) else {
        return .refused(reason: "this doesn't fit above \(named: block)")
      }
      return typed([.insertAbove(entry.snapshot, blockID: id)])
    case .connection:
      guard let connection = entry.target.connection(in: workspace) else {
        return .refused(reason: Self.targetIsGone)
      }
      if connection.kind != .inputValue, !contents.hasPrevious(entry.snapshot) {
        return insertTyped(entry.snapshot, at: nil)
      }
      guard contents.canConnect(entry.snapshot, connection) else {
        return .refused(reason: "this doesn't fit \(state.description(of: entry.target))")
      }
      guard connection.kind == .inputValue, let held = connection.targetBlock else {
        return insertTyped(entry.snapshot, at: connection)
      }
      if let change = change(of: held, to: record, count: entry.snapshot.records.count) {
        return .changes(
          Plan([change], focus: .item(.block(id: held.id))) { state, _ in
            state.cursorBlock.map { "set to \(quoted: $0)" }
          })
      }
      if held.isShadow { return insertTyped(entry.snapshot, at: connection) }
      return typed([
        .delete(blockID: held.id, heal: false), .insert(entry.snapshot, at: ConnectionTarget(connection)),
      ])
    }
  }

  static let targetIsGone = "the place for this no longer exists"

  func insertTyped(_ snapshot: BlockSnapshot, at connection: Connection?) -> Resolution {
    var placed = snapshot
    if connection == nil { placed.records[0].position = state.freePosition }
    return typed([.insert(placed, at: connection.map(ConnectionTarget.init))])
  }

  func typed(_ changes: [ProgramChange]) -> Resolution {
    var count = ""
    switch changes.last {
    case .insert(let snapshot, _)?, .insertAbove(let snapshot, _)?: count = statementCountWords(of: snapshot)
    default: break
    }
    return .changes(
      Plan(changes, focus: .created) { [count] state, _ in
        state.cursorBlock.map { "inserted \(quoted: $0)\(count)" }
      })
  }

  /// The number of inserted statements, to append to the text of the first one; empty for one.
  func statementCountWords(of snapshot: BlockSnapshot) -> String {
    let count = ToolboxContents(workspace: workspace).statementCount(snapshot)
    return count > 1 ? ", \(count) statements" : ""
  }

  /// The change of the only field of a literal that makes it another literal; nil if another block is needed.
  private func change(of held: Block, to record: BlockSnapshot.Record, count: Int) -> ProgramChange? {
    guard count == 1, held.type == record.type, record.fields.count == 1, record.mutation == nil, held.isEditable,
      held.firstField(withName: record.fields[0].name) != nil
    else { return nil }
    return .setField(FieldLocation(blockID: held.id, name: record.fields[0].name), to: record.fields[0].state)
  }

  // MARK: - Wrapping

  /// Puts the selected statements into a typed one, which takes their place.
  private func wrapSelection(in snapshot: BlockSnapshot) -> Resolution {
    let run: BlockRun
    do throws(FieldError) { run = try state.wrappedRun() } catch { return .refused(reason: error.reason) }
    guard let record = snapshot.records.first, let id = record.id,
      let body = workspace.factory.blockBuilders[record.type]?.inputBuilders.first(where: { $0.type == .statement })
    else { return .refused(reason: "the selected blocks don't fit into this") }
    var placed = snapshot
    let contents = ToolboxContents(workspace: workspace)
    var changes = [run.detachment]
    if let superior = run.first.previousConnection?.target {
      guard contents.canConnect(snapshot, superior) else { return .refused(reason: "this doesn't fit here") }
      changes.append(.insert(placed, at: ConnectionTarget(superior)))
    } else if let follower = run.follower, let previous = follower.previousConnection {
      guard contents.canEnd(snapshot, above: previous) else { return .refused(reason: "this doesn't fit here") }
      changes.append(.insertAbove(placed, blockID: follower.id))
    } else {
      placed.records[0].position = run.first.position
      changes.append(.insertStack(placed, .before(blockID: run.first.id)))
    }
    changes.append(.connect(blockID: run.first.id, to: ConnectionTarget(blockID: id, inputName: body.name)))
    let count = run.blocks.count
    return .changes(
      Plan(changes, focus: .item(.block(id: id))) { state, _ in
        let label = state.workspace.blocks[id].map { "\(quoted: $0)" } ?? ""
        return "wrapped \(count == 1 ? "1 block" : "\(count) blocks") in \(label)"
      })
  }

  // MARK: - Going on

  private func goOn(_ continuation: LineContinuation, _ entry: LineEntry) -> Resolution {
    guard let block = state.continuations(at: entry.target)[continuation] else {
      return .refused(reason: "no statement here continues like this")
    }
    guard block.isEditable else { return .refused(reason: "\(named: block) is locked against editing") }
    if continuation == .elseIf, input(of: entry.target, in: block) == "ELSE" {
      return .refused(reason: "“else” is the last branch; else if comes before it")
    }
    switch continuation {
    case .elseIf, .otherwise: return addBranch(to: block, isElse: continuation == .otherwise, entry)
    case .returns: return returnValue(from: block, entry)
    case .items: return addItems(to: block, entry)
    }
  }

  private func addBranch(to block: Block, isElse: Bool, _ entry: LineEntry) -> Resolution {
    guard let layout = state.mutatorLayout(of: block) as? MutatorPartsLayout,
      let kind = layout.kinds.first(where: { $0.isMovable != isElse })
    else { return .refused(reason: "no branch can be added to \(named: block)") }
    if !entry.snapshot.isEmpty, let condition = block.inputs.first(where: { $0.kind == .value })?.connection,
      !ToolboxContents(workspace: workspace).canConnect(entry.snapshot, condition)
    {
      return .refused(reason: "this doesn't fit in else if")
    }
    layout.read()
    let index: Int
    do throws(FieldError) {
      index = try layout.draft.add(kind, behind: isElse ? nil : branch(of: entry.target, in: block, layout))
    } catch {
      return .refused(reason: isElse ? "there is already an else here" : error.reason)
    }
    var changes = [ProgramChange.mutate(layout)]
    let inputs = layout.inputs(of: kind, at: layout.draft.index(at: index))
    if !entry.snapshot.isEmpty {
      changes.append(.insert(entry.snapshot, at: ConnectionTarget(blockID: block.id, inputName: inputs[0])))
    }
    var body = FocusItem.emptyInput(blockID: block.id, name: inputs[inputs.count - 1])
    if let id = entry.branch.records.first?.id {
      changes.append(
        .insert(entry.branch, at: ConnectionTarget(blockID: block.id, inputName: inputs[inputs.count - 1])))
      body = .block(id: id)
    }
    return .changes(
      Plan(changes, focus: .item(body), statusMessage: "added \(isElse ? "else" : "else if") to this if"))
  }

  /// The name of the input of a block that a target is in; nil below the block.
  private func input(of target: LineTarget, in block: Block) -> String? {
    guard case .connection(let location) = target else { return nil }
    var input = location.blockID == block.id ? location.inputName : nil
    var inner = location.blockID == block.id ? nil : workspace.blocks[location.blockID]
    while input == nil, let superior = inner?.superiorConnection {
      if superior.sourceBlock === block { input = superior.sourceInput?.name }
      inner = superior.sourceBlock
    }
    return input
  }

  /// The index of the branch or item that a target is in; nil after all of them.
  func branch(of target: LineTarget, in block: Block, _ layout: MutatorPartsLayout) -> Int? {
    guard let input = input(of: target, in: block) else { return nil }
    return layout.draft.indexedParts.firstIndex {
      layout.inputs(of: $0.part.kind, at: $0.index).contains(input) && $0.part.kind.isMovable
    }
  }
}
