import ProgramRunning
import Workbench

/// The settings of the user's settings file.
public struct EditorSettings {
  /// The set of keys that the user's own keys change.
  public enum KeySet: String, CaseIterable, Sendable {
    /// Letters for the most frequent commands, and the keys of other editors.
    case mortise
    /// The keys of vi.
    case vi
    /// The keys of Blockly's own keyboard navigation.
    case blockly
  }

  /// The set that the user chose; `keys` changes it.
  public var keySet = KeySet.mortise
  /// The user's own keys, by the names of the table and the command.
  var keys = KeyBindings()
  /// The value for a theme that suits the terminal, and for the language of the environment.
  static let automatic = "auto"
  /// The name or file of a theme; nil for the one that suits the terminal's background.
  public var theme: String?
  /// The code of a language, or a file of messages; nil for the language of the environment.
  public var language: String?
  /// A file with a toolbox; nil for the stock toolbox.
  public var toolbox: String?
  /// The initial language of the code beside the blocks, by its name on the command line; nil for the first one.
  public var codeLanguage: String?
  /// The commands that generate the code of apps, by the names of their containers.
  package var codeCommands: [String: CodeMaker] = [:]
  /// Whether the editor receives the mouse.
  public var usesMouse = true
  /// Whether the screen is for screen readers and braille displays: an outline, and one sentence for each key.
  public var isPlain = false
  /// The amount of detail in the status line; nil for `standard`, or for `terse` on a plain screen.
  public var verbosity: Verbosity?
  /// Whether the cursor continues at the other end of the program.
  public var wraps = false
  /// The ids of the rules of advice that are switched off.
  package var allowedRules: [String] = []
  /// Whether the bell sounds when the cursor can't move on.
  public var ringsBell = false

  /// Creates the default settings.
  public init() {}

  /// The amount of detail in the status line.
  var shownVerbosity: Verbosity { verbosity ?? (isPlain ? .terse : .standard) }

  /// The keys of the key set, with the user's own ones.
  var bindings: KeyBindings { KeySets.bindings(of: keySet).merging(keys) }

  /// Starts using the keys of the key set, with the user's own ones.
  public func useKeys() { KeyBindings.current = bindings }
}

/// The key sets besides Mortise's own, which is in the command tables: the commands whose keys differ.
enum KeySets {
  static func bindings(of keySet: EditorSettings.KeySet) -> KeyBindings {
    switch keySet {
    case .mortise: KeyBindings()
    case .vi: KeyBindings(keys: vi)
    case .blockly: KeyBindings(keys: blockly)
    }
  }

  /// The keys that vi users press first do what they expect. Keys of Mortise that make room have a `g` in front.
  private static let vi: [String: [String: [String]]] = [
    "canvas": [
      "left": ["h", "<Left>"], "down": ["j", "<Down>"], "up": ["k", "<Up>"], "right": ["l", "<Right>"],
      "first": ["g g", "<Home>", "<C-Home>"], "last": ["G", "<End>", "<C-End>"],
      "next-block": ["w", "<C-Right>"], "previous-block": ["b", "<C-Left>"],
      "page-down": ["<C-d>", "<PageDown>"], "page-up": ["<C-u>", "<PageUp>", "<C-b>"],
      "next-stack": ["<Tab>"], "previous-stack": ["<S-Tab>"], "outward": ["g u"],
      "back": ["<C-o>", "<A-Left>"], "forward": ["<A-Right>"],
      "read-block": ["g r"], "read-parents": ["g R"], "block-help": ["K"],
      "find": ["<C-f>"], "next-use": ["#"], "uses": ["g U", "@"], "outline": ["g o"],
      "edit": ["<Enter>", "i", "r", "c w", "<Space>"], "type-below": ["o", "a"], "type-above": ["O", "A"],
      "edit-text": ["E", "c c", "C"],
      "new-comment": ["g w"],
      "cut": ["d d", "x", "d w", "D", "<C-x>"], "cut-stack": ["d G", "<A-x>"], "copy": ["y y", "y w", "<C-c>"],
      "copy-stack": ["Y", "y G"], "disable": ["g D"],
      "paste": ["p", "<C-v>"], "paste-above": ["P"], "duplicate": ["g d"], "detach": ["X"],
      "nest": ["> >", "<A-S-Right>"], "unnest": ["<Lt> <Lt>", "<A-S-Left>"],
      "select-statements": ["V", "<C-Space>"], "select-stack": ["g V"],
      "swap-up": ["<A-Up>", "g K"], "swap-down": ["<A-Down>", "g J"], "unwrap": ["g W"],
      "inline": ["g x"], "collapse": ["z a"], "collapse-all": ["z A"], "prune": ["z p"], "prune-workspace": ["z P"],
      "bookmark": ["g k"], "properties": ["g p"],
      "redo": ["<C-r>", "U", "<C-S-z>"], "repeat": ["."], "replace": ["g s"],
      "output": ["g j", "<F12>"], "snippets": ["g i"], "save-snippet": ["g I"],
      "save-and-quit": ["Z Z"], "quit": ["Z Q", "<C-q>"],
    ]
  ]

  /// The keys of Blockly 13 that differ (packages/blockly/core/shortcut_items.ts). Ctrl+J is Enter on a terminal.
  private static let blockly: [String: [String: [String]]] = [
    "canvas": [
      "next-stack": ["n", "<Tab>"], "next": ["<F3>"], "previous": ["<S-F3>"],
      "redo": ["<C-y>", "<C-S-z>", "U"], "inline": ["g"], "first": ["<Home>", "<C-Home>"],
      "menu": ["<C-Enter>", "<S-F10>", ","], "toolbox": ["t", "T"], "save-snippet": ["<A-t>"], "people": ["<A-0>"],
      "arrange": ["c", "<A-a>"], "collapse": ["C"], "collapse-all": ["~"],
      "read-program": ["w", "<A-g>"], "new-comment": ["N"],
      "detach-stack": ["X", "<A-d>"], "paste-beside": ["<C-v>"], "paste": ["P"],
    ],
    "toolbox": ["next-heading": ["h", "<Tab>"], "previous-heading": ["H", "<S-Tab>"]],
  ]
}
