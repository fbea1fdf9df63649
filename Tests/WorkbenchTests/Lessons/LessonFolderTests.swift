import BlockLibrary
import FileTesting
import Glibc
import MortiseFiles
import Testing
import Workbench

/// Lessons that somebody wrote, right or wrong.
@MainActor @Suite struct LessonFolderTests {
  private static let lesson = """
    {
      "title": "One",
      "words": {"hi": {"en": "Hi", "de": "Hallo"}},
      "steps": [
        {"task": {"de": "Tu es", "fr": "Fais-le"}, "hints": ["so"], "checks": [{"contains": ["print 1", "print 2"]}]},
        {"task": "Run", "checks": [{"prints": "{hi}", "input": ["a", "b"]}]}
      ]
    }
    """

  private func folder(_ lesson: String? = LessonFolderTests.lesson, program: String? = "print \"{hi}\"\n") throws
    -> TemporaryFolder
  {
    let folder = try TemporaryFolder()
    mkdir(folder.file("one"), 0o755)
    if let lesson { try FileSaver.save(Array(lesson.utf8), to: folder.file("one/lesson.json")) }
    if let program { try FileSaver.save(Array(program.utf8), to: folder.file("one/program.blocktext")) }
    return folder
  }

  private func message(_ folder: TemporaryFolder) -> String {
    do throws(OpenError) {
      _ = try LessonFolder.read(folder.path)
      return ""
    } catch {
      return error.description.replacing(folder.path + "/", with: "")
    }
  }

  @Test func aFolderOfLessonsIsRead() throws {
    let folder = try folder()
    for path in [folder.path, folder.file("one"), folder.file("one") + "/"] {
      let set = try LessonFolder.read(path)
      let lesson = try #require(set.lessons.first)
      #expect(set.lessons.count == 1 && lesson.name == "one" && set.blocks == nil)
      #expect(lesson.title.text(in: "de") == "One" && lesson.steps[0].task.text(in: "en") == "Tu es")
      let program = try lesson.program(in: "de", factory: try StockBlocks.factory())
      #expect(program == Array("print \"Hallo\"\n".utf8))
      #expect(lesson.steps[0].checks[0][0].text == "print 1\nprint 2" && lesson.steps[1].checks[0][0].input == "a\nb\n")
      #expect(set.index(of: "one") == 0 && set.index(of: "1") == 0 && set.index(of: "2") == nil)
    }
  }

  @Test(arguments: [
    ("[]", "one/lesson.json:1:1: a lesson must be an object"),
    ("{", "one/lesson.json:1:"),
    ("{\"title\": \"a\"}", "one/lesson.json:1:1: “steps” is missing here"),
    (
      "{\"title\": 1, \"steps\": [{\"task\": \"a\", \"checks\": [{\"lacks\": \"print 1\"}]}]}",
      "one/lesson.json:1:11: “title” must be"
    ),
    ("{\"title\": \"a\", \"steps\": []}", "one/lesson.json:1:25: “steps” must be a list of 1 to 20"),
    ("{\"title\": \"a\", \"steps\": [{\"checks\": []}]}", "one/lesson.json:1:37: “checks” must be a list of 1 to 20"),
    (
      "{\"title\": \"a\", \"steps\": [{\"task\": \"a\", \"checks\": [{}]}]}",
      "one/lesson.json:1:51: a check must have one of"
    ),
    (
      "{\"title\": \"a\", \"steps\": [{\"task\": \"a\", \"checks\": [{\"lacks\": 1}]}]}",
      "one/lesson.json:1:61: expected a text, or a list of lines"
    ),
    (
      "{\"title\": \"a\", \"steps\": [{\"task\": \"a\", \"checks\": [{\"lacks\": \"a\", \"equals\": \"b\"}]}]}",
      "one/lesson.json:1:76: a check can't also have “equals”"
    ),
    (
      "{\"title\": \"a\", \"steps\": [{\"task\": \"a\", \"checks\": [{\"any\": [{\"any\": []}]}]}]}",
      "one/lesson.json:1:68: “any” is unknown here"
    ),
    (
      "{\"title\": \"a\", \"stepz\": []}",
      "one/lesson.json:1:25: “stepz” is unknown here; known are title, words, steps"
    ),
  ]) func aMistakeIsOneClearLine(_ lesson: String, _ expected: String) throws {
    let message = message(try folder(lesson))
    #expect(message.hasPrefix(expected), "\(message)")
    #expect(!message.contains("\n"))
  }

  @Test func hostileFilesAreRefused() throws {
    #expect(message(try folder(nil)).hasPrefix("can't read one/lesson.json"))
    #expect(message(try folder(program: nil)).contains("a lesson needs one program.blocktext"))
    let deep = String(repeating: "[", count: 60_000)
    #expect(message(try folder(deep)).hasPrefix("one/lesson.json:"))
    let long = "{\"title\": \"\(String(repeating: "a", count: 300_000))\"}"
    #expect(message(try folder(long)).contains("the limit is"))
    let pipe = try folder(nil)
    mkfifo(pipe.file("one/lesson.json"), 0o644)
    #expect(message(pipe).hasPrefix("can't read one/lesson.json"))
    let loop = try folder(nil)
    symlink("lesson.json", loop.file("one/lesson.json"))
    #expect(message(loop).hasPrefix("can't read one/lesson.json"))
    #expect(message(try TemporaryFolder()).contains("has no lessons"))
  }

  /// What is kept of lessons of two folders doesn't mix.
  @Test func statesAreApart() throws {
    let folder = try folder()
    let lesson = try LessonFolder.read(folder.path).lessons[0]
    let states = try [nil, "/a", "/b"].map {
      try #require(LessonState(in: folder.file("state"), ofLessonsIn: $0))
    }
    try states[1].begin(lesson, in: "en", with: [1])
    try states[1].note(stepsDone: 2, of: lesson, in: "en")
    try states[1].note(stepsDone: 2, of: lesson, in: "en")
    #expect(states.map { $0.isDone(lesson) } == [false, true, false])
    #expect(states.map { $0.stepsDone(of: lesson, in: "en") } == [0, 2, 0])
    let path = states[1].path(of: lesson, in: "en")
    try FileSaver.save(Array("print 2\n".utf8), to: path)
    try states[1].begin(lesson, in: "en", with: [1])
    #expect(try FileReader.read(path).bytes == Array("print 2\n".utf8))
    try states[1].restart(lesson, in: "en", with: [2])
    #expect(try FileReader.read(path).bytes == [2])
    #expect(states[1].stepsDone(of: lesson, in: "en") == 0)
    #expect(try FileReader.read(path + ".old").bytes == Array("print 2\n".utf8))
  }
}
