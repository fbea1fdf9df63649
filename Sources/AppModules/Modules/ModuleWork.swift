/// Work of a module that goes on without a view controller, such as writing a file. The module manager keeps the module
/// alive until the work ends.
public final class ModuleWork {
  private var module: (any AnyModule)?

  init(of module: any AnyModule) { self.module = module }

  /// Lets go of the module, which may hold the work itself.
  func end() { module = nil }
}
