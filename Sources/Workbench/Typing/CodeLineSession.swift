import BlockLayout
import BlockModel
import BlockNotation
import CodeGeneration

/// A line of the program's code that is being edited. The changed part becomes blocks: the smallest value that contains
/// it, or the whole statement. Its meaning is previewed on the canvas.
package final class CodeLineSession {
  /// The line as it was when it was opened.
  package let line: CodeLine
  /// The typed text.
  package private(set) var text: String
  /// Why the text was refused; nil if it wasn't, or if it was changed since.
  package private(set) var rejection: String?
  /// The part of the line that becomes blocks; nil if none can, or if nothing has changed.
  private(set) var typed: LineSession?
  /// The cursor when the line was opened.
  let cursor: FocusItem?
  /// Why the text can't become blocks.
  private var mistake = ""
  /// The sessions of the parts so far, by their blocks' ids.
  private var sessions: [String: LineSession] = [:]
  private unowned let controller: WorkbenchController

  init(_ controller: WorkbenchController, _ line: CodeLine) {
    (self.controller, self.line, text) = (controller, line, line.text)
    cursor = controller.cursor
  }

  /// Whether the text differs from the line.
  package var isChanged: Bool { text.trimmingSpaces != line.text.trimmingSpaces }

  /// The meaning of the text, or why it has none; nil if it is unchanged.
  package var meaning: String? {
    guard isChanged else { return nil }
    guard let typed, let choice = typed.choice else { return mistake }
    let note = choice.note.isEmpty ? "" : ", \(choice.note)"
    return (changedBlock(typed).map { "\(quoted: $0)" } ?? "\(quoted: choice.label)") + note
  }

  /// The statement as the typed part changes it or, of several branches, the value in the line.
  func changedBlock(_ typed: LineSession) -> Block? {
    let value = line.values.first { value in value.blockID == typed.editedID || contains(value.blockID, typed) }
    let id = line.isWhole ? line.block.id : value?.blockID ?? line.block.id
    return [id, typed.choice?.entry.snapshot.records.first?.id].lazy.compactMap(\.self).compactMap {
      self.controller.workspace.blocks[$0]
    }.first
  }

  /// Whether the code of a value contains the typed part.
  private func contains(_ id: String, _ typed: LineSession) -> Bool {
    guard let outer = line.values.first(where: { $0.blockID == id })?.range,
      let inner = line.values.first(where: { $0.blockID == typed.editedID })?.range
    else { return false }
    return outer.lowerBound <= inner.lowerBound && inner.upperBound <= outer.upperBound
  }

  /// Whether the text can become blocks, or is unchanged.
  package var isAcceptable: Bool { !isChanged || typed != nil }

  /// Finds the blocks that the text becomes, and previews them.
  package func type(_ text: String) {
    if let typed { controller.previews.end(typed) }
    (self.text, rejection, typed, mistake) = (text, nil, nil, "")
    guard isChanged else { return }
    typed = find()
    if let typed { controller.show(typed) }
  }

  /// Refuses the text.
  /// - Parameter reason: nil for why it can't become blocks.
  /// - Returns: the reason.
  func refuse(_ reason: String? = nil) -> String {
    rejection = reason ?? mistake
    return reason ?? mistake
  }

  // MARK: - The changed part

  private func find() -> LineSession? {
    if LineReader.isTooLong(text) {
      mistake = "this line is too long; a line can have \(LineReader.longestLine) characters at most"
      return nil
    }
    if text.allSatisfy(\.isWhitespace) {
      mistake = "nothing was typed; statements are deleted on the blocks"
      return nil
    }
    for part in changedParts {
      guard let block = controller.workspace.blocks[part.blockID] else { continue }
      if block.hasDisabledValue {
        mistake = "a disabled value in this line has no code; enable it on the blocks first"
        continue
      }
      let session = session(of: part.blockID)
      read(part.text, in: session)
      guard let reason = refusal(of: session) else {
        if part.isClosed || session.choice.map(Self.isOneOperand) == true { return session }
        continue
      }
      if mistake.isEmpty || session.choice != nil || session.kind == .statement { mistake = reason }
    }
    if mistake.isEmpty { mistake = "only the values in this line can be changed here" }
    return nil
  }

  private struct Part {
    var blockID: String
    var text: String
    /// Whether no operator beside it can take a part of its text.
    var isClosed: Bool
  }

  /// The parts that contain the change, the smallest first.
  private var changedParts: [Part] {
    let (old, new) = (Array(line.text.utf8), Array(text.utf8))
    let start = zip(old, new).prefix { $0 == $1 }.count
    let most = min(old.count, new.count) - start
    let end = old.count - zip(old.reversed(), new.reversed()).prefix(most).prefix { $0 == $1 }.count
    var parts = line.values.reversed().filter { $0.range.lowerBound <= start && end <= $0.range.upperBound }.map {
      value in
      Part(
        blockID: value.blockID,
        text: String(
          decoding: new[value.range.lowerBound..<value.range.upperBound + new.count - old.count], as: UTF8.self),
        isClosed: TypedCode.isClosed(value.range, in: old))
    }
    if line.isWhole { parts.append(Part(blockID: line.block.id, text: text, isClosed: true)) }
    return parts
  }

  private func session(of id: String) -> LineSession {
    if let known = sessions[id] { return known }
    let superior = controller.workspace.blocks[id]?.superiorConnection
    let session = LineSession(
      controller, at: superior.map { .connection(ConnectionTarget($0)) } ?? .free, editing: id, continues: false)
    if let value = line.values.first(where: { $0.blockID == id }) {
      read(String(decoding: Array(line.text.utf8)[value.range], as: UTF8.self), in: session)
    } else {
      read(line.text, in: session)
    }
    session.former = session.choice?.entry.snapshot
    sessions[id] = session
    return session
  }

  private func read(_ code: String, in session: LineSession) {
    let text = TypedCode.withProgramNames(code.trimmingSpaces, line.names)
    session.type(line.languageID == "lua" ? TypedCode.withoutLuaSigns(text) : text)
    // A loop that has a block already needs no “if” around it.
    guard session.choice?.isGuarded == true, let id = session.editedID,
      let type = controller.workspace.blocks[id]?.type,
      let bare = session.choices.firstIndex(where: { !$0.isGuarded && $0.type == type && $0.refusal == nil })
    else { return }
    session.select(bare)
  }

  /// Why a part can't become what was typed; nil if it can.
  private func refusal(of session: LineSession) -> String? {
    guard let choice = session.choice else {
      if let name = session.choices.first?.newFunctions.first, session.objection == nil {
        return line.helpers.contains(name)
          ? "“\(name)” is a function of the generator, so this is edited on the block"
          : "there is no function “\(name)”"
      }
      return session.reason
    }
    if let refusal = choice.refusal { return refusal }
    if LineReader.endsInOperator(session.text) { return LineReader.missingValue(in: session.text) }
    if choice.rank > .typed && choice.rank != .newName || !choice.entry.holes.isEmpty {
      return session.objection ?? "“\(QuotedWords.typed(session.text))” is incomplete or unknown"
    }
    return nil
  }

  /// Whether a choice is one literal or name, which no operator beside it can divide.
  private static func isOneOperand(_ choice: LineChoice) -> Bool {
    choice.entry.snapshot.records.count == 1 && !choice.label.hasPrefix("-")
  }
}

extension Block {
  /// Whether one of its values, or of theirs, is disabled.
  fileprivate var hasDisabledValue: Bool {
    var waiting = [self]
    while let block = waiting.popLast() {
      let values = block.inputs.filter { $0.kind == .value }.compactMap(\.connectedBlock)
      if values.contains(where: { !$0.isEnabled }) { return true }
      waiting += values
    }
    return false
  }
}
