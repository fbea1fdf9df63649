import BlockLayout
import BlockLibrary
import BlockModel
import BlockNotation
import MortiseScreen

/// Typing blocks as text, a line at a time.
extension WorkbenchController {
  /// Why a command can't open a line at the cursor; nil if it can.
  public func refusal(toOpenLine command: LineCommand) -> String? {
    if let reason = refusalToChange { return reason }
    do throws(FieldError) {
      switch command {
      case .edit: _ = try state.editedBlock(notation, forOperation: false)
      case .operation: _ = try state.editedBlock(notation, forOperation: true)
      case .below, .above, .value, .item: _ = try state.lineTarget(command)
      }
    } catch {
      return error.reason
    }
    return nil
  }

  /// The line that is being typed.
  package var line: LineSession? { previews[.line] as? LineSession }

  /// The rectangle on the canvas of the item at the cursor and of the blocks that the line is previewed as, with the
  /// rows of their empty bodies and of the block that the line goes into; nil if there is no cursor.
  public var lineRect: Rect? {
    guard let rect = cursorRect, let order, let line else { return cursorRect }
    let ids = previewedIDs
    var beside = ids.flatMap { id in
      let bodies = workspace.blocks[id]?.inputs.filter { $0.kind == .statement && $0.connectedBlock == nil } ?? []
      return bodies.map { FocusItem.emptyInput(blockID: id, name: $0.name) }
    }
    if case .connection(let target) = line.target {
      if target.inputName != nil {
        beside.append(.block(id: target.blockID))
      } else if ids.isEmpty, let last = workspace.blocks[target.blockID]?.lastRow, let end = order.rect(of: last),
        end.maxY - rect.minY <= Self.shownRows
      {
        // The body of the block above stays visible, unless it is long.
        beside.append(last)
      }
    }
    func united(_ rect: Rect, _ items: [FocusItem]) -> Rect {
      items.reduce(rect) { rect, item in order.rect(of: item).map { rect.union($0) } ?? rect }
    }
    let written = united(rect, ids.map { .block(id: $0) })
    let all = united(written, beside)
    return Rect(x: written.minX, y: all.minY, width: written.width, height: all.height)
  }

  private static let shownRows = 8

  /// The ids of the blocks that the typed line is previewed as.
  private var previewedIDs: [String] { line?.choice?.entry.snapshot.records.compactMap(\.id) ?? [] }

  /// The rectangle on the canvas of the row in which the typed line is: that of the block that it is previewed as or,
  /// before there is one, where that will be; nil if there is no cursor.
  public var lineStart: Rect? {
    guard let line, previewedIDs.isEmpty, line.editedID == nil else { return rowOfCursor }
    if line.target == .free {
      let cell = LayoutStyle.cell(of: state.freePosition)
      return Rect(origin: cell, size: Size(width: 1, height: 1))
    }
    guard let rect = cursorRect, let order else { return nil }
    func row(_ y: Int, of id: String) -> Rect {
      Rect(x: (order.rect(of: .block(id: id)) ?? rect).minX, y: y, width: 1, height: 1)
    }
    switch line.target {
    case .above(let id): return row(rect.minY - 1, of: id)
    case .connection(let target) where target.inputName == nil:
      return row(lineRect?.maxY ?? rect.maxY, of: target.blockID)
    case .connection, .free: return rect
    }
  }

  /// The rectangle of the item at the cursor or, for a statement that is typed, that of its row up to the item.
  private var rowOfCursor: Rect? {
    guard let rect = cursorRect, line?.kind == .statement, var block = cursorBlock else { return cursorRect }
    while block.outputConnection != nil, let parent = block.parent { block = parent }
    guard let start = order?.rect(of: .block(id: block.id)) else { return rect }
    return Rect(x: start.minX, y: rect.minY, width: max(1, rect.maxX - start.minX), height: 1)
  }

