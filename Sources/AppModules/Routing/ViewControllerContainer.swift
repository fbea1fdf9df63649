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
