import Workbench

typealias CanvasCommand = Command<CanvasMode>

extension CanvasMode {
  /// The greeting of new users, with the keys of the five most important commands.
  static var firstKeys: String {
    let words = [
      ("type-below", "types"), ("toolbox", "picks blocks"), ("move", "moves"), ("undo", "undoes"),
      ("help", "helps"),
    ]
    let keys = words.compactMap { name, word in key(ofCommandNamed: name).map { "\($0) \(word)" } }
    return "Welcome! " + keys.joined(separator: ", ")
  }

  /// The message after a click on a blank place, with the keys that create a stack there.
  static var newStackHint: String {
    let words = [("type-below", "types a new stack here"), ("toolbox", "picks its first block")]
    let keys = words.compactMap { name, word in key(ofCommandNamed: name).map { "\($0) \(word)" } }
    return (["blank place"] + (keys.isEmpty ? [] : [keys.joined(separator: ", ")])).joined(separator: ": ")
  }

  /// Returns the short name of a command's first key; nil if it has none.
  static func key(ofCommandNamed name: String) -> String? {
    canvasCommands.command(named: name)?.keys.first.map(KeyText.short)
  }

  /// The commands on the canvas.
  static let canvasCommands = CommandTable<CanvasMode>(
    "canvas", "On the canvas",
    // `+` would copy the commands of all groups before it for each group.
    [navigation, finding, versions, editing, selection, blocks, program, running, windows, general].flatMap { $0 },
    fallback: typingValues)

  private static let navigation: [CanvasCommand] = [
    CanvasCommand("up", "<Up>", group: .navigation, help: "previous row", intent: .moveCursor(.up))
      .growingSelection(.selectUp),
    CanvasCommand("down", "<Down>", group: .navigation, help: "next row", intent: .moveCursor(.down))
      .growingSelection(.selectDown),
    CanvasCommand(
      "left", "<Left>", group: .navigation, help: "previous field, value, empty input or block",
      intent: .moveCursor(.left)),
    CanvasCommand(
      "right", "<Right>", group: .navigation, help: "next field, value, empty input or block",
      intent: .moveCursor(.right)),
    CanvasCommand("page-up", "<PageUp>", group: .navigation, help: "one screen up") {
      .moveCursor(.rows(-$0.pageRows))
    },
    CanvasCommand("page-down", "<PageDown>", group: .navigation, help: "one screen down") {
      .moveCursor(.rows($0.pageRows))
    },
    CanvasCommand(
      "first", "<Home>", "g", "<C-Home>", group: .navigation, help: "beginning of the program",
      intent: .moveCursor(.first)
    ).numbered(.row).growingSelection(.selectUp, isFar: true),
    // vi's motions are line-wise here, so that operators apply to statements.
    CanvasCommand("last", "<End>", "G", "<C-End>", group: .navigation, help: "end of the program") {
      .moveCursor($0.isVi ? .lastStatement : .last)
    }.numbered(.row).growingSelection(.selectDown, isFar: true),
    CanvasCommand(
      "previous-block", "<C-Left>", group: .navigation,
      help: "previous block, past fields and empty inputs; in vi’s set: previous statement"
    ) { .moveCursor($0.isVi ? .previousStatement : .previousBlock) }.growingSelection(.selectUp),
    CanvasCommand(
      "next-block", "<C-Right>", group: .navigation,
      help: "next block, past fields and empty inputs; in vi’s set: next statement"
    ) { .moveCursor($0.isVi ? .nextStatement : .nextBlock) }.growingSelection(.selectDown),
    CanvasCommand(
      "previous-sibling", "<C-Up>", group: .navigation,
      help: "the statement above in the same stack, or the value before in the same block",
      intent: .moveCursor(.previousSibling)
    ).growingSelection(.selectUp),
    CanvasCommand(
      "next-sibling", "<C-Down>", group: .navigation,
      help: "the statement below in the same stack, or the next value in the same block",
      intent: .moveCursor(.nextSibling)
    ).growingSelection(.selectDown),
    CanvasCommand(
      "go-to-row", "<C-g>", group: .navigation, help: "go to a row by its number",
      unavailable: { $0.module.workbench.cursor == nil ? "the program is empty" : nil },
      run: { $0.module.emit(.open(.finding(.row))) }),
    CanvasCommand(
      "next-stack", "<Tab>", group: .navigation, help: "next stack or comment", intent: .moveCursor(.nextStack)),
    CanvasCommand(
      "previous-stack", "b", "<S-Tab>", group: .navigation, help: "previous stack or comment",
      intent: .moveCursor(.previousStack)),
    CanvasCommand(
      "outward", "o", group: .navigation, help: "enclosing block", intent: .moveCursor(.outward)),
    CanvasCommand(
      "escape", "<Esc>", group: .navigation, help: "clear the selection; else end the search; else the enclosing block"
    ) {
      let workbench = $0.module.workbench
      if !workbench.selectedIDs.isEmpty { return .clearSelection }
      return workbench.search == nil ? .moveCursor(.outward) : .endSearch
    }.numbered(.nothing),
    CanvasCommand(
      "back", "{", "<A-Left>", "<C-o>", group: .navigation, help: "back to where the last jump came from",
      intent: .goBack),
    CanvasCommand(
      "forward", "}", "<A-Right>", group: .navigation, help: "forward again, after going back", intent: .goForward),
    CanvasCommand(
      "read-block", "i", group: .navigation, help: "read the whole block",
      runIn: { $0.read("Block", $0.module.workbench.state.fullDescription, on: $1) }),
    CanvasCommand(
      "read-parents", "I", group: .navigation, help: "read the enclosing blocks, from the outside in, and the row",
      runIn: { $0.read("Inside", $0.parentsAndRow, on: $1) }),
    CanvasCommand(
      "read-program", "<A-g>", group: .navigation, help: "read how many stacks, comments and blocks the program has",
      run: { $0.module.showStatus($0.module.workbench.state.programDescription) }),
    CanvasCommand(
      "block-help", "h", group: .navigation, help: "show what the block does",
      step: { $0.showBlockHelp }),
  ]

