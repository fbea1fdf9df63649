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
    // The window's frame and the rows around it take four, the headings and the empty lines four.
    let room = max(3, screen.size.height - 8 - first.count - way.count)
    let rows = rows(of: commands.filter { !$0.keys.isEmpty }, room: room)
    let heading = TextWidth.truncated(
      "Possible here: \(title)", to: max(1, screen.size.width - 4), repertoire: screen.repertoire)
    return ["To begin with"] + first + (rows.isEmpty ? [] : ["", heading]) + rows + [""] + way
  }

  /// The lines that say how to find the rest.
  private var way: [String] {
    let palette = scene.canvasCommands.command(named: "palette")?.keys.first.map(KeyText.long)
    let words = palette.map { "; \($0) finds any command" } ?? ""
    return [
      "Space goes on to all keys; / finds a word in them\(words).",
      "For larger letters, zoom the terminal: usually with Ctrl and +.",
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
    let usual = UsualCommands.atCursor.flatMap(\.self)
    let here = CommandGroup.ofCursor.flatMap { group in
      commands.filter { $0.group == group && $0.reason == nil && !FirstKeys.commandNames.contains($0.name) }
    }
    let first = usual.compactMap { name in here.first { $0.name == name } }
    return (
      scene.workbench.state.cursorDescription, first + here.filter { !usual.contains($0.name) }
    )
  }

  private static func title(of mode: some CommandMode) -> String { mode.commands.title }

  /// Returns rows of commands with their first keys, in as many columns as fit; later commands are left out.
  private func rows(of commands: [CommandEntry], room: Int) -> [String] {
    let screen = scene.screen
    func columns(_ texts: [String]) -> Int { texts.map(screen.repertoire.columns(of:)).max() ?? 0 }
    for count in [3, 2, 1] {
      let shown = commands.prefix(room * count)
      let keys = shown.map { KeyText.long($0.keys[0]) }
      let keyWidth = columns(keys) + 2
      let texts = zip(keys, shown).map { key, entry in
        screen.repertoire.padded(key, to: keyWidth) + screen.titles.title(of: entry)
      }
      let width = columns(texts) + 2
      if count > 1, 2 + count * width > screen.size.width - 4 { continue }
      return stride(from: 0, to: texts.count, by: count).map { start in
        let row = texts[start..<min(start + count, texts.count)]
        return "  " + row.dropLast().map { screen.repertoire.padded($0, to: width) }.joined() + (row.last ?? "")
      }
    }
    return []
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
