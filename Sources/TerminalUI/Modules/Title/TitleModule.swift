import AppModules

/// The events of the title line.
nonisolated enum TitleEvent: EditorEvent {
  case status(String)

  var statusMessage: String? { if case .status(let message) = self { message } else { nil } }
}

struct TitleContext: ModuleContext {
  let routingContext: RoutingContext
  let programs: OpenPrograms
}

/// The title line: the program's name, its place among several, and words to click: undo, redo and help.
final class TitleModule: EditorModule<TitleContext, TitleEvent>, Module {
  func unmanagedRootViewController() -> (any ViewController)? { TitleLine(programs: context.programs) }
}
