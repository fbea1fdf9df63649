extension Picker {
  /// The commands of a window with a line to type on above a list.
  static let pickerTable = CommandTable<Picker>(
    "picker", "In a list with a line to type on",
    [
      Command("up", "<Up>", group: .navigation, help: "previous entry") { $0.move(by: -1) },
      Command("down", "<Down>", group: .navigation, help: "next entry") { $0.move(by: 1) },
      Command("page-up", "<PageUp>", group: .navigation, help: "one page up") { $0.move(by: -$0.pageRows) },
      Command("page-down", "<PageDown>", group: .navigation, help: "one page down") { $0.move(by: $0.pageRows) },
    ] + lineCommands + [
      Command(
        "choose", "<Enter>", "<C-s>", group: .finishing, help: "choose the selected entry",
        unavailable: { $0.refusalToChoose }, runIn: { $0.choose(on: $1) }
      ).hinted { $0.verb },
      Command(
        "close", "<Esc>", group: .finishing, help: "close the list; nothing changes", hint: "close",
        runIn: { $0.close(on: $1) }),
    ], fallback: typing)
}
