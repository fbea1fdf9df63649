import BlockLayout
import BlockModel
import MortiseScreen

/// The level of detail of descriptions.
public enum Verbosity: String, CaseIterable, Sendable {
  /// Only the item at the cursor.
  case terse
  /// Also its location.
  case standard
  /// Also all blocks around it.
  case full
}

extension IntentState {
  /// Describes the item at the cursor, in words that also make sense without the screen.
  public var cursorDescription: String { QuotedWords.plain(description()) }

  /// Describes the item at the cursor, with the marks around words quoted from the program, after a statement input
  /// was entered or left.
  /// - Parameters:
  ///   - scope: the input that was entered or left; nil if there is none.
  ///   - message: the message before the description, whose content isn't repeated; nil for none.
  package func description(announcing scope: ScopeChange? = nil, after message: String? = nil) -> String {
    if let comment = cursorComment { return description(of: comment) }
    guard let cursor, let block = cursorBlock else {
      return "empty program"
    }
    var parts = verbosity == .terse ? [] : scope.map { [$0.description] } ?? []
    parts.append(itemDescription(cursor, block))
    parts += stateDescription(block, after: message)
    switch verbosity {
    case .terse: if let scope { parts.append(scope.isEntered ? "inside" : "outside") }
    case .standard: parts += locationDescription(block, namesInput: scope?.isEntered != true)
    case .full:
      let surroundings = surroundingInputs(of: block)
      parts += locationDescription(block, namesInput: false, namesContainer: surroundings == nil)
      if let surroundings { parts.append("in \(surroundings)") }
    }
    return parts.joined(separator: " · ")
  }

  private func itemDescription(_ item: FocusItem, _ block: Block) -> String {
    switch item {
    case .block, .comment:
      if verbosity == .terse, let field = block.onlyField, field.shape == .variable { return fieldDescription(field) }
      let name =
        block.onlyField == nil ? headerDescription(of: block, limit: Self.textLimit) : BlockLabel.name(of: block)
      let branches = branchDescription(block)
      if verbosity == .terse, let label = branchLabel(of: block) { return "\(label) \(quoted: name)" }
      return (block.isShadow ? "default " : "") + QuotedWords.quoted(name) + (branches.isEmpty ? "" : ", \(branches)")
    case .field(_, let name):
      guard let field = block.firstField(withName: name) else { return name }
      return fieldDescription(field)
    case .mutator: return "⚙ of \(mutatorDescription(of: block))"
    case .emptyInput(_, let name):
      let input = block.firstInput(withName: name)
      let kind = input?.kind == .statement ? "empty, takes blocks" : "empty, takes \(acceptedTypes(input))"
      return input.map { "\(part: $0): \(kind)" } ?? kind
    }
  }

  /// The words before a condition that begins a row of its own, such as “else if”; nil for any other block.
  private func branchLabel(of block: Block) -> String? {
    guard let input = block.outputConnection?.target?.sourceInput, input !== input.sourceBlock.inputs.first,
      input.sourceBlock.inputs.contains(where: { $0.kind == .statement })
    else { return nil }
    let label = BlockLabel.name(of: input)
    return label.isEmpty ? nil : label
  }

  /// The header of a block that has a mutator.
  func mutatorDescription(of block: Block) -> String {
    QuotedWords.quoted(headerDescription(of: block, limit: BlockLabel.wholeLimit))
  }

  /// The text of a block up to its first statement input. Adds the type when the text has only symbols, which screen
  /// readers skip.
  private func headerDescription(of block: Block, limit: Int) -> String {
    let header = BlockLabel.header(of: block, limit: limit)
    return header.contains { $0.isLetter || $0.isNumber } ? header : BlockLabel.entry(of: block, limit: limit)
  }

  private func acceptedTypes(_ input: Input?) -> String {
    input?.connection?.typeChecks.map(Self.typeWords) ?? "any value"
  }

