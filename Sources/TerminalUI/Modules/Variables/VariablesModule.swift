import AppModules
import BlockModel
import Workbench

/// The events of the variable windows.
nonisolated enum VariablesEvent: RoutingEvent {
  case status(String)
  /// Opens another window, such as the blocks of a new variable.
  case open(Route)
  /// Another variable was chosen for a field.
  case chosen(FieldLocation)
  case made(name: String)
  case renamed(id: String)
  /// A variable was replaced by another one.
  case merged(id: String, into: String)
  case deleted(id: String)
}

/// The windows for variables.
final class VariablesModule: EditorModule<Route.Variables, VariablesEvent>, Module, PageRepresenting {
  let pageName = "Variables"

  func unmanagedRootViewController() -> (any ViewController)? {
    switch context.purpose {
    case .manage: overview()
    case .choose(let location): choice(for: location)
    case .make(let type, let category): making(type: type, category: category)
    }
  }

  private func overview() -> ListPopup {
    let variables = workbench.workspace.variables.all
    let rows = variables.map { ListPopup.Row(description(of: $0)) } + [ListPopup.Row("create a variable …")]
    return ListPopup(
      title: pageName, rows: rows, anchor: .centre, verb: "rename",
      adding: VariableSelection.table.adapted { [self] list in
        let variable = list.selected.flatMap { variables.indices.contains($0) ? variables[$0] : nil }
        return VariableSelection(module: self, list: list, variable: variable)
      }
    ) { [self] index in
      push(variables.indices.contains(index) ? renaming(variables[index]) : making(type: ""))
    }
  }

  private func description(of variable: Variable) -> String {
    let type = variable.type.isEmpty ? "" : " (\(variable.type))"
    return "\(variable.name)\(type) · \(useDescription(variable))"
  }

  private func useDescription(_ variable: Variable) -> String {
    let uses = workbench.useCount(of: variable)
    return uses == 1 ? "1 use" : "\(uses) uses"
  }

  /// Returns the list in which the user chooses a field's variable, creates one for it, or renames the current one.
  private func choice(for location: FieldLocation) -> any Mode {
    guard let block = workbench.workspace.blocks[location.blockID],
      let field = block.firstField(withName: location.name) as? FieldVariable,
      block.isEditable
    else { return TextViewer(title: "Variable", lines: ["This field can't refer to a variable."]) }
    let variables = workbench.workspace.variables.all.filter { field.variableTypes?.contains($0.type) ?? true }
    let selected = variables.firstIndex { $0 === field.variable }
    var rows = variables.map { ListPopup.Row($0.name) }
    rows += [ListPopup.Row("create a variable …")]
    if let selected { rows += [ListPopup.Row("rename “\(variables[selected].name)” …")] }
    return ListPopup(
      title: "Variable", rows: rows, selected: selected ?? 0, anchor: .below(context.viewport.cursorRect)
    ) {
      [self] index in
      if variables.indices.contains(index) {
        perform(.setField(location, input: variables[index].id), emitting: .chosen(location))
      } else if index == variables.count {
        push(making(type: field.defaultType, for: location))
      } else if let selected {
        push(renaming(variables[selected]))
      }
    }
  }

  /// - Parameter category: the index of the toolbox category to return to; nil for none.
  fileprivate func making(type: String, for location: FieldLocation? = nil, category: Int? = nil) -> TextPopup {
    TextPopup(title: "New variable", text: "", hint: "a name", anchor: .centre) { [self] name in
      let refusal = performTyped(.createVariable(name: name, type: type, for: location), emitting: .made(name: name))
      guard refusal == nil, let category else { return refusal }
      let created = scene.screen.message
      emit(.open(.toolboxBlocks(ofVariable: name, category: category)))
      // Users who can't see the list hear that it has opened.
      let entry = scene.screen.modes.top?.statusText(on: scene.screen)
      showStatus([created, entry].compactMap(\.self).joined(separator: " · "))
      return nil
    }
  }

  private func renaming(_ variable: Variable) -> TextPopup {
    TextPopup(title: "Rename variable", text: variable.name, hint: "renames it everywhere", anchor: .centre) {
      [self] name in
      let variables = workbench.workspace.variables
      if let other = variables.variable(named: name, type: variable.type), other !== variable {
        push(merging(variable, into: other))
        return nil
      }
      return performTyped(.renameVariable(id: variable.id, to: name), emitting: .renamed(id: variable.id))
    }
  }

  /// Returns the question for a new name that another variable already has: as in Blockly, the two can be merged.
  private func merging(_ variable: Variable, into other: Variable) -> ListPopup {
    .question(
      "There is already a variable “\(other.name)”. Use it instead?",
      [
        Answer("keep both", keys: "kn") {},
        Answer("replace “\(variable.name)” with “\(other.name)” everywhere", keys: "ry") { [self] in
          perform(
            .mergeVariable(id: variable.id, into: other.id), emitting: .merged(id: variable.id, into: other.id))
        },
      ])
  }

  fileprivate func deletion(of variable: Variable) -> ListPopup {
    let isUsed = workbench.useCount(of: variable) > 0
    return .question(
      "Delete “\(variable.name)”, \(useDescription(variable))?",
      [
        Answer("keep it", keys: "kn") {},
        Answer("delete it" + (isUsed ? ", with the blocks that use it" : ""), keys: "dy") { [self] in
          perform(.deleteVariable(id: variable.id), emitting: .deleted(id: variable.id))
        },
      ])
  }
}

/// The selection in the list of variables.
struct VariableSelection {
  fileprivate let module: VariablesModule
  fileprivate let list: ListPopup
  /// The selected variable; nil on the entry that creates one, or if nothing is selected.
  fileprivate let variable: Variable?

  /// The commands that the list of variables adds.
  static let table = CommandTable<VariableSelection>(
    "variables", "In the list of variables, also",
    [
      Command(
        "new", "n", title: "New", group: .editing, help: "create a variable", hint: "new",
        runIn: { selection, screen in
          screen.modes.pop(selection.list)
          selection.module.push(selection.module.making(type: ""))
        }),
      Command(
        "delete", "<Delete>", title: "Delete", group: .editing, help: "delete the variable and the blocks that use it",
        hint: "delete",
        unavailable: { $0.variable == nil ? "there is no variable here" : nil },
        runIn: { selection, screen in
          guard let variable = selection.variable else { return }
          screen.modes.pop(selection.list)
          selection.module.push(selection.module.deletion(of: variable))
        }),
    ])
}
