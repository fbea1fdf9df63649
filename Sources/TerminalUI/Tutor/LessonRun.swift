import BlockFormats
import BlockModel
import BlockNotation
import ProgramRunning
import Workbench

/// A lesson that somebody works on: the step they are at, and what its checks say of their program.
final class LessonRun {
  let lesson: Lesson
  let language: String
  private let steps: [[CompiledCheck]]
  /// The index of the present step; that of the last one when the lesson is done.
  private(set) var index = 0
  private(set) var isDone = false
  /// How many hints of the step were asked for.
  private(set) var hintCount = 0
  /// What was looked at last.
  private var looked: Looked?
  /// The state of the history in which each check of an output was met.
  private var met: [Int: Int] = [:]

  /// What checks depend on.
  private struct Looked: Equatable {
    var mark: Int
    var cursor: Block?
    var stopped: String?
    var met: [Int: Int]

    static func == (one: Looked, other: Looked) -> Bool {
      one.mark == other.mark && one.cursor === other.cursor && one.stopped == other.stopped && one.met == other.met
    }
  }

  private struct CompiledCheck {
    let check: Lesson.Check
    /// Nil for an output.
    let pattern: BlockPattern?
    let test: OutputTest?
  }

  /// - Parameter library: the wordings of the program's blocks.
  /// - Throws: `OpenError` for a pattern with a mistake.
  init(_ lesson: Lesson, in language: String, library: NotationLibrary) throws(OpenError) {
    self.lesson = lesson
    self.language = language
    steps = try lesson.steps.map { step throws(OpenError) in
      try step.checks.map { check throws(OpenError) in
        let text = lesson.filled(check.text, in: language)
        if check.kind == .prints {
          let input = lesson.filled(check.input, in: language)
          let test = OutputTest(input: Array(input.utf8), expected: Array(text.utf8))
          return CompiledCheck(check: check, pattern: nil, test: test)
        }
        return CompiledCheck(check: check, pattern: try check.pattern(text, library: library), test: nil)
      }
    }
  }

  var step: Lesson.Step { lesson.steps[index] }
  var stepCount: Int { steps.count }

  /// Shows a further hint; after the last one, all are shown.
  func showHint() { hintCount = min(hintCount + 1, step.hints.count) }

  /// Goes on as far as the checks are met.
  /// - Parameters:
  ///   - workbench: has the program.
  ///   - stopped: the id of the block at which the program that runs is stopped; nil if it isn't.
  /// - Returns: how many steps were done.
  func look(at workbench: WorkbenchController, stoppedAt stopped: String?) -> Int {
    if isDone { return 0 }
    let state = Looked(
      mark: workbench.history.mark, cursor: workbench.cursorBlock, stopped: stopped, met: met)
    // What a drag or an open line shows isn't there yet. But a line stays open when it was taken.
    if state == looked || workbench.state.isPreviewing && state.mark == looked?.mark { return 0 }
    looked = state
    var count = 0
    while !isDone, holds(in: state, workbench.workspace) {
      count += 1
      (hintCount, met) = (0, [:])
      if index == steps.count - 1 { isDone = true } else { index += 1 }
    }
    return count
  }

  private func holds(in state: Looked, _ workspace: Workspace) -> Bool {
    steps[index].enumerated().allSatisfy { number, compiled in
      guard let pattern = compiled.pattern else { return met[number] == state.mark }
      switch compiled.check.kind {
      case .contains, .equals: return pattern.matches(workspace)
      case .lacks: return !pattern.matches(workspace)
      case .cursor: return state.cursor.map(pattern.matches) ?? false
      case .stopped: return state.stopped.flatMap { workspace.blocks[$0] }.map(pattern.matches) ?? false
      case .prints: return false
      }
    }
  }

  /// Whether a program does the first step without a cursor and a run.
  func isFirstStepDone(by workspace: Workspace) -> Bool {
    holds(in: Looked(mark: -1, cursor: nil, stopped: nil, met: [:]), workspace)
  }

  /// The outputs of the step that aren't met yet, by the numbers of their checks.
  func tests(mark: Int) -> [(number: Int, test: OutputTest)] {
    if isDone { return [] }
    return steps[index].enumerated().compactMap { number, compiled in
      compiled.test.flatMap { met[number] == mark ? nil : (number, $0) }
    }
  }

  /// Notes that an output is as a check wants it.
  /// - Parameter mark: the state of the history of the program that was run.
  func noteMet(_ number: Int, mark: Int) { met[number] = mark }
}

extension Lesson.Check {
  /// Reads the pattern of a check.
  /// - Parameter text: the pattern with the words of a language.
  /// - Throws: `OpenError` for a mistake in it.
  fileprivate func pattern(_ text: String, library: NotationLibrary) throws(OpenError) -> BlockPattern {
    let pattern: BlockPattern
    do throws(NotationError) {
      pattern = try BlockPattern(text, library: library, isWhole: kind == .equals)
    } catch {
      throw OpenError("\(place): \(error.mistakes.first?.message ?? "this is no pattern")")
    }
    if kind != .equals, pattern.isEmpty { throw OpenError("\(place): this pattern has no blocks") }
    return pattern
  }
}

/// Checks lessons that somebody wrote.
package enum LessonCheck {
  /// Checks that a lesson's program and patterns can be read, and that it isn't done before anything is changed.
  /// - Throws: `OpenError` with the first mistake.
  package static func check(
    _ lesson: Lesson, in language: String, factory: BlockFactory, formats: FileFormats
  ) throws(OpenError) {
    let bytes = try lesson.program(in: language, factory: factory)
    let document: Document
    do {
      document = try Document(bytes: bytes, path: lesson.programPath, formats: formats, factory: factory)
    } catch {
      throw OpenError(reading: lesson.programPath, error)
    }
    let run = try LessonRun(lesson, in: language, library: NotationLibrary.of(factory))
    if run.isFirstStepDone(by: document.workspace) {
      throw OpenError("\(lesson.steps[0].checks[0].place): the first step is done before anything is changed")
    }
  }
}
