import BlockResources
import Markup
import Workbench

/// Mortise's own lessons, and the tutor's own words in their languages.
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

/// The tutor's own words in a language.
nonisolated struct LessonWords {
  let language: String
  private let words: [String: String]

  /// - Parameter language: the code of a language; if there are no words in it, they are English.
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
