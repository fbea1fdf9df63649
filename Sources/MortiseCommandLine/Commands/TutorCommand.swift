import BlockModel
import CodeGeneration
import Markup
import MortiseFiles
import TerminalUI
import Workbench

/// `mortise tutor`: opens lessons in the editor.
enum TutorCommand: Subcommand {
  static let name = "tutor"
  static let summary = "learn the editor in lessons of two minutes"
  static var syntax: ArgumentSyntax {
    ArgumentSyntax(
      usage: "[FOLDER] [LESSON] [--list] [--theme NAME|FILE] [--keys SET] [--plain]",
      options: [
        Option("--list", help: "list the lessons, and which are done"), ThemeFile.option, KeySetName.option("--keys"),
        EditCommand.plainOption,
      ],
      operandName: "LESSON", operandCount: 0...2,
      operandValues: PossibleValues(words: (try? StockLessons.read())?.lessons.map(\.name) ?? [], extensions: []),
      details: """
        LESSON is a lesson’s name or number; without one, the first that is not done is opened. FOLDER has
        other lessons, a folder each. Leave the editor at any time: your work is kept.
        """)
  }

  static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
    let settings = try EditCommand.settings(arguments)
    var files = EditCommand.files(arguments, settings.settings)
    do throws(OpenError) {
      let (set, index) = try lesson(arguments.operands)
      let language = try ProgramFile.messages(in: files.language).language
      guard let folder = UserFolders.lessons, let state = LessonState(in: folder, ofLessonsIn: set.folder) else {
        throw OpenError("there is no folder for lessons: HOME is not set")
      }
      if let blocks = set.blocks { files.blocks.append(blocks) }
      files.toolbox = set.toolbox ?? files.toolbox
      files.leavesOutGenerators = set.blocks != nil
      if set.folder != nil { try check(set, files, language) }
      if arguments.has("--list") { return show(set, state, language) }
      let first = set.lessons.firstIndex { !state.isDone($0) } ?? 0
      return try edit(set, index ?? first, state, language, files, arguments, settings)
    } catch {
      Console.printError("\(error)")
      return .problems
    }
  }

  /// Finds the lessons that the operands name, and the one to open; nil for the next one.
  private static func lesson(_ operands: [String]) throws(OpenError) -> (LessonSet, Int?) {
    let stock = try StockLessons.read()
    guard let first = operands.first else { return (stock, nil) }
    if operands.count == 1 {
      if let index = stock.index(of: first) { return (stock, index) }
      guard FileSystem.exists(first) else {
        throw OpenError(
          "there is no lesson “\(first)”, and no folder; ‘\(MortiseApp.current.name) tutor --list’ lists them")
      }
    }
    let set = try LessonFolder.read(first)
    guard let word = operands.dropFirst().first else { return (set, nil) }
    guard let index = set.index(of: word) else { throw OpenError("there is no lesson “\(word)” in \(first)") }
    return (set, index)
  }

  /// Performs the checks of a folder's lessons that reading the files doesn't include.
  private static func check(_ set: LessonSet, _ files: DefinitionFiles, _ language: String) throws(OpenError) {
    let factory = try factory(files)
    for lesson in set.lessons { try LessonCheck.check(lesson, in: language, factory: factory, formats: files.formats) }
  }

  private static func factory(_ files: DefinitionFiles) throws(OpenError) -> BlockFactory {
    do { return try files.readProgram(nil).0.factory } catch { throw OpenError("\(error)") }
  }

  private static func show(_ set: LessonSet, _ state: LessonState, _ language: String) -> ExitCode {
    let width = set.lessons.map(\.name.count).max() ?? 0
    let lines = set.lessons.enumerated().map { index, lesson in
      let name = lesson.name + String(repeating: " ", count: width - lesson.name.count)
      let title = lesson.filled(lesson.title.text(in: language), in: language)
      return "\(index < 9 ? " " : "")\(index + 1)  \(name)  \(title)\(state.isDone(lesson) ? "  (done)" : "")\n"
    }
    return Console.show(lines.joined()) ? .success : .problems
  }

  private static func edit(
    _ set: LessonSet, _ index: Int, _ state: LessonState, _ language: String, _ files: DefinitionFiles,
    _ arguments: Arguments, _ settings: UserSettings
  ) throws(OpenError) -> ExitCode {
    let lesson = set.lessons[index]
    let program = try lesson.program(in: language, factory: try factory(files))
    do throws(FileError) { try state.begin(lesson, in: language, with: program) } catch { throw OpenError("\(error)") }
    var settings = settings
    let theme = arguments.value("--theme")
    let colors = theme == nil ? try settings.theme() : try ThemeFile.colors(theme)
    var opening = files.opening([(state.path(of: lesson, in: language), nil)])
    // A program that can't be read is set aside, and the lesson restarts.
    let read = opening.program
    opening.program = { definitions in
      do { return try read(definitions) } catch {
        try state.restart(lesson, in: language, with: program)
        return try read(definitions)
      }
    }
    let makeOptions = {
      var options = EditCommand.options(reading: files, settings)
      options.colors = colors
      options.followsBackground = EditCommand.followsBackground(settings)
      options.lessons = set
      if let blocks = set.blocks, let bytes = try? FileReader.read(blocks).bytes,
        let json = try? JSONParser.parse(bytes), json.elements.contains(where: { $0["generators"] != nil })
      {
        options.lessonGenerators = [BlockFile(path: blocks, bytes: bytes, kind: .definitions)]
      }
      MortiseApp.current.configureEditor(&options)
      return options
    }
    return EditCommand.edit(opening, makeOptions, settings, nil) { [] }
  }
}
