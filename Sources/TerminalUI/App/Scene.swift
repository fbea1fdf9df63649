import AppModules
import EventQueues
import MortiseTerminal
import Workbench

/// What the modules of an editor share. It builds them: see `Route`.
final class Scene {
  let options: Editor.Options
  let programs: OpenPrograms
  let screen: EditorScreen
  let viewport: Viewport
  let jobs: BackgroundJobs
  let programEvents: ProgramEvents
  /// Saves and closes programs, and quits.
  let files: FileCommands
  /// Opens and shows further programs.
  let keeper: ProgramKeeper
  let clipboard: ClipboardKeeper
  let snippets: SnippetKeeper
  let code: ProgramCode
  let runner: ProgramRunner
  let log = EventLog()
  /// Builds the modules and keeps the listeners.
  let manager = ModuleManager()

  init(_ startUp: StartUp, device: any TerminalDevice, options: Editor.Options) {
    self.options = options
    programs = OpenPrograms(
      OpenProgram(
        path: startUp.opening.path, link: startUp.opening.link, style: LayoutStyleChoice.first(for: device)))
    screen = EditorScreen(device: device, colors: options.colors, isPlain: options.settings.isPlain)
    viewport = Viewport(of: programs, on: screen)
    jobs = startUp.jobs
    programEvents = ProgramEvents(wantsLoadingEvents: !options.listeners.isEmpty)
    files = FileCommands(programs: programs, screen: screen, jobs: jobs)
    keeper = ProgramKeeper(
      jobs: jobs, programs: programs, programEvents: programEvents, read: options.readProgram,
      recentFiles: options.recentFiles)
    clipboard = ClipboardKeeper(
      jobs: jobs, programs: programs, programEvents: programEvents, device: device, file: options.clipboardFile)
    snippets = SnippetKeeper(jobs: jobs, programs: programs, programEvents: programEvents, files: options.snippetFiles)
    code = ProgramCode(programs: programs, languageID: options.settings.codeLanguage, now: options.now)
    runner = ProgramRunner(
      programs: programs, screen: screen, code: code, queue: jobs.queue, searchPath: options.searchPath,
      now: options.now)
  }

  /// Shows a further window of a module. The window keeps the module alive.
  func push(_ window: some Mode, of module: any AnyModule) {
    manager.manage(window, of: module)
    screen.modes.push(window)
  }
}

/// What a module is built with.
struct SceneContext<Purpose>: ModuleContext {
  let routingContext: RoutingContext
  let scene: Scene
  /// What the module is to show.
  let purpose: Purpose
  /// The program that was shown when the module was built.
  let program: OpenProgram

  var viewport: Viewport { scene.viewport }
}
