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

  var statusMessage: String? { if case .status(let message) = self { message } else { nil } }
}

struct SnippetsContext: ProgramContext {
  enum Purpose {
    case list
    /// Asks for a name for the text of a snippet.
    case save([UInt8])
  }

  let routingContext: RoutingContext
  let program: OpenProgram
  let windows: ModuleWindows
  let viewport: Viewport
  let purpose: Purpose
  /// Why a snippet can't be saved under a name; nil if it can.
  let refusal: (_ name: String) -> String?
  let save: (Snippet) -> Void
  let remove: (Snippet) -> Void
}

/// The windows for snippets: the list, and the text field for a name.
final class SnippetsModule: ProgramModule<SnippetsContext, SnippetsEvent>, Module, PageRepresenting {
  let pageName = "Snippets"
  let section = "program"
  let pageType = "list"

  func unmanagedRootViewController() -> (any ViewController)? {
    switch context.purpose {
    case .list: overview()
    case .save(let text): naming(text)
    }
  }

  private func naming(_ text: [UInt8]) -> TextPopup {
    TextPopup(
      title: "Snippet", text: "", hint: "a name for these blocks", anchor: .below(context.viewport.cursorRect)
    ) { [self] name in
      if let reason = context.refusal(name) { return reason }
      context.save(Snippet(name: name, text: text))
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
      perform(.insert(snippets[index]), telling: .inserted)
    }
  }

  fileprivate func remove(_ snippet: Snippet) {
    push(
      ListPopup.question(
        "Remove the snippet “\(snippet.name)” and its file?",
        [
          Answer("keep it", keys: "k") {},
          Answer("remove it", keys: "r") { [self] in
            context.remove(snippet)
            emit(.removed)
          },
        ]))
  }
}

/// The snippet that is selected in the list.
struct SnippetSelection {
  fileprivate let module: SnippetsModule
  fileprivate let list: ListPopup
  /// Nil if none is selected.
  fileprivate let snippet: Snippet?

  /// The commands that the list of snippets adds.
  static let table = CommandTable<SnippetSelection>(
    "snippets", "In the list of snippets, also",
    [
      Command(
        "remove", "<Delete>", group: .editing, help: "remove the snippet; asks first", hint: "remove",
        unavailable: { $0.snippet == nil ? "there is no snippet here" : nil },
        runIn: { selection, screen in
          guard let snippet = selection.snippet else { return }
          screen.modes.pop(selection.list)
          selection.module.remove(snippet)
        })
    ])
}
