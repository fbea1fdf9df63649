typealias LogCommand = Command<EventLogView>

extension EventLogView {
  /// The commands in the event log.
  static let logCommands = CommandTable<EventLogView>(
    "log", "In the event log",
    [
      LogCommand("up", "<Up>", group: .navigation, help: "previous event", hint: "") { $0.move(-1) },
      LogCommand("down", "<Down>", group: .navigation, help: "next event", hint: "select") { $0.move(1) },
      LogCommand("page-up", "<PageUp>", group: .navigation, help: "one page up") { $0.move(-$0.page) },
      LogCommand("page-down", "<PageDown>", group: .navigation, help: "one page down") { $0.move($0.page) },
      LogCommand("first", "<Home>", "g", group: .navigation, help: "oldest event kept") { $0.moveToFirst() },
      LogCommand("last", "<End>", "G", group: .navigation, help: "newest event; follow new ones") { $0.follow() },
      LogCommand(
        "show", "<Enter>", group: .finishing, help: "show the whole event", hint: "show",
        unavailable: { $0.refusalToShow }, run: { $0.show() }),
      LogCommand(
        "canvas", "<Tab>", "L", group: .finishing, help: "back to the canvas; the log stays open", hint: "canvas",
        runIn: { $0.leave(on: $1) }),
      LogCommand("close", "<Esc>", "q", group: .finishing, help: "close the log", hint: "close") { $0.close() },
    ])
}
