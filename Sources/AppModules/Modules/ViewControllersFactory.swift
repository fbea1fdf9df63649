/// Makes the view controllers that a router shows.
@MainActor public protocol ViewControllersFactory: AnyObject {
  /// Builds the module of a step.
  /// - Returns: its root view controller; nil if the module shows nothing.
  func viewController(for step: ModuleRoutingStep) -> (any ViewController)?

  /// The module that a view controller belongs to; nil if it belongs to none.
  func module(for controller: any ViewController) -> (any AnyModule)?
}

extension ViewControllersFactory {
  public func viewController(for step: PresentableRoutingStep) -> (any ViewController)? {
    viewController(for: step.step)
  }
}
