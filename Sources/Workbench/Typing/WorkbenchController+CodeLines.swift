import BlockLayout
import BlockLibrary
import BlockModel
import BlockNotation
import CodeGeneration

/// Editing the program's code, a line at a time.
extension WorkbenchController {
  /// Opens a line of the code.
  /// - Parameter line: nil for one that comes from no block.
  /// - Throws: `FieldError` if it can't be edited.
  package func open(_ line: CodeLine?) throws(FieldError) -> CodeLineSession {
    if let reason = refusalToChange { throw FieldError(reason) }
    guard let line else { throw FieldError("this line belongs to no block; the generator adds it") }
    if line.isComment { throw FieldError("this is a comment; it is edited on its block") }
    if LineReader.isTooLong(line.text) { throw FieldError("this line is too long to edit; edit its block") }
    if line.values.isEmpty, line.block.mutator is MutatorProcedureDefinition {
      throw FieldError("a function's name and inputs are edited on its block")
    }
    if line.values.isEmpty, !line.isWhole {
      throw FieldError("this line is only a part of the code of \(named: line.block); edit the block")
    }
    return CodeLineSession(self, line)
  }

  /// Makes blocks of an edited line, as one undo step. The cursor stays on its block.
  /// - Returns: the outcome; a refused line stays open.
  package func take(_ session: CodeLineSession) -> IntentOutcome {
    guard session.isChanged else { return .done(statusMessage: "nothing changed") }
    guard let typed = session.typed else { return .refused(reason: session.refuse()) }
    let (outcome, next) = accept(typed)
    if let reason = outcome.refusal { return .refused(reason: session.refuse(reason)) }
    if let next { cancel(next) }
    guard outcome.isChange, let block = session.changedBlock(typed) else { return outcome }
    let kept = session.cursor?.blockID.flatMap { workspace.blocks[$0] }
    cursor = kept == nil ? .block(id: workspace.blocks[session.line.block.id]?.id ?? block.id) : session.cursor
    normalizeCursor()
    // That of a statement also says which bodies fit no longer.
    return typed.kind == .statement ? outcome : .changed(statusMessage: "changed to \(quoted: block)")
  }

  /// Closes a line without changing anything.
  package func cancel(_ session: CodeLineSession) {
    if let typed = session.typed { cancel(typed) }
  }
}
