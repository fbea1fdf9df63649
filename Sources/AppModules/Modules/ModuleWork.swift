/// Work of a module that continues without a view controller, such as writing a file. The module manager retains the
/// module until the work ends.
public final class ModuleWork {
  private var module: (any AnyModule)?

  init(of module: any AnyModule) { self.module = module }

  /// Releases the module, which may itself retain the work.
  func end() { module = nil }
}
