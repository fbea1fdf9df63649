import Workbench

extension CanvasMode {
  /// The commands for the whole program, its file and the people who share it.
  static let program: [CanvasCommand] = [
    CanvasCommand("undo", "u", "<C-z>", group: .program, help: "undo", intent: .undo),
    CanvasCommand(
      "repeat", "r", group: .program, help: "repeat the last change at the cursor", intent: .repeatChange
    ).numbered(.ofLastChange),
    CanvasCommand("redo", "U", "<C-y>", "<C-S-z>", group: .program, help: "redo", intent: .redo),
    CanvasCommand(
      "collapse-all", "C", group: .program, help: "collapse or expand all blocks", intent: .toggleAllCollapsed),
    CanvasCommand(
      "arrange", "<A-a>", group: .program, help: "arrange the stacks below each other", intent: .arrange),
    CanvasCommand(
      "prune-workspace", "Z", group: .program, help: "prune the workspace: delete unused top-level blocks",
      intent: .pruneWorkspace),
    CanvasCommand("save", "<C-s>", group: .program, help: "save", run: { $0.module.scene.files.save() }),
    CanvasCommand(
      "save-and-quit", "<A-f>", group: .program, help: "save and quit",
      run: { $0.module.scene.files.saveAndQuit() }
    ),
    CanvasCommand("save-as", "S", group: .program, help: "save as", run: { $0.module.scene.files.saveAs() }),
    CanvasCommand(
      "open", "<F3>", "<A-o>", group: .program, help: "open another program: a recent one, or one of a folder",
      unavailable: { $0.module.refusalToOpen }, run: { $0.module.emit(.open(.programs(.files))) }
    ),
    CanvasCommand(
      "new", "<C-n>", group: .program, help: "new program, beside those that are open",
      unavailable: { $0.module.refusalToOpen }, run: { $0.module.scene.keeper.open(nil) }
    ),
    CanvasCommand(
      "people", "<A-t>", group: .program, help: "edit the program with others: share it, see who is there, follow them",
      run: { $0.module.emit(.open(.people)) }),
    CanvasCommand(
      "connect", "<A-T>", group: .program, help: "connect now, where the connection to the host of the program is lost",
      unavailable: { $0.module.scene.sessions.refusalToConnect }, run: { $0.module.scene.sessions.connectNow() }),
    CanvasCommand(
      "programs", "B", group: .program, help: "open programs, and others in the same file: show another one",
      unavailable: { $0.module.refusalToList }, run: { $0.module.emit(.open(.programs(.open))) }
    ),
    CanvasCommand(
      "next-program", "<F4>", "<A-n>", group: .program, help: "next open program",
      unavailable: { $0.module.refusalToSwitch }, run: { $0.module.scene.keeper.show(after: 1) }
    ),
    CanvasCommand(
      "previous-program", "<S-F4>", "<A-p>", group: .program, help: "previous open program",
      unavailable: { $0.module.refusalToSwitch }, run: { $0.module.scene.keeper.show(after: -1) }
    ),
    CanvasCommand(
      "close", "<C-w>", group: .program, help: "close the program; asks about unsaved changes",
      unavailable: { $0.module.refusalToClose }, run: { $0.module.scene.files.close() }
    ),
  ]
}
