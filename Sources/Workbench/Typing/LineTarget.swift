import BlockLayout
import BlockLibrary
import BlockModel
import BlockNotation

/// The place of a typed line.
public nonisolated enum LineTarget: Hashable, Sendable {
  /// Into an input, or below a block.
  case connection(ConnectionTarget)
  /// Above the first block of a stack.
  case above(blockID: String)
  /// At the top level, below everything else.
  case free

  /// Into an input of the block with an id.
  public static func input(_ name: String, of id: String) -> LineTarget {
    .connection(ConnectionTarget(blockID: id, inputName: name))
  }

  /// Below the block with an id.
  public static func below(_ id: String) -> LineTarget { .connection(ConnectionTarget(blockID: id, inputName: nil)) }

  /// The connection; nil if there is none.
  @MainActor func connection(in workspace: Workspace) -> Connection? {
    if case .connection(let target) = self { target.connection(in: workspace) } else { nil }
  }

  /// Whether a statement or a value belongs there.
  /// - Parameter editedID: the block that the line edits; nil for a new one.
  @MainActor func kind(editing editedID: String? = nil, in workspace: Workspace) -> LineKind {
    if let block = editedID.flatMap({ workspace.blocks[$0] }) {
      return block.outputConnection == nil ? .statement : .value
    }
    return connection(in: workspace)?.kind == .inputValue ? .value : .statement
  }
}

/// The commands that open a line.
public enum LineCommand: Equatable, Sendable {
  /// In the empty input at the cursor, else below the statement.
  case below
  /// Above the statement.
  case above
  /// In the empty input at the cursor, or in place of the literal there.
  case value
  /// With the text of the block at the cursor, to edit it.
  case edit
  /// With the value at the cursor and an operator, to make it an operand.
  case operation(sign: String)
  /// For another item after the one at the cursor.
  case item
}

extension IntentState {
  /// Returns the place where a command opens a line.
  /// - Throws: `FieldError` if it can't here.
  func lineTarget(_ command: LineCommand) throws(FieldError) -> LineTarget {
    if command == .item { return try itemAtCursor() }
    if command == .below, newStackPosition != nil { return .free }
    if command == .below, !selection.isEmpty {
      let run = try wrappedRun()
      return run.first.previousConnection?.target.map { .connection(ConnectionTarget($0)) } ?? .free
    }
    if case .emptyInput(let id, let name) = cursor, command != .above { return .input(name, of: id) }
    if command == .value {
      guard let literal = literalAtCursor, let superior = literal.superiorConnection, let input = superior.sourceInput
      else { throw FieldError("there is no empty input or literal here") }
      return .input(input.name, of: superior.sourceBlock.id)
    }
    guard let block = statementAtCursor else { return .free }
    if command == .above {
      guard let previous = block.previousConnection else { return .free }
      guard let superior = previous.target else { return .above(blockID: block.id) }
      return .connection(ConnectionTarget(superior))
    }
    if block.nextConnection != nil { return .below(block.id) }
    // No part of a function follows its return value, so a line after that begins a new stack.
    guard cursor == .block(id: block.id), !block.isCollapsed,
      let body = block.inputs.first(where: { $0.kind == .statement })
    else { return .free }
    if let last = body.connectedBlock?.lastInStack, last.nextConnection != nil { return .below(last.id) }
    return .input(body.name, of: block.id)
  }

  /// The block that a line edits, with its text.
  /// - Throws: `FieldError` if it can't be edited as a line.
  func editedBlock(_ library: NotationLibrary, forOperation: Bool) throws(FieldError) -> (block: Block, text: String) {
    guard let block = cursorBlock, cursorComment == nil else { throw FieldError("there is no block here") }
    if case .emptyInput = cursor { throw FieldError("there is nothing here yet\(hint("type-below", "types it"))") }
    if forOperation, block.outputConnection == nil { throw FieldError("there is no value here") }
    if block.mutator is MutatorProcedureDefinition { throw FieldError(IntentResolver.functionDialog) }
    if block.isUnknown { throw FieldError("\(named: block) is unknown and can't be typed") }
    guard let text = LineWriter.editedLine(of: block, library: library, in: workspace) else {
      throw FieldError("this block has several lines\(hint("edit-text", "on a value edits that"))")
    }
    return (block, text)
  }

  /// The number or text at the cursor.
  public var literalAtCursor: Block? {
    guard let block = cursorBlock, block.outputConnection != nil, block.isEditable, block.mutator == nil else {
      return nil
    }
    let fields = block.inputs.flatMap(\.fields).filter { $0.name != nil }
    guard fields.count == 1, fields[0] is FieldNumber || fields[0] is FieldInput,
      block.inputs.allSatisfy({ $0.connection == nil })
    else { return nil }
    return block
  }

  /// Describes a line's target for the status line.
  func description(of target: LineTarget) -> String {
    switch target {
    case .free: return newStackPosition == nil ? "at the end of the program" : "as a new stack"
    case .above(let id): return workspace.blocks[id].map { "above \(neighbourDescription($0))" } ?? ""
    case .connection(let target):
      guard let block = workspace.blocks[target.blockID] else { return "" }
      guard let name = target.inputName else { return "below \(neighbourDescription(block))" }
      return block.firstInput(withName: name).map { "in \(part: $0)" } ?? ""
    }
  }

  /// A statement's name, and a part that distinguishes it from those around it: there may be several “print”, and
  /// nested loops “repeat”.
  private func neighbourDescription(_ block: Block) -> String {
    let name = BlockLabel.name(of: block)
    func isLike(_ other: Block?) -> Bool { other.map { BlockLabel.name(of: $0) == name } == true }
    if isLike(block.surroundingBlock) { return "\(named: block)\(scopeDescription(of: block))" }
    return isLike(block.previousConnection?.targetBlock) || isLike(block.nextInStack)
      ? targetDescription(block) : "\(named: block)"
  }
}

extension LineTarget {
  /// The number of statements around it.
  func depth(in workspace: Workspace) -> Int { statementsAround(in: workspace).count }

  /// Whether it is above a block.
  var isAbove: Bool { if case .above = self { true } else { false } }

  /// The statements around it, the nearest first.
  func statementsAround(in workspace: Workspace) -> [Block] {
    let id: String? =
      switch self {
      case .free: nil
      case .above(let id): id
      case .connection(let location): location.blockID
      }
    guard let block = id.flatMap({ workspace.blocks[$0] }) else { return [] }
    var around: Block? = block.surroundingBlock
    if case .connection(let location) = self, location.inputName != nil { around = block }
    return Array(
      sequence(state: around) { block in
        defer { block = block?.surroundingBlock }
        return block
      })
  }

  /// Whether it is in a statement of a function, such as a branch, and not at the function's own level.
  func isInBranch(of definition: Block) -> Bool {
    guard case .connection(let location) = self, let workspace = definition.workspace,
      let block = workspace.blocks[location.blockID]
    else { return false }
    let around = location.inputName == nil ? block.surroundingBlock : block
    return around !== definition
  }
}
