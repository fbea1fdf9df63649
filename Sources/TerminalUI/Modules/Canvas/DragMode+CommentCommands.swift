import Workbench

extension DragMode {
  /// The commands while the keyboard drags a workspace comment.
  static let commentCommands = CommandTable<DragMode>(
    "moving-comment", "While a workspace comment is moved",
    [
      nudge("left", "<Left>", "h", help: "left", hint: "", columns: -2),
      nudge("right", "<Right>", "l", help: "right", hint: "", columns: 2),
      nudge("up", "<Up>", "k", help: "up", hint: "", rows: -1),
      nudge("down", "<Down>", "j", help: "down", hint: "move", rows: 1),
      grow("narrower", "H", "<S-Left>", help: "one column narrower", hint: "", columns: -1),
      grow("wider", "L", "<S-Right>", help: "one column wider", hint: "", columns: 1),
      grow("shorter", "K", "<S-Up>", help: "one row shorter", hint: "", rows: -1),
      grow("taller", "J", "<S-Down>", help: "one row taller", hint: "size", rows: 1),
    ] + finishing(drop: "drop the comment here", hint: "drop", cancel: "cancel the move"))

  private static func nudge(
    _ name: String, _ key: String, _ other: String, help: String, hint: String, columns: Int = 0, rows: Int = 0
  ) -> DragCommand {
    DragCommand(
      name, key, other, group: .navigation, help: help, hint: hint,
      intent: .updateDrag(.nudge(columns: columns, rows: rows), by: .keyboard))
  }

  private static func grow(
    _ name: String, _ key: String, _ other: String, help: String, hint: String, columns: Int = 0, rows: Int = 0
  ) -> DragCommand {
    DragCommand(
      name, key, other, group: .editing, help: help, hint: hint,
      intent: .updateDrag(.grow(columns: columns, rows: rows), by: .keyboard))
  }
}
