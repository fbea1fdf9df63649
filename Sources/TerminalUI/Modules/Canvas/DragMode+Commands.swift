import Workbench

typealias DragCommand = Command<DragMode>

extension DragMode {
  /// What the keys do while a block is moved.
  static let blockCommands = CommandTable<DragMode>(
    "While a block is moved",
    [
      DragCommand(
        "previous-target", "<Up>", "<Left>", group: .navigation, help: "previous target that fits", hint: "",
        intent: .updateDrag(.destinations(-1), by: .keyboard)),
      DragCommand(
        "next-target", "<Down>", "<Right>", group: .navigation, help: "next target that fits", hint: "target",
        intent: .updateDrag(.destinations(1), by: .keyboard)),
      free("left", "h", "<C-Left>", "left", columns: -2),
      free("right", "l", "<C-Right>", "right", columns: 2),
      free("up", "k", "<C-Up>", "up", rows: -1),
      free("down", "j", "<C-Down>", "down", rows: 1),
    ] + finishing(drop: "drop the block here", hint: "drop", cancel: "put the block back"))

  private static func free(
    _ name: String, _ key: String, _ other: String, _ direction: String, columns: Int = 0, rows: Int = 0
  ) -> DragCommand {
    DragCommand(
      name, key, other, group: .navigation, help: "\(direction), not connected to anything",
      intent: .updateDrag(.nudge(columns: columns, rows: rows), by: .keyboard))
  }

  static func finishing(drop: String, hint: String, cancel: String) -> [DragCommand] {
    [
      DragCommand("drop", "<Enter>", "m", "<Space>", group: .finishing, help: drop, hint: hint) { $0.drop() },
      DragCommand("cancel", "<Esc>", "q", group: .finishing, help: cancel, hint: "cancel") { $0.cancel() },
    ]
  }
}
