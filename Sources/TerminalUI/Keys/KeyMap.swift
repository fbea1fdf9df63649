import Terminal

/// Which keys mean what. The editor, its help, `mortise keys` and docs/keys.md all come from this table.
public enum KeyMap {
  /// Where keys have a meaning.
  public enum Context: String, CaseIterable, Sendable {
    case canvas = "On the canvas"
    case moving = "While a block is moved"
    case commentDrag = "While a comment on the workspace is moved"
    case dialog = "In the dialog that a block's ⚙ opens"
    case log = "In the log of events"
  }

  public struct Binding: Sendable {
    public var context: Context
    /// The keys' names, the first one being shown in hints.
    public var keys: [String]
    public var command: EditorCommand
    /// What it does, for the help.
    public var words: String
  }

  public static let bindings: [Binding] = [
    Binding(context: .canvas, keys: ["<Up>"], command: .up, words: "the row above"),
    Binding(context: .canvas, keys: ["<Down>"], command: .down, words: "the row below"),
    Binding(
      context: .canvas, keys: ["<Left>"], command: .left, words: "what stands before: field, value, empty place, block"),
    Binding(context: .canvas, keys: ["<Right>"], command: .right, words: "what stands behind"),
    Binding(context: .canvas, keys: ["<PageUp>"], command: .pageUp, words: "a screen up"),
    Binding(context: .canvas, keys: ["<PageDown>"], command: .pageDown, words: "a screen down"),
    Binding(context: .canvas, keys: ["<Home>", "g"], command: .firstItem, words: "the first item"),
    Binding(context: .canvas, keys: ["<End>", "G"], command: .lastItem, words: "the last item"),
    Binding(context: .canvas, keys: ["n", "<Tab>"], command: .nextStack, words: "the next stack or comment"),
    Binding(context: .canvas, keys: ["b", "<S-Tab>"], command: .previousStack, words: "the stack or comment before"),
    Binding(context: .canvas, keys: ["o", "<Esc>"], command: .outward, words: "the block around"),
    Binding(
      context: .canvas, keys: ["<Enter>", "<Space>"], command: .edit,
      words: "edit the field or comment, tick the box, open the dropdown; at an empty place: what fits"),
    Binding(
      context: .canvas, keys: ["e"], command: .mutator,
      words: "change what the block is made of: branches, items, inputs; as Enter on its ⚙"),
    Binding(context: .canvas, keys: ["t"], command: .toolbox, words: "toolbox: insert a block at the cursor"),
    Binding(context: .canvas, keys: ["m"], command: .move, words: "move the block; move or resize the comment"),
    Binding(context: .canvas, keys: ["M"], command: .moveStack, words: "move the block with those below it"),
    Binding(
      context: .canvas, keys: ["<Delete>", "<Backspace>"], command: .delete,
      words: "delete the block or comment; the stack closes the gap"),
    Binding(context: .canvas, keys: ["d"], command: .duplicate, words: "duplicate the block or comment"),
    Binding(context: .canvas, keys: ["x"], command: .detach, words: "detach the block; the stack closes the gap"),
    Binding(context: .canvas, keys: ["c"], command: .collapse, words: "collapse or expand the block or comment"),
    Binding(context: .canvas, keys: ["C"], command: .collapseAll, words: "collapse or expand all blocks"),
    Binding(context: .canvas, keys: ["D"], command: .disable, words: "disable or enable the block"),
    Binding(
      context: .canvas, keys: ["z"], command: .prune,
      words: "prune the block: cut empty branches, items, inputs off its edges"),
    Binding(
      context: .canvas, keys: ["Z"], command: .pruneWorkspace,
      words: "prune the workspace: remove loose blocks that have no effect"),
    Binding(context: .canvas, keys: ["\""], command: .comment, words: "write the block's comment"),
    Binding(context: .canvas, keys: ["w"], command: .newComment, words: "write a new comment on the workspace"),
    Binding(context: .canvas, keys: ["v"], command: .variables, words: "variables: make, rename, delete"),
    Binding(
      context: .canvas, keys: ["p"], command: .properties, words: "properties: locks, data, place in the file, default"),
    Binding(context: .canvas, keys: ["k"], command: .bookmark, words: "set, rename or remove the block's bookmark"),
    Binding(context: .canvas, keys: ["'"], command: .bookmarks, words: "bookmarks: jump, rename, remove"),
    Binding(
      context: .canvas, keys: ["L"], command: .eventLog, words: "the log of fired events, as JSON, below the canvas"),
    Binding(context: .canvas, keys: ["u", "<C-z>"], command: .undo, words: "undo"),
    Binding(context: .canvas, keys: ["U", "<C-y>"], command: .redo, words: "redo"),
    Binding(context: .canvas, keys: ["<C-s>"], command: .save, words: "save"),
    Binding(context: .canvas, keys: ["S"], command: .saveAs, words: "save under another name"),
    Binding(context: .canvas, keys: ["q", "<C-q>"], command: .quit, words: "quit; asks when there are changes"),
    Binding(context: .canvas, keys: ["?", "<F1>"], command: .help, words: "help: all keys"),
    Binding(
      context: .canvas, keys: ["<C-p>"], command: .suspend,
      words: "stop the editor and go back to the shell; fg returns"),
    Binding(context: .canvas, keys: ["<C-l>"], command: .redraw, words: "draw the screen anew"),
    Binding(
      context: .canvas, keys: ["<F2>"], command: .mouseSwitch,
      words: "mouse on or off, so that the terminal can select text"),
    Binding(context: .moving, keys: ["<Down>", "<Right>"], command: .down, words: "the next place where it fits"),
    Binding(context: .moving, keys: ["<Up>", "<Left>"], command: .up, words: "the place before"),
    Binding(context: .moving, keys: ["<C-Left>", "h"], command: .freeLeft, words: "by itself, to the left"),
    Binding(context: .moving, keys: ["<C-Right>", "l"], command: .freeRight, words: "by itself, to the right"),
    Binding(context: .moving, keys: ["<C-Up>", "k"], command: .freeUp, words: "by itself, up"),
    Binding(context: .moving, keys: ["<C-Down>", "j"], command: .freeDown, words: "by itself, down"),
    Binding(context: .moving, keys: ["<Enter>", "m", "<Space>"], command: .accept, words: "drop it here"),
    Binding(context: .moving, keys: ["<Esc>", "q"], command: .cancel, words: "put it back"),
    Binding(context: .commentDrag, keys: ["<Left>", "h"], command: .freeLeft, words: "to the left"),
    Binding(context: .commentDrag, keys: ["<Right>", "l"], command: .freeRight, words: "to the right"),
    Binding(context: .commentDrag, keys: ["<Up>", "k"], command: .freeUp, words: "up"),
    Binding(context: .commentDrag, keys: ["<Down>", "j"], command: .freeDown, words: "down"),
    Binding(context: .commentDrag, keys: ["H", "<S-Left>"], command: .narrower, words: "a column narrower"),
    Binding(context: .commentDrag, keys: ["L", "<S-Right>"], command: .wider, words: "a column wider"),
    Binding(context: .commentDrag, keys: ["K", "<S-Up>"], command: .shorter, words: "a row shorter"),
    Binding(context: .commentDrag, keys: ["J", "<S-Down>"], command: .taller, words: "a row taller"),
    Binding(context: .commentDrag, keys: ["<Enter>", "m", "<Space>"], command: .accept, words: "leave it so"),
    Binding(context: .commentDrag, keys: ["<Esc>", "q"], command: .cancel, words: "put it back as it was"),
    Binding(context: .dialog, keys: ["<Up>"], command: .up, words: "the row above"),
    Binding(context: .dialog, keys: ["<Down>", "<Tab>"], command: .down, words: "the row below"),
    Binding(context: .dialog, keys: ["<Home>", "<PageUp>"], command: .firstItem, words: "the first row"),
    Binding(context: .dialog, keys: ["<End>", "<PageDown>"], command: .lastItem, words: "the last row"),
    Binding(context: .dialog, keys: ["a"], command: .addPart, words: "add an else-if, an item, an input"),
    Binding(context: .dialog, keys: ["e"], command: .addOther, words: "add the else, or remove it"),
    Binding(
      context: .dialog, keys: ["<Delete>", "<Backspace>"], command: .removePart,
      words: "remove the row's part; on what is set aside: bring it back"),
    Binding(context: .dialog, keys: ["<S-Up>", "K"], command: .partUp, words: "move the row's part up"),
    Binding(context: .dialog, keys: ["<S-Down>", "J"], command: .partDown, words: "move the row's part down"),
    Binding(
      context: .dialog, keys: ["r"], command: .rename, words: "give the row's input, or the function, another name"),
    Binding(
      context: .dialog, keys: ["v"], command: .takeVariable,
      words: "take a variable as the row's input, or as a new one"),
    Binding(context: .dialog, keys: ["<Space>"], command: .toggle, words: "tick the row's box, or untick it"),
    Binding(
      context: .dialog, keys: ["<Enter>"], command: .edit,
      words: "keep it, as one step; on a name: change it, on a box: tick it, on what is set aside: bring it back"),
    Binding(context: .dialog, keys: ["<C-s>"], command: .accept, words: "keep it, as one step"),
    Binding(context: .dialog, keys: ["<Esc>"], command: .cancel, words: "take everything back"),
    Binding(context: .log, keys: ["<Up>"], command: .up, words: "the event before"),
    Binding(context: .log, keys: ["<Down>"], command: .down, words: "the next event"),
    Binding(context: .log, keys: ["<PageUp>"], command: .pageUp, words: "a page back"),
    Binding(context: .log, keys: ["<PageDown>"], command: .pageDown, words: "a page further"),
    Binding(context: .log, keys: ["<Home>", "g"], command: .firstItem, words: "the first event that is kept"),
    Binding(context: .log, keys: ["<End>", "G"], command: .lastItem, words: "the newest event, and those to come"),
    Binding(context: .log, keys: ["<Enter>"], command: .edit, words: "the whole event"),
    Binding(context: .log, keys: ["<Tab>", "L"], command: .eventLog, words: "back to the canvas; the log stays"),
    Binding(context: .log, keys: ["<Esc>", "q"], command: .cancel, words: "close the log"),
  ]

