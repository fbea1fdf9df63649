import BlockLayout
import Workbench

/// The tutor's texts, in the language of the words on blocks and with the user's keys.
final class TutorTexts {
  private unowned let scene: Scene
  private let lessons: TutorLessons
  private var knownWords: LessonWords?
  /// The lines that were calculated last, and the state of the lesson for which they are valid.
  private var known: (run: LessonRun, state: [Int], lines: [String])?

  init(_ scene: Scene, _ lessons: TutorLessons) { (self.scene, self.lessons) = (scene, lessons) }

  /// The tutor's own texts, which are read again when the language changes.
  var words: LessonWords {
    let language = lessons.language
    if let knownWords, knownWords.language == language { return knownWords }
    let words = LessonWords(in: language)
    knownWords = words
    return words
  }

  /// Returns the number and the title of a lesson.
  func heading(of run: LessonRun) -> String {
    words(
      "heading",
      [
        "number": lessons.index(of: run.lesson) + 1, "count": lessons.all.count,
        "title": text(run.lesson.title, of: run),
      ])
  }

  /// Returns the task of the present step.
  func task(of run: LessonRun) -> String {
    let task = text(run.step.task, of: run)
    return run.stepCount == 1 ? task : "(\(run.index + 1)/\(run.stepCount)) \(task)"
  }

  /// Returns the task and the hints; when the lesson is done, its last text. The lines are kept, as each frame reads
  /// them often.
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

  /// Returns the last text of a lesson, which names the next one.
  func ending(of run: LessonRun) -> String {
    guard let next = lessons.next(after: run.lesson) else { return words("allDone", keys) }
    return words("done", keys) + " " + words("next", ["title": text(next.title, of: run)])
  }

  /// Returns a text about a problem of a run.
  func problem(_ problem: TestProblem) -> String {
    switch problem {
    case .end(let problem): return words("ending", ["problem": problem])
    case .output(let difference):
      let lines = [difference.expected, difference.found].map { $0.map { "“\(quoted: $0)”" } ?? words("end") }
      return words("difference", ["line": difference.line, "expected": lines[0], "found": lines[1]])
    }
  }

  /// Returns a text about what a step lacks.
  func lack(_ lack: LessonRun.Lack, of run: LessonRun) -> String {
    switch lack {
    case .block(let block): words("missing", ["block": block])
    case .places: "\(words("misplaced")) \(task(of: run))"
    case .output, .other: "\(words("toDo")) \(task(of: run))"
    }
  }

  /// Returns a text about the keys of the tutor.
  /// - Parameter hasHints: whether there are hints to ask for.
  func keyNotes(hasHints: Bool) -> String {
    hasHints ? "\(words("hintKey", keys)) · \(words("tutorKey", keys))" : words("tutorKey", keys)
  }

  private var keys: [String: String] { ["hint": key("hint"), "tutor": key("tutor")] }

  /// Returns a text with the words of the lesson, the user's keys, and blocks in the words of the language.
  private func text(_ text: LessonText, of run: LessonRun) -> String {
    var result = run.lesson.filled(text.text(in: run.language), in: run.language)
    result = LessonNotation.wording(of: result, library: scene.workbench.notation)
    for command in CanvasMode.canvasCommands.commands where result.contains("{\(command.name)}") {
      result = result.replacing("{\(command.name)}", with: key(command.name))
    }
    return result
  }

  /// Returns the key of a command on the canvas, as keyboards of the language name it. A punctuation key is quoted,
  /// to distinguish it from the text.
  private func key(_ name: String) -> String {
    guard let key = CanvasMode.canvasCommands.command(named: name)?.keys.first.map(KeyText.long) else {
      return ":\(name)"
    }
    if key.allSatisfy(\.isPunctuation) { return "‘\(key)’" }
    return key.split(separator: "+", omittingEmptySubsequences: false).map { words(String($0)) }.joined(separator: "+")
  }
}
