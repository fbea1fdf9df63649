import AppModules

/// What the first line of the screen tells of itself.
nonisolated enum TitleEvent: EditorEvent {
  case status(String)

  var statusMessage: String? { if case .status(let message) = self { message } else { nil } }
}

struct TitleContext: ModuleContext {
  let routingContext: RoutingContext
  let program: OpenProgram
}

/// The first line of the screen: the program's name, and what can be clicked on.
final class TitleModule: EditorModule<TitleContext, TitleEvent>, Module {
  func unmanagedRootViewController() -> (any ViewController)? { TitleLine(program: context.program) }
}
