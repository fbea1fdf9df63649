import AppModules
import BlockLayout
import BlockModel
import Workbench

/// What the windows for fields tell of themselves.
nonisolated enum FieldsEvent: EditorEvent {
  case status(String)
  /// A field has another value.
  case changed(FieldLocation)

  var statusMessage: String? { if case .status(let message) = self { message } else { nil } }
}

struct FieldsContext: EditorContext {
  let editor: EditorServices
  let place: FieldLocation
}

/// What a field is edited with: its options, or its text.
final class FieldsModule: EditorModule<FieldsContext, FieldsEvent>, Module {
  func unmanagedRootViewController() -> any ViewController {
    guard let block = workbench.workspace.blocks[context.place.blockID],
      let field = block.firstField(withName: context.place.name)
    else { return refusal("This field is not there any more.") }
    let title = BlockLabel.name(of: block)
    do throws(FieldRefusal) {
      switch try workbench.editing(of: field, in: block) {
      case .choose(let options, let selected):
        return ListPopup(
          title: title, rows: options.map { ListPopup.Row($0.label) }, selected: selected,
          anchor: .below(editor.cursorOnScreen)
        ) { [self] index in
          perform(.setField(context.place, input: options[index].value), telling: .changed(context.place))
        }
      case .type(let text, let isMultiline, let hint):
        return TextPopup(
          title: title, text: text, isMultiline: isMultiline, hint: hint, anchor: .below(editor.cursorOnScreen)
        ) { [self] text in
          performTyped(.setField(context.place, input: text), telling: .changed(context.place))
        }
      case .tick, .chooseVariable: return refusal("This field has no window of its own.")
      }
    } catch {
      return refusal(error.reason)
    }
  }

  private func refusal(_ words: String) -> TextViewer { TextViewer(title: "Not editable", lines: [words]) }
}
