import BlockModel
import Workbench

/// The windows for variables.
enum VariableWindows {
  /// Shows the program's variables, to make, rename and delete them.
  static func open(in editor: Editor) {
    let workbench = editor.workbench
    let variables = workbench.workspace.variables.all
    let rows = variables.map { ListMode.Row(words($0, in: workbench)) } + [ListMode.Row("make a variable …")]
    editor.push(
      ListMode(
        title: "Variables", rows: rows, anchor: .centre, hints: "Enter rename  n new  Del delete  Esc close",
        more: [
          "n": { _ in make(type: "", in: editor) },
          "\u{7F}": { index in if variables.indices.contains(index) { askDelete(variables[index], in: editor) } },
        ]
      ) { index in
        if variables.indices.contains(index) {
          rename(variables[index], in: editor)
        } else {
          make(type: "", in: editor)
        }
      })
  }

  private static func place(of target: (block: Block, field: Field)) -> FieldPlace {
    FieldPlace(blockID: target.block.id, name: target.field.name ?? "")
  }

  private static func words(_ variable: Variable, in workbench: WorkbenchController) -> String {
    let uses = workbench.useCount(of: variable)
    let type = variable.type.isEmpty ? "" : " (\(variable.type))"
    return "\(variable.name)\(type) · \(uses == 1 ? "1 use" : "\(uses) uses")"
  }

  /// Has a field's variable chosen, or made, renamed or deleted on the way.
  static func choose(
    among variables: [Variable], selected: Int?, for target: (block: Block, field: Field), in editor: Editor
  ) {
    var rows = variables.map { ListMode.Row($0.name) }
    rows += [ListMode.Row("make a variable …")]
    if let selected { rows += [ListMode.Row("rename “\(variables[selected].name)” …")] }
    editor.push(
      ListMode(title: "Variable", rows: rows, selected: selected ?? 0, anchor: .below(editor.cursorOnScreen)) { index in
        if variables.indices.contains(index) {
          editor.perform(.setField(place(of: target), input: variables[index].id))
        } else if index == variables.count {
          make(type: (target.field as? FieldVariable)?.defaultType ?? "", for: target, in: editor)
        } else if let selected {
          rename(variables[selected], in: editor)
        }
      })
  }

  static func make(type: String, for target: (block: Block, field: Field)? = nil, in editor: Editor) {
    editor.push(
      TextMode(title: "New variable", text: "", hint: "its name", anchor: .centre) { name in
        let outcome = editor.workbench.perform(.makeVariable(name: name, type: type, for: target.map(place)))
        if outcome.refusal == nil { editor.message = outcome.words }
        return outcome.refusal
      })
  }

  private static func rename(_ variable: Variable, in editor: Editor) {
    editor.push(
      TextMode(title: "Rename variable", text: variable.name, hint: "everywhere", anchor: .centre) { name in
        let variables = editor.workbench.workspace.variables
        if let other = variables.variable(named: name, type: variable.type), other !== variable {
          askMerge(variable, into: other, in: editor)
          return nil
        }
        let outcome = editor.workbench.perform(.renameVariable(id: variable.id, to: name))
        if outcome.refusal == nil { editor.message = outcome.words }
        return outcome.refusal
      })
  }

  /// The wanted name is another variable's: as in Blockly, the two may become one.
  private static func askMerge(_ variable: Variable, into other: Variable, in editor: Editor) {
    let rows = [
      ListMode.Row("use “\(other.name)” wherever “\(variable.name)” is used", key: "u"),
      ListMode.Row("leave both as they are", key: "l"),
    ]
    editor.push(
      ListMode(title: "There is a variable “\(other.name)” already", rows: rows, anchor: .centre) { index in
        guard index == 0 else { return }
        editor.perform(.mergeVariable(id: variable.id, into: other.id))
      })
  }

  private static func askDelete(_ variable: Variable, in editor: Editor) {
    let uses = editor.workbench.useCount(of: variable)
    let rows = [
      ListMode.Row("delete it" + (uses > 0 ? ", with the blocks that use it" : ""), key: "d"),
      ListMode.Row("leave it", key: "l"),
    ]
    editor.push(
      ListMode(
        title: "Delete “\(variable.name)”, \(uses == 1 ? "1 use" : "\(uses) uses")?", rows: rows, anchor: .centre
      ) { index in
        guard index == 0 else { return }
        editor.perform(.deleteVariable(id: variable.id))
      })
  }
}
