import BlockLayout
import Workbench

/// What the tutor says, in the language of the words on blocks and with the user's keys.
final class TutorTexts {
  private unowned let scene: Scene
  private let lessons: TutorLessons
  private var knownWords: LessonWords?
  /// The lines of a lesson at a step with some hints.
  private var known: (run: LessonRun, state: [Int], lines: [String])?

  init(_ scene: Scene, _ lessons: TutorLessons) { (self.scene, self.lessons) = (scene, lessons) }

  /// The tutor's own words, which are read when the language is another one.
  var words: LessonWords {
    let language = lessons.language
    if let knownWords, knownWords.language == language { return knownWords }
    let words = LessonWords(in: language)
    knownWords = words
    return words
  }

  /// The number and the title of a lesson.
  func heading(of run: LessonRun) -> String {
    words(
      "heading",
      [
        "number": lessons.index(of: run.lesson) + 1, "count": lessons.all.count,
        "title": text(run.lesson.title, of: run),
      ])
  }

  /// What is to be done in the present step.
  func task(of run: LessonRun) -> String {
    let task = text(run.step.task, of: run)
    return run.stepCount == 1 ? task : "(\(run.index + 1)/\(run.stepCount)) \(task)"
  }

  /// The task and the hints, or what is next. They are made once, as each frame asks for them often.
  func lines(of run: LessonRun) -> [String] {
    let state = [run.index, run.hintCount, run.isDone ? 1 : 0]
    if let known, known.run === run, known.state == state { return known.lines }
    let hints = (0..<run.hintCount).map { hint($0, of: run) }
    let lines = run.isDone ? [ending(of: run)] : [task(of: run)] + hints
    known = (run, state, lines)
    return lines
  }

  func hint(_ index: Int, of run: LessonRun) -> String {
    let numbers = ["number": index + 1, "count": run.step.hints.count]
    return words("hint", numbers) + " " + text(run.step.hints[index], of: run)
  }

  /// What is next when a lesson is done.
  func ending(of run: LessonRun) -> String {
    guard let next = lessons.next(after: run.lesson) else { return words("allDone", keys) }
    return words("done", keys) + " " + words("next", ["title": text(next.title, of: run)])
  }

  /// What is wrong with a run.
  func problem(_ problem: TestProblem) -> String {
    switch problem {
    case .end(let problem): return words("ending", ["problem": problem])
    case .output(let difference):
      let lines = [difference.expected, difference.found].map { $0.map { "“\(quoted: $0)”" } ?? words("end") }
      return words("difference", ["line": difference.line, "expected": lines[0], "found": lines[1]])
    }
  }

  /// What is still to be done.
  func lack(_ lack: LessonRun.Lack, of run: LessonRun) -> String {
    switch lack {
    case .block(let block): words("missing", ["block": block])
    case .places: "\(words("misplaced")) \(task(of: run))"
    case .output, .other: "\(words("toDo")) \(task(of: run))"
    }
  }

  /// The keys of the tutor.
  /// - Parameter hasHints: whether there are hints to ask for.
  func keyNotes(hasHints: Bool) -> String {
    hasHints ? "\(words("hintKey", keys)) · \(words("tutorKey", keys))" : words("tutorKey", keys)
  }

  private var keys: [String: String] { ["hint": key("hint"), "tutor": key("tutor")] }

  /// A text with the words of the lesson, the user's keys, and blocks in the words of the language.
  private func text(_ text: LessonText, of run: LessonRun) -> String {
    var result = run.lesson.filled(text.text(in: run.language), in: run.language)
    result = LessonNotation.wording(of: result, library: scene.workbench.notation)
    for command in CanvasMode.canvasCommands.commands where result.contains("{\(command.name)}") {
      result = result.replacing("{\(command.name)}", with: key(command.name))
    }
    return result
  }

  /// The key of a command on the canvas, as keyboards of the language name it. A sign is quoted, so that it is no
  /// punctuation.
  private func key(_ name: String) -> String {
    guard let key = CanvasMode.canvasCommands.command(named: name)?.keys.first.map(KeyText.long) else {
      return ":\(name)"
    }
    if key.allSatisfy(\.isPunctuation) { return "‘\(key)’" }
    return key.split(separator: "+", omittingEmptySubsequences: false).map { words(String($0)) }.joined(separator: "+")
  }
}
