typealias LogCommand = Command<EventLogView>

extension EventLogView {
  /// The commands in the event log.
  static let logCommands = CommandTable<EventLogView>(
    "log", "In the event log",
    scrollCommands("event", hint: "select", others: ["first": ["g"], "last": ["G"]]) + [
      LogCommand(
        "show", "<Enter>", group: .finishing, help: "show the whole event", hint: "show",
        unavailable: { $0.refusalToShow }, run: { $0.show() }),
      LogCommand(
        "canvas", "<Tab>", "L", group: .finishing, help: "back to the canvas; the log stays open", hint: "canvas",
        runIn: { $0.leave(on: $1) }),
      LogCommand("close", "<Esc>", "q", group: .finishing, help: "close the log", hint: "close") { $0.close() },
    ])
}
