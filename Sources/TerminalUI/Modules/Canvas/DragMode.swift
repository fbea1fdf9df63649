import AppModules
import BlockLayout
import MortiseScreen
import MortiseTerminal
import Workbench

/// The mode while the keyboard drags a block or a workspace comment.
final class DragMode: EditorController, IntentMode {
  /// The item that the keyboard drags.
  enum Load {
    /// A block, which the arrows move through the targets that fit.
    case block
    /// A workspace comment, which the keys can also resize.
    case comment
  }

  override var mode: (any Mode)? { self }
  private unowned let module: CanvasModule
  private let load: Load
  /// Why the last key did nothing.
  private var refusal: String?

  init(_ load: Load, module: CanvasModule) {
    self.load = load
    self.module = module
  }

  var commands: CommandTable<DragMode> {
    switch load {
    case .block: Self.blockCommands
    case .comment: Self.commentCommands
    }
  }

  func statusText(on screen: EditorScreen) -> String {
    let state = module.workbench.state
    let text = refusal ?? state.dragDescription ?? ""
    let shortest = QuotedWords.shortened(
      text, to: screen.size.width - 2, leaving: ScreenView.leastOfQuoted, screen.repertoire)
    let isLong =
      screen.repertoire.columns(of: QuotedWords.plain(shortest)) + 2 > screen.size.width
    return isLong ? refusal ?? state.shortDragDescription ?? "" : text
  }

  func handle(_ event: InputEvent, on screen: EditorScreen) {
    switch event {
    case .mouse(let mouse): CanvasMouse.handle(mouse, module, on: screen)
    case .key(let key):
      refusal = nil
      press(key, on: screen)
    default: break
    }
  }

  func perform(_ intent: Intent) { refusal = module.workbench.perform(intent).refusal }

  func refusal(of intent: Intent) -> String? { module.workbench.refusal(of: intent) }

  func refuse(_ reason: String, on screen: EditorScreen) { refusal = reason }

  func drop() {
    module.pop(self)
    module.perform(.drop(by: .keyboard))
  }

  func cancel() {
    module.pop(self)
    module.perform(.cancelDrag(by: .keyboard))
  }

  /// The commands while the keyboard drags a block.
  static let blockCommands = CommandTable<DragMode>(
    "moving", "While a block is moved",
    [
      DragCommand(
        "previous-target", "<Up>", "<Left>", title: "Previous target", group: .navigation,
        help: "previous target that fits; from the first one, the last", hint: "",
        intent: .updateDrag(.destination(.by(-1)), by: .keyboard)),
      DragCommand(
        "next-target", "<Down>", "<Right>", title: "Next target", group: .navigation, help: "next target that fits",
        hint: "target",
        intent: .updateDrag(.destination(.by(1)), by: .keyboard)),
      DragCommand(
        "page-up", "<PageUp>", title: "Page up", group: .navigation, help: "ten targets back",
        intent: .updateDrag(.destination(.by(-10)), by: .keyboard)),
      DragCommand(
        "page-down", "<PageDown>", title: "Page down", group: .navigation, help: "ten targets forward",
        intent: .updateDrag(.destination(.by(10)), by: .keyboard)),
      DragCommand(
        "first-target", "<Home>", "g", title: "First target", group: .navigation, help: "first target in the program",
        intent: .updateDrag(.destination(.first), by: .keyboard)),
      DragCommand(
        "last-target", "<End>", "G", title: "Last target", group: .navigation, help: "last target in the program",
        intent: .updateDrag(.destination(.last), by: .keyboard)),
      DragCommand(
        "next-stack", "n", "<Tab>", title: "Next stack", group: .navigation, help: "first target in the next stack",
        intent: .updateDrag(.destination(.nextStack), by: .keyboard)),
      DragCommand(
        "previous-stack", "b", "<S-Tab>", title: "Previous stack", group: .navigation,
        help: "first target in this stack or the previous one",
        intent: .updateDrag(.destination(.previousStack), by: .keyboard)),
      free("left", "h", "<C-Left>", "Left", "left", columns: -2),
      free("right", "l", "<C-Right>", "Right", "right", columns: 2),
      free("up", "k", "<C-Up>", "Up", "up", rows: -1),
      free("down", "j", "<C-Down>", "Down", "down", rows: 1),
    ] + finishing(drop: "drop the block here", hint: "drop", cancel: "cancel the move"))

  private static func free(
    _ name: String, _ key: String, _ other: String, _ title: String, _ direction: String, columns: Int = 0,
    rows: Int = 0
  ) -> DragCommand {
    DragCommand(
      name, key, other, title: title, group: .navigation, help: "\(direction), not connected to anything",
      intent: .updateDrag(.nudge(columns: columns, rows: rows), by: .keyboard))
  }

  static func finishing(drop: String, hint: String, cancel: String) -> [DragCommand] {
    [
      DragCommand("drop", "<Enter>", "m", "<Space>", title: "Drop here", group: .finishing, help: drop, hint: hint) {
        $0.drop()
      },
      DragCommand("cancel", "<Esc>", "q", title: "Cancel", group: .finishing, help: cancel, hint: "cancel") {
        $0.cancel()
      },
    ]
  }

  /// The commands while the keyboard drags a workspace comment.
  static let commentCommands = CommandTable<DragMode>(
    "moving-comment", "While a workspace comment is moved",
    [
      nudge("left", "<Left>", "h", title: "Left", help: "left", hint: "", columns: -2),
      nudge("right", "<Right>", "l", title: "Right", help: "right", hint: "", columns: 2),
      nudge("up", "<Up>", "k", title: "Up", help: "up", hint: "", rows: -1),
      nudge("down", "<Down>", "j", title: "Down", help: "down", hint: "move", rows: 1),
      grow("narrower", "H", "<S-Left>", title: "Narrower", help: "one column narrower", hint: "", columns: -1),
      grow("wider", "L", "<S-Right>", title: "Wider", help: "one column wider", hint: "", columns: 1),
      grow("shorter", "K", "<S-Up>", title: "Shorter", help: "one row shorter", hint: "", rows: -1),
      grow("taller", "J", "<S-Down>", title: "Taller", help: "one row taller", hint: "size", rows: 1),
    ] + finishing(drop: "drop the comment here", hint: "drop", cancel: "cancel the move"))

  private static func nudge(
    _ name: String, _ key: String, _ other: String, title: String, help: String, hint: String, columns: Int = 0,
    rows: Int = 0
  ) -> DragCommand {
    DragCommand(
      name, key, other, title: title, group: .navigation, help: help, hint: hint,
      intent: .updateDrag(.nudge(columns: columns, rows: rows), by: .keyboard))
  }

  private static func grow(
    _ name: String, _ key: String, _ other: String, title: String, help: String, hint: String, columns: Int = 0,
    rows: Int = 0
  ) -> DragCommand {
    DragCommand(
      name, key, other, title: title, group: .editing, help: help, hint: hint,
      intent: .updateDrag(.grow(columns: columns, rows: rows), by: .keyboard))
  }
}

typealias DragCommand = Command<DragMode>
