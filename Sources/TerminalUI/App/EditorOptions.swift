import AppModules
import BlockEvents
import BlockLibrary
import CodeGeneration
import MortiseFiles
import ProgramJournal
import ProgramRunning
import Workbench

extension Editor {
  /// Extensions and settings of an editor.
  public struct Options {
    /// The app's name, for the title.
    public var appName = "mortise"
    /// The views of mutators.
    public var mutatorViews = MutatorViewFactory()
    /// Custom events, mutator layouts and listeners to the events of programs.
    public var extensions = ProgramExtensions()
    /// Groups and fires the events of programs. Tests have one of their own.
    public var eventManager = EventManager.sharedInstance
    /// Mortise's version, for the journal.
    public var version = ""
    /// Writes the journal; tests replace it by one that fails.
    public var journalDisk = JournalDisk()
    /// Listeners to the events of all modules, such as a log.
    public var listeners: [any AnyEventsListener] = []
    /// Factories of listeners that open windows or modules.
    public var routingListeners: [(Scene) -> any AnyEventsListener] = []
    /// The app's commands on the canvas. Their keys win against Mortise's; the user changes them in the settings, in
    /// the mode `app`.
    public var commands: [Command<Scene>] = []
    /// The actions of the toolbox's buttons, by their `callbackkey`.
    public var buttons: [String: (Scene) -> Void] = [:]
    /// Factories of responders to deep links: the part after the `#` of a file argument. They are called once the
    /// program has been read. Their responders join those for blocks, fields and comments.
    public var links: [(Scene) -> any DeepLinkResponder] = []
    /// The file through which running editors share copied blocks; nil for none.
    public var clipboardFile: PrivateFile?
    /// The files of the user's snippets; nil for none.
    public var snippetFiles: NamedFiles?
    /// Reads a further program, on a background thread; nil for an editor with only one program. Without a path, it
    /// creates a new program.
    /// - Throws: any error, such as `OpenError`; its description is shown.
    public var readProgram: (@Sendable (_ path: String?) throws -> (Opening.Definitions, Document))?
    /// Whether the cursor begins at the first conflict of a merge.
    package var beginsAtConflict = false
    /// Returns a file as it was in the last commit, on a background thread; nil where there are no commits.
    /// - Throws: any error; its description is shown.
    package var committedVersion: (@Sendable (_ path: String) throws -> [UInt8])?
    /// The language that programs are read in, or its file of messages; nil for English.
    package var language: String?
    /// Switches `readProgram` to the words of another language, on a background thread, and returns that language and
    /// its toolbox; nil if that requires a restart. Without a language, it switches to the environment's.
    /// - Throws: any error, such as `OpenError`; its description is shown.
    package var toolboxInLanguage: (@Sendable (_ language: String?) throws -> (language: String, toolbox: Toolbox))?
    /// Returns the commits that changed a file, on a background thread; nil where there are no commits.
    /// - Throws: any error; its description is shown.
    package var history: (@Sendable (_ path: String) throws -> FileHistory)?
    /// Starts a server for the program at a path, on a background thread.
    /// - Throws: any error; its description is shown.
    package var serve: (@Sendable (_ path: String) throws -> Void)?
    /// The sessions that were joined while programs were read.
    package var joinedSessions: JoinedSessions?
    /// The files for changes that the host of a session hasn't received; nil to keep none.
    package var unsentFiles: NamedFiles?
    /// The list of the files that the user opens; nil to keep none.
    public var recentFiles: RecentFiles?
    /// The theme.
    public var colors = ThemeColors.dark
    /// Whether the theme follows the terminal's background, once it is known.
    public var followsBackground = false
    /// Returns the theme for the terminal's background, as it is known before the terminal reports it.
    package var suitingColors: () -> ThemeColors = { .dark }
    /// Saves the user's answer whether the terminal's background is light. Nil to ask no question about it.
    public var rememberBackground: (@Sendable (_ isLight: Bool) throws(FileError) -> Void)?
    /// The user's settings file; nil if there is no place for one.
    public var settingsFile: SettingsFile?
    /// The languages in which code is generated and programs run.
    public var languages = CodeLanguages.standard
    /// The folders with the interpreters of languages, in the format of the environment variable PATH.
    public var searchPath = Interpreter.searchPath
    /// The lessons that the tutor offers; nil for Mortise's own.
    package var lessons: LessonSet?
    /// The folder in which the state of all lessons is kept; nil for an editor without a tutor.
    package var lessonFolder: String?
    /// Generators that come with the lessons. They are untrusted code, and used only if the user agrees.
    package var lessonGenerators: [BlockFile] = []
    /// The statements of Python that the user has allowed to run.
    package var consent = CodeConsent(nil)
    /// The clock for timeouts; tests replace it.
    public var now: () -> ContinuousClock.Instant = { .now }

    /// The user's settings.
    public var settings = EditorSettings()
    /// Whether the user opens the editor for the first time; the status line then names the most important keys.
    public var greetsNewUser = false
    /// The problems of the settings, which are shown once the program is open.
    public var remarks: [String] = []

    /// Creates the options of a stock editor without an app's extensions. It keeps no settings, snippets and recent
    /// files.
    public init() {}
  }
}
