typealias ReadingCommand = Command<TextViewer>

extension TextViewer {
  /// The commands of a window with text to read.
  static let readingCommands = CommandTable<TextViewer>(
    "reading", "In a text window",
    [
      ReadingCommand("up", "<Up>", group: .navigation, help: "one line up", hint: "") { $0.move(-1) },
      ReadingCommand("down", "<Down>", group: .navigation, help: "one line down", hint: "scroll") { $0.move(1) },
      ReadingCommand("page-up", "<PageUp>", group: .navigation, help: "one page up") { $0.move(-$0.page) },
      ReadingCommand("page-down", "<PageDown>", "<Space>", group: .navigation, help: "one page down") {
        $0.move($0.page)
      },
      ReadingCommand("first", "<Home>", group: .navigation, help: "beginning of the text") { $0.moveToStart() },
      ReadingCommand("last", "<End>", group: .navigation, help: "end of the text") { $0.moveToEnd() },
      ReadingCommand(
        "find", "/", "<C-f>", group: .finding, help: "find words in the text",
        unavailable: { $0.isLong ? nil : "all of the text is shown" }, runIn: { $0.find(on: $1) }
      ).hinted { $0.isLong ? "find" : nil },
      ReadingCommand(
        "next", "n", group: .finding, help: "next line with the words", unavailable: { $0.refusalToGoOn }
      ) { $0.findNext(1) },
      ReadingCommand(
        "previous", "N", group: .finding, help: "previous line with the words", unavailable: { $0.refusalToGoOn }
      ) { $0.findNext(-1) },
      ReadingCommand(
        "close", "<Esc>", "q", "<Enter>", group: .finishing, help: "close the window", hint: "close",
        runIn: { $0.close(on: $1) }),
    ],
    fallback: CommandTable<TextViewer>.Fallback(keys: "any other key", help: "close the window") { viewer, _, screen in
      viewer.close(on: screen)
      return true
    })
}
