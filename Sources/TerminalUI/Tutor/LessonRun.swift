import BlockFormats
import BlockModel
import BlockNotation
import ProgramRunning
import Workbench

/// A lesson that the user is working on: the present step, and the results of its checks.
final class LessonRun {
  let lesson: Lesson
  let language: String
  /// The lists of checks of each step. One check of each list has to be met.
  private let steps: [[[CompiledCheck]]]
  /// The index of the present step; that of the last one when the lesson is done.
  private(set) var index: Int
  private(set) var isDone: Bool
  /// The number of hints of the step that were requested.
  private(set) var hintCount = 0
  /// Whether the last completed step was done in another way than its task describes, and by its output.
  private(set) var (wasDoneOtherwise, wasDoneByOutput) = (false, false)
  /// The state that was last checked.
  private var looked: Looked?
  /// The state of the history in which each check of an output was met, by the number of the check.
  private var met: [Int: Int] = [:]

  /// The state that checks depend on.
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
    /// The number of the check in its step.
    let number: Int
    /// The pattern; nil for an output.
    let pattern: BlockPattern?
    let test: OutputTest?
  }

  /// - Parameters:
  ///   - stepsDone: the number of steps that were completed before.
  ///   - library: the wordings of the program's blocks.
  /// - Throws: `OpenError` for a pattern with a mistake.
  init(_ lesson: Lesson, stepsDone: Int = 0, in language: String, library: NotationLibrary) throws(OpenError) {
    self.lesson = lesson
    self.language = language
    steps = try lesson.steps.map { step throws(OpenError) in
      var number = 0
      return try step.checks.map { checks throws(OpenError) in
        try checks.map { check throws(OpenError) in
          number += 1
          let text = lesson.filled(check.text, in: language)
          if check.kind == .prints {
            let input = lesson.filled(check.input, in: language)
            let test = OutputTest(input: Array(input.utf8), expected: Array(text.utf8), ignoringCase: true)
            return CompiledCheck(check: check, number: number, pattern: nil, test: test)
          }
          return CompiledCheck(
            check: check, number: number, pattern: try check.pattern(text, library: library), test: nil)
        }
      }
    }
    isDone = stepsDone == steps.count
    index = isDone ? steps.count - 1 : stepsDone
  }

  var step: Lesson.Step { lesson.steps[index] }
  var stepCount: Int { steps.count }
  var stepsDone: Int { isDone ? stepCount : index }

  /// Shows a further hint; after the last one, all are shown.
  func showHint() { hintCount = min(hintCount + 1, step.hints.count) }

  /// Advances over all steps whose checks are met.
  /// - Parameters:
  ///   - workbench: the workbench of the program.
  ///   - stopped: the id of the block at which the program that runs is stopped; nil if it isn't.
  /// - Returns: the number of completed steps.
  func look(at workbench: WorkbenchController, stoppedAt stopped: String?) -> Int {
    if isDone { return 0 }
    let state = Looked(
      mark: workbench.history.mark, cursor: workbench.cursorBlock, stopped: stopped, met: met)
    // A drag or an open line only previews a change. But a line stays open after it was accepted, which changes the
    // mark.
    if state == looked || workbench.state.isPreviewing && state.mark == looked?.mark { return 0 }
    looked = state
    var count = 0
    while !isDone, holds(in: state, workbench.workspace) {
      count += 1
      let others = steps[index].filter { !holds($0[0], in: state, workbench.workspace) }
      wasDoneOtherwise = !others.isEmpty
      wasDoneByOutput = others.contains { $0.contains { met[$0.number] == state.mark } }
      (hintCount, met) = (0, [:])
      if index == steps.count - 1 { isDone = true } else { index += 1 }
    }
    return count
  }

  private func holds(in state: Looked, _ workspace: Workspace) -> Bool {
    steps[index].allSatisfy { $0.contains { holds($0, in: state, workspace) } }
  }

  private func holds(_ compiled: CompiledCheck, in state: Looked, _ workspace: Workspace) -> Bool {
    guard let pattern = compiled.pattern else { return met[compiled.number] == state.mark }
    switch compiled.check.kind {
    case .contains, .equals: return pattern.matches(workspace)
    case .lacks: return !pattern.matches(workspace)
    case .cursor: return state.cursor.map(pattern.matches) ?? false
    case .stopped: return state.stopped.flatMap { workspace.blocks[$0] }.map(pattern.matches) ?? false
    case .prints: return false
    }
  }

  /// Whether a program completes the first step without a cursor or a run.
  func isFirstStepDone(by workspace: Workspace) -> Bool {
    holds(in: Looked(mark: -1, cursor: nil, stopped: nil, met: [:]), workspace)
  }

  // MARK: - Outputs

  /// Returns the output tests of the step that may still be met, by the numbers of their checks.
  func tests(of workspace: Workspace, mark: Int) -> [(number: Int, test: OutputTest)] {
    unmet(in: workspace, mark: mark).flatMap { $0 }.compactMap { compiled in
      compiled.test.map { (compiled.number, $0) }
    }
  }

  /// Returns the lists of checks of which none is met.
  private func unmet(in workspace: Workspace, mark: Int) -> [[CompiledCheck]] {
    guard !isDone, var state = looked else { return [] }
    state.mark = mark
    state.met = met
    return steps[index].filter { !$0.contains { holds($0, in: state, workspace) } }
  }

  /// Something that a step lacks.
  enum Lack {
    /// A statement or value, in words.
    case block(String)
    /// Some of the blocks are elsewhere.
    case places
    /// The output differs from the one in the check with this number.
    case output(Int)
    case other
  }

  /// Returns the first thing that the step lacks; nil if there is none.
  func lack(in workspace: Workspace, mark: Int, library: NotationLibrary) -> Lack? {
    guard let compiled = unmet(in: workspace, mark: mark).first?.first else { return nil }
    guard let pattern = compiled.pattern else { return .output(compiled.number) }
    guard [.contains, .equals].contains(compiled.check.kind) else { return .other }
    return pattern.lackingLine(in: workspace, library: library).map(Lack.block) ?? .places
  }

  /// Whether the step has output checks, and all of them are met.
  func printsWhatIsAsked(mark: Int) -> Bool {
    let tests = steps[index].compactMap(\.first).filter { $0.test != nil }
    return !tests.isEmpty && tests.allSatisfy { met[$0.number] == mark }
  }

  /// Notes that an output check is met.
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
      throw OpenError("\(location): \(error.mistakes.first?.message ?? "this isn't a pattern")")
    }
    if kind != .equals, pattern.isEmpty { throw OpenError("\(location): this pattern has no blocks") }
    return pattern
  }
}