  /// Opens a line.
  /// - Parameter text: the beginning of the line.
  /// - Throws: `FieldError` if it can't be opened here.
  @discardableResult
  public func openLine(_ command: LineCommand, text: String = "") throws(FieldError) -> LineSession {
    if let reason = refusalToChange { throw FieldError(reason) }
    switch command {
    case .edit: return try edit { $0 }
    case .operation(let sign):
      return try edit { text in
        let isOne = !text.contains(" ") || text.hasPrefix("\"") || text.hasPrefix("`")
        let operand = isOne ? text : "(\(text))"
        return sign == "!" ? "!\(operand)" : "\(operand) \(sign) "
      }
    case .below, .above, .value, .item: break
    }
    let target = try state.lineTarget(command)
    let isStatement = target.kind(in: workspace) == .statement
    let wraps = command == .below && !state.selection.isEmpty
    return open(
      LineSession(self, at: target, wrapsSelection: wraps, continues: isStatement && !wraps),
      text: command == .item ? ", " : text)
  }

  /// Opens a line that was open in another session.
  /// - Returns: nil if its target no longer exists.
  public func reopenLine(at target: LineTarget, editing editedID: String?, text: String) -> LineSession? {
    let continues = editedID == nil && target.kind(in: workspace) == .statement
    let session = LineSession(self, at: target, editing: editedID, continues: continues)
    return session.isIntact ? open(session, text: text) : nil
  }

  /// Opens a line that edits the block at the cursor.
  private func edit(_ text: (String) -> String) throws(FieldError) -> LineSession {
    let (block, line) = try state.editedBlock(notation, forOperation: false)
    let target: LineTarget = block.superiorConnection.map { .connection(ConnectionTarget($0)) } ?? .free
    return open(LineSession(self, at: target, editing: block.id, continues: false), text: text(line))
  }

  private func open(_ session: LineSession, text: String = "") -> LineSession {
    session.openedText = text
    if isTypingProgram { return session }
    previews.begin(session)
    session.type(text)
    return session
  }

  /// Previews a line with its text and selection.
  func show(_ session: LineSession) {
    if isTypingProgram { return }
    previews.begin(session)
    session.select(session.selection)
  }

  /// Inserts the typed blocks as one undo step.
  /// - Returns: the outcome, and the next line if one was opened; the same line if it was refused.
  public func accept(_ session: LineSession) -> (outcome: IntentOutcome, next: LineSession?) {
    if let remark = session.remark {
      if case .documentation(let text) = remark, let refusal = document(with: text, session) {
        return (refusal, session)
      }
      if !session.isComment, !session.text.contains("{") {
        session.margins.add(remarkWith: session.columns, at: session.target)
      }
      return (.done(statusMessage: session.note(remark)), session)
    }
    guard let choice = session.choice else { return (.refused(reason: "nothing was typed"), session) }
    if let refusal = choice.refusal { return (.refused(reason: refusal), session) }
    previews.end(session)
    if choice.entry.opensStack {
      let next = openLineForStack()
      next.comment = session.comment
      return (.done(statusMessage: nil), next)
    }
    var entry = choice.entry
    if let comment = session.comment, session.kind == .statement, entry.continuation == nil {
      entry.add(comment: comment)
    }
    let continued = entry.continuation.flatMap { state.continuations(at: entry.target)[$0] }
    let outcome = perform(.typeLine(entry))
    if choice.isGuarded, let id = entry.snapshot.records.first?.id { guardIDs.insert(id) }
    if outcome.refusal != nil {
      show(session)
      return (outcome, session)
    }
    var statement = continued ?? entry.lastStatementID.flatMap { workspace.blocks[$0] }
    // A return value ends the body of a function; in a branch, a block returns it.
    if entry.continuation == .returns {
      statement = state.cursorBlock.flatMap { $0.mutator is MutatorIfReturn ? $0 : nil }
    }
    let next = openLine(after: choice.entry, in: session)
    addMargin(of: session, became: statement, to: next)
    // A branch isn't a block, so its comment is kept for the next block.
    if entry.continuation != nil { next?.comment = session.comment }
    session.comment = nil
    return (outcome, next)
  }

