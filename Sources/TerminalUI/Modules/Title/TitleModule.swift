import AppModules

/// The events of the title line.
nonisolated enum TitleEvent: EditorEvent {
  case status(String)

  var statusMessage: String? { if case .status(let message) = self { message } else { nil } }
}

struct TitleContext: ModuleContext {
  let routingContext: RoutingContext
  let program: OpenProgram
}

/// The title line: the program's name, and words to click: undo, redo and help.
final class TitleModule: EditorModule<TitleContext, TitleEvent>, Module {
  func unmanagedRootViewController() -> (any ViewController)? { TitleLine(program: context.program) }
}
