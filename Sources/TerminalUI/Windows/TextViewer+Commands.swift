typealias ReadingCommand = Command<TextViewer>

extension TextViewer {
  /// The commands of a window with text to read.
  static let readingCommands = CommandTable<TextViewer>(
    "reading", "In a text window",
    [
      ReadingCommand("up", "<Up>", group: .navigation, help: "one line up", hint: "") { $0.scroll(-1) },
      ReadingCommand("down", "<Down>", group: .navigation, help: "one line down", hint: "scroll") { $0.scroll(1) },
      ReadingCommand("page-up", "<PageUp>", group: .navigation, help: "one page up") { $0.scroll(-$0.page) },
      ReadingCommand("page-down", "<PageDown>", "<Space>", group: .navigation, help: "one page down") {
        $0.scroll($0.page)
      },
      ReadingCommand("first", "<Home>", group: .navigation, help: "beginning of the text") { $0.scrollToStart() },
      ReadingCommand("last", "<End>", group: .navigation, help: "end of the text") { $0.scrollToEnd() },
      ReadingCommand(
        "close", "<Esc>", "q", "<Enter>", group: .finishing, help: "close the window", hint: "close",
        runIn: { $0.close(on: $1) }),
    ],
    fallback: CommandTable<TextViewer>.Fallback(keys: "any other key", help: "close the window") { viewer, _, screen in
      viewer.close(on: screen)
      return true
    })
}