  /// Returns the user's names for types of values, any of which is accepted.
  static func typeWords(_ types: [String]) -> String { types.map(typeWord).joined(separator: " or ") }

  /// Returns the user's name for a type of values.
  private static func typeWord(_ type: String) -> String {
    switch type {
    case "Array": "list"
    case "Boolean": "condition"
    case "String": "text"
    default: type.lowercased()
    }
  }

  /// The maximum length of a text in a description, in characters: more than a status line holds.
  private static let textLimit = 400

  private func fieldDescription(_ field: Field) -> String {
    let text = BlockLabel.line(field.spokenText, limit: Self.textLimit)
    let isClear = verbosity == .terse && (field.shape == .variable || field.shape == .choice)
    return QuotedWords.quoted(isClear ? text : field.spokenDescription(of: text))
  }

  private func branchDescription(_ block: Block) -> String {
    let statements = block.inputs.filter { $0.kind == .statement }
    guard !statements.isEmpty else { return "" }
    let hasElse = statements.last?.name == "ELSE"
    let count = statements.count - (hasElse ? 1 : 0)
    let filled = statements.filter { $0.connectedBlock != nil }.count
    if statements.count == 1 { return filled == 0 ? "empty" : verbosity == .terse ? "" : "contains blocks" }
    return (count == 1 ? "1 branch" : "\(count) branches") + (hasElse ? " and else" : "")
  }

  private func stateDescription(_ block: Block, after message: String?) -> [String] {
    var parts: [String] = []
    if selection.contains(block) { parts.append("selected") }
    if block.isUnknown { parts.append("unknown block") }
    if block.isCollapsed { parts.append("collapsed") }
    if !block.isEnabled { parts.append("disabled") }
    if let bookmark = block.bookmark { parts.append("bookmark “\(quoted: bookmark)”") }
    if let words = conflictWords(of: .block(id: block.id)) {
      if message?.contains(words) != true { parts.append("conflict: \(words)") }
    } else if let comment = block.comment {
      parts.append("comment: \(quoted: comment.text)")
    }
    if verbosity == .terse {
      if !problems(of: block).isEmpty { parts.append("problem") }
    } else {
      let problems = problems(of: block)
      if let first = problems.first, message?.contains(first) != true {
        parts.append("\(problems.count > 1 ? "\(problems.count) problems" : "problem"): \(quoted: first)")
      }
      let locks = [("moving", block.isMovable), ("deleting", block.isDeletable), ("editing", block.isEditable)]
      let against = locks.filter { !$0.1 }.map(\.0)
      if !against.isEmpty, !block.isShadow { parts.append("locked against \(against.joined(separator: ", "))") }
    }
    return parts
  }

  /// The problems of a block, without a conflict that is described separately.
  private func problems(of block: Block) -> [String] {
    // The last change may have fixed problems that were found before it.
    if problemFinder.isBehind || conflictWords(of: .block(id: block.id)) != nil { return [] }
    return problemFinder.messages(on: block.id)
  }

  /// - Parameters:
  ///   - namesInput: whether to name the statement input that the block is in.
  ///   - namesContainer: whether to name the part of a statement that the value is in.
  private func locationDescription(_ block: Block, namesInput: Bool, namesContainer: Bool = true) -> [String] {
    var parts: [String] = []
    guard let layout, let row = layout.layout(showing: block) else { return parts }
    if row.block !== block, namesContainer { parts.append(containerDescription(row.block, block)) }
    if namesInput, let input = row.inputHoldingStack {
      parts.append(inside(input))
    }
    if let (index, count) = layout.indexInStack(of: row), count > 1 { parts.append("line \(index + 1) of \(count)") }
    return parts
  }

  /// The part of a statement that holds a value: `else if 1 of if`, or the statement itself.
  private func containerDescription(_ row: Block, _ block: Block) -> String {
    var part = block
    while let holder = part.outputConnection?.targetBlock, holder !== row { part = holder }
    guard let input = part.outputConnection?.target?.sourceInput, row.inputs.contains(where: { $0.kind == .statement })
    else { return "in “\(quoted: BlockLabel.summary(of: row, limit: BlockLabel.wholeLimit))”" }
    return inside(input)
  }

