import AppModules
import Workbench

/// The events of the snippet windows.
nonisolated enum SnippetsEvent: EditorEvent {
  case status(String)
  case inserted
  /// A snippet is being saved.
  case saved
  /// A snippet is being removed.
  case removed
}

/// The windows for snippets: the list or, given the text of a new snippet, the text field for its name.
final class SnippetsModule: EditorModule<[UInt8]?, SnippetsEvent>, Module, PageRepresenting {
  let pageName = "Snippets"

  func unmanagedRootViewController() -> (any ViewController)? {
    context.purpose.map(naming) ?? overview()
  }

  private func naming(_ text: [UInt8]) -> TextPopup {
    TextPopup(
      title: "Snippet", text: "", hint: "a name for these blocks", anchor: .below(context.viewport.cursorRect)
    ) { [self] name in
      if let reason = scene.snippets.refusal(of: name) { return reason }
      scene.snippets.save(Snippet(name: name, text: text))
      emit(.saved)
      return nil
    }
  }

  private func overview() -> any Mode {
    let snippets = workbench.snippets
    return ListPopup(
      title: pageName, rows: snippets.map { ListPopup.Row($0.name) }, anchor: .centre, verb: "insert",
      adding: SnippetSelection.table.adapted { [self] list in
        let snippet = list.selected.flatMap { snippets.indices.contains($0) ? snippets[$0] : nil }
        return SnippetSelection(module: self, list: list, snippet: snippet)
      }
    ) { [self] index in
      perform(.insert(snippets[index]), emitting: .inserted)
    }
  }

  fileprivate func remove(_ snippet: Snippet) {
    push(
      ListPopup.question(
        "Remove the snippet “\(snippet.name)” and its file?",
        [
          Answer("keep it", keys: "k") {},
          Answer("remove it", keys: "r") { [self] in
            scene.snippets.remove(snippet)
            emit(.removed)
          },
        ]))
  }
}

/// The snippet that is selected in the list.
struct SnippetSelection {
  fileprivate let module: SnippetsModule
  fileprivate let list: ListPopup
  /// The snippet; nil if none is selected.
  fileprivate let snippet: Snippet?

  /// The commands that the list of snippets adds.
  static let table = CommandTable<SnippetSelection>(
    "snippets", "In the list of snippets, also",
    [
      Command(
        "remove", "<Delete>", title: "Remove", group: .editing, help: "remove the snippet; asks first", hint: "remove",
        unavailable: { $0.snippet == nil ? "there is no snippet here" : nil },
        runIn: { selection, screen in
          guard let snippet = selection.snippet else { return }
          screen.modes.pop(selection.list)
          selection.module.remove(snippet)
        })
    ])
}
