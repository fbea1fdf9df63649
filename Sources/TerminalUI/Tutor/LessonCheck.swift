import BlockFormats
import BlockModel
import BlockNotation
import Workbench

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
    let run = try LessonRun(lesson, in: language, library: NotationLibrary(factory: factory))
    if run.isFirstStepDone(by: document.workspace) {
      throw OpenError("\(lesson.steps[0].checks[0].place): the first step is done before anything is changed")
    }
  }
}
