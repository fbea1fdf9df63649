/// A view of a module.
@MainActor public protocol ViewController: AnyObject {
  /// State of the module manager and the router, which the view controller only stores.
  var attachment: ViewControllerAttachment? { get set }

  /// Called when the view controller is no longer shown, regardless of how it was closed.
  func viewDidDisappear()
}

extension ViewController {
  public func viewDidDisappear() {}

  /// Shows the view controller. Containers and routers show it inside `show`, so that listeners are notified. A view
  /// controller may be shown in several places; it appears with the first and disappears with the last.
  public func appear(_ show: () -> Void) {
    let attachment = makeAttachment()
    attachment.shownCount += 1
    guard attachment.shownCount == 1 else { return show() }
    attachment.report(ViewControllerEvent.willAppear)
    show()
    attachment.report(ViewControllerEvent.didAppear)
  }

  /// Removes the view controller from one of the places where it is shown. Containers and routers remove it inside
  /// `remove`.
  public func disappear(_ remove: () -> Void) {
    guard let attachment, attachment.shownCount > 0 else { return remove() }
    attachment.shownCount -= 1
    guard attachment.shownCount == 0 else { return remove() }
    attachment.report(ViewControllerEvent.willDisappear)
    remove()
    attachment.report(ViewControllerEvent.didDisappear)
    viewDidDisappear()
    let onClose = attachment.onClose
    attachment.onClose = nil
    onClose?()
  }

  func makeAttachment() -> ViewControllerAttachment {
    if let attachment { return attachment }
    let new = ViewControllerAttachment()
    attachment = new
    return new
  }
}

/// A view controller that shows others. It shows and removes them inside `appear` and `disappear`.
@MainActor public protocol ViewControllerContainer: ViewController {
  /// Shows a view controller on top of the others.
  func push(_ controller: any ViewController)

  /// Shows a view controller in the place reserved for it, replacing the present one.
  func embed(_ controller: any ViewController)

  /// Removes a view controller.
  /// - Returns: false if the container doesn't show it.
  func remove(_ controller: any ViewController) -> Bool
}

/// The state that the module manager and the router attach to a view controller.
public final class ViewControllerAttachment {
  /// The modules that the view controller retains.
  private(set) var modules: [any AnyModule] = []
  /// Reports the view controller's events to the manager of its modules.
  weak var events: ViewControllerEvents?
  /// The number of places where the view controller is shown.
  var shownCount = 0
  /// Whether the presenter requested a close button.
  public internal(set) var hasCloseButton = false
  /// Called when the view controller has been closed.
  var onClose: (() -> Void)?

  init() {}

  /// Retains a module. A view controller may belong to several modules if one shows another's.
  func keepAlive(_ module: any AnyModule) {
    if !modules.contains(where: { $0 === module }) { modules.append(module) }
  }

  func report(_ event: (ShownModule) -> ViewControllerEvent) {
    if let events, let module = modules.first { events.emit(event(ShownModule(module))) }
  }
}

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

/// A change in the visibility of a module's view controller.
nonisolated public enum ViewControllerEvent: EventProtocol, Equatable {
  /// It is about to be shown; nothing of it is on the screen yet.
  case willAppear(ShownModule)
  /// It is shown, and the next frame contains it.
  case didAppear(ShownModule)
  /// It is about to be closed or replaced.
  case willDisappear(ShownModule)
  /// It is no longer shown.
  case didDisappear(ShownModule)
}

/// The module whose view controller appears or disappears.
nonisolated public struct ShownModule: Equatable, CustomStringConvertible {
  /// The module's type, by which listeners recognise the feature.
  public let type: any AnyModule.Type
  /// The page that the module represents, if any.
  public let page: Page?
  /// The origin of the request to open the module.
  public let routingContext: RoutingContext

  @MainActor init(_ module: any AnyModule) {
    type = Swift.type(of: module)
    page = module.page
    routingContext = module.routingContext
  }

  public static func == (one: ShownModule, other: ShownModule) -> Bool {
    one.type == other.type && one.page == other.page && one.routingContext == other.routingContext
  }

  /// For example, `HelpModule “Keys” (editor, text) in main`.
  public var description: String {
    "\(type)\(page.map { " “\($0.name)” (\($0.section), \($0.type))" } ?? "") in \(routingContext)"
  }
}

/// Reports the view controller events of all modules of a manager.
public final class ViewControllerEvents: EventsProducer {
  private let emitter = EventEmitter<ViewControllerEvent>()
  public var events: EventStream<ViewControllerEvent> { emitter.events }

  init() {}

  func emit(_ event: ViewControllerEvent) { emitter.emit(event) }
}
