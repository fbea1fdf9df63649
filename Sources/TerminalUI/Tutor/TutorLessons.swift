import BlockResources
import Markup
import Workbench

/// The lessons that the tutor offers, and the user's progress in them.
final class TutorLessons {
  private unowned let scene: Scene
  /// The lessons. Mortise's own ones are read when they are first used.
  private lazy var lessonSet = scene.options.lessons ?? (try? StockLessons.read()) ?? LessonSet([])

  init(_ scene: Scene) { self.scene = scene }

  var all: [Lesson] { lessonSet.lessons }

  /// The user's progress; nil if there is no folder for it.
  var state: LessonState? {
    scene.options.lessonFolder.flatMap { LessonState(in: $0, ofLessonsIn: lessonSet.folder) }
  }

  /// The language of the words on blocks.
  var language: String { scene.workbench.workspace.factory.messages.language }

  /// Returns the lesson whose program is in a file; nil if there is none.
  func lesson(at path: String?) -> Lesson? {
    let (state, language) = (state, language)
    return all.first { state?.path(of: $0, in: language) == path }
  }

  /// The position of a lesson, from 0.
  func index(of lesson: Lesson) -> Int { all.firstIndex { $0.name == lesson.name } ?? 0 }

  /// Returns the lesson that comes next; nil after the last one.
  func next(after lesson: Lesson) -> Lesson? {
    let index = index(of: lesson) + 1
    return index < all.count ? all[index] : nil
  }

  /// Returns the program that a lesson begins with.
  /// - Throws: `OpenError` if it can't be read.
  func program(of lesson: Lesson) throws(OpenError) -> [UInt8] {
    try lesson.program(in: language, factory: scene.workbench.workspace.factory)
  }
}

/// Mortise's own lessons.
package nonisolated enum StockLessons {
  /// Reads the lessons, in their order.
  /// - Throws: `OpenError` for a mistake, which would be a bug.
  package static func read() throws(OpenError) -> LessonSet {
    LessonSet(
      try EmbeddedFiles.lessons.map { name, lesson, program throws(OpenError) in
        try LessonReader.read(
          lesson, name: name, path: "\(name)/lesson.json", program: program, programPath: "program.blocktext")
      })
  }
}

/// The tutor's own texts in a language.
nonisolated struct LessonWords {
  let language: String
  private let words: [String: String]

  /// - Parameter language: the code of a language; texts that don't exist in it are in English.
  init(in language: String) {
    self.language = language
    let json = try? JSONParser.parse(EmbeddedFiles.lessonWords)
    var words: [String: String] = [:]
    for (name, texts) in json?.members.map({ $0 }) ?? [] {
      words[name] = texts[language]?.string ?? texts["en"]?.string
    }
    self.words = words
  }

  /// Returns a text, with values in place of the names in braces.
  func callAsFunction(_ name: String, _ values: [String: Any] = [:]) -> String {
    values.reduce(words[name] ?? name) { $0.replacing("{\($1.key)}", with: "\($1.value)") }
  }
}
