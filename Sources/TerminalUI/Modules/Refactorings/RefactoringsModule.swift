import AppModules
import BlockLayout
import Workbench

/// The events of the windows for refactorings.
nonisolated enum RefactoringsEvent: EditorEvent {
  case status(String)
  /// A refactoring was made.
  case changed(name: String)
}

/// The windows for refactorings: the list of those that are possible or, given the name of one, the text field for the
/// name of what it creates.
final class RefactoringsModule: EditorModule<String?, RefactoringsEvent>, Module, PageRepresenting {
  let pageName = "Refactor"

  func unmanagedRootViewController() -> (any ViewController)? {
    context.purpose.flatMap(RefactoringKind.init(rawValue:)).map(naming) ?? overview()
  }

  private func overview() -> any Mode {
    let possible = workbench.possibleRefactorings
    let rows = possible.map { refactoring in
      ListPopup.Row(
        scene.screen.titles.title(refactoring.title, name: refactoring.kind.rawValue), note: refactoring.result)
    }
    return ListPopup(
      title: pageName, rows: rows, anchor: .below(context.viewport.cursorRect), verb: "do it"
    ) { [self] index in
      let kind = possible[index].kind
      if kind.needsName {
        push(naming(kind))
      } else {
        perform(.refactor(kind), emitting: .changed(name: kind.rawValue))
      }
    }
  }

  private func naming(_ kind: RefactoringKind) -> TextPopup {
    TextPopup(
      title: "Name", text: workbench.suggestedName(for: kind), hint: "a new name",
      anchor: .below(context.viewport.cursorRect)
    ) { [self] name in
      performTyped(.refactor(kind, named: name), emitting: .changed(name: kind.rawValue))
    }
  }
}
