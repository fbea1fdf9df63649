import AppModules
import BlockEvents
import BlockLibrary
import EventQueues
import FileTesting
import MortiseFiles
import MortiseTerminal
import TerminalTesting
import Workbench

@testable import TerminalUI

/// The windows of modules over a program, without the rest of the editor, and what the modules tell.
final class ModuleScene: AnyEventsListener {
  let workbench: WorkbenchController
  private let screen: EditorScreen
  private let manager = ModuleManager()
  private let routes: ModuleRoutes
  private let subscriptions = SubscriptionBag()
  private var events: [any EditorEvent] = []

  init(_ program: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("n.xml")
    try FileSaver.save(Array("<xml>\(program)</xml>".utf8), to: path)
    let terminal = TestTerminal(width: 80, height: 24)
    workbench = WorkbenchController(
      document: try Document.open(path, factory: try StockBlocks.factory()), toolbox: Toolbox(categories: []),
      style: LayoutStyleChoice.first(for: terminal), eventManager: EventManager())
    let program = OpenProgram(path: path, style: LayoutStyleChoice.first(for: terminal))
    program.open(workbench)
    let programs = OpenPrograms(program)
    screen = EditorScreen(device: terminal)
    let code = ProgramCode(programs: programs, languageID: "python", now: { .now })
    routes = ModuleRoutes(
      programs: programs, screen: screen, viewport: Viewport(of: programs, on: screen),
      windows: ModuleWindows(manager: manager, modes: screen.modes),
      saving: FileSaving(queue: EventQueue(), manager: manager, runInBackground: BackgroundThread.run),
      keeper: ProgramKeeper(
        queue: EventQueue(), programs: programs, programEvents: ProgramEvents(wantsLoadingEvents: false),
        manager: manager, read: nil, recentFiles: nil, runInBackground: BackgroundThread.run),
      clipboard: ClipboardKeeper(
        queue: EventQueue(), programs: programs, programEvents: ProgramEvents(wantsLoadingEvents: false),
        device: terminal, file: nil, runInBackground: BackgroundThread.run),
      snippets: SnippetKeeper(
        queue: EventQueue(), programs: programs, programEvents: ProgramEvents(wantsLoadingEvents: false), files: nil,
        runInBackground: BackgroundThread.run),
      code: code,
      runner: ProgramRunner(
        programs: programs, code: code, queue: EventQueue(), searchPath: "", now: { .now }, isCursorFree: { true }),
      mutatorViews: MutatorViewFactory(), log: EventLog(), settings: EditorSettings())
    manager.addListener(self)
  }

  func listenEvents(from producer: any AnyEventsProducer) -> Bool {
    producer.anyEvents.observe { [unowned self] event in
      if let event = event as? any EditorEvent { events.append(event) }
    }.kept(in: subscriptions)
    return true
  }

  /// Opens the window of a module.
  func open(_ window: (ModuleRoutes) -> PresentableRoutingStep) {
    if let controller = manager.viewController(for: window(routes).step) { screen.modes.push(controller) }
  }

  /// Types into the window on top.
  func type(_ line: String) throws {
    for event in try InputEvent.events(inLine: line) { screen.modes.top?.handle(event, on: screen) }
  }

  /// What the status line says to it.
  var said: [String] { events.compactMap(\.statusMessage) }

  /// What was told besides words.
  func told<Event: EditorEvent>(_: Event.Type) -> [Event] {
    events.compactMap { $0 as? Event }.filter { $0.statusMessage == nil }
  }

  /// What is asked or refused in the window on top.
  var windowDescription: String { screen.modes.top?.statusText(on: screen) ?? "" }
}
