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

/// The windows of modules over a program, without the rest of the editor, and the events of the modules.
final class ModuleScene: AnyEventsListener {
  let workbench: WorkbenchController
  private let scene: Scene
  private let subscriptions = SubscriptionBag()
  private var events: [any EditorEvent] = []

  init(_ program: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("n.xml")
    try FileSaver.save(Array("<xml>\(program)</xml>".utf8), to: path)
    let terminal = TestTerminal(width: 80, height: 24)
    let document = try Document.open(path, factory: try StockBlocks.factory())
    let toolbox = Toolbox(categories: [])
    workbench = WorkbenchController(
      document: document, toolbox: toolbox, style: LayoutStyleChoice.first(for: terminal), eventManager: EventManager())
    scene = Scene(StartUp(document: document, toolbox: toolbox), device: terminal, options: Editor.Options())
    scene.programs.shown.open(workbench)
    scene.manager.addListener(self)
  }

  func listenEvents(from producer: any AnyEventsProducer) -> Bool {
    producer.anyEvents.observe { [unowned self] event in
      if let event = event as? any EditorEvent { events.append(event) }
    }.kept(in: subscriptions)
    return true
  }

  /// Opens the window of a module.
  func open(_ route: Route) {
    if let controller = scene.manager.viewController(for: scene.step(to: route).step) {
      scene.screen.modes.push(controller)
    }
  }

  /// Types into the window on top.
  func type(_ line: String) throws {
    let screen = scene.screen
    for event in try InputEvent.events(inLine: line) { screen.modes.top?.handle(event, on: screen) }
  }

  /// What the status line says to it.
  var said: [String] { events.compactMap(\.statusMessage) }

  /// The events other than messages.
  func emitted<Event: EditorEvent>(_: Event.Type) -> [Event] {
    events.compactMap { $0 as? Event }.filter { $0.statusMessage == nil }
  }

  /// What is asked or refused in the window on top.
  var windowDescription: String { scene.screen.modes.top?.statusText(on: scene.screen) ?? "" }
}
