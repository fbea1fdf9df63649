// The commands of the list of a class.
extension ClassScreen {
  static let listCommands = CommandTable<ClassScreen>(
    "class", "In the list of a class",
    [
      command("up", "<Up>", "k", group: .navigation, help: "previous program") { $0.move(by: -1) },
      command("down", "<Down>", "j", group: .navigation, help: "next program") { $0.move(by: 1) },
      command("page-up", "<PageUp>", group: .navigation, help: "one page up") { $0.move(by: -$0.page) },
      command("page-down", "<PageDown>", group: .navigation, help: "one page down") { $0.move(by: $0.page) },
      command("first", "<Home>", group: .navigation, help: "first program") { $0.move(by: -$0.programs.count) },
      command("last", "<End>", group: .navigation, help: "last program") { $0.move(by: $0.programs.count) },
      ofProgram("watch", "<Enter>", help: "watch the program", hint: "watch") { $0.choose(.watch($1)) },
      ofProgram("edit", "e", help: "edit the program", hint: "edit") { $0.choose(.edit($1)) },
      ofProgram("hand-out", "h", help: "give each learner a copy of the program", hint: "hand out") {
        $0.ask(.handOut($1))
      },
      ofProgram("collect", "c", help: "copy all programs into a new folder", hint: "collect") { screen, _ in
        screen.ask(.collect)
      },
      command("leave", "q", "<Esc>", "<C-c>", "<C-q>", group: .finishing, help: "leave the list", hint: "leave") {
        $0.choose(.leave)
      },
    ])

  static let questionCommands = CommandTable<ClassScreen>(
    "class-question", "When something is to be done for a class",
    [
      command("yes", "y", group: .finishing, help: "do it", hint: "yes") { $0.answer(true) },
      command("no", "n", "<Esc>", group: .finishing, help: "do nothing; so do all other keys") { $0.answer(false) },
    ])

  private static func command(
    _ name: String, _ keys: String..., group: CommandGroup, help: String, hint: String? = nil,
    _ run: @escaping (ClassScreen) -> Void
  ) -> Command<ClassScreen> {
    Command(name, keys: keys, group: group, help: help, hint: hint) { screen in .run { run(screen) } }
  }

  /// A command that gets the name of the selected program.
  private static func ofProgram(
    _ name: String, _ key: String, help: String, hint: String, _ run: @escaping (ClassScreen, String) -> Void
  ) -> Command<ClassScreen> {
    Command(name, keys: [key], group: .program, help: help, hint: hint) { screen in
      guard let program = screen.selected?.name else {
        return .unavailable(reason: "there are no programs in the folder")
      }
      return .run { run(screen, program) }
    }
  }
}
