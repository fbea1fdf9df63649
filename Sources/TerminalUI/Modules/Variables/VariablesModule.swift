import AppModules
import BlockModel
import Workbench

/// What the windows for variables tell of themselves.
nonisolated enum VariablesEvent: EditorEvent {
  case status(String)
  /// A field has another variable.
  case taken(FieldLocation)
  case made(name: String)
  case renamed(id: String)
  /// One took the place of another.
  case merged(id: String, into: String)
  case deleted(id: String)

  var statusMessage: String? { if case .status(let message) = self { message } else { nil } }
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
      title: "Variables", rows: rows, anchor: .centre, verb: "rename",
      adding: VariableSelection.commands.map { command in
        command.adapted { [self] list in
          let index = list.selected
          return VariableSelection(
            module: self, list: list, variable: variables.indices.contains(index) ? variables[index] : nil)
        }
      }
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

  fileprivate func making(type: String, for place: FieldLocation? = nil) -> TextPopup {
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
    .question(
      "There is a variable “\(other.name)” already. Use it instead?",
      [
        Answer("leave both as they are", keys: "ln") {},
        Answer("use “\(other.name)” wherever “\(variable.name)” is used", keys: "uy") { [self] in
          perform(
            .mergeVariable(id: variable.id, into: other.id), telling: .merged(id: variable.id, into: other.id))
        },
      ])
  }

  fileprivate func deletion(of variable: Variable) -> ListPopup {
    let isUsed = workbench.useCount(of: variable) > 0
    return .question(
      "Delete “\(variable.name)”, \(useDescription(variable))?",
      [
        Answer("leave it", keys: "ln") {},
        Answer("delete it" + (isUsed ? ", with the blocks that use it" : ""), keys: "dy") { [self] in
          perform(.deleteVariable(id: variable.id), telling: .deleted(id: variable.id))
        },
      ])
  }
}

/// What is selected in the list of variables.
struct VariableSelection {
  fileprivate let module: VariablesModule
  fileprivate let list: ListPopup
  /// Nil on the entry that makes one.
  fileprivate let variable: Variable?

  /// The commands that the list of variables adds.
  static let commands: [Command<VariableSelection>] = [
    Command(
      "new", "n", group: .editing, help: "create a variable", hint: "new",
      runIn: { selection, editor in
        editor.modes.pop(selection.list)
        selection.module.push(selection.module.making(type: ""))
      }),
    Command(
      "delete", "<Delete>", group: .editing, help: "delete the variable and the blocks that use it", hint: "delete",
      unavailable: { $0.variable == nil ? "there is no variable here" : nil },
      runIn: { selection, editor in
        guard let variable = selection.variable else { return }
        editor.modes.pop(selection.list)
        selection.module.push(selection.module.deletion(of: variable))
      }),
  ]
}
