/// A view controller that shows others. It shows and removes them in `appear` and `disappear`.
@MainActor public protocol ViewControllerContainer: ViewController {
  /// Shows a view controller on top of the others.
  func push(_ controller: any ViewController)

  /// Shows a view controller in the place that is meant for it, instead of the one that is there.
  func embed(_ controller: any ViewController)

  /// Removes a view controller.
  /// - Returns: false if it is not shown in here.
  func remove(_ controller: any ViewController) -> Bool
}
