/// A view controller in which others take turns, one on top of the other.
@MainActor public protocol ViewControllerContainer: ViewController {
  /// Shows a controller on top of those that are there.
  func push(_ controller: any ViewController)

  /// Shows a controller instead of the one on top.
  func replaceTop(with controller: any ViewController)

  /// Lets go of a controller.
  /// - Returns: false if it isn't in here.
  func remove(_ controller: any ViewController) -> Bool
}
