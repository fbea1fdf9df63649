import Workbench

/// Lists the lessons, and opens their programs.
final class LessonOpening {
  private unowned let scene: Scene
  private let lessons: TutorLessons
  private let texts: TutorTexts
  /// Called before the program of a lesson is opened.
  private let leaveTask: () -> Void

  init(_ scene: Scene, _ lessons: TutorLessons, _ texts: TutorTexts, leavingTask leaveTask: @escaping () -> Void) {
    (self.scene, self.lessons, self.texts, self.leaveTask) = (scene, lessons, texts, leaveTask)
  }

  /// Lists the lessons, to open one.
  /// - Parameter present: the lesson that is shown.
  func list(selecting present: Lesson?) {
    let (language, state) = (lessons.language, lessons.state)
    let rows = lessons.all.enumerated().map { index, lesson in
      let title = lesson.filled(lesson.title.text(in: language), in: language)
      let isDone = state?.isDone(lesson) == true
      return ListPopup.Row(
        "\(index + 1) \(title)", keywords: [lesson.name], note: isDone ? texts.words("isDone") : "")
    }
    let selected = present.map(lessons.index) ?? lessons.all.firstIndex { state?.isDone($0) != true }
    scene.screen.modes.push(
      Picker(title: texts.words("lessons"), entries: rows, selected: selected ?? 0, verb: "open") { [self] index in
        open(lessons.all[index])
      })
  }

  /// Opens a lesson: the program that the user worked on, or else the initial one.
  func open(_ lesson: Lesson) {
    let language = lessons.language
    guard let state = lessons.state, let program = program(of: lesson) else { return }
    leaveTask()
    scene.keeper.open(state.path(of: lesson, in: language)) {
      try state.begin(lesson, in: language, with: program)
    } retrying: {
      try state.restart(lesson, in: language, with: program)
    }
  }

  /// Asks whether to restart a lesson, and does.
  func restart(_ run: LessonRun) {
    guard let state = lessons.state, let program = program(of: run.lesson) else { return }
    let again = texts.words("again")
    // The first letter of the answer in its language, such as the j of “ja”, and the y that all questions accept.
    let letter = again.lowercased().prefix(1)
    scene.screen.modes.push(
      ListPopup.question(
        texts.words("restart"),
        [
          Answer(texts.words("keep"), keys: "n") {},
          Answer(again, keys: letter == "y" ? "y" : "\(letter)y") { [scene] in
            let (lesson, language) = (run.lesson, run.language)
            scene.keeper.reopen(scene.programs.shown) { try state.restart(lesson, in: language, with: program) }
          },
        ]))
  }

  /// Returns the initial program of a lesson. If it can't be read, shows a message and returns nil.
  private func program(of lesson: Lesson) -> [UInt8]? {
    do throws(OpenError) { return try lessons.program(of: lesson) } catch {
      scene.showStatus("\(error)")
      return nil
    }
  }
}
