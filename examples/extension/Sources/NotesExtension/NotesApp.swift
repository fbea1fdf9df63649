import BlockEditing
import BlockFormats
import BlockLibrary
import BlockModel
import MortiseTerminal
import TerminalUI
import Workbench

/// Puts the parts together: everything that the editor, recovery and replay are given.
public enum NotesApp {
  private static let definition = """
    [{"type": "play_notes", "message0": "notes", "colour": 20, "previousStatement": null, "nextStatement": null}]
    """

  /// A factory that knows the stock blocks and ours.
  public static func blockFactory() throws -> BlockFactory {
    let factory = try StockBlocks.factory()
    try factory.load(json: Array(definition.utf8), messages: StockBlocks.messages)
    factory.blockBuilders["play_notes"]?.mutator = MutatorNotes()
    return factory
  }

  /// What we add to the editing of programs: our event, the mutator's layout, and the listener that chains changes.
  public static func extensions() -> ProgramExtensions {
    var extensions = ProgramExtensions()
    TempoEvent.register(with: extensions.eventFactory)
    extensions.layoutFactory.register(MutatorNotes.self, NotesLayout.init)
    extensions.listeners.append { TempoFollower(coordinator: $0) }
    return extensions
  }

  /// The editor for a program, with all of it.
  /// - Parameter link: what follows the `#` of the file's name.
  public static func editor(
    for path: String, link: String? = nil, on device: any TerminalDevice, listener: UsageListener = UsageListener(),
    changing change: (inout Editor.Options) -> Void = { _ in }
  ) throws -> Editor {
    var options = Editor.Options()
    options.extensions = extensions()
    options.mutatorViews.register(MutatorNotes.self) { session in
      (session.layout as? NotesLayout).map { NotesView(session: session, layout: $0) }
    }
    options.listeners = [listener]
    options.links = [{ NotesLink(workspace: $0.workspace, onClose: listener.noteClosedLink) }]
    change(&options)

    let toolbox = try ToolboxReader.read(StockBlocks.toolbox, messages: StockBlocks.messages)
    let document = try Document.open(path, factory: blockFactory())
    let startUp = StartUp(document: document, toolbox: toolbox, link: link)
    try startUp.begin()
    return Editor(startUp, device: device, options: options)
  }
}