  /// Returns the location of something in an input, whose own label may begin with “in”.
  private func inside(_ input: Input) -> String {
    let part = "\(part: input)"
    return QuotedWords.plain(part).hasPrefix("in ") ? part : "in \(part)"
  }

  /// Where the dragged item is shown; nil when nothing is dragged.
  package var dragDescription: String? {
    switch previews.latestDrag {
    case let session as CommentSession: description(of: session)
    case let session as MoveSession: description(of: session)
    default: nil
    }
  }

  /// The block at a destination, with its content, unless descriptions are terse, because several blocks may have the
  /// same name.
  func targetDescription(_ block: Block) -> String {
    if verbosity == .terse { return "\(named: block)" }
    return QuotedWords.quoted(BlockLabel.header(of: block, limit: BlockLabel.wholeLimit))
  }

  /// The same without the number of the target, where there is less space.
  package var shortDragDescription: String? {
    (previews.latestDrag as? MoveSession).map { description(of: $0, countsTargets: false) } ?? dragDescription
  }

  private func description(of session: MoveSession, countsTargets: Bool = true) -> String {
    let name = session.name + session.count
    let index = session.destinations.flatMap { all in
      countsTargets && verbosity != .terse
        ? all.firstIndex(of: session.destination).map { "target \($0 + 1) of \(all.count)" } : nil
    }
    let displaced = session.displacedName.map { "displaces \(quoted: $0)" }
    let verb = session.inserted == nil ? "moving" : "inserting"
    // Once it is moving, only the target matters.
    let isBrief = verbosity == .terse && session.destination != session.origin
    var target = description(of: session.destination)
    // “unconnected” would suggest that the first block of a stack leaves the others.
    if case .free = session.origin, session.destination == session.origin, session.inserted == nil {
      target = "where it was"
    }
    return [isBrief ? nil : "\(verb) \(quoted: name)", target, displaced, index].compactMap { $0 }
      .joined(separator: " · ")
  }

  /// Where a destination is: `below print “B”, in do of repeat`.
  func description(of destination: MoveDestination) -> String {
    switch destination {
    case .free: return "unconnected"
    case .above(let id):
      return "above \(workspace.blocks[id].map { targetDescription($0) + lineDescription(of: $0) } ?? "")"
    case .connection(let id, let input):
      guard let holder = workspace.blocks[id] else { return "" }
      if let input = input.flatMap({ holder.firstInput(withName: $0) }) {
        return "into \(BlockLabel.part(input, of: targetDescription))"
      }
      let scope = verbosity == .terse ? "" : scopeDescription(of: holder)
      return "below \(targetDescription(holder))\(lineDescription(of: holder))\(scope)"
    }
  }

  /// The largest distance of statements that are compared.
  private static let farthestTwin = 20

  /// The line number of a statement, to append to its text, if a statement nearby has the same text: `, line 2`.
  /// Otherwise empty.
  private func lineDescription(of block: Block) -> String {
    let words = targetDescription(block)
    func hasTwin(_ next: @escaping (Block) -> Block?) -> Bool {
      sequence(first: block, next: next).prefix(Self.farthestTwin).contains {
        $0 !== block && targetDescription($0) == words
      }
    }
    let above = { (block: Block) -> Block? in
      block.previousConnection?.target.flatMap { $0.sourceInput == nil ? $0.sourceBlock : nil }
    }
    guard hasTwin(\.nextInStack) || hasTwin(above), let row = layout?.layout(showing: block),
      let (index, _) = layout?.indexInStack(of: row)
    else { return "" }
    return ", line \(index + 1)"
  }

  /// The statement input that a block is in, to append to other text: `, in do of repeat`; empty at the top level.
  func scopeDescription(of block: Block) -> String { scope(of: block).map { ", in \(part: $0)" } ?? "" }

