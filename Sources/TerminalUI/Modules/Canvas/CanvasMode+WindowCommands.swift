import Workbench

extension CanvasMode {
  /// The commands that open windows and panes.
  static let windows: [CanvasCommand] = [
    CanvasCommand(
      "toolbox", "t", title: "Toolbox…", group: .windows, help: "insert a block at the cursor", hint: "toolbox",
      run: { $0.module.emit(.open(.toolbox)) }),
    CanvasCommand(
      "variables", "v", title: "Variables…", group: .windows, help: "create, rename or delete variables",
      run: { $0.module.emit(.open(.variables(.manage))) }),
    CanvasCommand(
      "palette", ":", "<F1>", title: "All commands…", group: .windows,
      help: "find a command by any word for it, and do it",
      run: { $0.module.emit(.open(.palette)) }
    ),
    CanvasCommand(
      "menu", ",", "<S-F10>", title: "Menu…", group: .windows,
      help: "show what you can do at the cursor; on an item of a list or text, a comma adds another one",
      run: { if $0.module.canTypeItem { $0.module.openLine(.item) } else { $0.module.emit(.open(.menu)) } }),
    CanvasCommand(
      "bookmarks", "'", title: "Bookmarks…", group: .windows, help: "go to a bookmark, rename or remove it",
      step: { $0.showBookmarks }),
    CanvasCommand(
      "deleted-blocks", "R", title: "Deleted blocks…", group: .windows,
      help: "restore blocks that were deleted since opening",
      step: { $0.showDeletedBlocks }),
    CanvasCommand(
      "snippets", "l", title: "Snippets…", group: .windows, help: "insert or remove a snippet",
      step: { $0.showSnippets }),
    CanvasCommand(
      "save-snippet", "T", title: "Save as a snippet…", group: .windows,
      help: "save the selected blocks, else the block and the blocks below it, as a snippet",
      step: { $0.saveSnippet }),
    CanvasCommand(
      "event-log", "L", title: "Event log", group: .windows, help: "show Blockly’s events below the canvas",
      run: { $0.module.emit(.open(.eventLog)) }),
    CanvasCommand(
      "code", "$", title: "Show or hide the code", group: .windows,
      help: "show or hide the code, beside or below the blocks",
      run: { $0.module.emit(.open(.code(.toggle))) }),
    CanvasCommand(
      "code-language", "&", title: "Next code language", group: .windows, help: "show the code in the next language",
      run: { $0.module.emit(.open(.code(.changeLanguage))) }),
    CanvasCommand(
      "go-to-code", "H", title: "Go to the code", group: .windows, help: "go to the block’s lines in the code",
      run: { $0.module.emit(.open(.code(.takeKeys))) }),
    CanvasCommand(
      "settings", "<A-,>", title: "Settings…", group: .windows, help: "change colours, keys, language, verbosity",
      run: { $0.module.emit(.open(.settings(.all))) }
    ),
    CanvasCommand(
      "plain", "<A-A>", title: "Screen reader mode", group: .windows,
      help: "turn the screen for screen readers and braille displays on or off",
      run: { $0.togglePlain() }),
    CanvasCommand(
      "tutor", "<A-.>", title: "Tutor…", group: .windows, help: "choose a lesson; in a lesson, go to its task",
      unavailable: { $0.module.scene.tutor.refusal }, run: { $0.module.scene.tutor.open() }
    ),
    CanvasCommand(
      "hint", "<A-j>", title: "Hint", group: .windows, help: "a hint for the lesson",
      unavailable: { $0.module.scene.tutor.run == nil ? "no lesson is shown" : nil },
      run: { $0.module.scene.tutor.showHint() }),
    CanvasCommand(
      "help", "?", title: "Help and keys", group: .windows,
      help: "show the first keys, what is possible here, and all keys", hint: "keys",
      run: { $0.module.emit(.open(.help)) }),
  ]
}
