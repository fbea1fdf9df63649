import BlockEditing
import BlockModel

/// The row of a parts view that a command acts on.
struct PartSelection {
  let view: PartsView
  let selection: MutatorSelection
}

typealias PartCommand = Command<PartSelection>

extension PartsView {
  /// Returns the commands of a dialog with some kinds of parts.
  static func table(_ kinds: [MutatorPart.Kind]) -> CommandTable<PartSelection> {
    CommandTable("parts", "In the dialog of a block’s ⚙, also", adding(kinds) + partCommands)
  }

  /// The commands for the parts of a block.
  private static let partCommands: [PartCommand] = [
    command(
      "remove", "<Delete>", "<Backspace>", help: "remove the part; on a removed part: restore it",
      hint: { _ in "remove" }, unavailable: { $0.refusalToRemove(row: $1) },
      change: { view, row throws(FieldError) in try view.remove(row: row) }),
    command(
      "move-up", "<S-Up>", "K", help: "move the part up", hint: { $0.hasOrder ? "" : nil },
      unavailable: { $0.refusalToMove(row: $1) },
      change: { view, row throws(FieldError) in try view.move(row: row, by: -1) }),
    command(
      "move-down", "<S-Down>", "J", help: "move the part down", hint: { $0.hasOrder ? "move" : nil },
      unavailable: { $0.refusalToMove(row: $1) },
      change: { view, row throws(FieldError) in try view.move(row: row, by: 1) }),
    command(
      "rename", "r", help: "rename the input or the function", hint: { $0.hasNames ? "rename" : nil },
      unavailable: { $0.refusalToRename(row: $1) }, change: { _, row throws(FieldError) in .typing(row: row) }),
    command(
      "use-variable", "v", help: "use a variable for the input, or for a new input",
      hint: { $0.hasNames ? "use variable" : nil }, unavailable: { view, _ in view.refusalToUseVariable },
      change: { view, row throws(FieldError) in try view.useVariable(row: row) }),
    command(
      "toggle", "<Space>", help: "toggle the check box; on a removed part: restore it", hint: { _ in nil },
      unavailable: { $0.refusalToAct(row: $1) }, change: { view, row throws(FieldError) in try view.act(onRow: row) }),
  ]

  /// The commands that add parts.
  private static func adding(_ kinds: [MutatorPart.Kind]) -> [PartCommand] {
    kinds.map { kind in
      command(
        "add-\(kind.name)", String(kind.key),
        help: kind.isMovable ? "add another \(kind.name)" : "add the \(kind.name), or remove it",
        hint: { _ in kind.name },
        unavailable: { _, _ in nil }, change: { view, row throws(FieldError) in try view.add(kind, row: row) })
    }
  }

  private static func command(
    _ name: String, _ keys: String..., help: String, hint: @escaping (PartsView) -> String?,
    unavailable: @escaping (PartsView, Int) -> String?,
    change: @escaping (PartsView, Int) throws(FieldError) -> MutatorAnswer
  ) -> PartCommand {
    PartCommand(
      name, keys: keys, group: .editing, help: help, unavailable: { unavailable($0.view, $0.selection.row) },
      runIn: { part, screen in
        let row = part.selection.row
        part.selection.show({ () throws(FieldError) in try change(part.view, row) }, on: screen)
      }
    ).hinted { hint($0.view) }
  }

  var commands: [MutatorCommand] {
    Self.table(kinds).adapted { [unowned self] in PartSelection(view: self, selection: $0) }
  }
}
