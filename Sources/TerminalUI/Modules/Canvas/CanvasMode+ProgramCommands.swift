import Workbench

extension CanvasMode {
  /// The commands for the whole program, its file and the people who share it.
  static let program: [CanvasCommand] = [
    CanvasCommand(
      "undo", "u", "<C-z>", title: "Undo", group: .program, help: "take back the last change", intent: .undo),
    CanvasCommand(
      "repeat", "r", title: "Repeat the last change", group: .program, help: "repeat the last change at the cursor",
      intent: .repeatChange
    ).numbered(.ofLastChange),
    CanvasCommand(
      "redo", "U", "<C-y>", "<C-S-z>", title: "Redo", group: .program,
      help: "make the change again that was undone last", intent: .redo),
    CanvasCommand(
      "collapse-all", "C", title: "Collapse or expand all", group: .program, help: "collapse or expand all blocks",
      intent: .toggleAllCollapsed),
    CanvasCommand(
      "arrange", "<A-a>", title: "Arrange the stacks", group: .program, help: "arrange the stacks below each other",
      intent: .arrange),
    CanvasCommand(
      "prune-workspace", "Z", title: "Delete unused blocks", group: .program, help: "delete unused top-level blocks",
      intent: .pruneWorkspace),
    CanvasCommand(
      "save", "<C-s>", title: "Save", group: .program, help: "save the program", run: { $0.module.scene.files.save() }),
    CanvasCommand(
      "save-and-quit", "<A-f>", title: "Save and quit", group: .program, help: "save and quit",
      run: { $0.module.scene.files.saveAndQuit() }
    ),
    CanvasCommand(
      "save-as", "S", title: "Save as…", group: .program, help: "save the program under another name",
      run: { $0.module.scene.files.saveAs() }),
    CanvasCommand(
      "open", "<F3>", "<A-o>", title: "Open…", group: .program,
      help: "open another program: a recent one, or one of a folder",
      unavailable: { $0.module.refusalToOpen }, run: { $0.module.emit(.open(.programs(.files))) }
    ),
    CanvasCommand(
      "new", "<C-n>", title: "New", group: .program, help: "begin a new program beside those that are open",
      unavailable: { $0.module.refusalToOpen }, run: { $0.module.scene.keeper.open(nil) }
    ),
    CanvasCommand(
      "people", "<A-t>", title: "Edit together…", group: .program,
      help: "share the program, see who is there, follow them",
      run: { $0.module.emit(.open(.people)) }),
    CanvasCommand(
      "connect", "<A-T>", title: "Reconnect", group: .program,
      help: "connect now, where the connection to the host of the program is lost",
      unavailable: { $0.module.scene.sessions.refusalToConnect }, run: { $0.module.scene.sessions.connectNow() }),
    CanvasCommand(
      "programs", "B", title: "Switch program…", group: .program,
      help: "show another open program, or one of the same file",
      unavailable: { $0.module.refusalToList }, run: { $0.module.emit(.open(.programs(.open))) }
    ),
    CanvasCommand(
      "next-program", "<F4>", "<A-n>", title: "Next program", group: .program, help: "next open program",
      unavailable: { $0.module.refusalToSwitch }, run: { $0.module.scene.keeper.show(after: 1) }
    ),
    CanvasCommand(
      "previous-program", "<S-F4>", "<A-p>", title: "Previous program", group: .program, help: "previous open program",
      unavailable: { $0.module.refusalToSwitch }, run: { $0.module.scene.keeper.show(after: -1) }
    ),
    CanvasCommand(
      "close", "<C-w>", title: "Close", group: .program, help: "close the program; asks about unsaved changes",
      unavailable: { $0.module.refusalToClose }, run: { $0.module.scene.files.close() }
    ),
  ]
}
