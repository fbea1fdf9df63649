import BlockModel
import BlockNotation

/// A lesson of the tutor: a program to change, in steps that are checked. docs/use/tutor.md describes its files.
package nonisolated struct Lesson: Sendable {
  /// One task of a lesson.
  package struct Step: Sendable {
    /// The instructions.
    package var task: LessonText
    /// The hints, from the least to the most helpful.
    package var hints: [LessonText]
    /// The conditions for the step to be done: one check of each list has to hold. The task describes the first check
    /// of each list.
    package var checks: [[Check]]
  }

  /// A condition on the program, the cursor or a run.
  package struct Check: Sendable {
    package enum Kind: String, CaseIterable, Sendable {
      /// The program has the blocks of a pattern somewhere.
      case contains
      /// It has them nowhere.
      case lacks
      /// It consists of them.
      case equals
      /// The cursor is on such a block.
      case cursor
      /// The program that runs is stopped at such a block.
      case stopped
      /// A run prints a text.
      case prints
    }

    package var kind: Kind
    /// A pattern in the notation, or the printed text.
    package var text: String
    /// The input of a run that is checked.
    package var input = ""
    /// The check's file, line and column, for messages.
    package var location: String
  }

  /// The name of its folder.
  package var name: String
  package var title: LessonText
  package var steps: [Step]
  /// The texts that replace names in braces, such as `{hello}`, in texts, checks and the program.
  package var words: [String: LessonText]
  /// The program to begin with, as it is in the file.
  package var program: [UInt8]
  /// The path of the program's file, for messages.
  package var programPath: String

  /// The extension of the program's file.
  package var fileExtension: String { programPath.split(separator: ".").last.map(String.init) ?? "" }

  /// Returns a text in which the names in braces are replaced with the lesson's words in a language.
  package func filled(_ text: String, in language: String) -> String {
    words.reduce(text) { $0.replacing("{\($1.key)}", with: $1.value.text(in: language)) }
  }

  /// Returns the program to begin with, worded in a language.
  /// - Parameter factory: the factory of the program's blocks in that language.
  /// - Throws: `OpenError` with the mistakes in a text.
  package func program(in language: String, factory: BlockFactory) throws(OpenError) -> [UInt8] {
    let text = filled(String(decoding: program, as: UTF8.self), in: language)
    guard fileExtension == TextFormat().fileExtension else { return words.isEmpty ? program : Array(text.utf8) }
    let library = NotationLibrary.of(factory)
    do throws(NotationError) {
      return NotationWriter.write(try LessonNotation.read(text, library: library), library: library)
    } catch {
      throw OpenError(error.list(in: programPath))
    }
  }
}

/// A text in one or more languages.
package nonisolated struct LessonText: Hashable, Sendable {
  /// By the codes of languages; `""` is for all others.
  package var texts: [String: String]
  /// The text's file, line and column, for messages.
  package var location: String

  package init(_ texts: [String: String], location: String) { (self.texts, self.location) = (texts, location) }

  /// The text in a language, else in English, else in the first language that it has.
  package func text(in language: String) -> String {
    texts[language] ?? texts["en"] ?? texts.min { $0.key < $1.key }?.value ?? ""
  }
}

/// Lessons in the order in which they are offered.
package nonisolated struct LessonSet: Sendable {
  package var lessons: [Lesson]
  /// The folder they are in; nil for Mortise's own.
  package var folder: String?
  /// The path of a file with the definitions of their blocks, and of their toolbox.
  package var blocks: String?
  package var toolbox: String?

  package init(_ lessons: [Lesson], folder: String? = nil) {
    self.lessons = lessons
    self.folder = folder
  }

  /// Finds a lesson by its name or its number, from 1.
  package func index(of word: String) -> Int? {
    if let index = lessons.firstIndex(where: { $0.name == word }) { return index }
    return Int(word).flatMap { lessons.indices.contains($0 - 1) ? $0 - 1 : nil }
  }
}
