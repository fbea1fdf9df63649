import AppModules
import BlockLayout
import BlockModel

/// The events of the help window.
nonisolated enum HelpEvent: EditorEvent {
  case status(String)
  case opened
}

/// The text to read.
enum HelpPurpose {
  /// All keys.
  case keys
  /// The help on a block.
  case block(id: String)
  case text(title: String, lines: [String])
}

/// A window with text to read, such as all keys, or the help on a block.
final class HelpModule: EditorModule<HelpPurpose, HelpEvent>, Module, PageRepresenting {
  var pageName: String {
    switch context.purpose {
    case .keys: "Keys"
    case .block: block.map(BlockLabel.name) ?? ""
    case .text(let title, _): title
    }
  }
  let section = "editor"
  let pageType = "text"

  func unmanagedRootViewController() -> (any ViewController)? {
    emit(.opened)
    return switch context.purpose {
    case .keys:
      TextViewer(title: pageName, lines: keyLines, hanging: CommandReference.helpColumn)
    case .block: TextViewer(title: pageName, lines: block.map(BlockHelp.lines) ?? [])
    case .text(let title, let lines): TextViewer(title: title, lines: lines, hanging: 3)
    }
  }

  /// The keys to begin with, those for the item at the cursor, and all others by task.
  private var keyLines: [String] {
    let repertoire = scene.screen.repertoire
    let firstKeys = FirstKeys.rows(scene.canvasCommands)
    var lines = ["To begin with"] + firstKeys.map { CommandReference.row(keys: $0.keys, help: $0.help, repertoire) }
    lines += ["", "Larger letters are a setting of the terminal: in most, Ctrl and +."]
    // A pane may be taking the keys.
    if let pane = scene.screen.modes.top as? any CommandMode, pane !== scene.screen.modes.bottom {
      lines += ["", "Possible here: \(Self.title(of: pane))"]
      lines += pane.commandEntries.filter { $0.reason == nil }.map {
        CommandReference.row(keys: $0.keyText, help: $0.help, repertoire)
      }
      return lines + [""] + CommandReference(adding: scene.options.commands).lines(repertoire)
    }
    let commands = scene.screen.modes.bottom?.commandEntries ?? []
    let here = CommandGroup.ofCursor.flatMap { group in
      commands.filter { $0.group == group && $0.reason == nil && !FirstKeys.commandNames.contains($0.name) }
    }
    if workbench.cursor != nil, !here.isEmpty {
      lines += ["", "Possible here: \(workbench.state.cursorDescription)"]
      lines += here.map { CommandReference.row(keys: $0.keyText, help: $0.help, repertoire) }
    }
    return lines + [""] + CommandReference(adding: scene.options.commands).lines(repertoire)
  }

  private static func title(of mode: some CommandMode) -> String { mode.commands.title }

  private var block: Block? {
    if case .block(let id) = context.purpose { workbench.workspace.blocks[id] } else { nil }
  }
}

/// The help on a block, from its definition.
enum BlockHelp {
  static func lines(of block: Block) -> [String] {
    let definition = block.definition
    var lines =
      definition.tooltip.isEmpty
      ? [] : [definition.tooltip.split(whereSeparator: \.isNewline).joined(separator: " "), ""]
    if !definition.helpURL.isEmpty { lines.append("More: \(definition.helpURL)") }
    lines += ["In files: a \(block.type) with the id \(block.id)"]
    if block.isUnknown { lines.append("Mortise doesn't know this type of block; it is kept as it is.") }
    return lines
  }
}

/// The ten keys that the help begins with.
enum FirstKeys {
  /// The commands that share a row, with their help.
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

  /// Returns the keys with their help.
  static func rows<Mode>(_ commands: CommandTable<Mode>) -> [(keys: String, help: String)] {
    all.map { names, help in
      let keys = names.compactMap { commands.command(named: $0)?.keys.first }
      return (keys.map(KeyText.long).joined(separator: " "), help)
    }
  }
}
