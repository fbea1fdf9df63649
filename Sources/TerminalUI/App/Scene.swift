import AppModules
import EventQueues
import MortiseTerminal
import Workbench

/// The state and services that the modules of an editor share, and an app's commands use. It builds the modules: see
/// `Route`.
public final class Scene {
  let options: Editor.Options
  /// The user's settings, with the changes made since the launch.
  var settings: EditorSettings
  /// The language that programs are shown in, or its file of messages; nil for English.
  var language: String? { didSet { screen.titles = CommandTitles(language: language) } }
  /// Whether the theme follows the terminal's background.
  var followsBackground: Bool
  /// Whether the background is light; nil if the terminal hasn't reported it.
  var isBackgroundLight: Bool?
  let programs: OpenPrograms
  let screen: EditorScreen
  let viewport: Viewport
  let jobs: BackgroundJobs
  let programEvents: ProgramEvents
  /// Saves and closes programs, and quits.
  let files: FileCommands
  /// Opens and shows further programs.
  let keeper: ProgramKeeper
  /// The programs that are edited with others.
  let sessions: SessionKeeper
  let clipboard: ClipboardKeeper
  let snippets: SnippetKeeper
  let code: ProgramCode
  let runner: ProgramRunner
  let log = EventLog()
  private(set) lazy var tutor = Tutor(self)
  /// The latest commands chosen from the list of all commands, by name, the newest first.
  private(set) var recentCommands: [String] = []
  private(set) lazy var editorRouter = EditorRouter(self)
  /// Builds the modules and keeps the listeners.
  let manager = ModuleManager()

  init(_ startUp: StartUp, device: any TerminalDevice, options: Editor.Options) {
    self.options = options
    (settings, followsBackground) = (options.settings, options.followsBackground)
    language = options.language
    programs = OpenPrograms(
      OpenProgram(
        path: startUp.opening.path, link: startUp.opening.link, style: LayoutStyleChoice.first(for: device)))
    programs.lessonFolder = options.lessonFolder
    screen = EditorScreen(
      device: device, appName: options.appName, colors: options.colors, isPlain: options.settings.isPlain)
    screen.titles = CommandTitles(language: options.language)
    viewport = Viewport(of: programs, on: screen)
    jobs = startUp.jobs
    programEvents = ProgramEvents(wantsLoadingEvents: !options.listeners.isEmpty)
    files = FileCommands(
      programs: programs, screen: screen, jobs: jobs, codeCommands: options.settings.codeCommands)
    keeper = ProgramKeeper(
      jobs: jobs, programs: programs, programEvents: programEvents, read: options.readProgram,
      recentFiles: options.recentFiles)
    sessions = SessionKeeper(programs: programs, screen: screen, jobs: jobs, options: options)
    clipboard = ClipboardKeeper(
      jobs: jobs, programs: programs, programEvents: programEvents, device: device, file: options.clipboardFile)
    snippets = SnippetKeeper(jobs: jobs, programs: programs, programEvents: programEvents, files: options.snippetFiles)
    code = ProgramCode(
      programs: programs, languages: options.languages, languageID: options.settings.codeLanguage,
      consent: options.consent, now: options.now)
    runner = ProgramRunner(
      programs: programs, screen: screen, code: code, queue: jobs.queue, searchPath: options.searchPath,
      now: options.now)
    sessions.scene = self
    screen.isSettling = { [unowned self, jobs] in
      runner.isSettling || clipboard.isReading || jobs.queue.activityIsInProgress(.saving)
    }
    (keeper.router, runner.router) = (editorRouter, editorRouter)
    files.losesWorkToConflicts = options.beginsAtConflict
    files.settleSessions = { [unowned self] in sessions.settle() }
    screen.readClipboard = { [unowned self] receive in
      clipboard.read { [unowned self] in receive(workbench.copiedText(limit: TextEntry.longestPaste)) }
    }
  }

  /// The commands on the canvas, with those of the app.
  lazy var canvasCommands = CanvasMode.canvasCommands.overridden(
    by: CommandReference(adding: options.commands).appCommands.adapted { $0.module.scene })

  /// Notes that a command was chosen from the list of all commands.
  func note(recentCommand name: String) {
    recentCommands = [name] + recentCommands.filter { $0 != name }.prefix(4)
  }

  /// Shows a further window of a module. The window keeps the module alive.
  func push(_ window: some Mode, of module: any AnyModule) {
    manager.manage(window, of: module)
    screen.modes.push(window)
  }

  // MARK: - What an app's commands, views and listeners do in the editor

  /// The program that is shown.
  public var workbench: WorkbenchController { programs.workbench }

  /// Shows the modules of the app.
  public var router: any Router { editorRouter }

  /// The container in which the app's modules show panes: for `PresentationMode.embed`.
  public var container: any ViewControllerContainer { screen.container }

  /// Shows a message in the status line until the next key.
  public func showStatus(_ message: String) { screen.message = message }

  /// Opens a window or part of the editor.
  public func open(_ route: Route) { router.route(to: step(to: route)) }

  /// Opens a window over the canvas.
  public func openWindow(_ view: any EditorView) {
    router.show(EditorWindow(view, in: self), .push(withCloseButton: true))
  }

  /// Opens a pane below the canvas, in place of another one.
  /// - Parameter takesKeys: whether it gets the keys at once.
  public func openPane(_ view: any EditorView, takingKeys takesKeys: Bool = false) {
    if let pane = screen.parts.pane, pane.view === view {
      if takesKeys, !screen.modes.all.contains(where: { $0 === pane }) { screen.modes.push(pane) }
      return
    }
    closePane()
    router.show(EditorPane(view, in: self, takingKeys: takesKeys), .embed(in: container))
  }

  /// Whether a view is shown in a window or pane.
  public func shows(_ view: any EditorView) -> Bool {
    screen.parts.pane?.view === view || screen.modes.all.contains { ($0 as? EditorWindow)?.view === view }
  }

  /// Closes the window or pane of a view, if it is open.
  public func close(_ view: any EditorView) {
    if screen.parts.pane?.view === view { closePane() }
    for mode in screen.modes.all { if (mode as? EditorWindow)?.view === view { router.close(mode) } }
  }

  private func closePane() {
    guard let pane = screen.parts.pane else { return }
    screen.modes.pop(pane)
    screen.parts.remove(.pane)
  }
}

/// The context of a module.
struct SceneContext<Purpose>: ModuleContext {
  let routingContext: RoutingContext
  let scene: Scene
  /// The purpose of the module, such as the item that it shows.
  let purpose: Purpose
  /// The program that was shown when the module was built.
  let program: OpenProgram

  var viewport: Viewport { scene.viewport }
}
