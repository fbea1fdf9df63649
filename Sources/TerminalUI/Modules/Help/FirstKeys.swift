/// The ten keys that the help begins with.
enum FirstKeys {
  /// Commands that share a row, and what they do.
  private static let all: [(names: [String], help: String)] = [
    (["up", "down", "left", "right"], "go through the program"),
    (["type-below"], "type blocks, such as  print \"hello\""),
    (["toolbox"], "choose a block from the toolbox"),
    (["edit"], "change what is at the cursor"),
    (["move"], "move the block"),
    (["delete"], "delete the block"),
    (["undo"], "undo"),
    (["run"], "run the program"),
    (["save"], "save"),
    (["palette"], "all commands: type what you want to do"),
  ]

  static let commandNames = Set(all.flatMap(\.names))

  /// The keys with what they do.
  static func rows<Mode>(_ commands: CommandTable<Mode>) -> [(keys: String, help: String)] {
    all.map { names, help in
      let keys = names.compactMap { commands.command(named: $0)?.keys.first }
      return (keys.map(KeyText.long).joined(separator: " "), help)
    }
  }
}
