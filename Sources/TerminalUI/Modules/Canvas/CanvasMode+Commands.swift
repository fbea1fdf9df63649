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

  /// The message after a click on empty space, with the keys that create a stack there.
  static var newStackHint: String {
    let words = [("type-below", "types a new stack here"), ("toolbox", "picks its first block")]
    let keys = words.compactMap { name, word in key(ofCommandNamed: name).map { "\($0) \(word)" } }
    return (["empty space"] + (keys.isEmpty ? [] : [keys.joined(separator: ", ")])).joined(separator: ": ")
  }

  /// Returns the short name of a command's first key; nil if it has none.
  static func key(ofCommandNamed name: String) -> String? {
    canvasCommands.command(named: name)?.keys.first.map(KeyText.short)
  }

  /// The commands on the canvas.
  static let canvasCommands = CommandTable<CanvasMode>(
    "canvas", "On the canvas",
    // `+` would copy the commands of all groups before it for each group.
    [navigation, finding, versions, editing, selection, blocks, refactorings, program, running, windows, general]
      .flatMap { $0 },
    fallback: typingValues)

  private static let navigation: [CanvasCommand] = [
    CanvasCommand("up", "<Up>", title: "Up", group: .navigation, help: "previous row", intent: .moveCursor(.up))
      .growingSelection(.selectUp),
    CanvasCommand("down", "<Down>", title: "Down", group: .navigation, help: "next row", intent: .moveCursor(.down))
      .growingSelection(.selectDown),
    CanvasCommand(
      "left", "<Left>", title: "Left", group: .navigation, help: "previous field, value, empty input or block",
      intent: .moveCursor(.left)),
    CanvasCommand(
      "right", "<Right>", title: "Right", group: .navigation, help: "next field, value, empty input or block",
      intent: .moveCursor(.right)),
    CanvasCommand("page-up", "<PageUp>", title: "Page up", group: .navigation, help: "one screen up") {
      .moveCursor(.rows(-$0.pageRows))
    },
    CanvasCommand("page-down", "<PageDown>", title: "Page down", group: .navigation, help: "one screen down") {
      .moveCursor(.rows($0.pageRows))
    },
    CanvasCommand(
      "first", "<Home>", "g", "<C-Home>", title: "Go to the beginning", group: .navigation,
      help: "beginning of the program",
      intent: .moveCursor(.first)
    ).numbered(.row).growingSelection(.selectUp, isFar: true),
    // vi's motions are line-wise here, so that operators apply to statements.
    CanvasCommand(
      "last", "<End>", "G", "<C-End>", title: "Go to the end", group: .navigation, help: "end of the program"
    ) {
      .moveCursor($0.isVi ? .lastStatement : .last)
    }.numbered(.row).growingSelection(.selectDown, isFar: true),
    CanvasCommand(
      "previous-block", "<C-Left>", title: "Previous block", group: .navigation,
      help: "previous block, past fields and empty inputs; in vi’s set: previous statement"
    ) { .moveCursor($0.isVi ? .previousStatement : .previousBlock) }.growingSelection(.selectUp),
    CanvasCommand(
      "next-block", "<C-Right>", title: "Next block", group: .navigation,
      help: "next block, past fields and empty inputs; in vi’s set: next statement"
    ) { .moveCursor($0.isVi ? .nextStatement : .nextBlock) }.growingSelection(.selectDown),
    CanvasCommand(
      "previous-sibling", "<C-Up>", title: "Statement above", group: .navigation,
      help: "the statement above in the same stack, or the value before in the same block",
      intent: .moveCursor(.previousSibling)
    ).growingSelection(.selectUp),
    CanvasCommand(
      "next-sibling", "<C-Down>", title: "Statement below", group: .navigation,
      help: "the statement below in the same stack, or the next value in the same block",
      intent: .moveCursor(.nextSibling)
    ).growingSelection(.selectDown),
    CanvasCommand(
      "go-to-row", "<C-g>", title: "Go to line…", group: .navigation, help: "go to a line by its number",
      unavailable: { $0.module.workbench.cursor == nil ? "the program is empty" : nil },
      run: { $0.module.emit(.open(.finding(.row))) }),
    CanvasCommand(
      "next-stack", "<Tab>", title: "Next stack", group: .navigation, help: "next stack or comment",
      intent: .moveCursor(.nextStack)),
    CanvasCommand(
      "previous-stack", "b", "<S-Tab>", title: "Previous stack", group: .navigation, help: "previous stack or comment",
      intent: .moveCursor(.previousStack)),
    CanvasCommand(
      "outward", "o", title: "Enclosing block", group: .navigation, help: "enclosing block",
      intent: .moveCursor(.outward)),
    CanvasCommand(
      "escape", "<Esc>", title: "Clear the selection", group: .navigation,
      help: "clear the selection; else end the search; else the enclosing block"
    ) {
      let workbench = $0.module.workbench
      if !workbench.selectedIDs.isEmpty { return .clearSelection }
      return workbench.search == nil ? .moveCursor(.outward) : .endSearch
    }.numbered(.nothing),
    CanvasCommand(
      "back", "{", "<A-Left>", "<C-o>", title: "Go back", group: .navigation,
      help: "back to where the last jump came from",
      intent: .goBack),
    CanvasCommand(
      "forward", "}", "<A-Right>", title: "Go forward", group: .navigation, help: "forward again, after going back",
      intent: .goForward),
    CanvasCommand(
      "read-block", "i", title: "Read the block", group: .navigation, help: "read the whole block",
      runIn: { $0.read("Block", $0.module.workbench.state.fullDescription, on: $1) }),
    CanvasCommand(
      "read-parents", "I", title: "Where am I?", group: .navigation,
      help: "read the enclosing blocks, from the outside in, and the row",
      runIn: { $0.read("Inside", $0.parentsAndRow, on: $1) }),
    CanvasCommand(
      "read-program", "<A-g>", title: "Count the blocks", group: .navigation,
      help: "read how many stacks, comments and blocks the program has",
      run: { $0.module.showStatus($0.module.workbench.state.programDescription) }),
    CanvasCommand(
      "block-help", "h", title: "Help on the block", group: .navigation, help: "show what the block does",
      step: { $0.showBlockHelp }),
  ]

  private static let finding: [CanvasCommand] = [
    CanvasCommand(
      "find", "<C-f>", title: "Find…", group: .finding, help: "find words, values, variables, comments, types, ids",
      run: { $0.module.emit(.open(.finding(.text))) }),
    CanvasCommand(
      "find-or-divide", "/", title: "Find or divide…", group: .finding, help: "find; on a value: divide it",
      run: {
        if $0.module.canDivide {
          $0.module.openLine(.operation(sign: "/"))
        } else {
          $0.module.emit(.open(.finding(.text)))
        }
      }),
    CanvasCommand(
      "next", "n", title: "Next match", group: .finding, help: "next match; without a search: next stack or comment"
    ) { $0.module.workbench.search == nil ? .moveCursor(.nextStack) : .findNext },
    CanvasCommand(
      "previous", "N", title: "Previous match", group: .finding, help: "previous match", intent: .findPrevious),
    CanvasCommand(
      "replace", "<C-r>", title: "Replace…", group: .finding, help: "replace the text that was found",
      step: { $0.replaceText }),
    CanvasCommand(
      "next-use", "#", title: "Next use", group: .blocks,
      help: "next use of the variable, function or type of block at the cursor",
      intent: .nextUse),
    CanvasCommand(
      "uses", "@", title: "Uses…", group: .blocks,
      help: "list the uses of the variable, function or type of block at the cursor",
      unavailable: { $0.module.workbench.refusal(of: .nextUse) }, run: { $0.module.emit(.open(.finding(.uses))) }),
    CanvasCommand(
      "outline", "f", title: "Outline…", group: .finding, help: "go to a function, stack, bookmark or comment",
      unavailable: { $0.module.workbench.cursor == nil ? "the program is empty" : nil },
      run: { $0.module.emit(.open(.finding(.outline))) }
    ),
    CanvasCommand(
      "next-problem", "]", "<F8>", title: "Next problem", group: .finding,
      help: "next problem; if there is none, next warning",
      intent: .nextProblem),
    CanvasCommand(
      "previous-problem", "[", "<S-F8>", title: "Previous problem", group: .finding,
      help: "previous problem; in an empty input, [ begins a list",
      unavailable: { $0.module.canTypeList ? nil : $0.module.workbench.refusal(of: .previousProblem) },
      run: {
        if $0.module.canTypeList { $0.module.openLine(.value, text: "[") } else { $0.module.perform(.previousProblem) }
      }),
    CanvasCommand(
      "problems", ";", title: "Problems…", group: .finding,
      help: "list the problems that ‘mortise check’ reports, and what could be better",
      run: { $0.module.emit(.open(.finding(.problems))) }
    ),
    CanvasCommand(
      "fix", "F", title: "Fix the problem", group: .blocks, help: "fix the problem of the block, or follow the advice",
      intent: .fixProblem),
    CanvasCommand(
      "fix-all", "<A-F>", title: "Fix all of this kind", group: .blocks,
      help: "repair everything that the same rule of advice finds", intent: .repairAll),
  ]

  private static let editing: [CanvasCommand] = [
    CanvasCommand(
      "edit", "<Enter>", "<Space>", title: "Edit", group: .editing,
      help: "edit the field or comment; on a check box: toggle it; on an empty input: type into it",
      hint: "edit", step: { $0.edit }
    ).numbered(.value),
    CanvasCommand(
      "edit-parts", "e", title: "Edit parts…", group: .editing,
      help: "edit the block's branches, items or inputs; same as Enter on ⚙",
      step: { $0.editParts }),
    CanvasCommand(
      "type-below", "a", title: "Type blocks…", group: .editing,
      help: "type blocks into the empty input at the cursor, or below the statement",
      hint: "type", step: { $0.typing(.below) }
    ),
    CanvasCommand(
      "type-above", "A", title: "Type blocks above…", group: .editing, help: "type blocks above the statement",
      step: { $0.typing(.above) }),
    CanvasCommand(
      "wrap-in", "<A-(>", title: "Wrap in…", group: .editing,
      help: "put the selected statements, else the one at the cursor, into a block that you type",
      unavailable: { $0.module.refusalToWrap }, run: { $0.module.wrap() }),
    CanvasCommand(
      "edit-text", "E", title: "Edit as text…", group: .editing, help: "edit the block as text",
      step: { $0.typing(.edit) }),
    CanvasCommand(
      "edit-comment", "\"", title: "Comment…", group: .editing,
      help:
        "edit the comment of the block or of the selected blocks; in an empty input or on a number or text: type a text",
      step: { $0.canTypeText ? .typing(.value, text: "\"") : $0.editComment }),
    CanvasCommand(
      "new-comment", "w", title: "New comment…", group: .editing, help: "new comment on the workspace",
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
      "select-down", "<S-Down>", title: "Extend selection down", group: .selection,
      help: "select the statement and the one below it, then further ones",
      intent: .selectDown),
    CanvasCommand(
      "select-up", "<S-Up>", title: "Extend selection up", group: .selection,
      help: "select the statement and the one above it, then further ones",
      intent: .selectUp),
    CanvasCommand(
      "select-outward", "<S-Left>", title: "Select enclosing block", group: .selection,
      help: "select the enclosing block", intent: .selectOutward),
    CanvasCommand(
      "select-inward", "<S-Right>", title: "Select the contents", group: .selection,
      help: "select the statements in the block",
      intent: .selectInward),
    CanvasCommand(
      "select", "s", title: "Select or unselect", group: .selection, help: "select or unselect the block at the cursor",
      intent: .toggleSelected),
    CanvasCommand(
      "select-stack", "V", title: "Select the stack", group: .selection, help: "select the whole stack",
      intent: .selectStack),
    CanvasCommand(
      "select-all", "<C-a>", title: "Select all", group: .selection, help: "select the whole stack, then all blocks",
      intent: .selectMore),
    CanvasCommand(
      "select-statements", "<C-Space>", title: "Select statements", group: .selection,
      help: "select the statement; then ↑ and ↓ select further ones, until the same key or Esc",
      unavailable: { $0.module.isSelectingStatements ? nil : $0.refusal(of: .selectStatement) },
      run: { $0.toggleSelectingStatements() }),
  ]

  private static let blocks: [CanvasCommand] = [
    CanvasCommand(
      "move", "m", title: "Move", group: .blocks,
      help: "move the block, or the selected blocks joined to one stack; move or resize the comment",
      unavailable: { $0.module.refusalToMove(takesStack: false) },
      run: { $0.module.startMove(takesStack: false) }),
    CanvasCommand(
      "move-stack", "M", title: "Move with blocks below", group: .blocks,
      help: "move the block and the blocks below it",
      unavailable: { $0.module.refusalToMove(takesStack: true) }, run: { $0.module.startMove(takesStack: true) }),
    CanvasCommand(
      "delete", "<Delete>", "<Backspace>", title: "Delete", group: .blocks,
      help: "delete the selected blocks, else the block or comment; the blocks below close the gap", intent: .delete
    ).numbered(.statements),
    CanvasCommand(
      "duplicate", "d", "<C-d>", title: "Duplicate", group: .blocks,
      help: "duplicate the selected blocks, else the block or comment",
      intent: .duplicate),
    CanvasCommand(
      "copy", "y", "<C-c>", title: "Copy", group: .blocks,
      help: "copy the selected blocks, else the block, value or comment",
      intent: .copy
    ).numbered(.statements),
    CanvasCommand(
      "copy-stack", "Y", title: "Copy with blocks below", group: .blocks,
      help: "copy the block and the blocks below it", intent: .copyStack),
    CanvasCommand(
      "cut", "<C-x>", "<C-k>", title: "Cut", group: .blocks, help: "cut the selected blocks, else the block or comment",
      intent: .cut
    ).numbered(.statements),
    CanvasCommand(
      "cut-stack", "<A-x>", title: "Cut with blocks below", group: .blocks,
      help: "cut the block and the blocks below it", intent: .cutStack),
    CanvasCommand(
      "paste", "P", "<C-v>", title: "Paste", group: .blocks,
      help: "paste into the input at the cursor, or below the block"
    ) {
      // In vi, pasting after a line never goes into it.
      $0.isVi ? .pasteBelow : .paste
    }.numbered(.pastes(.pasteBelow)),
    CanvasCommand(
      "paste-beside", "<A-y>", title: "Paste beside", group: .blocks, help: "paste beside the block, unconnected",
      intent: .pasteBeside
    ).numbered(.pastes(.pasteBeside)),
    CanvasCommand(
      "paste-above", "O", title: "Paste above", group: .blocks, help: "paste above the block", intent: .pasteAbove
    ).numbered(
      .pastes(.pasteAbove)),
    CanvasCommand(
      "swap-up", "<A-Up>", "K", title: "Move statement up", group: .blocks,
      help: "swap the statement with the one above it", intent: .swapUp),
    CanvasCommand(
      "swap-down", "<A-Down>", "J", title: "Move statement down", group: .blocks,
      help: "swap the statement with the one below it",
      intent: .swapDown),
    CanvasCommand(
      "nest", "<A-S-Right>", title: "Move into the block above", group: .blocks,
      help: "move the statement, or the selected ones, into the block above", intent: .nest
    ).numbered(.statements),
    CanvasCommand(
      "unnest", "<A-S-Left>", title: "Move out of the block", group: .blocks,
      help: "move the statement, or the selected ones, out of the block around", intent: .unnest
    ).numbered(.statements),
    CanvasCommand(
      "unwrap", "W", title: "Unwrap", group: .blocks, help: "delete the block and keep the statements in it",
      intent: .unwrap),
    CanvasCommand(
      "detach", "x", title: "Detach", group: .blocks,
      help: "detach the block; the blocks below close the gap, or stay if it is the first of its stack",
      intent: .detach),
    CanvasCommand(
      "detach-stack", "<A-d>", title: "Detach with blocks below", group: .blocks,
      help: "detach the block with the blocks below it", intent: .detachStack),
    CanvasCommand(
      "collapse", "c", title: "Collapse or expand", group: .blocks,
      help: "collapse or expand the selected blocks, else the block or comment",
      intent: .toggleCollapsed),
    CanvasCommand(
      "inline", "X", title: "Inline or external inputs", group: .blocks,
      help: "draw the inputs in one row, or below each other", intent: .toggleInline),
    CanvasCommand(
      "disable", "D", title: "Disable or enable", group: .blocks,
      help: "disable or enable the selected blocks, else the block",
      intent: .toggleDisabled),
    CanvasCommand(
      "prune", "z", title: "Remove empty parts", group: .blocks,
      help: "remove empty branches, items and inputs at its ends",
      intent: .prune),
    CanvasCommand(
      "bookmark", "k", title: "Bookmark…", group: .blocks, help: "set, rename or remove the block's bookmark",
      step: { $0.editBookmark }),
    CanvasCommand(
      "properties", "p", title: "Properties…", group: .blocks,
      help: "change locks, data, order in the file, default value",
      step: { $0.showProperties }),
  ]

  private static let running =
    ProgramRunner.commands.map { $0.adapted { $0.module.scene.runner } } + [
      CanvasCommand(
        "output", "j", "<F12>", title: "Go to the output", group: .running,
        help: "go to the output of the program, and answer it",
        unavailable: { $0.module.scene.runner.refusalToShowOutput },
        run: { $0.module.scene.runner.open(.output(takesKeys: true)) })
    ]

  private static let general: [CanvasCommand] = [
    CanvasCommand(
      "toggle-mouse", "<F2>", title: "Mouse on or off", group: .editor,
      help: "turn the mouse off, so that the terminal can select text, or on",
      runIn: { $0.toggleMouse(on: $1) }),
    CanvasCommand(
      "suspend", "<C-p>", title: "Suspend", group: .editor,
      help: "suspend the editor and return to the shell; fg resumes",
      runIn: { _, screen in
        screen.message = "the editor was suspended, and is back"
        screen.device.suspend()
      }),
    CanvasCommand(
      "quit", "q", "<C-q>", title: "Quit", group: .editor, help: "quit; asks about unsaved changes",
      run: { $0.module.scene.files.quit() }
    ),
  ]

  /// The commands while the mouse drags something. The program shows a preview then, so no command may change it.
  static let mouseDragCommands = CommandTable<CanvasMode>(
    "mouse", "While the mouse drags something",
    [
      CanvasCommand("cancel", "<Esc>", title: "Cancel", group: .finishing, help: "cancel the drag", hint: "cancel") {
        $0.module.cancelMouseDrag()
      }
    ])
}
