/// The state that the module manager and the router attach to a view controller.
public final class ViewControllerAttachment {
  /// The modules that the view controller retains.
  private(set) var modules: [any AnyModule] = []
  /// Reports the view controller's events to the manager of its modules.
  weak var events: ViewControllerEvents?
  /// The number of places where the view controller is shown.
  var placeCount = 0
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
