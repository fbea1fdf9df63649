import BlockFormats
import Workbench

/// What must hold after any session: everything can be undone and redone, and the program is then as it was.
public struct UndoAndRedo {
  private let style: ProgramStyle
  private let start: String

  /// Notes the program as it is.
  public init(_ workbench: WorkbenchController) {
    style = workbench.document.style.layout
    start = Self.text(of: workbench, style: style)
  }

  private static func text(of workbench: WorkbenchController, style: ProgramStyle) -> String {
    String(decoding: ProgramWriter.write(workbench.workspace, style: style).bytes, as: UTF8.self)
  }

  /// Undoes everything and redoes it.
  /// - Returns: what is not as it was; nil when all is well.
  public func defect(in workbench: WorkbenchController) -> String? {
    workbench.endPreviews()
    let redone = workbench.history.redoCount
    for _ in 0..<redone { workbench.perform(.redo) }
    let end = Self.text(of: workbench, style: style)
    let steps = workbench.history.undoCount
    for step in 0..<steps {
      if let refusal = workbench.perform(.undo).refusal { return "step \(steps - step) can't be undone: \(refusal)" }
    }
    if workbench.history.undoCount > 0 { return "\(workbench.history.undoCount) steps are left after undoing all" }
    if let difference = TextDifference.of(start, Self.text(of: workbench, style: style)) {
      return "after undoing everything the program is not as it was:\n\(difference)"
    }
    for _ in 0..<steps { workbench.perform(.redo) }
    return TextDifference.of(end, Self.text(of: workbench, style: style)).map {
      "after redoing everything the program is not as it was:\n\($0)"
    }
  }
}
