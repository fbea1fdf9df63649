import BlockEditing
import MortiseCommandLine
import ProgramContainers
import TerminalUI
import Workbench

/// Puts the parts together.
public enum NotesApp {
  public static func app(listener: UsageListener = UsageListener()) -> MortiseApp {
    var app = MortiseApp()
    app.name = "notes-editor"
    app.version = "1.0.0"
    app.purpose = "edit programs that play notes"
    app.blocks = NotesBlocks.blocks
    app.languages.add(ShellLanguage.language)
    app.extensions = extensions
    app.linkKeys = ["notes"]
    app.subcommands = [CountCommand.self, TempoCommand.self]
    app.configureEditor = { options in
      NotesTheme.use(in: &options)
      options.commands += NotesCommands.commands
      options.buttons["SAME_TEMPO"] = NotesCommands.sameTempo
      options.mutatorViews.register(MutatorNotes.self) { session in
        (session.layout as? NotesLayout).map { NotesView(session: session, layout: $0) }
      }
      options.listeners.append(listener)
      options.links.append { NotesLink(scene: $0, onClose: listener.noteClosedLink) }
    }
    return app
  }

  /// The app's additions to the editing of programs: the event, the mutator's layout, the formats, and the listener
  /// that chains changes. The editor, recovery and replay must be given the same.
  public static func extensions() -> ProgramExtensions {
    var extensions = ProgramExtensions()
    TempoEvent.register(with: extensions.eventFactory)
    extensions.layoutFactory.register(MutatorNotes.self, NotesLayout.init)
    extensions.formats.all += [TuneFormat(), ContainerFormat(SongContainer())]
    extensions.listenerFactories.append { TempoFollower(coordinator: $0) }
    return extensions
  }
}
