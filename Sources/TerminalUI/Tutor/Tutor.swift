import AppModules
import MortiseFiles
import ProgramRunning
import Workbench

/// The tutor: shows the task of a lesson below its program, checks what comes of it, and offers hints and the next lesson.
final class Tutor {
  private unowned let scene: Scene
  /// The lesson of the program that is shown; nil if it belongs to none.
  private(set) var run: LessonRun?
  private lazy var pane = TutorPane(self)
  /// The program that was looked at last.
  private weak var seen: WorkbenchController?
  /// The number of the last run whose output was checked.
  private var checkedRun = 0
  private var hasAsked = false
  private var knownSet: LessonSet?

  init(_ scene: Scene) { self.scene = scene }

  private var options: Editor.Options { scene.options }
  private var screen: EditorScreen { scene.screen }
  private var programs: OpenPrograms { scene.programs }

  /// The lessons. Mortise's own are read when they are needed.
  private var set: LessonSet {
    if let set = knownSet { return set }
    let set = options.lessons ?? (try? StockLessons.read()) ?? LessonSet([])
    knownSet = set
    return set
  }

  private var state: LessonState? { options.lessonFolder.flatMap { LessonState(in: $0, ofLessonsIn: set.folder) } }

  /// The language of the words on blocks.
  private var language: String { scene.workbench.workspace.factory.messages.language }

  /// The tutor's own words, which are read when the language is another one.
  private var words: LessonWords {
    let language = language
    if let knownWords, knownWords.language == language { return knownWords }
    let words = LessonWords(in: language)
    knownWords = words
    return words
  }

  private var knownWords: LessonWords?

  private func showStatus(_ message: String) { screen.message = message }

  // MARK: - Looking

  /// Looks at the program that is shown: whether it belongs to a lesson, and whether that goes on. Called before the screen
  /// is drawn.
  func look() {
    let workbench = scene.workbench
    if workbench !== seen {
      seen = workbench
      enter()
    }
    guard let run else { return }
    let stopped = scene.runner.shownRun.flatMap { $0.isStopped ? $0.litBlockID : nil }
    if run.look(at: workbench, stoppedAt: stopped) > 0 { showProgress(of: run) }
    checkOutput(of: run)
  }

  /// Begins with the lesson of the program that is shown, if there is one.
  private func enter() {
    run = nil
    let path = programs.shown.path
    if programs.isLesson(path) {
      let lesson = set.lessons.first { state?.path(of: $0, in: language) == path }
      do throws(OpenError) {
        run = try lesson.map { lesson throws(OpenError) in
          try LessonRun(lesson, in: language, library: scene.workbench.notation)
        }
      } catch {
        showStatus("\(error)")
      }
    }
    guard let run else { return closePane() }
    checkedRun = scene.runner.last?.number ?? 0
    if screen.parts.shown[.pane] !== pane { screen.parts.show(pane) }
    pane.scrollToEnd()
    for program in programs.all where program !== programs.shown && programs.isLesson(program.path) {
      scene.files.close(program)
    }
    showStatus("\(heading(of: run)): \(task(of: run))")
    askAboutGenerators()
  }

  private func closePane() {
    if screen.parts.shown[.pane] !== pane { return }
    screen.modes.pop(pane)
    screen.parts.remove(.pane)
  }

  private func showProgress(of run: LessonRun) {
    pane.scrollToEnd()
    showStatus(run.isDone ? ending(of: run) : "\(words("stepDone")) \(task(of: run))")
    guard run.isDone, let state else { return }
    scene.jobs.run(.lessonNoted) { () throws(FileError) in
      try state.noteDone(run.lesson)
    } then: { [weak self] result in
      if case .failure(let error) = result { self?.showStatus("\(error)") }
    }
  }

  /// Checks the outputs that the step wants when a run of the program has ended.
  private func checkOutput(of run: LessonRun) {
    guard let last = scene.runner.shownRun, last.number != checkedRun, !last.isActive else { return }
    checkedRun = last.number
    if !last.isStoppedByUser, !last.isOlder { check(run.tests(mark: last.mark)[...], of: run, mark: last.mark) }
  }

  /// Checks one output after the other, up to the first that is wrong.
  private func check(_ tests: ArraySlice<(number: Int, test: OutputTest)>, of run: LessonRun, mark: Int) {
    guard let first = tests.first else { return }
    scene.runner.run(first.test) { [weak self] problem in
      guard let self, self.run === run, scene.workbench.history.mark == mark else { return }
      if let problem { return showStatus("\(words("notYet")) \(problem)") }
      run.noteMet(first.number, mark: mark)
      check(tests.dropFirst(), of: run, mark: mark)
    }
  }

  /// Asks whether the generators that come with the lessons may be used.
  private func askAboutGenerators() {
    if hasAsked || options.lessonGenerators.isEmpty { return }
    hasAsked = true
    let files = options.lessonGenerators.map(\.path).joined(separator: ", ")
    screen.modes.push(
      ListPopup.question(
        "These lessons bring code of their own, which runs with their blocks: \(files). Use it?",
        [
          Answer("leave it out", keys: "n") {},
          Answer("use it: I trust whoever wrote it", keys: "y") { [scene, options] in
            scene.code.add(options.lessonGenerators)
          },
        ]))
  }

  // MARK: - Texts

  /// The number and the title of a lesson.
  func heading(of run: LessonRun) -> String {
    let number = (set.lessons.firstIndex { $0.name == run.lesson.name } ?? 0) + 1
    let title = text(run.lesson.title, of: run)
    return words("heading", ["number": number, "count": set.lessons.count, "title": title])
  }

