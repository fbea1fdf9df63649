import BlockLibrary
import Workbench

extension Scene {
  /// Why a change of the language takes effect only at the next launch; nil if it does at once.
  var refusalToChangeLanguage: String? {
    if options.toolboxInLanguage == nil { return "this editor has one language" }
    return programs.isLesson(programs.shown.path) ? "this is a lesson" : nil
  }

  /// Shows the open programs in the words of another language, and reads further ones in it. Lessons have their own
  /// words.
  /// - Parameter code: the language, or a file of messages; nil for the language of the environment.
  func show(inLanguage code: String?) {
    guard let toolboxInLanguage = options.toolboxInLanguage else { return }
    keeper.read(.anotherRead) {
      try toolboxInLanguage(code)
    } then: { [self] (result: Result<(language: String, toolbox: Toolbox), any Error>) in
      switch result {
      case .success((let language, let toolbox)):
        if language == self.language ?? StockBlocks.languages.first { return }
        self.language = language
        for program in programs.all where !programs.isLesson(program.path) {
          program.translate(to: language, toolbox: toolbox)
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
