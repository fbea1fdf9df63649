import AppModules
import BlockModel
import Workbench

/// What the windows for variables tell of themselves.
nonisolated enum VariablesEvent: EditorEvent {
  case said(String)
  /// A field has another variable.
  case taken(FieldLocation)
  case made(name: String)
  case renamed(id: String)
  /// One took the place of another.
  case merged(id: String, into: String)
  case deleted(id: String)
}

struct VariablesContext: EditorContext {
  enum Purpose {
    /// To see the variables, and make, rename and delete them.
    case manage
    /// To take another one for a field, which may be made on the way.
    case choose(FieldLocation)
    case make(type: String)
  }

  let editor: EditorServices
  let purpose: Purpose
}

/// The windows for variables.
final class VariablesModule: EditorModule<VariablesContext, VariablesEvent>, Module {
  func unmanagedRootViewController() -> any ViewController {
    switch context.purpose {
    case .manage: overview()
    case .choose(let place): choice(for: place)
    case .make(let type): making(type: type)
    }
  }

  private func overview() -> ListPopup {
    let variables = workbench.workspace.variables.all
    let rows = variables.map { ListPopup.Row(words($0)) } + [ListPopup.Row("make a variable …")]
    return ListPopup(
      title: "Variables", rows: rows, anchor: .centre, hints: "Enter rename  n new  Del delete  Esc close",
      more: [
        "n": { [self] _ in push(making(type: "")) },
        "\u{7F}": { [self] index in
          if variables.indices.contains(index) { push(deletion(of: variables[index])) }
        },
      ]
    ) { [self] index in
      push(variables.indices.contains(index) ? renaming(variables[index]) : making(type: ""))
    }
  }

  private func words(_ variable: Variable) -> String {
    let type = variable.type.isEmpty ? "" : " (\(variable.type))"
    return "\(variable.name)\(type) · \(useDescription(variable))"
  }

  private func useDescription(_ variable: Variable) -> String {
    let uses = workbench.useCount(of: variable)
    return uses == 1 ? "1 use" : "\(uses) uses"
  }

  /// Has a field's variable chosen, or made, or renamed on the way.
  private func choice(for place: FieldLocation) -> any Mode {
    guard let block = workbench.workspace.blocks[place.blockID],
      let field = block.firstField(withName: place.name) as? FieldVariable,
      case .chooseVariable(let variables, let selected)? = try? workbench.editing(of: field, in: block)
    else { return TextViewer(title: "Variable", lines: ["This field takes no variable."]) }
    var rows = variables.map { ListPopup.Row($0.name) }
    rows += [ListPopup.Row("make a variable …")]
    if let selected { rows += [ListPopup.Row("rename “\(variables[selected].name)” …")] }
    return ListPopup(title: "Variable", rows: rows, selected: selected ?? 0, anchor: .below(editor.cursorOnScreen)) {
      [self] index in
      if variables.indices.contains(index) {
        perform(.setField(place, input: variables[index].id), telling: .taken(place))
      } else if index == variables.count {
        push(making(type: field.defaultType, for: place))
      } else if let selected {
        push(renaming(variables[selected]))
      }
    }
  }

  private func making(type: String, for place: FieldLocation? = nil) -> TextPopup {
    TextPopup(title: "New variable", text: "", hint: "its name", anchor: .centre) { [self] name in
      performTyped(.makeVariable(name: name, type: type, for: place), telling: .made(name: name))
    }
  }

  private func renaming(_ variable: Variable) -> TextPopup {
    TextPopup(title: "Rename variable", text: variable.name, hint: "everywhere", anchor: .centre) { [self] name in
      let variables = workbench.workspace.variables
      if let other = variables.variable(named: name, type: variable.type), other !== variable {
        push(merging(variable, into: other))
        return nil
      }
      return performTyped(.renameVariable(id: variable.id, to: name), telling: .renamed(id: variable.id))
    }
  }

  /// The wanted name is another variable's: as in Blockly, the two may become one.
  private func merging(_ variable: Variable, into other: Variable) -> ListPopup {
    let rows = [
      ListPopup.Row("use “\(other.name)” wherever “\(variable.name)” is used", key: "u"),
      ListPopup.Row("leave both as they are", key: "l"),
    ]
    return ListPopup(title: "There is a variable “\(other.name)” already", rows: rows, anchor: .centre, isModal: true) {
      [self] index in
      guard index == 0 else { return }
      perform(
        .mergeVariable(id: variable.id, into: other.id), telling: .merged(id: variable.id, into: other.id))
    }
  }

  private func deletion(of variable: Variable) -> ListPopup {
    let isUsed = workbench.useCount(of: variable) > 0
    let rows = [
      ListPopup.Row("delete it" + (isUsed ? ", with the blocks that use it" : ""), key: "d"),
      ListPopup.Row("leave it", key: "l"),
    ]
    return ListPopup(
      title: "Delete “\(variable.name)”, \(useDescription(variable))?", rows: rows, anchor: .centre, isModal: true
    ) { [self] index in
      if index == 0 { perform(.deleteVariable(id: variable.id), telling: .deleted(id: variable.id)) }
    }
  }
}