  /// Inserts a statement that stays as code in the place of a line.
  /// - Returns: the outcome, and the next line if one was opened; the same line if it was refused.
  func accept(code: String, on session: LineSession) -> (outcome: IntentOutcome, next: LineSession?) {
    var snapshot = BlockSnapshot()
    snapshot.records = [BlockSnapshot.Record(type: StockBlocks.code, id: workspace.freshID())]
    snapshot.records[0].fields = [FieldRecord(name: "CODE", state: .text(code))]
    var entry = LineEntry(target: session.target, snapshot: snapshot)
    if let comment = session.comment { entry.add(comment: comment) }
    previews.end(session)
    let outcome = perform(.typeLine(entry))
    if outcome.refusal != nil { return (outcome, session) }
    return (outcome, openLine(after: entry, in: session))
  }

  /// Makes a text the comment of the function around a line.
  /// - Returns: nil unless it was refused.
  private func document(with text: String, _ session: LineSession) -> IntentOutcome? {
    guard let function = session.documentedFunction else { return nil }
    let comment = [function.comment?.text, text].compactMap(\.self).joined(separator: "\n")
    previews.end(session)
    let outcome = perform(.setComment(comment, blockID: function.id))
    show(session)
    return outcome.refusal == nil ? nil : outcome
  }

  /// Closes an empty line, and continues after the branch that it is in.
  /// - Returns: the next line if one was opened.
  public func leave(_ session: LineSession) -> LineSession? {
    previews.end(session)
    guard session.continues, case .connection(let target) = session.target else { return nil }
    if session.kind == .value {
      let next = openLine(waiting: session.waiting, statementID: session.statementID, continues: true)
      addMargin(of: session, became: nil, to: next)
      return next
    }
    let block = workspace.blocks[target.blockID]
    var around = target.inputName == nil ? block?.surroundingBlock : block
    // The “if” that was put around a loop ends with it.
    if let holder = around?.surroundingBlock, guardIDs.contains(holder.id) { around = holder }
    let next = around.flatMap(openLine(below:)) ?? openLineForStack()
    (next.comment, next.margins) = (session.comment, session.margins)
    return next
  }

  /// Closes a line, and opens one in the body of a function, which must be empty.
  package func openBody(ofFunction name: String, closing session: LineSession) -> LineSession? {
    previews.end(session)
    guard let definition = ProcedureBlocks.definition(of: name, in: workspace),
      let body = definition.inputs.first(where: { $0.kind == .statement }), body.connectedBlock == nil
    else { return nil }
    cursor = order?.visibleItem(for: .emptyInput(blockID: definition.id, name: body.name))
    return open(
      LineSession(self, at: .input(body.name, of: definition.id), continues: true, statementID: definition.id))
  }

  /// Closes an empty line, and opens one that begins a stack.
  package func openStack(after session: LineSession) -> LineSession {
    previews.end(session)
    let next = openLineForStack()
    next.comment = session.comment
    return next
  }

  /// Opens a line that begins a stack.
  private func openLineForStack() -> LineSession { open(LineSession(self, at: .free, continues: true)) }

  /// Closes the line without changing anything.
  public func cancel(_ session: LineSession) { previews.end(session) }

  // MARK: - The next line

  private func openLine(after entry: LineEntry, in session: LineSession) -> LineSession? {
    let next = openLineBehind(entry, in: session)
    if let next, next.kind == .statement, entry.branch.isEmpty {
      next.hasLeftBranch = next.depth < depth(behind: entry, in: session)
    }
    return next
  }