  private static let commands: [Context: [Key: EditorCommand]] = {
    var commands: [Context: [Key: EditorCommand]] = [:]
    for binding in bindings {
      for name in binding.keys {
        if let key = Key(name: name) { commands[binding.context, default: [:]][key] = binding.command }
      }
    }
    return commands
  }()

  static func command(for key: Key, in context: Context) -> EditorCommand? { commands[context]?[key] }

  /// How a key is written for a user.
  public static func shown(_ name: String) -> String {
    let arrows = ["<Up>": "↑", "<Down>": "↓", "<Left>": "←", "<Right>": "→"]
    if let arrow = arrows[name] { return arrow }
    guard name.count > 1 else { return name }
    return String(name.dropFirst().dropLast()).replacing("C-", with: "Ctrl+").replacing("S-", with: "Shift+")
      .replacing("A-", with: "Alt+")
  }

  /// The key map as a table in Markdown, for `mortise keys` and docs/keys.md.
  public static var table: String {
    var text = "# Keys\n"
    for context in Context.allCases {
      text += "\n## \(context.rawValue)\n\n| keys | what they do |\n|---|---|\n"
      for binding in bindings where binding.context == context {
        text += "| \(binding.keys.map(shown).joined(separator: ", ")) | \(binding.words) |\n"
      }
    }
    text += """

      ## In lists, questions and text fields

      | keys | what they do |
      |---|---|
      | ↑, ↓, PageUp, PageDown, Home, End | choose |
      | letters | go to the entry that begins so |
      | Enter | take it; in a text of several lines: begin a new line |
      | Ctrl+s, Ctrl+d | keep a text of several lines |
      | Esc | leave everything as it was |

      ## The mouse

      A click selects, a click on what is selected edits it, dragging moves a comment, or a block with those below it, dragging it onto the toolbox deletes it, the wheel scrolls. In the first line, a click on the program's name saves, and undo, redo and the help can be clicked.

      """
    return text
  }
}
