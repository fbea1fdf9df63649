typealias OutputCommand = Command<OutputView>

extension OutputView {
  /// The commands in the output of the program.
  static let outputCommands = CommandTable<OutputView>(
    "output", "In the output", scrolling + lineCommands + answering + running + finishing,
    fallback: CommandTable<OutputView>.Fallback(keys: "characters", help: "type an answer") { view, key, _ in
      guard view.refusalToType == nil, let character = key.typedCharacter else { return false }
      view.edit { $0.type(character) }
      return true
    })

  private static let scrolling: [OutputCommand] =
    scrollCommands("line", hasEnds: false) + [
      OutputCommand(
        "scroll-left", "<S-Left>", title: "Scroll left", group: .navigation, help: "scroll to the left",
        unavailable: { $0.refusalToScrollSideways(-1) }, run: { $0.scrollSideways(-1) }),
      OutputCommand(
        "scroll-right", "<S-Right>", title: "Scroll right", group: .navigation, help: "scroll to the right",
        unavailable: { $0.refusalToScrollSideways(1) }, run: { $0.scrollSideways(1) }),
      OutputCommand(
        "enlarge", "<A-Up>", title: "Larger or smaller", group: .navigation,
        help: "give the output most of the screen, or less again",
        runIn: { $0.toggleSize(on: $1) }
      ).hinted { $0.refusalToType == nil ? nil : $0.module.scene.screen.isOutputLarge ? "smaller" : "larger" },
      OutputCommand(
        "find", "<C-f>", title: "Find…", group: .navigation, help: "find words in the output", run: { $0.find() }
      ).hinted { $0.refusalToType == nil ? nil : "find" },
      OutputCommand(
        "find-next", "<F3>", title: "Next match", group: .navigation,
        help: "go to the next line with the words; after the last, the first",
        unavailable: { $0.refusalToGoOn }, run: { $0.findNext(1) }),
      OutputCommand(
        "find-previous", "<S-F3>", title: "Previous match", group: .navigation,
        help: "go to the previous line with the words; after the first, the last",
        unavailable: { $0.refusalToGoOn }, run: { $0.findNext(-1) }),
    ]

  private static let answering: [OutputCommand] = [
    OutputCommand(
      "answer", "<Enter>", title: "Answer", group: .finishing,
      help: "pass the line to the program; if it has ended, and in the past: go to the step that wrote this one",
      unavailable: { $0.refusalToEnter }, run: { $0.enter() }
    ).hinted { $0.refusalToType == nil ? "answer" : "its step" },
    OutputCommand(
      "line-step", "<A-L>", title: "Go to its step", group: .running, help: "go to the step that wrote the line",
      unavailable: { $0.refusalToGoToLine }, run: { $0.goToLine() }),
    OutputCommand(
      "end-input", "<C-d>", title: "End the input", group: .finishing, help: "end the program’s input",
      unavailable: { $0.refusalToType },
      run: { $0.endInput() }),
    OutputCommand(
      "interrupt", "<C-c>", title: "Stop", group: .finishing, help: "stop the program", hint: "stop",
      unavailable: { $0.module.runner.refusalToStop }, run: { $0.module.runner.stop() }),
  ]

  private static let running: [OutputCommand] = ProgramRunner.commands.map { command in
    if command.name != "origin" { return command.adapted { $0.module.runner } }
    return OutputCommand(
      command.name, keys: command.keys, title: command.title, group: command.group, help: command.help,
      unavailable: { $0.refusalToGoToLine }, runIn: { view, _ in view.showOriginOfLine() })
  }

  private static let finishing: [OutputCommand] = [
    OutputCommand("help", "<F1>", title: "Help and keys", group: .windows, help: "help: all keys", run: { $0.help() }),
    OutputCommand(
      "canvas", "<Esc>", "<Tab>", title: "Back to the blocks", group: .finishing,
      help: "back to the blocks; the output stays open", hint: "blocks",
      runIn: { $0.leave(on: $1) }),
    OutputCommand("close", "<F12>", "<C-w>", title: "Close", group: .finishing, help: "hide the output", hint: "hide") {
      $0.close()
    },
  ]
}
