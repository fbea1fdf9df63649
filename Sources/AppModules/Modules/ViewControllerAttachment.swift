/// What the module manager and the router keep with a view controller.
public final class ViewControllerAttachment {
  /// The modules that the view controller keeps alive.
  private(set) var modules: [any AnyModule] = []
  /// Reports what happens to the view controller, for the manager of its modules.
  weak var events: ViewControllerEvents?
  /// In how many places the view controller is shown.
  var placeCount = 0
  /// Whether whoever presented the view controller asked for a button that closes it.
  public internal(set) var hasCloseButton = false
  /// What is to be done when the view controller has been closed.
  var onClose: (() -> Void)?

  init() {}

  /// A view controller may belong to several modules, if one shows another's.
  func keepAlive(_ module: any AnyModule) {
    if !modules.contains(where: { $0 === module }) { modules.append(module) }
  }

  func report(_ event: (ShownModule) -> ViewControllerEvent) {
    if let events, let module = modules.first { events.emit(event(ShownModule(module))) }
  }
}
