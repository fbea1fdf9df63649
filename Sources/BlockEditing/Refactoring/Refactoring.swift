import BlockLayout
import BlockModel

/// A change of a program that leaves what it does as it is: it prints the same in Python, JavaScript and Lua.
package protocol Refactoring {
  /// A title for lists, of at most 28 characters.
  var title: String { get }
  /// The sentence for the status line afterwards.
  var message: String { get }

  /// Checks whether the change is possible and leaves what the program does as it is. Changes nothing.
  /// - Throws: `FieldError` with the reason why not.
  func check(in workspace: Workspace) throws(FieldError)

  /// Makes the change, after a successful check.
  /// - Returns: the item for the cursor.
  /// - Throws: `FieldError` if a part of it is not possible. The caller rolls back the others.
  func change(with coordinator: WorkspaceLayoutCoordinator) throws(FieldError) -> FocusItem?
}

extension Refactoring {
  /// Makes the change as a whole, or changes nothing.
  /// - Returns: the item for the cursor.
  /// - Throws: `FieldError` with the reason why it isn't possible.
  package func perform(with coordinator: WorkspaceLayoutCoordinator) throws(FieldError) -> FocusItem? {
    try check(in: coordinator.workspace)
    var item: FocusItem?
    try coordinator.makeAllOrNone { () throws(FieldError) in item = try change(with: coordinator) }
    return item
  }
}
