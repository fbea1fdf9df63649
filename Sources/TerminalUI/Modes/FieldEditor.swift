import BlockLayout
import BlockModel
import Workbench

/// Opens what a field is edited with.
enum FieldEditor {
  /// Edits what the cursor is on.
  static func edit(in editor: Editor) {
    let workbench = editor.workbench
    if let comment = workbench.cursorComment { return CommentWindows.edit(comment, in: editor) }
    if case .mutator = workbench.cursor { return MutatorWindows.open(in: editor) }
    if let items = workbench.itemsForEmptyInput() {
      return ToolboxWindows.open(items, title: "What fits here", in: editor)
    }
    if workbench.state.callAtCursor != nil { return editor.perform(.followCall) }
    guard let (block, field) = workbench.fieldAtCursor() else {
      if workbench.cursorBlock?.isCollapsed == true {
        editor.perform(.toggleCollapsed)
      } else {
        editor.message =
          workbench.cursor == nil ? "t opens the toolbox" : "this block has nothing to edit; t inserts, m moves"
      }
      return
    }
    if block.isCollapsed {
      editor.perform(.toggleCollapsed)
      return
    }
    do throws(FieldRefusal) {
      try open(try workbench.editing(of: field, in: block), field, block, in: editor)
    } catch {
      editor.message = error.reason
    }
  }

  private static func open(
    _ editing: WorkbenchController.FieldEditing, _ field: Field, _ block: Block, in editor: Editor
  ) throws(FieldRefusal) {
    let title = BlockWords.name(of: block)
    switch editing {
    case .tick:
      let isChecked = (field as? FieldCheckbox)?.isChecked ?? false
      _ = set(field, of: block, to: isChecked ? "FALSE" : "TRUE", in: editor)
    case .choose(let options, let selected):
      editor.push(
        ListMode(
          title: title, rows: options.map { ListMode.Row($0.label) }, selected: selected,
          anchor: .below(editor.cursorOnScreen)
        ) { index in
          _ = set(field, of: block, to: options[index].value, in: editor)
        })
    case .type(let text, let isMultiline, let hint):
      editor.push(
        TextMode(
          title: title, text: text, isMultiline: isMultiline, hint: hint, anchor: .below(editor.cursorOnScreen)
        ) { text in
          set(field, of: block, to: text, in: editor)
        })
    case .chooseVariable(let variables, let selected):
      VariableWindows.choose(among: variables, selected: selected, for: (block, field), in: editor)
    }
  }

  /// - Returns: why not, when the value is not accepted.
  private static func set(_ field: Field, of block: Block, to text: String, in editor: Editor) -> String? {
    guard let name = field.name else { return nil }
    let outcome = editor.workbench.perform(.setField(FieldPlace(blockID: block.id, name: name), input: text))
    if outcome.refusal == nil { editor.message = outcome.words }
    return outcome.refusal
  }
}
