typealias DialogCommand = Command<MutatorDialog>

extension MutatorDialog {
  /// Returns the commands of a mutator dialog, with those that its view adds.
  static func table(adding commands: [DialogCommand]) -> CommandTable<MutatorDialog> {
    CommandTable(
      "dialog", "In the dialog of a block’s ⚙",
      scrollCommands("row", others: ["down": ["<Tab>"]]) + commands + finishing)
  }

  private static let finishing: [DialogCommand] = [
    DialogCommand(
      "enter", "<Enter>", group: .finishing,
      help: "apply the changes as one undo step; on a name: rename; on a check box: toggle; on a removed part: restore",
      runIn: { $0.enter(on: $1) }
    ).hinted { $0.enterHint },
    DialogCommand(
      "apply", "<C-s>", group: .finishing, help: "apply the changes as one undo step", runIn: { $0.apply(on: $1) }
    ).hinted { $0.enterApplies ? nil : "apply" },
    DialogCommand(
      "cancel", "<Esc>", group: .finishing, help: "cancel; nothing changes", hint: "cancel",
      runIn: { $0.cancel(on: $1) }),
  ]

  /// The commands while the user types a name in the dialog.
  static let typingCommands = CommandTable<MutatorDialog>(
    "dialog-name", "While a name is typed in the dialog",
    lineCommands + [
      DialogCommand(
        "accept", "<Enter>", group: .finishing, help: "accept the name", hint: "OK",
        runIn: { $0.acceptText(on: $1) }),
      DialogCommand(
        "apply", "<C-s>", group: .finishing, help: "accept the name, and apply the changes as one undo step"
      ) { dialog, screen in
        dialog.acceptText(on: screen)
        if !dialog.isTyping { dialog.apply(on: screen) }
      },
      DialogCommand("cancel", "<Esc>", group: .finishing, help: "cancel; the name stays as it was", hint: "cancel") {
        $0.leaveText()
      },
    ], fallback: typing)
}
