import BlockLayout
import MortiseScreen

/// The first screen of the help: the keys to begin with, what is possible here, and how to find the rest.
struct FirstScreen {
  private let scene: Scene

  init(_ scene: Scene) { self.scene = scene }

  var lines: [String] {
    let screen = scene.screen
    let first = FirstKeys.rows(scene.canvasCommands).map {
      CommandReference.row(keys: $0.keys, $0.words, screen.repertoire)
    }
    let (title, commands) = here
    // The window's frame and the rows around it take four, the headings and the last lines three.
    let room = screen.size.height - 4 - first.count - way.count - 3
    let rows = columns(of: commands).prefix(max(3, room))
    return first + (rows.isEmpty ? [] : ["", "Possible here: \(title)"]) + rows + [""] + way
  }

  /// The lines that say how to find the rest.
  private var way: [String] {
    let palette = scene.canvasCommands.command(named: "palette")?.keys.first.map(KeyText.long)
    let words = palette.map { "  \($0) finds a command by any word." } ?? ""
    return [
      "Space goes on to all keys, and / finds a word in them.\(words)",
      "To make letters larger, zoom your terminal: usually Ctrl and +.",
    ]
  }

  /// The available commands of what takes the keys: a pane, or the item at the cursor.
  private var here: (title: String, commands: [CommandEntry]) {
    let modes = scene.screen.modes
    if let pane = modes.top as? any CommandMode, pane !== modes.bottom {
      return (Self.title(of: pane), pane.commandEntries.filter { $0.reason == nil })
    }
    if scene.workbench.cursor == nil { return ("", []) }
    let commands = modes.bottom?.commandEntries ?? []
    let here = CommandGroup.ofCursor.flatMap { group in
      commands.filter { $0.group == group && $0.reason == nil && !FirstKeys.commandNames.contains($0.name) }
    }
    return (scene.workbench.state.cursorDescription, here)
  }

  private static func title(of mode: some CommandMode) -> String { mode.commands.title }

  /// Returns rows of commands with their first keys, in as many columns as fit.
  private func columns(of commands: [CommandEntry]) -> [String] {
    let screen = scene.screen
    let texts = commands.compactMap { entry in
      entry.keys.first.map {
        "  \(screen.repertoire.padded(KeyText.long($0), to: 12))\(screen.titles.title(of: entry))"
      }
    }
    let width = (texts.map(screen.repertoire.columns(of:)).max() ?? 0) + 1
    let count = max(1, (screen.size.width - 6) / max(1, width))
    return stride(from: 0, to: texts.count, by: count).map { start in
      let row = texts[start..<min(start + count, texts.count)]
      return row.dropLast().map { screen.repertoire.padded($0, to: width) }.joined() + (row.last ?? "")
    }
  }
}

extension Repertoire {
  /// Returns a text with blanks after it, which end at a column.
  fileprivate func padded(_ text: String, to columns: Int) -> String {
    text + String(repeating: " ", count: max(1, columns - self.columns(of: text)))
  }
}

/// The ten keys that the help begins with.
enum FirstKeys {
  /// The commands that share a row, with their help.
  private static let all: [(names: [String], words: String)] = [
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

  /// Returns the keys with their help.
  static func rows<Mode>(_ commands: CommandTable<Mode>) -> [(keys: String, words: String)] {
    all.map { names, words in
      let keys = names.compactMap { commands.command(named: $0)?.keys.first }
      return (keys.map(KeyText.long).joined(separator: " "), words)
    }
  }
}
