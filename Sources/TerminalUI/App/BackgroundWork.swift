import AppModules

/// The controller of something that a module does without a window, so that the module lives until it is done.
final class BackgroundWork: ViewController {
  var moduleLifetime: ModuleLifetime?
  let start: () -> Void

  init(start: @escaping () -> Void) { self.start = start }
}