  // MARK: - Descriptions of workspace comments

  /// Describes the comment at the cursor.
  func description(of comment: WorkspaceComment) -> String {
    let lines = comment.text.utf8.reduce(1) { $1 == 0x0A ? $0 + 1 : $0 }
    let line = CommentLabel.line(comment.text, limit: BlockLabel.wholeLimit)
    var parts = [line.isEmpty ? "comment, empty" : "comment “\(quoted: line)”" + (lines > 1 ? ", \(lines) lines" : "")]
    if comment.isCollapsed { parts.append("collapsed") }
    let locks = [
      ("editing", !comment.isEditable), ("moving", !comment.isMovable), ("deleting", !comment.isDeletable),
    ].filter(\.1).map(\.0)
    if !locks.isEmpty { parts.append("locked against \(locks.joined(separator: ", "))") }
    parts.append("at the top level" + countDescription(of: comment))
    return parts.joined(separator: " · ")
  }

  private func countDescription(of comment: WorkspaceComment) -> String {
    guard let layout, let index = order?.pieceIndex(of: .comment(id: comment.id)), layout.pieces.all.count > 1 else {
      return ""
    }
    return ", \(index + 1) of \(layout.pieces.all.count)"
  }

  /// Describes the position and size of the comment that is being moved or resized.
  func description(of session: CommentSession) -> String {
    let cells = CommentLayout.cells(of: session.size)
    guard let layout = layout?.layout(ofCommentID: session.comment.id) else { return "" }
    var parts = ["comment at column \(layout.origin.x), row \(layout.origin.y)", "\(cells.width) by \(cells.height)"]
    if layout.rect.height > cells.height { parts.append("the text needs \(layout.rect.height) rows") }
    return parts.joined(separator: " · ")
  }

  /// The statement input that the cursor entered or left on its way within a stack; nil if it stayed in the same one.
  /// - Parameter item: the item that the cursor came from.
  package func scopeChange(from item: FocusItem?) -> ScopeChange? {
    guard let old = item?.blockID.flatMap({ workspace.blocks[$0] }), let new = cursorBlock else {
      return nil
    }
    let (left, entered) = (scope(of: old), scope(of: new))
    if left === entered { return nil }
    if let entered, isInside(entered, left) {
      return ScopeChange(isEntered: true, description: "into \(part: entered)")
    }
    // The cursor is at another part of the block that holds the input.
    if let left, new.lineHead === left.sourceBlock { return nil }
    guard let left, entered == nil ? old.root === new.root : entered.map({ isInside(left, $0) }) == true else {
      return nil
    }
    return ScopeChange(isEntered: false, description: "out of \(part: left)")
  }

  private func scope(of block: Block) -> Input? {
    layout?.layout(showing: block.lineHead)?.inputHoldingStack
  }

  /// Whether an input is inside another one, or in the same block; a nil input holds everything.
  private func isInside(_ inner: Input, _ outer: Input?) -> Bool {
    guard let outer else { return true }
    if inner.sourceBlock === outer.sourceBlock { return true }
    var input: Input? = scope(of: inner.sourceBlock)
    while let current = input {
      if current === outer { return true }
      input = scope(of: current.sourceBlock)
    }
    return false
  }
}

/// Short names for workspace comments.
enum CommentLabel {
  static func name(of comment: WorkspaceComment) -> String {
    let line = line(comment.text, limit: BlockLabel.wholeLimit)
    return line.isEmpty ? "the empty comment" : "comment “\(quoted: line)”"
  }

  /// Shortens a text to one line. Reads only the beginning of the text, which may be long.
  static func line(_ text: String, limit: Int) -> String {
    BlockLabel.line(String(text.prefix(4 * limit)), limit: limit)
  }
}

/// A statement input that the cursor entered or left.
package struct ScopeChange {
  /// Whether the input was entered.
  let isEntered: Bool
  /// The text, with the marks around words quoted from the program.
  let description: String
}
