import AppModules
import BlockLayout
import BlockModel
import Workbench

/// The events of the field windows.
nonisolated enum FieldsEvent: EditorEvent {
  case status(String)
  /// A field's value was changed.
  case changed(FieldLocation)
}

/// The window for editing a field: a list of its options, or a text field.
final class FieldsModule: EditorModule<(location: FieldLocation, typed: String?), FieldsEvent>, Module {
  func unmanagedRootViewController() -> (any ViewController)? {
    guard let block = workbench.workspace.blocks[context.purpose.location.blockID],
      let field = block.firstField(withName: context.purpose.location.name)
    else { return refusal("This field no longer exists.") }
    // A block's name may contain the text being edited, which may be long.
    let name = BlockLabel.name(of: block)
    let title = name.count > 24 ? BlockLabel.line(name, limit: 24) : name
    do throws(FieldError) {
      switch try workbench.editing(of: field, in: block) {
      case .choice(let options, let selected):
        return ListPopup(
          title: title, rows: options.map { ListPopup.Row($0.label, spokenText: $0.spokenLabel) }, selected: selected,
          anchor: .below(context.viewport.cursorRect)
        ) { [self] index in
          perform(
            .setField(context.purpose.location, input: options[index].value),
            emitting: .changed(context.purpose.location))
        }
      case .text(let text, let isMultiline, let hint):
        var typed = field.state
        return TextPopup(
          title: title, text: text, isMultiline: isMultiline, hint: hint, anchor: .below(context.viewport.cursorRect),
          dialog: .field(blockID: context.purpose.location.blockID, name: context.purpose.location.name),
          typed: context.purpose.typed,
          textDidChange: { [self] text in
            typed = typed.map {
              workbench.fireIntermediateChange(of: context.purpose.location, from: $0, toInput: text)
            }
          },
          accept: { [self] text in
            performTyped(.setField(context.purpose.location, input: text), emitting: .changed(context.purpose.location))
          })
      case .none, .toggle, .variable: return refusal("This field can't be edited in a window.")
      }
    } catch {
      return refusal(error.reason)
    }
  }

  private func refusal(_ message: String) -> TextViewer { TextViewer(title: "Not editable", lines: [message]) }
}
