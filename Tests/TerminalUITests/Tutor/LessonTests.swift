import BlockLibrary
import BlockNotation
import FileTesting
import MortiseFiles
import Testing
import Workbench

@testable import TerminalUI

/// Mortise's own lessons.
@MainActor @Suite struct LessonTests {
  private static let languages = ["en", "de", "fr", "es"]
  nonisolated private static let names = ((try? StockLessons.read())?.lessons ?? []).map(\.name)

  @Test func thereAreFifteen() {
    #expect(Self.names.count == 15 && Set(Self.names) == Set(Solutions.keys.keys))
  }

  /// Each step is done by its keys, and not before: in English, and in one of the other languages in turn.
  @Test(arguments: names) func theKeysOfALessonSolveIt(_ name: String) throws {
    let lessons = try StockLessons.read().lessons
    let index = try #require(lessons.firstIndex { $0.name == name })
    for language in ["en", Self.languages[1 + index % 3]] {
      let lesson = lessons[index]
      let keys = try Solutions.keys(of: lesson, in: language)
      #expect(keys.count == lesson.steps.count)
      let scene = try TutorScene(name, in: language)
      // The step that is wanted after each line of keys.
      let wanted =
        [0]
        + keys.enumerated().flatMap { step, lines in
          Array(repeating: step, count: lines.count - 1) + [step + 1]
        }
      var done: [Int] = []
      var statuses: [String] = []
      try scene.play(keys.flatMap(\.self)) { _ in
        done.append(scene.run.map { $0.isDone ? $0.stepCount : $0.index } ?? -1)
        statuses.append(scene.status)
      }
      #expect(done == wanted, "\(language): \(keys) \(statuses)")
    }
  }

  /// The lesson that the documentation shows is one.
  @Test func theDocumentedLessonIsOne() throws {
    let root = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
    let page = String(decoding: try FileReader.read(root + "/docs/tutor.md").bytes, as: UTF8.self)
    let json = try #require(page.firstMatch(of: /```json\n([\s\S]*?)```/)).output.1
    let lesson = try LessonReader.read(
      Array(json.utf8), name: "cheers", path: "lesson.json", program: Array("print \"A\"\n".utf8),
      programPath: "program.blocktext")
    try LessonCheck.check(lesson, in: "de", factory: TutorScene.shared(in: "de"), formats: .standard)
    #expect(lesson.steps.count == 2)
  }

  /// Texts are there in all languages, name keys and words that there are, and are short enough to stay in view.
  @Test(arguments: names) func theTextsOfALessonAreComplete(_ name: String) throws {
    let lesson = try #require(try StockLessons.read().lessons.first { $0.name == name })
    let texts = lesson.steps.flatMap { [$0.task] + $0.hints } + [lesson.title] + lesson.words.values
    let commands = Set(CanvasMode.canvasCommands.commands.map(\.name))
    #expect(commands.isDisjoint(with: lesson.words.keys))
    for language in Self.languages {
      let factory = try TutorScene.shared(in: language)
      let library = NotationLibrary.of(factory)
      try LessonCheck.check(lesson, in: language, factory: factory, formats: .standard)
      for text in texts {
        let filled = lesson.filled(try #require(text.texts[language]), in: language)
        #expect(filled.count <= 150, "\(filled)")
        for match in filled.matches(of: /{([\w-]+)}/) {
          #expect(commands.contains(String(match.output.1)), "\(filled)")
        }
        let parts = filled.split(separator: "`", omittingEmptySubsequences: false)
        #expect(!parts.count.isMultiple(of: 2), "\(filled)")
        for index in stride(from: 1, to: parts.count, by: 2) {
          #expect((try? LessonNotation.read(String(parts[index]), library: library)) != nil, "\(filled)")
        }
        #expect(!LessonNotation.wording(of: filled, library: library).contains("`"))
      }
    }
  }
}
