import Workbench

extension Scene {
  /// Why a change of the language takes effect from the next start on; nil if it does at once.
  var refusalToChangeLanguage: String? {
    let program = programs.shown
    if options.useLanguage == nil || !keeper.opensPrograms { return "this editor opens only one program" }
    if programs.isLesson(program.path) { return "this is a lesson" }
    // The words come with the blocks, which are read again.
    let history = program.workbench.history
    let isChanged = program.workbench.isModified || history.undoCount + history.redoCount > 0
    return isChanged ? "this program has changes to undo" : nil
  }

  /// Shows the program in the words of another language, and reads further ones in it. Others that are open keep their
  /// words.
  func change(toLanguage code: String) {
    settings.language = code
    if refusalToChangeLanguage != nil { return }
    options.useLanguage?(code)
    let program = programs.shown
    let cursor = program.workbench.cursor
    keeper.reopen(program, then: { if let cursor { program.workbench.perform(.focus(cursor)) } })
  }
}
