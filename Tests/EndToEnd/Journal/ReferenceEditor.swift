import BlockEvents
import BlockLibrary
import FileTesting
import MortiseTerminal
import TerminalTesting
import Testing

@testable import TerminalUI
@testable import Workbench

/// An editor in this process that is not killed: it shows the effects of keys.
@MainActor final class ReferenceEditor {
  /// The program before any key, and after each key.
  private(set) var states: [ProgramState]
  /// The contents of the file at the same times.
  private(set) var files: [ProgramState]
  private let path: String
  /// The file's text when it was last read.
  private var fileText = ""
  private let terminal = TestTerminal(width: 80, height: 24)

  private static let toolbox = Result {
    try ToolboxReader.readKnown(StockBlocks.toolbox, messages: StockBlocks.messages)
  }

  /// Types keys into an editor.
  /// - Parameter start: the program before any key.
  init(_ path: String, start: ProgramState, keys: [String]) throws {
    self.path = path
    states = []
    files = []
    let startUp = StartUp(
      document: try Document.open(path, factory: ProgramState.blocks.get()), toolbox: try Self.toolbox.get())
    try startUp.begin()
    var options = Editor.Options()
    options.eventManager = EventManager()
    let editor = Editor(startUp, device: terminal, options: options)
    var rest = keys[...]
    terminal.isBusy = { editor.isBusy }
    terminal.eventWhenEmpty = nil
    terminal.whenEmpty = { [unowned self] in
      note(editor, or: states.last ?? start)
      guard let key = rest.popFirst() else { return editor.stop() }
      #expect(throws: Never.self) { try terminal.feed(key) }
    }
    editor.run()
    #expect(states.count == keys.count + 1, "the editor has ended at “\(keys[max(0, states.count - 2)])”")
  }

  /// Records the state.
  private func note(_ editor: Editor, or before: ProgramState) {
    states.append(state(of: editor, or: before))
    let text = Tool.read(path)
    defer { fileText = text }
    if text == fileText, let last = files.last { return files.append(last) }
    do { files.append(try ProgramState(file: path)) } catch { Issue.record(error) }
  }

  /// The state without previews; while a window or a drag is open, the last one, since nothing has been changed yet. But
  /// the window of a typed line stays open when the line is accepted.
  private func state(of editor: Editor, or before: ProgramState) -> ProgramState {
    guard let line = editor.workbench.line else {
      return editor.screen.modes.all.count > 1 ? before : ProgramState(editor.workbench)
    }
    line.rollBack()
    defer { line.show() }
    return ProgramState(editor.workbench)
  }
}