  private static let finding: [CanvasCommand] = [
    CanvasCommand(
      "find", "<C-f>", group: .finding, help: "find words, values, variables, comments, types, ids",
      run: { $0.module.emit(.open(.finding(.text))) }),
    CanvasCommand(
      "find-or-divide", "/", group: .finding, help: "find; on a value: divide it",
      run: {
        if $0.module.canDivide {
          $0.module.openLine(.operation(sign: "/"))
        } else {
          $0.module.emit(.open(.finding(.text)))
        }
      }),
    CanvasCommand(
      "next", "n", group: .finding, help: "next match; without a search: next stack or comment"
    ) { $0.module.workbench.search == nil ? .moveCursor(.nextStack) : .findNext },
    CanvasCommand("previous", "N", group: .finding, help: "previous match", intent: .findPrevious),
    CanvasCommand(
      "replace", "<C-r>", group: .finding, help: "replace the text that was found",
      step: { $0.replaceText }),
    CanvasCommand(
      "next-use", "#", group: .blocks, help: "next use of the variable, function or type of block at the cursor",
      intent: .nextUse),
    CanvasCommand(
      "uses", "@", group: .blocks, help: "list the uses of the variable, function or type of block at the cursor",
      unavailable: { $0.module.workbench.refusal(of: .nextUse) }, run: { $0.module.emit(.open(.finding(.uses))) }),
    CanvasCommand(
      "outline", "f", group: .finding, help: "outline: go to a function, stack, bookmark or comment",
      unavailable: { $0.module.workbench.cursor == nil ? "the program is empty" : nil },
      run: { $0.module.emit(.open(.finding(.outline))) }
    ),
    CanvasCommand("next-problem", "]", "<F8>", group: .finding, help: "next problem", intent: .nextProblem),
    CanvasCommand(
      "previous-problem", "[", "<S-F8>", group: .finding,
      help: "previous problem; in an empty input, [ begins a list",
      unavailable: { $0.module.canTypeList ? nil : $0.module.workbench.refusal(of: .previousProblem) },
      run: {
        if $0.module.canTypeList { $0.module.openLine(.value, text: "[") } else { $0.module.perform(.previousProblem) }
      }),
    CanvasCommand(
      "problems", ";", group: .finding, help: "list the problems that ‘mortise check’ reports",
      run: { $0.module.emit(.open(.finding(.problems))) }
    ),
    CanvasCommand("fix", "F", group: .blocks, help: "fix the problem of the block", intent: .fixProblem),
  ]

