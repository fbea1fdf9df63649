/// Shows modules. Who conforms gives the root controller and keeps the list of those that are shown over it;
/// the rest is done here.
@MainActor public protocol Router: AnyObject {
  /// Makes the controllers. A router is held by listeners, which the factory holds: it mustn't hold the factory.
  var viewControllersFactory: (any ViewControllersFactory)? { get }

  /// What is shown when nothing is over it.
  var rootViewController: any ViewController { get }

  /// What is shown over the root, the top one last. A controller is seen as soon as it is in here, and no longer.
  var modalViewControllers: [any ViewController] { get set }

  /// Where pushed controllers go: the top controller, if it is a container, unless who conforms knows better.
  var topContainer: (any ViewControllerContainer)? { get }
}

extension Router {
  public var topViewController: any ViewController { modalViewControllers.last ?? rootViewController }

  public var topContainer: (any ViewControllerContainer)? { topViewController as? any ViewControllerContainer }

  /// Opens a module.
  /// - Returns: its root controller; nil if there is no factory any more.
  @discardableResult public func route(to step: PresentableRoutingStep) -> (any ViewController)? {
    guard let controller = viewControllersFactory?.viewController(for: step) else { return nil }
    show(controller, step.presentationMode)
    return controller
  }

  /// Shows a controller. Where there is no container to put it into, it is shown over everything.
  public func show(_ controller: any ViewController, _ mode: PresentationMode) {
    switch (mode, topContainer) {
    case (.inPlace, let container?): container.replaceTop(with: controller)
    case (.pushed, let container?): container.push(controller)
    case (.modal, _), (_, nil): modalViewControllers.append(controller)
    }
  }

  /// Lets go of a controller, and of what is shown over it.
  /// - Returns: false if it isn't shown, or is the root.
  @discardableResult public func close(_ controller: any ViewController) -> Bool {
    if let index = modalViewControllers.lastIndex(where: { $0 === controller }) {
      modalViewControllers.removeSubrange(index...)
      return true
    }
    for (index, shown) in zip(modalViewControllers.indices, modalViewControllers).reversed() {
      if let container = shown as? any ViewControllerContainer, container.remove(controller) {
        modalViewControllers.removeSubrange((index + 1)...)
        return true
      }
    }
    guard let container = rootViewController as? any ViewControllerContainer, container.remove(controller) else {
      return false
    }
    modalViewControllers.removeAll()
    return true
  }
}
