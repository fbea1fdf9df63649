import FileTesting
import Glibc
import MortiseFiles
import Testing
import Workbench

@testable import TerminalUI

/// The tutor in the editor.
@MainActor @Suite struct TutorTests {
  @Test func theTaskIsSaidAndStaysVisible() throws {
    let scene = try TutorScene("undo")
    var statuses: [String] = []
    var screens: [String] = []
    try scene.play(["<Down>", "<A-j>", "<A-j>", "<Delete>", "<A-.>", "<Esc>"]) { _ in
      statuses.append(scene.status)
      screens.append(scene.terminal.screenRows().joined(separator: "\n"))
    }
    let task = "(1/3) Go to ‘print \"B\"’ and press Delete."
    #expect(statuses[0] == "Lesson 5 of 15: Undo: \(task)")
    #expect(screens[1].contains("Lesson 5 of 15: Undo") && screens[1].contains(task), "\(screens[1])")
    #expect(statuses[2].hasPrefix("Hint 1 of 2: Before you press Delete"), "\(statuses[2])")
    #expect(statuses[3] == "Hint 2 of 2: Press Home, ↓ once, then Delete.", "\(statuses[3])")
    #expect(screens[2].contains("Hint 1 of 2"), "\(screens[2])")
    #expect(statuses[4].hasPrefix("Well done! (2/3) Oops, the program needs that!"), "\(statuses[4])")
    #expect(statuses[5].hasPrefix("(2/3) Oops"), "\(statuses[5])")
    #expect(!statuses[6].contains("Oh"), "\(statuses[6])")
  }

  @Test(arguments: [(40, 12), (80, 24), (200, 50)]) func theTaskFits(_ width: Int, _ height: Int) throws {
    let scene = try TutorScene("undo", width: width, height: height, colorDepth: .monochrome)
    try scene.play(["<Down>"]) { _ in
      let rows = scene.terminal.screenRows()
      #expect(rows.contains { $0.contains("Lesson 5 of 15: Undo") }, "\(rows)")
      #expect(rows.contains { $0.contains("Go to ‘print \"B\"’") }, "\(rows)")
      #expect(rows.contains { $0.contains("print") && $0.contains("B") }, "\(rows)")
    }
  }

  @Test(arguments: [(40, 12), (80, 24)]) func aPlainScreenSaysTheTask(_ width: Int, _ height: Int) throws {
    let scene = try TutorScene("undo", width: width, height: height, isPlain: true, colorDepth: .monochrome)
    var sentences: [String] = []
    try scene.play(["<Down>", "<A-.>"]) { _ in
      let rows = scene.terminal.screenRows().suffix(3).joined(separator: " ")
      sentences.append(rows.split(separator: " ").joined(separator: " "))
    }
    #expect(sentences[0].contains("Lesson 5 of 15: Undo") && sentences[0].contains("Go to print"), "\(sentences)")
    #expect(sentences[2].contains("Go to print"), "\(sentences)")
  }

  /// Neither does the list below it.
  @Test func aTypedLineCoversNoTask() throws {
    for lesson in try StockLessons.read().lessons {
      let scene = try TutorScene(lesson.name, width: 40, height: 12)
      let pane = scene.editor.screen.layout.area(of: .pane)
      func task() -> [String] { Array(scene.terminal.screenRows()[pane.minY..<pane.maxY]) }
      var tasks: [[String]] = []
      var lines: [String] = []
      try scene.play(["<Down>", "<End>a", "pri", "nt \"a\"<Enter>", "if 1", "<Esc><Esc><Home>a", "set x"]) { _ in
        tasks.append(task())
        lines.append(scene.terminal.screenRows()[1..<pane.minY].joined(separator: "\n"))
      }
      #expect(tasks.allSatisfy { $0 == tasks[0] }, "\(lesson.name): \(tasks)")
      #expect(lines[3].contains("pri") && lines[5].contains("if 1"), "\(lesson.name): \(lines[3])\n\(lines[5])")
    }
  }

