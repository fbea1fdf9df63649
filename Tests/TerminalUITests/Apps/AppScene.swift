import BlockEvents
import BlockLibrary
import FileTesting
import MortiseFiles
import MortiseTerminal
import TerminalTesting
// An app has no more than the public interface.
import TerminalUI
import Workbench

/// An editor with what an app adds to it.
@MainActor final class AppScene {
  let terminal: TestTerminal
  private let folder: TemporaryFolder
  let editor: Editor

  /// - Parameter toolbox: the toolbox as JSON; nil for one without categories.
  init(
    _ program: String = StartScene.program, width: Int = 80, height: Int = 24, toolbox: String? = nil,
    settings: String? = nil,
    changing change: (inout Editor.Options) -> Void
  ) throws {
    terminal = TestTerminal(width: width, height: height)
    folder = try TemporaryFolder()
    let path = folder.file("n.xml")
    try FileSaver.save(Array(program.utf8), to: path)
    let document = try Document.open(path, factory: try StockBlocks.factory())
    var options = Editor.Options()
    options.eventManager = EventManager()
    change(&options)
    if let settings {
      let reader = SettingsReader(Array(settings.utf8), languages: options.languages, commands: options.commands)
      options.settings = reader.settings
      options.remarks = reader.problems.map(\.description)
    }
    let read = try toolbox.map { try ToolboxReader.read(Array($0.utf8), messages: StockBlocks.messages) }
    let startUp = StartUp(document: document, toolbox: read ?? Toolbox(categories: []))
    try startUp.begin()
    editor = Editor(startUp, device: terminal, options: options)
  }

  /// Plays lines of keys, and quits.
  /// - Returns: the screen before the first line, and after each.
  func play(_ lines: [String]) throws -> [String] {
    var waiting = try lines.map { try InputEvent.events(inLine: $0) }[...]
    var screens: [String] = []
    terminal.isBusy = { [editor] in editor.isBusy }
    terminal.whenEmpty = { [terminal, editor] in
      screens.append(terminal.screenRows().joined(separator: "\n"))
      if let next = waiting.popFirst() { terminal.feed(next) } else { editor.stop() }
    }
    editor.run()
    return screens
  }
}
