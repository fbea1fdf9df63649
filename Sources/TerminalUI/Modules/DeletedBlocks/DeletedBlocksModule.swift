import AppModules
import Workbench

/// The events of the window of deleted blocks.
nonisolated enum DeletedBlocksEvent: EditorEvent {
  case status(String)
  case broughtBack
}

/// The window that lists the blocks deleted since the program was opened, and brings them back one by one.
final class DeletedBlocksModule: EditorModule<Void, DeletedBlocksEvent>, Module, PageRepresenting {
  let pageName = "Deleted blocks"

  func unmanagedRootViewController() -> (any ViewController)? {
    let stacks = workbench.deletedStacks
    return ListPopup(
      title: pageName, rows: stacks.map { ListPopup.Row($0.description, colour: $0.colour) }, anchor: .centre,
      verb: "bring back"
    ) { [self] index in
      perform(.bringBack(stacks[index]), emitting: .broughtBack)
    }
  }
}
