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

  /// What means the same, or prints what is asked, is accepted. What is elsewhere, or left over, is not.
  @Test(arguments: [
    ("typing", ["aprint \"Hello\"<Enter>", "print 15<Enter><Esc>", "<F5>"], [1, 1, 3]),
    ("typing", ["Aprint \"Hello\"<Enter><Esc>", "<Home><A-Down>"], [0, 1]),
    ("changing", ["<Right>12<Enter><Esc>", "aprint \"dog\"<Enter><Esc>", "<Down><Delete>"], [1, 1, 2]),
    ("repeat", ["afor i in range(3):<Enter>", "print \"Hip\"<Enter><Esc>", "<Esc>"], [1, 2, 2]),
    ("repeat", ["afor j in range(3):<Enter>", "print \"Hip\"<Enter><Esc>", "<F5>"], [0, 0, 2]),
    // Where the pattern accepts it, so does the output.
    (
      "repeat", ["arepeat 3 times<Enter>", "print \"hip\"<Enter><Esc>", "<Home><Down><Right>5<Enter><Esc><F5>"],
      [1, 2, 3]
    ),
    ("repeat", ["aprint \"Hip\"<Enter>print \"Hip\"<Enter>print \"Hip\"<Enter><Esc>", "<F5>"], [0, 0]),
    ("decisions", ["aif 10 <Lt> age<Enter>print \"big\"<Enter>", "else<Enter>print \"small\"<Enter><Esc>"], [1, 2]),
    ("variables", ["apoints = points + 5<Enter><Esc>", "<F5>"], [1, 2]),
    ("conditions", ["<Down>E<C-u>if 3 <Lt> n <Lt> 7<Enter>", "<F5>"], [0, 2]),
    ("conditions", ["<Down>E<C-u>if n >= 4 and n <Lt>= 6<Enter>", "<F5>"], [0, 2]),
    ("lists", ["afor p in prices:<Enter>print(p)<Enter><Esc>", "<F5>"], [0, 1]),
    (
      "mistakes", ["<F5>", "<F11>", "<F11>", "<F11>", "<S-F5>", "E<C-u>total = n + total<Enter><F5>"],
      [0, 0, 0, 1, 1, 2]
    ),
  ]) func otherWaysAreAccepted(_ name: String, _ lines: [String], _ wanted: [Int]) throws {
    let scene = try TutorScene(name)
    var done: [Int] = []
    var statuses: [String] = []
    try scene.play(lines) { _ in
      done.append(scene.run?.stepsDone ?? -1)
      statuses.append(scene.status)
    }
    #expect(done == [0] + wanted, "\(statuses)")
    if name == "conditions" { #expect(statuses.last?.hasPrefix("That works, too! (3/3)") == true, "\(statuses)") }
  }

  /// The lesson that the documentation shows is one, and what its tasks say does it.
  @Test func theDocumentedLessonIsOne() throws {
    let root = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
    let page = String(decoding: try FileReader.read(root + "/docs/use/tutor.md").bytes, as: UTF8.self)
    let json = try #require(page.firstMatch(of: /```json\n([\s\S]*?)```/)).output.1
    let lesson = try LessonReader.read(
      Array(json.utf8), name: "cheers", path: "lesson.json", program: [],
      programPath: "program.blocktext")
    try LessonCheck.check(lesson, in: "de", factory: TutorScene.shared(in: "de"), formats: .standard)
    let scene = try TutorScene("cheers", of: LessonSet([lesson]))
    var done: [Int] = []
    try scene.play(["arepeat 3 times<Enter>", "print \"Hip\"<Enter><Esc><F5>"]) { _ in
      done.append(scene.run?.stepsDone ?? -1)
    }
    #expect(done == [0, 1, 2])
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
