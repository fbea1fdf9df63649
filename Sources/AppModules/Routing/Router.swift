/// Shows modules. A conforming type supplies the root view controller and stores the modal ones; the protocol's
/// extension does the rest.
@MainActor public protocol Router: AnyObject {
  /// Makes the view controllers. The factory retains listeners that retain the router, so the router must not retain
  /// the factory.
  var viewControllersFactory: (any ViewControllersFactory)? { get }

  /// The view controller at the bottom.
  var rootViewController: any ViewController { get }

  /// The view controllers shown over everything else, the top one last.
  var modalViewControllers: [any ViewController] { get set }

  /// The container into which view controllers are pushed: the top view controller if it is a container, unless a
  /// conforming type overrides this.
  var topContainer: (any ViewControllerContainer)? { get }

  /// Shows a loading view over everything during a long wait, such as for a large file. Calls may be nested: the view
  /// is shown until each of them is followed by one of `hideLoadingView()`. By default, nothing is shown.
  func showLoadingView()

  /// Ends the wait that a call of `showLoadingView()` began. By default, nothing happens.
  func hideLoadingView()
}

extension Router {
  public func showLoadingView() {}

  public func hideLoadingView() {}

  /// The view controller that the user sees on top: the last modal one, or else the root.
  public var topViewController: any ViewController { modalViewControllers.last ?? rootViewController }

  public var topContainer: (any ViewControllerContainer)? { topViewController as? any ViewControllerContainer }

  /// Opens a module.
  /// - Returns: its root view controller; nil if the module shows nothing or the factory is gone.
  @discardableResult public func route(to step: PresentableRoutingStep) -> (any ViewController)? {
    guard let controller = viewControllersFactory?.viewController(for: step) else { return nil }
    show(controller, step.presentationMode)
    return controller
  }

  /// Shows a view controller. If there is no container to push it into, shows it over everything.
  public func show(_ controller: any ViewController, _ mode: PresentationMode) {
    switch mode {
    case .none: break
    case .embed(let container): container.embed(controller)
    case .push(let hasCloseButton, let onClose):
      prepare(controller, hasCloseButton, onClose)
      if let topContainer { topContainer.push(controller) } else { showModally(controller) }
    case .modal(let hasCloseButton, let onClose):
      prepare(controller, hasCloseButton, onClose)
      showModally(controller)
    }
  }

  private func prepare(_ controller: any ViewController, _ hasCloseButton: Bool, _ onClose: (() -> Void)?) {
    let attachment = controller.makeAttachment()
    attachment.hasCloseButton = hasCloseButton
    attachment.onClose = onClose
  }

  private func showModally(_ controller: any ViewController) {
    controller.appear { modalViewControllers.append(controller) }
  }

  /// Closes a view controller and all those shown over it.
  /// - Returns: false if it isn't shown, or is the root.
  @discardableResult public func close(_ controller: any ViewController) -> Bool {
    if let index = modalViewControllers.lastIndex(where: { $0 === controller }) {
      closeModals(from: index)
      return true
    }
    for (index, shown) in zip(modalViewControllers.indices, modalViewControllers).reversed() {
      if let container = shown as? any ViewControllerContainer, container.remove(controller) {
        closeModals(from: index + 1)
        return true
      }
    }
    guard let container = rootViewController as? any ViewControllerContainer, container.remove(controller) else {
      return false
    }
    closeModals(from: 0)
    return true
  }

  /// Closes the modal view controllers from an index, the top one first. A view controller that is opened meanwhile
  /// stays.
  private func closeModals(from index: Int) {
    for closed in modalViewControllers.dropFirst(index).reversed() {
      closed.disappear { modalViewControllers.removeAll { $0 === closed } }
    }
  }
}

/// A module to open: its name and how to build it.
public struct ModuleRoutingStep {
  /// The module's name, for logs and tests; users don't see it.
  public let name: String
  let make: () -> any AnyModule

  /// A step to a module that is built by a function, which is called each time the step is taken.
  public init(_ name: String, make: @escaping () -> any AnyModule) {
    self.name = name
    self.make = make
  }

  /// A step to a module that is built from its context.
  public init<M: Module>(_ name: String, to module: M.Type, context: M.Context) {
    self.init(name) { M(usingContext: context) }
  }
}

/// The way in which a view controller is shown.
public enum PresentationMode {
  /// Not shown: the caller shows it.
  case none
  /// In the place that another view controller reserves for it.
  case embed(in: any ViewControllerContainer)
  /// On top of the current view controllers, until it is closed.
  case push(withCloseButton: Bool = false, onClose: (() -> Void)? = nil)
  /// Over everything, until it is closed.
  case modal(withCloseButton: Bool = false, onClose: (() -> Void)? = nil)
}

/// A module to open, and how to show it.
public struct PresentableRoutingStep {
  /// The module to open.
  public let step: ModuleRoutingStep
  /// The place of its view controller.
  public let presentationMode: PresentationMode

  /// Pairs a module with the place for its view; pass it to `Router.route(to:)`.
  public init(withStep step: ModuleRoutingStep, presentationMode: PresentationMode) {
    self.step = step
    self.presentationMode = presentationMode
  }
}