  private static let editing: [CanvasCommand] = [
    CanvasCommand(
      "edit", "<Enter>", "<Space>", group: .editing,
      help: "edit the field or comment; on a check box: toggle it; on an empty input: type into it",
      hint: "edit", step: { $0.edit }
    ).numbered(.value),
    CanvasCommand(
      "edit-parts", "e", group: .editing,
      help: "edit the block's branches, items or inputs; same as Enter on ⚙",
      step: { $0.editParts }),
    CanvasCommand(
      "type-below", "a", group: .editing,
      help: "type blocks into the empty input at the cursor, or below the statement",
      hint: "type", step: { $0.typing(.below) }
    ),
    CanvasCommand(
      "type-above", "A", group: .editing, help: "type blocks above the statement",
      step: { $0.typing(.above) }),
    CanvasCommand(
      "edit-text", "E", group: .editing, help: "edit the block as text",
      step: { $0.typing(.edit) }),
    CanvasCommand(
      "edit-comment", "\"", group: .editing,
      help:
        "edit the comment of the block or of the selected blocks; in an empty input or on a number or text: type a text",
      step: { $0.canTypeText ? .typing(.value, text: "\"") : $0.editComment }),
    CanvasCommand(
      "new-comment", "w", group: .editing, help: "new comment on the workspace",
      run: { $0.module.emit(.open(.comment(.new))) }),
  ]

  /// The operators that can follow a value; `/` has a command.
  static let operators = "+-*%^=<>!"

  /// The keys that begin a value, or continue one.
  private static let typingValues = CommandTable<CanvasMode>.Fallback(
    keys: "0–9 . - ( + * % ^ = < > !",
    help:
      "type a value in an empty input; digits replace a number or text (vi: count), operators go on with a value"
  ) { mode, key, _ in
    guard let character = key.typedCharacter else { return false }
    let module = mode.module
    let isInEmptyInput = if case .emptyInput = module.workbench.cursor { true } else { false }
    // In vi's set, digits are counts.
    let isDigit = character.isNumber && !mode.isVi
    if character.isASCII, isDigit || isInEmptyInput && ".-(".contains(character), module.canTypeValue {
      module.openLine(.value, text: String(character))
    } else if operators.contains(character) {
      if module.canContinue(with: character) {
        module.openLine(.operation(sign: String(character)))
      } else {
        module.showStatus(module.workbench.refusal(toOpenLine: .operation(sign: String(character))))
      }
    } else {
      return false
    }
    return true
  }

  private static let selection: [CanvasCommand] = [
    CanvasCommand(
      "select-down", "<S-Down>", group: .selection,
      help: "select the statement and the one below it, then further ones",
      intent: .selectDown),
    CanvasCommand(
      "select-up", "<S-Up>", group: .selection, help: "select the statement and the one above it, then further ones",
      intent: .selectUp),
    CanvasCommand(
      "select-outward", "<S-Left>", group: .selection, help: "select the enclosing block", intent: .selectOutward),
    CanvasCommand(
      "select-inward", "<S-Right>", group: .selection, help: "select the statements in the block",
      intent: .selectInward),
    CanvasCommand(
      "select", "s", group: .selection, help: "select or unselect the block at the cursor", intent: .toggleSelected),
    CanvasCommand("select-stack", "V", group: .selection, help: "select the whole stack", intent: .selectStack),
    CanvasCommand(
      "select-all", "<C-a>", group: .selection, help: "select the whole stack, then all blocks", intent: .selectMore),
    CanvasCommand(
      "select-statements", "<C-Space>", group: .selection,
      help: "select the statement; then ↑ and ↓ select further ones, until the same key or Esc",
      unavailable: { $0.module.isSelectingStatements ? nil : $0.refusal(of: .selectStatement) },
      run: { $0.toggleSelectingStatements() }),
  ]

