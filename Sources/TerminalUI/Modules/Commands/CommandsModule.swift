import AppModules
import BlockLayout
import MortiseScreen

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
  /// The most usual commands for what is at the cursor.
  case menu
  /// All commands for what is at the cursor.
  case here
  /// The most usual commands for empty space, at a position of the screen.
  case blank(Point)
}

/// The lists of commands: the palette with all of them, and the context menu.
final class CommandsModule: EditorModule<CommandsPurpose, CommandsEvent>, Module, PageRepresenting {
  let pageName = "Commands"
  let section = "editor"

  func unmanagedRootViewController() -> (any ViewController)? {
    switch context.purpose {
    case .palette: palette
    case .menu: menu
    case .here: picker(title: cursorTitle, commandsHere)
    case .blank(let position): blankMenu(at: position)
    }
  }

  private var canvas: (any Mode)? { scene.screen.modes.bottom }

  func perform(_ entry: CommandEntry) {
    emit(.chosen(name: entry.name))
    if scene.screen.performGlobal(commandNamed: entry.name) { return }
    canvas?.perform(commandNamed: entry.name, on: scene.screen)
  }

  /// The commands that many users look for, in the order in which the palette begins.
  private static let common = [
    "type-below", "toolbox", "edit", "run", "save", "undo", "find", "duplicate", "move", "delete", "variables",
    "outline", "open", "code", "help", "quit",
  ]

  private var titles: CommandTitles { scene.screen.titles }

  private var palette: Picker {
    picker(title: pageName, (canvas?.commandEntries ?? []) + scene.screen.globalEntries)
  }

  private func picker(title: String, _ entries: [CommandEntry]) -> Picker {
    let ranking = CommandRanking(titles: titles)
    return Picker(
      title: title,
      entries: entries.map {
        ListPopup.Row(titles.title(of: $0), note: $0.keyText, refusal: $0.reason, sentence: $0.help)
      },
      verb: "do it",
      search: Picker.Search(
        beginning: beginning(of: entries), lastMeant: CommandRanking.lastMeant,
        special: { [self] typed, isMeant in special(typed, isMeant, entries) }
      ) { typed, index in
        ranking.rank(of: entries[index], typed: typed)
      }
    ) { [self] index in
      scene.note(recentCommand: entries[index].name)
      perform(entries[index])
    }
  }

  /// Returns the commands that the palette shows before anything is typed: those used last, common ones, then all
  /// others but those that only move the cursor. Unavailable commands are left out.
  private func beginning(of entries: [CommandEntry]) -> [Int] {
    let first = (scene.recentCommands + Self.common).compactMap { name in entries.firstIndex { $0.name == name } }
    let others = entries.indices.filter { entries[$0].group != .navigation }
    var seen: Set<Int> = []
    return (first + others).filter { entries[$0].reason == nil && seen.insert($0).inserted }
  }

  /// Returns the meaning of a line as vi's users type it; nil if it has none.
  /// - Parameter isMeant: whether a command of the editor matches the line well.
  private func special(_ typed: String, _ isMeant: Bool, _ entries: [CommandEntry]) -> Picker.Special? {
    let isVi = scene.options.settings.keySet == .vi
    guard let line = ColonLine(typed, isVi: isVi), isVi || !isMeant else { return nil }
    func refusal(_ name: String) -> String? { entries.first { $0.name == name }?.reason }
    switch line {
    case .command(let name):
      // “set breakpoint” means another command.
      if isMeant, name == "settings", typed.contains(" ") { return nil }
      return entries.firstIndex { $0.name == name }.map { .entry($0) }
    case .row(let row):
      return .row(ListPopup.Row("go to line \(row)", refusal: refusal("go-to-row"))) { [self] in
        perform(.moveCursor(.row(row)))
      }
    case .open(let path):
      return .row(ListPopup.Row("open \(path)", refusal: refusal("open"))) { [scene] in scene.keeper.open(path) }
    case .save(let path):
      return .row(ListPopup.Row("save as \(path)")) { [scene] in scene.files.saveAs(path) }
    case .discard:
      return .row(ListPopup.Row("quit; unsaved changes are lost")) { [scene] in scene.files.discardAndQuit() }
    case .replace(let old, let new):
      return .row(ListPopup.Row("replace “\(old)” with “\(new)” everywhere")) { [self] in replace(old, with: new) }
    case .set(let name, let word):
      guard let setting = Setting.named(name) else {
        return entries.firstIndex { $0.name == "settings" }.map { .entry($0) }
      }
      guard let value = setting.value(for: word) else {
        let values = setting.values.map(\.word).joined(separator: ", ")
        return .row(ListPopup.Row("set \(setting.label)", refusal: "it can be \(values)")) {}
      }
      return .row(ListPopup.Row("set \(setting.label) to \(value)")) { [self] in
        scene.open(.settings(.value(name: setting.name, value: value)))
      }
    case .advice(let advice):
      let words = entries.reduce(advice) { $0.replacing("{\($1.name)}", with: $1.keys.first.map(KeyText.long) ?? "") }
      let parts = words.split(separator: ": ", maxSplits: 1).map(String.init)
      return .row(ListPopup.Row(parts[0], refusal: parts.last)) {}
    }
  }

  private func replace(_ old: String, with new: String) {
    let found = workbench.perform(.find(.text(old), from: workbench.cursor))
    if let reason = found.refusal { return showStatus(reason) }
    perform(.replaceFound(with: new, isEverywhere: true))
    workbench.perform(.endSearch)
  }
}
