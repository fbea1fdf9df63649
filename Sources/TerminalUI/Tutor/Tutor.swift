import AppModules
import MortiseFiles
import ProgramRunning
import Workbench

/// The tutor: shows the task of a lesson below its program, checks the program, and offers hints and the next lesson.
final class Tutor {
  private unowned let scene: Scene
  /// The lesson of the program that is shown; nil if it belongs to none.
  private(set) var run: LessonRun?
  private let lessons: TutorLessons
  private let texts: TutorTexts
  private lazy var pane = TutorPane(self)
  private lazy var opening = LessonOpening(scene, lessons, texts) { [unowned self] in
    if screen.modes.top === pane { screen.modes.pop(pane) }
  }
  /// The program that was last checked.
  private weak var seen: WorkbenchController?
  /// A progress message that was shown while a window was open, and is repeated when it closes.
  private var messageInWindow: String?
  /// The number of the last run whose output was checked.
  private var checkedRun = 0
  private var hasAsked = false

  init(_ scene: Scene) {
    self.scene = scene
    lessons = TutorLessons(scene)
    texts = TutorTexts(scene, lessons)
  }

  private var options: Editor.Options { scene.options }
  private var screen: EditorScreen { scene.screen }
  private var programs: OpenPrograms { scene.programs }

  private func showStatus(_ message: String) { screen.message = message }

  // MARK: - Looking

  /// Checks whether the shown program belongs to a lesson, and whether it completes a step. Called before the screen
  /// is drawn.
  func look() {
    let workbench = scene.workbench
    if workbench !== seen {
      seen = workbench
      enter()
    }
    guard let run else { return }
    let stopped = scene.runner.shownRun.flatMap { $0.isStopped ? $0.presentBlockID : nil }
    if let message = messageInWindow, screen.modes.hasOnlyCanvas {
      messageInWindow = nil
      showStatus(message)
    }
    if run.look(at: workbench, stoppedAt: stopped) > 0 { showProgress(of: run) }
    checkRun(of: run)
  }