  /// The question about the background comes at the first start, and leaves the task where it is.
  @Test(arguments: [(80, 24), (80, 40), (200, 50)]) func noQuestionCoversTheTask(_ width: Int, _ height: Int) throws {
    let scene = try TutorScene("moving", width: width, height: height)
    let pane = scene.editor.screen.layout.area(of: .pane)
    var tasks: [[String]] = []
    try scene.play(["<Home>"]) { index in
      tasks.append(Array(scene.terminal.screenRows()[pane.minY..<pane.maxY]))
      if index < 0 { scene.editor.scene.open(.settings(.background)) }
    }
    #expect(tasks.count == 2 && tasks[0] == tasks[1], "\(tasks)")
    #expect(scene.status.contains("dark"), "\(scene.status)")
  }

  /// A lesson that is done offers the next one; its program and what is done stay.
  @Test func theNextLessonFollowsAndProgressIsKept() throws {
    let scene = try TutorScene("undo")
    var statuses: [String] = []
    try scene.play(["<Down><Delete>", "u", "U", "<A-.>", "<Enter>", "<A-.>l"]) { _ in statuses.append(scene.status) }
    #expect(statuses[3].hasPrefix("Lesson complete!"), "\(statuses[3])")
    #expect(statuses[3].hasSuffix("Next: Repeating."), "\(statuses[3])")
    #expect(statuses[5].hasPrefix("Lesson 6 of 15: Repeating: (1/3)"), "\(statuses[5])")
    #expect(scene.editor.programs.all.count == 1)
    #expect(statuses[6].hasPrefix("6 Repeating"), "\(statuses[6])")
    let set = try StockLessons.read()
    let state = try #require(LessonState(in: scene.folder.file("tutor"), ofLessonsIn: nil))
    #expect(set.lessons.map(state.isDone) == set.lessons.map { $0.name == "undo" })
    let saved = try FileReader.read(state.path(of: set.lessons[4], in: "en")).bytes
    #expect(String(decoding: saved, as: UTF8.self).hasSuffix("print \"A\"\nprint \"C\"\n"))
    let again = try TutorScene("undo", folder: scene.folder)
    try again.play(["<A-.>r", "y"]) { index in
      if index == 1 { #expect(!String(describing: again.editor.workbench.workspace.blocks.count).isEmpty) }
      statuses.append(again.status)
    }
    #expect(again.run?.index == 0 && again.editor.workbench.workspace.blocks.count == 6, "\(statuses)")
  }

  /// Changes of a lesson's program are saved without a question.
  @Test func quittingSavesTheLesson() throws {
    let scene = try TutorScene("undo")
    try scene.play(["<Down><Delete>", "q", "x"])
    let lesson = try StockLessons.read().lessons[4]
    let state = try #require(LessonState(in: scene.folder.file("tutor"), ofLessonsIn: nil))
    let saved = try FileReader.read(state.path(of: lesson, in: "en")).bytes
    #expect(String(decoding: saved, as: UTF8.self).hasSuffix("print \"A\"\nprint \"C\"\n"))
  }

  /// From a program of the user's, the tutor lists the lessons and opens one beside it.
  @Test func aCommandOpensTheTutor() throws {
    let scene = try TutorScene(nil)
    var statuses: [String] = []
    try scene.play(["<A-j>", "<A-.>", "<Down><Enter>"]) { _ in statuses.append(scene.status) }
    #expect(statuses[1] == "no lesson is shown")
    #expect(statuses[2].hasPrefix("1 Moving about"), "\(statuses[2])")
    #expect(statuses[3].hasPrefix("Lesson 2 of 15: Typing a line"), "\(statuses[3])")
    #expect(scene.editor.programs.all.count == 2)
  }

  /// The output is checked when a run has ended.
  @Test func aWrongOutputIsExplained() throws {
    let scene = try TutorScene("repeat")
    var statuses: [String] = []
    try scene.play(["arepeat 3 times<Enter>", "print \"hip\"<Enter><Esc>", "<F5>"]) { _ in
      statuses.append(scene.status)
    }
    #expect(statuses[3] == "Not yet right: line 5: expected “Hip”, not the end", "\(statuses)")
    #expect(scene.run?.index == 2 && scene.run?.isDone == false)
  }

  /// A run that doesn't do the step is answered.
  @Test(arguments: [
    ("variables", ["<F5>"], "ended · last line: 0 · Still missing: ‘change points by 5’."),
    (
      "variables", ["<Down>achange points by 5<Enter><Esc>", "<F5>"],
      "Blocks in the wrong place: (1/3) A variable"
    ),
    ("conditions", ["<F5>"], "ended · last line: 10 · Still missing: ‘if n > 3 and n < 7’."),
    (
      "decisions", ["aif age > 10<Enter>print \"big\"<Enter>else<Enter>print \"small\"<Enter><Esc>", "<F5>"],
      "ended · last line: big · Still to do: (3/3) F5 prints"
    ),
    ("moving", ["<F5>"], "ended · last line: home · Still to do: (1/3) With a screen reader"),
  ]) func aRunThatDoesNotDoTheStepIsAnswered(_ name: String, _ lines: [String], _ expected: String) throws {
    let scene = try TutorScene(name, width: 200)
    var statuses: [String] = []
    try scene.play(lines) { _ in statuses.append(scene.status) }
    #expect(statuses.last?.hasPrefix(expected) == true, "\(statuses)")
  }

  /// The step that was reached is kept, without praise for what was done before.
  @Test func theStepIsKept() throws {
    var folder: TemporaryFolder?
    var statuses: [String] = []
    for lines in [["<Down><Down><Down>", "q"], ["<Down><Right>", "<End>", "q"], ["q"]] {
      let scene = try TutorScene("moving", folder: folder)
      folder = scene.folder
      try scene.play(lines) { index in if index < 0 { statuses.append(scene.status) } }
    }
    #expect(statuses[0].hasPrefix("Lesson 1 of 15: Moving about: (1/3)"), "\(statuses)")
    #expect(statuses[1].hasPrefix("Lesson 1 of 15: Moving about: (2/3)"), "\(statuses)")
    #expect(statuses[2].hasPrefix("Lesson 1 of 15: Moving about: Lesson complete!"), "\(statuses)")
  }

  /// Where nothing can be saved, the user is asked, and can leave.
  @Test func aLessonThatCannotBeSavedIsAskedAbout() throws {
    let scene = try TutorScene("undo")
    var statuses: [String] = []
    let folder = scene.folder.file("tutor/mortise/en")
    try scene.play(["<Down><Delete>", "q", "<Esc>", "q", "d"]) { index in
      // The folder is gone, and a file is in its place.
      if index == 0 {
        rename(folder, folder + ".gone")
        _ = try? FileSaver.save([], to: folder)
      }
      statuses.append(scene.status)
    }
    #expect(statuses[4].contains("Save the changes before quitting?"), "\(statuses)")
    #expect(statuses.count == 5, "the editor has ended")
  }

  /// A damaged program is put aside, and the lesson begins anew.
  @Test func aDamagedProgramDoesNotStopTheTutor() throws {
    let scene = try TutorScene(nil)
    let lesson = try StockLessons.read().lessons[0]
    let state = try #require(LessonState(in: scene.folder.file("tutor"), ofLessonsIn: nil))
    try state.begin(lesson, in: "en", with: [])
    let path = state.path(of: lesson, in: "en")
    try FileSaver.save(Array("repeat\u{0} {{{".utf8), to: path)
    var statuses: [String] = []
    try scene.play(["<A-.><Enter>"]) { _ in statuses.append(scene.status) }
    #expect(statuses.last?.hasPrefix("Lesson 1 of 15") == true, "\(statuses)")
    #expect(try FileReader.read(path + ".old").bytes == Array("repeat\u{0} {{{".utf8))
  }
}
