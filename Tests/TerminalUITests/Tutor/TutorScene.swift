import BlockEvents
import BlockLayout
import BlockLibrary
import BlockModel
import EventQueues
import FileTesting
import MortiseScreen
import MortiseTerminal
import TerminalTesting
import Workbench

@testable import TerminalUI

/// The editor with a lesson, on a terminal in memory.
@MainActor final class TutorScene {
  let folder: TemporaryFolder
  let terminal: TestTerminal
  let editor: Editor
  let language: String

  var tutor: Tutor { editor.scene.tutor }
  var run: LessonRun? { tutor.run }
  /// What the status line says, without hints.
  var status: String { QuotedWords.plain(ScreenView.sentence(on: editor.screen)) }

  nonisolated private static func factory(in language: String) throws -> BlockFactory {
    try StockBlocks.factory(messages: StockBlocks.messages(in: language) ?? StockBlocks.messages)
  }

  /// The stock blocks in a language, which are read once.
  static func shared(in language: String) throws -> BlockFactory {
    if let factory = factories[language] { return factory }
    let factory = try factory(in: language)
    factories[language] = factory
    return factory
  }

  private static var factories: [String: BlockFactory] = [:]

  nonisolated private static func read(
    _ path: String?, factory: BlockFactory
  ) throws -> (Opening.Definitions, Document) {
    let toolbox = try ToolboxReader.readKnown(StockBlocks.toolbox, messages: factory.messages)
    let document = try path.map { try Document.open($0, factory: factory) } ?? Document(factory: factory)
    return (Opening.Definitions(factory: factory, toolbox: toolbox), document)
  }

  /// - Parameters:
  ///   - name: the lesson's name; nil for a new program.
  ///   - lessons: the lessons; nil for Mortise's own.
  ///   - folder: the folder of an earlier scene, whose state is kept.
  init(
    _ name: String?, of lessons: LessonSet? = nil, in language: String = "en", width: Int = 80, height: Int = 24,
    isPlain: Bool = false, colorDepth: ColorDepth = .twoFiftySix, folder: TemporaryFolder? = nil
  ) throws {
    self.folder = try folder ?? TemporaryFolder()
    self.language = language
    terminal = TestTerminal(width: width, height: height, colorDepth: colorDepth)
    let lessonFolder = self.folder.file("tutor")
    let set = try lessons ?? StockLessons.read()
    let state = LessonState(in: lessonFolder, ofLessonsIn: set.folder)
    var path: String?
    if let lesson = set.lessons.first(where: { $0.name == name }), let state {
      try state.begin(lesson, in: language, with: lesson.program(in: language, factory: Self.shared(in: language)))
      path = state.path(of: lesson, in: language)
    }
    let (definitions, document) = try Self.read(path, factory: Self.shared(in: language))
    let startUp = StartUp(document: document, toolbox: definitions.toolbox)
    try startUp.begin()
    var options = Editor.Options()
    options.eventManager = EventManager()
    options.lessonFolder = lessonFolder
    options.lessons = lessons
    options.settings.isPlain = isPlain
    options.readProgram = { try Self.read($0, factory: Self.factory(in: language)) }
    editor = Editor(startUp, device: terminal, options: options)
  }

  /// Plays lines of keys, calls a function after each, and quits.
  func play(_ lines: [String], then check: @escaping (Int) -> Void = { _ in }) throws {
    var waiting = try lines.map { try InputEvent.events(inLine: $0) }[...]
    var index = -1
    terminal.isBusy = { [editor] in editor.isBusy || editor.runner.isRunningFreely }
    terminal.whenEmpty = { [terminal, editor] in
      check(index)
      index += 1
      if let next = waiting.popFirst() { terminal.feed(next) } else { editor.stop() }
    }
    editor.run()
  }
}