  /// The depth of a line after a typed one, if one can follow in its branch.
  private func depth(behind entry: LineEntry, in session: LineSession) -> Int {
    if session.kind == .statement, entry.continuation != nil { return session.depth }
    let typedID = session.kind == .statement ? entry.lastStatementID : session.statementID
    // A value without a statement is the return value of a function.
    guard let typed = typedID.flatMap({ workspace.blocks[$0] }) else { return .max }
    // So is one that was typed with the function.
    if typed.hasReturned { return .max }
    return LineTarget.below(typed.id).depth(in: workspace)
  }

  private func openLineBehind(_ entry: LineEntry, in session: LineSession) -> LineSession? {
    let records = entry.snapshot.records + entry.branch.records
    let holes = entry.holes.compactMap { hole in
      records[hole.record].id.map { ConnectionTarget(blockID: $0, inputName: hole.input) }
    }
    var statementID = session.statementID
    if session.kind == .statement, entry.continuation == nil { statementID = entry.lastStatementID }
    if entry.continuation == .returns, let early = state.cursorBlock, early.mutator is MutatorIfReturn {
      return openLine(waiting: holes, statementID: early.id, continues: session.continues)
    }
    // Nothing follows the return value of a function.
    if entry.continuation == .returns, !entry.snapshot.isEmpty {
      return openLine(waiting: holes, statementID: nil, continues: true) ?? openLineForStack()
    }
    // Nor does anything follow a function that was typed with its return value.
    if statementID.flatMap({ workspace.blocks[$0] })?.hasReturned == true {
      return openLine(waiting: holes, statementID: nil, continues: true) ?? openLineForStack()
    }
    // After a whole branch, the next line goes below all branches.
    if let block = entry.branch.records.first?.id.flatMap({ workspace.blocks[$0] }) {
      let statement = block.hasOpenBody ? block : block.surroundingBlock
      return openLine(waiting: holes, statementID: statement?.id, continues: true)
    }
    if entry.continuation != nil, case .emptyInput(let id, let name) = cursor {
      if !holes.isEmpty { return openLine(waiting: holes, statementID: id, continues: true) }
      let target = ConnectionTarget(blockID: id, inputName: name)
      return open(LineSession(self, at: .connection(target), continues: true, statementID: id))
    }
    return openLine(waiting: holes + session.waiting, statementID: statementID, continues: session.continues)
      ?? (session.continues ? openLineForStack() : nil)
  }

  /// Opens a line in the first input that is still empty or has a default value; else in the statement's body, or
  /// below it.
  private func openLine(waiting: [ConnectionTarget], statementID: String?, continues: Bool) -> LineSession? {
    var rest = waiting[...]
    while let hole = rest.popFirst() {
      guard let connection = hole.connection(in: workspace), connection.kind == .inputValue,
        connection.targetBlock?.isShadow ?? true
      else { continue }
      cursor = order?.visibleItem(
        for: connection.targetBlock.map { .block(id: $0.id) }
          ?? .emptyInput(blockID: hole.blockID, name: hole.inputName ?? ""))
      let session = LineSession(
        self, at: .connection(hole), continues: continues, waiting: Array(rest), statementID: statementID)
      return open(session)
    }
    guard continues, let typed = statementID.flatMap({ workspace.blocks[$0] }) else { return nil }
    let statement = typed.innermostOpenStatement
    if let body = statement.inputs.first(where: { $0.kind == .statement && $0.connectedBlock == nil }) {
      cursor = order?.visibleItem(for: .emptyInput(blockID: statement.id, name: body.name))
      return open(
        LineSession(self, at: .input(body.name, of: statement.id), continues: true, statementID: statement.id))
    }
    return openLine(below: statement)
  }

  /// Opens a line below a statement, or below the nearest one around it that has something below it.
  private func openLine(below statement: Block) -> LineSession? {
    var block: Block? = statement
    while let current = block, current.nextConnection == nil { block = current.surroundingBlock }
    guard let block else { return nil }
    cursor = order?.visibleItem(for: .block(id: block.id))
    return open(LineSession(self, at: .below(block.id), continues: true))
  }
}
