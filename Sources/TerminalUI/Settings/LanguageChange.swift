import BlockLibrary
import Workbench

extension Scene {
  /// Why a change of the language takes effect from the next start on; nil if it does at once.
  var refusalToChangeLanguage: String? {
    if options.toolboxInLanguage == nil { return "this editor has one language" }
    return programs.isLesson(programs.shown.path) ? "this is a lesson" : nil
  }

  /// Shows the open programs in the words of another language, and reads further ones in it. Lessons have their own
  /// words.
  func change(toLanguage code: String) {
    settings.language = code
    guard let toolboxInLanguage = options.toolboxInLanguage else { return }
    keeper.read(.anotherRead) {
      try toolboxInLanguage(code)
    } then: { [self] (result: Result<Toolbox, any Error>) in
      switch result {
      case .success(let toolbox):
        for program in programs.all where !programs.isLesson(program.path) {
          program.translate(to: code, toolbox: toolbox)
        }
        programEvents.show(workbench)
        viewport.relayout()
      case .failure(let error): programEvents.showStatus("\(error)")
      }
    }
  }
}

extension OpenProgram {
  fileprivate func translate(to language: String, toolbox: Toolbox) {
    if isOpened { workbench.translate(to: language, toolbox: toolbox) }
    guard let document = unopened?.document else { return }
    document.translate(to: language)
    unopened = (document, toolbox)
  }
}
