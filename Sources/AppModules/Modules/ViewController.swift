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
    attachment.placeCount += 1
    guard attachment.placeCount == 1 else { return show() }
    attachment.report(ViewControllerEvent.willAppear)
    show()
    attachment.report(ViewControllerEvent.didAppear)
  }

  /// Removes the view controller from one of the places where it is shown. Containers and routers remove it inside
  /// `remove`.
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
