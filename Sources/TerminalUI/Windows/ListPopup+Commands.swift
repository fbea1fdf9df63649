typealias ListCommand = Command<ListPopup>

extension ListPopup {
  static let listCommands = table(adding: [])

  /// Returns the commands of a list, with additional ones.
  static func table(adding commands: [ListCommand]) -> CommandTable<ListPopup> {
    var searching = searching
    // At 80 columns, the list's own commands need the space.
    if !commands.isEmpty { searching.hint = nil }
    return CommandTable(
      "list", "In a list", navigation + [deleting, choosing] + commands + [closing], fallback: searching)
  }

  static let navigation = scrollCommands("entry")

  private static let deleting = ListCommand(
    "delete-letter", "<Backspace>", group: .navigation, help: "delete the last letter of the search",
    unavailable: { $0.refusalToDeleteLetter }, run: { $0.deleteLetter() })

  private static let choosing = ListCommand(
    "choose", "<Enter>", "<Space>", "<C-s>", group: .finishing, help: "choose the selected entry",
    unavailable: { $0.refusalToChoose }, runIn: { $0.choose(on: $1) }
  ).hinted { $0.verb }

  private static let closing = ListCommand(
    "close", "<Esc>", group: .finishing, help: "close the list; nothing changes", hint: "close",
    runIn: { $0.close(on: $1) })

  private static let searching = CommandTable<ListPopup>.Fallback(
    keys: "letters", help: "go to the first entry that begins with them, or else contains them", hint: "find"
  ) { list, key, _ in list.search(key) }
}
