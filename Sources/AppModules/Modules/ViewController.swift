/// Shows something of a module.
@MainActor public protocol ViewController: AnyObject {
  /// Keeps the module alive. The module manager sets it; the controller only stores it.
  var moduleLifetime: ModuleLifetime? { get set }
}

/// What a view controller keeps alive.
public final class ModuleLifetime {
  private var modules: [any AnyModule]

  init(of module: any AnyModule) { modules = [module] }

  /// A controller may be of several modules, when one shows another's.
  func extend(to module: any AnyModule) {
    if !modules.contains(where: { $0 === module }) { modules.append(module) }
  }
}
