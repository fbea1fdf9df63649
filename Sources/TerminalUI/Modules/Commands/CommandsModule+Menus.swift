import BlockLayout
import MortiseScreen

extension CommandsModule {
  /// The most rows that a menu has, with its rules and its last row, which opens the full list.
  static let mostRows = 12

  var cursorTitle: String { workbench.cursorBlock.map(BlockLabel.name) ?? pageName }

  /// All commands for what is at the cursor.
  var commandsHere: [CommandEntry] {
    let commands = scene.screen.modes.bottom?.commandEntries ?? []
    return CommandGroup.ofCursor.flatMap { group in commands.filter { $0.group == group && $0.reason == nil } }
  }

  var menu: ListPopup {
    menu(UsualCommands.atCursor, more: .commandsHere, title: cursorTitle, at: context.viewport.cursorRect)
  }

  func blankMenu(at position: Point) -> ListPopup {
    menu(
      UsualCommands.onEmptySpace, more: .palette, title: "Empty space",
      at: Rect(origin: position, size: Size(width: 1, height: 1)))
  }

  /// Returns a menu of the available commands of some groups, whose keys choose them, too.
  /// - Parameter more: the list that the last row opens.
  private func menu(_ groups: [[String]], more: Route, title: String, at rect: Rect) -> ListPopup {
    let commands = scene.screen.modes.bottom?.commandEntries ?? []
    var entries: [CommandEntry?] = []
    for group in groups {
      let available = group.compactMap { name in commands.first { $0.name == name && $0.reason == nil } }
      let room = Self.mostRows - 1 - entries.count - (entries.isEmpty ? 0 : 1)
      if available.isEmpty || room < 1 { continue }
      if !entries.isEmpty { entries.append(nil) }
      entries += available.prefix(room).map(\.self)
    }
    let taken = Set(ListPopup.listCommands.commands.flatMap(\.keys))
    let keys = entries.enumerated().compactMap { index, entry -> ListCommand? in
      guard let entry else { return nil }
      let keys = entry.keys.filter { !taken.contains($0) }
      if keys.isEmpty { return nil }
      return ListCommand(entry.name, keys: keys, title: entry.title, group: .editing, help: entry.help) {
        $0.choose(index, on: $1)
      }
    }
    let rows = entries.map { entry in
      entry.map { ListPopup.Row(scene.screen.titles.title(of: $0), note: $0.keyText) } ?? .separator
    }
    let last = ListPopup.Row(scene.screen.titles.title("More…", name: "more"))
    return ListPopup(
      title: title, rows: rows + [last], anchor: .below(rect), verb: "do it", adding: keys
    ) { [self] index in
      if let entry = entries.indices.contains(index) ? entries[index] : nil { return perform(entry) }
      scene.open(more)
    }
  }
}