  /// What is to be done in the present step.
  func task(of run: LessonRun) -> String {
    let task = text(run.step.task, of: run)
    return run.stepCount == 1 ? task : "(\(run.index + 1)/\(run.stepCount)) \(task)"
  }

  /// The lines of the pane: the task and the hints, or what is next. They are made once, as each frame asks for them often.
  var paneLines: [String] {
    guard let run else { return [] }
    let state = [run.index, run.hintCount, run.isDone ? 1 : 0]
    if let known, known.run === run, known.state == state { return known.lines }
    let hints = (0..<run.hintCount).map { hint($0, of: run) }
    let lines = run.isDone ? [ending(of: run)] : [task(of: run)] + hints
    known = (run, state, lines)
    return lines
  }

  /// `paneLines` of a lesson at a step with some hints.
  private var known: (run: LessonRun, state: [Int], lines: [String])?

  /// What the pane's heading says of keys.
  var keyNotes: String {
    guard let run, !run.isDone, !run.step.hints.isEmpty else { return words("tutorKey", keys) }
    return "\(words("hintKey", keys)) · \(words("tutorKey", keys))"
  }

  private var keys: [String: String] { ["hint": key("hint"), "tutor": key("tutor")] }

  private func hint(_ index: Int, of run: LessonRun) -> String {
    let numbers = ["number": index + 1, "count": run.step.hints.count]
    return words("hint", numbers) + " " + text(run.step.hints[index], of: run)
  }

  private func ending(of run: LessonRun) -> String {
    guard let next = next(after: run) else { return words("allDone", keys) }
    return words("done", keys) + " " + words("next", ["title": text(set.lessons[next].title, of: run)])
  }

  /// A text with the words of the lesson, the user's keys, and blocks in the words of the language.
  private func text(_ text: LessonText, of run: LessonRun) -> String {
    var result = run.lesson.filled(text.text(in: run.language), in: run.language)
    result = LessonNotation.wording(of: result, library: scene.workbench.notation)
    for command in CanvasMode.canvasCommands.commands where result.contains("{\(command.name)}") {
      result = result.replacing("{\(command.name)}", with: key(command.name))
    }
    return result
  }

  /// The key of a command on the canvas.
  private func key(_ name: String) -> String {
    CanvasMode.canvasCommands.command(named: name)?.keys.first.map(KeyText.long) ?? ":\(name)"
  }

  // MARK: - Commands

  /// Why there is no tutor; nil if there is.
  var refusal: String? {
    if options.lessonFolder == nil || state == nil { return "there is no folder for lessons: HOME is not set" }
    return scene.keeper.opensPrograms ? nil : "this editor opens only one program"
  }

  /// Goes to the task of the lesson, or lists the lessons.
  func open() {
    if run == nil { return list() }
    if screen.modes.top !== pane { screen.modes.push(pane) }
  }

  /// Shows a further hint of the step.
  func showHint() {
    guard let run else { return }
    if run.isDone { return showStatus(ending(of: run)) }
    if run.step.hints.isEmpty { return showStatus("\(words("noHint")) \(task(of: run))") }
    run.showHint()
    pane.scrollToEnd()
    showStatus(hint(run.hintCount - 1, of: run))
  }

  /// The index of the lesson that comes next; nil if it was the last one.
  private func next(after run: LessonRun) -> Int? {
    let index = (set.lessons.firstIndex { $0.name == run.lesson.name } ?? 0) + 1
    return index < set.lessons.count ? index : nil
  }

  /// Opens the next lesson if this one is done; else goes back to the blocks.
  func goOn() {
    guard let run, run.isDone else {
      screen.modes.pop(pane)
      return
    }
    if let next = next(after: run) { open(next) } else { list() }
  }

  /// Lists the lessons, to open one.
  func list() {
    let (language, state) = (language, state)
    let rows = set.lessons.enumerated().map { index, lesson in
      let title = lesson.filled(lesson.title.text(in: language), in: language)
      let isDone = state?.isDone(lesson) == true
      return ListPopup.Row("\(index + 1) \(title)", keywords: [lesson.name], note: isDone ? words("isDone") : "")
    }
    let first = set.lessons.firstIndex { state?.isDone($0) != true }
    let present = run.flatMap { run in set.lessons.firstIndex { $0.name == run.lesson.name } }
    screen.modes.push(
      Picker(title: words("lessons"), entries: rows, selected: present ?? first ?? 0, verb: "open") { [self] index in
        open(index)
      })
  }

  /// Opens a lesson: the program that was worked on, or else the one to begin with.
  private func open(_ index: Int) {
    let (lesson, language) = (set.lessons[index], language)
    guard let state, let program = program(of: lesson) else { return }
    if screen.modes.top === pane { screen.modes.pop(pane) }
    scene.keeper.open(state.path(of: lesson, in: language)) {
      try state.begin(lesson, in: language, with: program)
    } retrying: {
      try state.restart(lesson, in: language, with: program)
    }
  }

  /// The program to begin with; nil, and a message, if it can't be read.
  private func program(of lesson: Lesson) -> [UInt8]? {
    do throws(OpenError) {
      return try lesson.program(in: language, factory: scene.workbench.workspace.factory)
    } catch {
      showStatus("\(error)")
      return nil
    }
  }

  /// Asks whether to begin the lesson again, and does.
  func restart() {
    guard let run, let state, let program = program(of: run.lesson) else { return }
    screen.modes.push(
      ListPopup.question(
        words("restart"),
        [
          Answer(words("keep"), keys: "n") {},
          Answer(words("again"), keys: "y") { [self] in
            let (lesson, language) = (run.lesson, run.language)
            scene.keeper.reopen(programs.shown) { try state.restart(lesson, in: language, with: program) }
          },
        ]))
  }
}
