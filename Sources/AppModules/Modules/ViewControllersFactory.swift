/// Makes the view controllers that a router shows.
@MainActor public protocol ViewControllersFactory: AnyObject {
  func viewController(for step: ModuleRoutingStep) -> any ViewController
}

extension ViewControllersFactory {
  public func viewController(for step: PresentableRoutingStep) -> any ViewController {
    viewController(for: step.step)
  }
}