/// Checks lessons for mistakes.
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
    let library = NotationLibrary.of(factory)
    let run = try LessonRun(lesson, in: language, library: library)
    if run.isFirstStepDone(by: document.workspace) {
      throw OpenError("\(lesson.steps[0].checks[0][0].location): the first step is done before anything is changed")
    }
    try checkTexts(of: lesson, library: library)
  }

  /// Checks that all braces in texts contain words or commands, and all backquotes blocks.
  private static func checkTexts(of lesson: Lesson, library: NotationLibrary) throws(OpenError) {
    let commands = Set(CanvasMode.canvasCommands.commands.map(\.name))
    for text in [lesson.title] + lesson.steps.flatMap({ [$0.task] + $0.hints }) {
      for (language, words) in text.texts.sorted(by: { $0.key < $1.key }) {
        let filled = lesson.filled(words, in: language)
        let parts = filled.split(separator: "`", omittingEmptySubsequences: false)
        if parts.count.isMultiple(of: 2) { throw OpenError("\(text.location): a backquote is missing") }
        for (index, part) in parts.enumerated() {
          let names = part.matches(of: /\{([\w-]+)\}/).map { String($0.output.1) }
          if let name = names.first(where: { !commands.contains($0) }) {
            throw OpenError("\(text.location): {\(name)} is neither a word of the lesson nor a command on the canvas")
          }
          if index.isMultiple(of: 2) { continue }
          do throws(NotationError) { _ = try LessonNotation.read(String(part), library: library) } catch {
            throw OpenError("\(text.location): `\(part)` isn't a block: \(error.mistakes.first?.message ?? "")")
          }
        }
      }
    }
  }
}
