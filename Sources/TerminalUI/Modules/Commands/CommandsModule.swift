import AppModules
import BlockLayout

/// The events of the lists of commands.
nonisolated enum CommandsEvent: EditorEvent {
  case status(String)
  /// A command was chosen.
  case chosen(name: String)
}

/// The commands to list.
enum CommandsPurpose {
  /// All commands.
  case palette
  /// The commands that apply to what is at the cursor.
  case menu
}

/// The lists of commands: the palette with all of them, and the context menu.
final class CommandsModule: EditorModule<CommandsPurpose, CommandsEvent>, Module, PageRepresenting {
  let pageName = "Commands"
  let section = "editor"

  func unmanagedRootViewController() -> (any ViewController)? {
    switch context.purpose {
    case .palette: palette
    case .menu: menu
    }
  }

  private var canvas: (any Mode)? { scene.screen.modes.bottom }

  private func perform(_ entry: CommandEntry) {
    emit(.chosen(name: entry.name))
    canvas?.perform(commandNamed: entry.name, on: scene.screen)
  }

  private var palette: Picker {
    let entries = canvas?.commandEntries ?? []
    return Picker(
      title: pageName,
      entries: entries.map { entry in
        ListPopup.Row(
          entry.help, keywords: [entry.words, entry.name] + entry.aliases, note: entry.keyText,
          refusal: entry.reason)
      }, verb: "do it"
    ) { [self] index in perform(entries[index]) }
  }

  /// The groups of commands that apply to what is at the cursor, in the order of the menu.
  private static let groups: [CommandGroup] = [.editing, .blocks, .selection]

  /// Returns the menu. The keys of its commands choose them, too.
  private var menu: ListPopup {
    let commands = canvas?.commandEntries ?? []
    let entries = Self.groups.flatMap { group in commands.filter { $0.group == group && $0.reason == nil } }
    let taken = Set(ListPopup.listCommands.commands.flatMap(\.keys))
    let keys = entries.enumerated().compactMap { index, entry -> ListCommand? in
      let keys = entry.keys.filter { !taken.contains($0) }
      if keys.isEmpty { return nil }
      return ListCommand(entry.name, keys: keys, group: .editing, help: entry.help) { $0.choose(index, on: $1) }
    }
    return ListPopup(
      title: workbench.cursorBlock.map(BlockLabel.name) ?? pageName,
      rows: entries.map { ListPopup.Row($0.words, note: $0.keyText) }, anchor: .below(context.viewport.cursorRect),
      verb: "do it", adding: keys
    ) { [self] index in perform(entries[index]) }
  }
}