  private static let blocks: [CanvasCommand] = [
    CanvasCommand(
      "move", "m", group: .blocks,
      help: "move the block, or the selected blocks joined to one stack; move or resize the comment",
      unavailable: { $0.module.refusalToMove(takesStack: false) },
      run: { $0.module.startMove(takesStack: false) }),
    CanvasCommand(
      "move-stack", "M", group: .blocks, help: "move the block and the blocks below it",
      unavailable: { $0.module.refusalToMove(takesStack: true) }, run: { $0.module.startMove(takesStack: true) }),
    CanvasCommand(
      "delete", "<Delete>", "<Backspace>", group: .blocks,
      help: "delete the selected blocks, else the block or comment; the blocks below close the gap", intent: .delete
    ).numbered(.statements),
    CanvasCommand(
      "duplicate", "d", "<C-d>", group: .blocks, help: "duplicate the selected blocks, else the block or comment",
      intent: .duplicate),
    CanvasCommand(
      "copy", "y", "<C-c>", group: .blocks, help: "copy the selected blocks, else the block, value or comment",
      intent: .copy
    ).numbered(.statements),
    CanvasCommand(
      "copy-stack", "Y", group: .blocks, help: "copy the block and the blocks below it", intent: .copyStack),
    CanvasCommand(
      "cut", "<C-x>", "<C-k>", group: .blocks, help: "cut the selected blocks, else the block or comment", intent: .cut
    ).numbered(.statements),
    CanvasCommand(
      "cut-stack", "<A-x>", group: .blocks, help: "cut the block and the blocks below it", intent: .cutStack),
    CanvasCommand(
      "paste", "P", "<C-v>", group: .blocks, help: "paste into the input at the cursor, or below the block"
    ) {
      // In vi, pasting after a line never goes into it.
      $0.isVi ? .pasteBelow : .paste
    }.numbered(.pastes(.pasteBelow)),
    CanvasCommand(
      "paste-beside", "<A-y>", group: .blocks, help: "paste beside the block, unconnected", intent: .pasteBeside
    ).numbered(.pastes(.pasteBeside)),
    CanvasCommand("paste-above", "O", group: .blocks, help: "paste above the block", intent: .pasteAbove).numbered(
      .pastes(.pasteAbove)),
    CanvasCommand(
      "swap-up", "<A-Up>", "K", group: .blocks, help: "swap the statement with the one above it", intent: .swapUp),
    CanvasCommand(
      "swap-down", "<A-Down>", "J", group: .blocks, help: "swap the statement with the one below it",
      intent: .swapDown),
    CanvasCommand(
      "nest", "<A-S-Right>", group: .blocks,
      help: "move the statement, or the selected ones, into the block above", intent: .nest
    ).numbered(.statements),
    CanvasCommand(
      "unnest", "<A-S-Left>", group: .blocks,
      help: "move the statement, or the selected ones, out of the block around", intent: .unnest
    ).numbered(.statements),
    CanvasCommand(
      "unwrap", "W", group: .blocks, help: "delete the block and keep the statements in it", intent: .unwrap),
    CanvasCommand(
      "detach", "x", group: .blocks,
      help: "detach the block; the blocks below close the gap, or stay if it is the first of its stack",
      intent: .detach),
    CanvasCommand(
      "detach-stack", "<A-d>", group: .blocks, help: "detach the block with the blocks below it", intent: .detachStack),
    CanvasCommand(
      "collapse", "c", group: .blocks, help: "collapse or expand the selected blocks, else the block or comment",
      intent: .toggleCollapsed),
    CanvasCommand("inline", "X", group: .blocks, help: "inline or external inputs", intent: .toggleInline),
    CanvasCommand(
      "disable", "D", group: .blocks, help: "disable or enable the selected blocks, else the block",
      intent: .toggleDisabled),
    CanvasCommand(
      "prune", "z", group: .blocks, help: "prune the block: remove empty branches, items and inputs at its ends",
      intent: .prune),
    CanvasCommand(
      "bookmark", "k", group: .blocks, help: "set, rename or remove the block's bookmark",
      step: { $0.editBookmark }),
    CanvasCommand(
      "properties", "p", group: .blocks, help: "block properties: locks, data, order in the file, default value",
      step: { $0.showProperties }),
  ]

  private static let running =
    ProgramRunner.commands.map { $0.adapted { $0.module.scene.runner } } + [
      CanvasCommand(
        "output", "j", "<F12>", group: .running, help: "go to the output of the program, and answer it",
        unavailable: { $0.module.scene.runner.refusalToShowOutput },
        run: { $0.module.scene.runner.open(.output(takesKeys: true)) })
    ]