  /// Enters the lesson of the shown program, if it belongs to one.
  private func enter() {
    (run, messageInWindow) = (nil, nil)
    let path = programs.shown.path
    if programs.isLesson(path) {
      do throws(OpenError) {
        run = try lessons.lesson(at: path).map { lesson throws(OpenError) in
          let done = lessons.state?.stepsDone(of: lesson, in: lessons.language) ?? 0
          return try LessonRun(
            lesson, stepsDone: done, in: lessons.language, library: scene.workbench.notation)
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
    // Steps that were completed earlier aren't praised again.
    if run.look(at: scene.workbench, stoppedAt: nil) > 0 { note(run) }
    showStatus("\(texts.heading(of: run)): \(run.isDone ? texts.ending(of: run) : texts.task(of: run))")
    askAboutGenerators()
  }

  private func closePane() {
    if screen.parts.shown[.pane] !== pane { return }
    screen.modes.pop(pane)
    screen.parts.remove(.pane)
  }

  private func showProgress(of run: LessonRun, isOtherwise: Bool = false) {
    pane.scrollToEnd()
    let isOtherwise = isOtherwise || run.wasDoneOtherwise
    let praise = isOtherwise ? texts.words("worksToo") : run.isDone ? nil : texts.words("stepDone")
    let next = run.isDone ? texts.ending(of: run) : texts.task(of: run)
    let words = [praise, next].compactMap(\.self).joined(separator: " ")
    showStatus(words)
    if !screen.modes.hasOnlyCanvas { messageInWindow = words }
    note(run)
  }

  /// Saves the number of completed steps.
  private func note(_ run: LessonRun) {
    guard let state = lessons.state else { return }
    let (lesson, language, count) = (run.lesson, run.language, run.stepsDone)
    scene.jobs.run(.lessonNoted) { () throws(FileError) in
      try state.note(stepsDone: count, of: lesson, in: language)
    } then: { [weak self] result in
      if case .failure(let error) = result { self?.showStatus("\(error)") }
    }
  }

  // MARK: - Runs

  /// Checks a run of the program when it has ended: completes the step, or reports what it lacks.
  private func checkRun(of run: LessonRun) {
    guard !run.isDone, let last = scene.runner.shownRun, last.number != checkedRun, !last.isActive else { return }
    checkedRun = last.number
    if !last.isStoppedByUser, !last.isOlder {
      let mark = last.version.mark
      check(run.tests(of: scene.workbench.workspace, mark: mark)[...], of: run, mark: mark) { [weak self] problems in
        guard let self else { return }
        if run.look(at: scene.workbench, stoppedAt: nil) == 0 { return sayLack(of: run, after: last, problems) }
        showProgress(of: run)
        if run.wasDoneByOutput { checkFurther(run, mark: mark) }
      }
    }
  }

  /// Checks whether a run that completed a step in another way than its task describes also completes the next one.
  private func checkFurther(_ run: LessonRun, mark: Int) {
    check(run.tests(of: scene.workbench.workspace, mark: mark)[...], of: run, mark: mark) { [weak self] _ in
      guard let self, run.look(at: scene.workbench, stoppedAt: nil) > 0 else { return }
      showProgress(of: run, isOtherwise: true)
    }
  }

  /// Runs the output checks in turn, and collects their problems by number.
  private func check(
    _ tests: ArraySlice<(number: Int, test: OutputTest)>, of run: LessonRun, mark: Int,
    _ problems: [Int: TestProblem] = [:],
    then: @escaping ([Int: TestProblem]) -> Void
  ) {
    guard let first = tests.first else { return then(problems) }
    let index = run.index
    scene.runner.run(first.test) { [weak self] problem in
      // Another check may have completed the step meanwhile, as one of several is enough.
      guard let self, self.run === run, run.index == index, scene.workbench.history.mark == mark else { return }
      var problems = problems
      if let problem { problems[first.number] = problem } else { run.noteMet(first.number, mark: mark) }
      check(tests.dropFirst(), of: run, mark: mark, problems, then: then)
    }
  }

  /// Reports what the step lacks after a run that did not complete it.
  private func sayLack(of run: LessonRun, after last: ProgramRun, _ problems: [Int: TestProblem]) {
    let (workbench, mark) = (scene.workbench, last.version.mark)
    guard let lack = run.lack(in: workbench.workspace, mark: mark, library: workbench.notation) else { return }
    if case .output(let number) = lack, let problem = problems[number] {
      return showStatus("\(texts.words("notYet")) \(texts.problem(problem))")
    }
    // After a run that failed, only the error matters.
    guard case .ended(.exited(0)) = last.phase else { return }
    if case .places = lack { return showStatus(texts.lack(lack, of: run)) }
    let end =
      run.printsWhatIsAsked(mark: mark)
      ? [texts.words("printsRight")] : scene.runner.endParts(of: last)
    showStatus((end + [texts.lack(lack, of: run)]).joined(separator: " · "))
  }

  /// Asks whether the generators that come with the lessons may be used.
  private func askAboutGenerators() {
    if hasAsked || options.lessonGenerators.isEmpty { return }
    hasAsked = true
    let files = options.lessonGenerators.map(\.path).joined(separator: ", ")
    screen.modes.push(
      ListPopup.question(
        "These lessons bring code that runs with their blocks: \(files). Use it?",
        [
          Answer("leave it out", keys: "n") {},
          Answer("use it: I trust its author", keys: "y") { [scene, options] in
            scene.code.add(options.lessonGenerators)
          },
        ]))
  }

  // MARK: - Commands

  /// Why the tutor is unavailable; nil if it is available.
  var refusal: String? {
    if lessons.state == nil { return "there is no folder for lessons: HOME is not set" }
    return scene.keeper.opensPrograms ? nil : "this editor opens only one program"
  }

  /// Moves to the task of the lesson; lists the lessons if none is shown.
  func open() {
    if run == nil { return list() }
    if screen.modes.top !== pane { screen.modes.push(pane) }
  }

  /// Shows a further hint of the step.
  func showHint() {
    guard let run else { return }
    if run.isDone { return showStatus(texts.ending(of: run)) }
    if run.step.hints.isEmpty { return showStatus("\(texts.words("noHint")) \(texts.task(of: run))") }
    run.showHint()
    pane.scrollToEnd()
    showStatus(texts.hint(run.hintCount - 1, of: run))
  }

  /// Opens the next lesson if this one is done; otherwise returns to the blocks.
  func goOn() {
    guard let run, run.isDone else {
      screen.modes.pop(pane)
      return
    }
    if let next = lessons.next(after: run.lesson) { opening.open(next) } else { list() }
  }

  /// Lists the lessons, to open one.
  func list() { opening.list(selecting: run?.lesson) }

  /// Asks whether to restart the lesson, and does.
  func restart() { if let run { opening.restart(run) } }

  // MARK: - The pane

  /// The title of the lesson; nil if none is shown.
  var heading: String? { run.map(texts.heading) }

  /// The task and the hints; when the lesson is done, its last text.
  var paneLines: [String] { run.map(texts.lines) ?? [] }

  /// The keys in the pane's heading.
  var keyNotes: String {
    texts.keyNotes(hasHints: run.map { !$0.isDone && !$0.step.hints.isEmpty } ?? false)
  }
}
