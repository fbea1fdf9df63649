/// Shows something of a module.
@MainActor public protocol ViewController: AnyObject {
  /// What the module manager and the router keep with the view controller, which only stores it.
  var attachment: ViewControllerAttachment? { get set }

  /// Called when the view controller is not shown any more, whoever has closed it.
  func viewDidDisappear()
}

extension ViewController {
  public func viewDidDisappear() {}

  /// Shows the view controller. Containers and routers do it in here, so that listeners hear of it. A view controller may be
  /// shown in several places; it appears with the first and disappears with the last.
  public func appear(_ show: () -> Void) {
    let attachment = makeAttachment()
    attachment.placeCount += 1
    guard attachment.placeCount == 1 else { return show() }
    attachment.report(ViewControllerEvent.willAppear)
    show()
    attachment.report(ViewControllerEvent.didAppear)
  }

  /// Removes the view controller from a place in which it appeared. Containers and routers do it in here.
  public func disappear(_ remove: () -> Void) {
    guard let attachment, attachment.placeCount > 0 else { return remove() }
    attachment.placeCount -= 1
    guard attachment.placeCount == 0 else { return remove() }
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