  private static let windows: [CanvasCommand] = [
    CanvasCommand(
      "toolbox", "t", group: .windows, help: "toolbox: insert a block at the cursor", hint: "toolbox",
      run: { $0.module.emit(.open(.toolbox)) }),
    CanvasCommand(
      "variables", "v", group: .windows, help: "variables: create, rename, delete",
      run: { $0.module.emit(.open(.variables(.manage))) }),
    CanvasCommand(
      "palette", ":", "<F1>", group: .windows, help: "all commands: type a part of its name, and do it",
      run: { $0.module.emit(.open(.palette)) }
    ),
    CanvasCommand(
      "menu", ",", "<S-F10>", group: .windows,
      help: "menu of what you can do at the cursor; on an item of a list or text, a comma adds another one",
      run: { if $0.module.canTypeItem { $0.module.openLine(.item) } else { $0.module.emit(.open(.menu)) } }),
    CanvasCommand(
      "bookmarks", "'", group: .windows, help: "bookmarks: go to, rename, remove",
      step: { $0.showBookmarks }),
    CanvasCommand(
      "deleted-blocks", "R", group: .windows, help: "deleted blocks: restore blocks deleted since opening",
      step: { $0.showDeletedBlocks }),
    CanvasCommand(
      "snippets", "l", group: .windows, help: "snippets: insert, remove",
      step: { $0.showSnippets }),
    CanvasCommand(
      "save-snippet", "T", group: .windows,
      help: "save the selected blocks, else the block and the blocks below it, as a snippet",
      step: { $0.saveSnippet }),
    CanvasCommand(
      "event-log", "L", group: .windows, help: "log of Blockly events, below the canvas",
      run: { $0.module.emit(.open(.eventLog)) }),
    CanvasCommand(
      "code", "$", group: .windows, help: "show or hide the code, beside or below the blocks",
      run: { $0.module.emit(.open(.code(.toggle))) }),
    CanvasCommand(
      "code-language", "&", group: .windows, help: "show the code in the next language",
      run: { $0.module.emit(.open(.code(.changeLanguage))) }),
    CanvasCommand(
      "go-to-code", "H", group: .windows, help: "go to the block’s lines in the code",
      run: { $0.module.emit(.open(.code(.takeKeys))) }),
    CanvasCommand(
      "settings", "<A-,>", group: .windows, help: "settings: colours, keys, language, verbosity",
      run: { $0.module.emit(.open(.settings(.all))) }
    ),
    CanvasCommand(
      "plain", "<A-A>", group: .windows, help: "turn the screen for screen readers and braille displays on or off",
      run: { $0.togglePlain() }),
    CanvasCommand(
      "tutor", "<A-.>", group: .windows, help: "tutor: lessons; in a lesson, go to its task",
      unavailable: { $0.module.scene.tutor.refusal }, run: { $0.module.scene.tutor.open() }
    ),
    CanvasCommand(
      "hint", "<A-j>", group: .windows, help: "a hint for the lesson",
      unavailable: { $0.module.scene.tutor.run == nil ? "no lesson is shown" : nil },
      run: { $0.module.scene.tutor.showHint() }),
    CanvasCommand(
      "help", "?", group: .windows, help: "help: all keys", hint: "keys",
      run: { $0.module.emit(.open(.help)) }),
  ]

  private static let general: [CanvasCommand] = [
    CanvasCommand(
      "toggle-mouse", "<F2>", group: .editor, help: "turn the mouse off, so that the terminal can select text, or on",
      runIn: { $0.toggleMouse(on: $1) }),
    CanvasCommand(
      "suspend", "<C-p>", group: .editor, help: "suspend the editor and return to the shell; fg resumes",
      runIn: { _, screen in
        screen.message = "the editor was suspended, and is back"
        screen.device.suspend()
      }),
    CanvasCommand(
      "quit", "q", "<C-q>", group: .editor, help: "quit; asks about unsaved changes",
      run: { $0.module.scene.files.quit() }
    ),
  ]

  /// The commands while the mouse drags something. The program shows a preview then, so no command may change it.
  static let mouseDragCommands = CommandTable<CanvasMode>(
    "mouse", "While the mouse drags something",
    [
      CanvasCommand("cancel", "<Esc>", group: .finishing, help: "cancel the drag", hint: "cancel") {
        $0.module.cancelMouseDrag()
      }
    ])
}
