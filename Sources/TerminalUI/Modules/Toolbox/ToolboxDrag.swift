import MortiseScreen
import MortiseTerminal
import Workbench

/// Drags a block from the toolbox to the canvas. It is inserted where it is dropped.
final class ToolboxDrag: EditorController, CommandMode {
  override var mode: (any Mode)? { self }
  private unowned let module: ToolboxModule

  init(module: ToolboxModule) { self.module = module }

  static let dragCommands = CommandTable<ToolboxDrag>(
    "toolbox-drag", "While a block is dragged from the toolbox",
    [
      Command("cancel", "<Esc>", group: .finishing, help: "cancel; nothing is inserted", hint: "cancel") {
        $0.finish(.cancelDrag(by: .mouse))
      }
    ])

  var commands: CommandTable<ToolboxDrag> { Self.dragCommands }
  var takesGlobalKeys: Bool { false }

  func statusText(on screen: EditorScreen) -> String { module.workbench.state.dragDescription ?? "" }

  func handle(_ event: InputEvent, on screen: EditorScreen) {
    switch event {
    case .key(let key): press(key, on: screen)
    case .mouse(let mouse): handle(mouse, on: screen)
    default: break
    }
  }

  private func handle(_ mouse: MouseEvent, on screen: EditorScreen) {
    let isOverToolbox = screen.layout.toolbox.contains(mouse.position)
    switch mouse.kind {
    case .drag where isOverToolbox: screen.message = "release to insert nothing"
    case .drag: update(to: mouse.position)
    case .release: finish(isOverToolbox ? .cancelDrag(by: .mouse) : .drop(by: .mouse))
    default: break
    }
  }

  func update(to position: Point) {
    let viewport = module.context.viewport
    let cell = viewport.canvasPoint(at: viewport.nearestPoint(to: position))
    module.workbench.perform(.updateDrag(.pointed(at: cell, dragOffset: .zero), by: .mouse))
  }

  private func finish(_ intent: Intent) {
    module.pop(self)
    module.perform(intent)
  }
}
