import AppModules
import BlockEvents
import BlockLayout
import BlockLibrary
import BlockModel
import MortiseScreen
import MortiseTerminal
import ProgramJournal
import Workbench

/// The terminal's screen: its parts, the windows over them, and the status line's message.
final class EditorScreen {
  let device: any TerminalDevice
  /// The app's name, for the title.
  let appName: String
  private(set) var theme: Theme
  private(set) var colors: ThemeColors
  let parts = ScreenParts()
  /// The canvas and the windows over it. The top one takes the keys.
  let modes = ModeStack()
  /// The container in which the router shows view controllers.
  let container: ScreenContainer
  /// The message that the status line shows until the next input, instead of the top mode's description; the program's
  /// own words in it may be quoted.
  var message: String? {
    didSet {
      guard let message = message.map(QuotedWords.plain), message != pastMessages.last else { return }
      if pastMessages.count == Self.pastMessageLimit { pastMessages.removeFirst() }
      pastMessages.append(message)
    }
  }
  /// The last messages, the oldest first.
  private(set) var pastMessages: [String] = []
  static let pastMessageLimit = 100
  /// Whether the output has most of the screen.
  var isOutputLarge = false
  /// Where the user has moved the borders of the panes.
  var borders = PaneBorders()
  /// Whether a part needs another height than the one with which it was drawn.
  var isLayoutStale = false
  /// The border that the mouse drags; nil for none.
  var draggedBorder: PaneBorder?
  /// The full text of the status line when it was last drawn.
  var sentence = ""
  /// The sentence on a plain screen.
  var speech = Speech()
  /// Whether a plain screen waits for the answer to a key: a saved file, or the state of a program that was just made
  /// to run.
  var isSettling: @MainActor () -> Bool = { false }
  /// The rows outside windows with hints about keys, as they were last drawn.
  var hintRows: [HintRow] = []
  /// The first of two keys that are pressed one after the other; nil if none was pressed.
  var firstKey: Key?
  /// The titles of the commands in the user's language. Set by the scene.
  var titles = CommandTitles()
  /// Passes on the text that was copied last; nil if there is none. Set by the scene.
  var readClipboard: (@escaping @MainActor (CopiedText?) -> Void) -> Void = { $0(nil) }

  /// The number of columns that the toolbox takes.
  private(set) var toolboxWidth = ScreenLayout.toolboxWidth(forCategoryWidth: 0)

  init(device: any TerminalDevice, appName: String, colors: ThemeColors = .dark, isPlain: Bool = false) {
    self.device = device
    self.appName = appName
    self.colors = colors
    theme = Theme(depth: device.colorDepth, colors: colors, isPlain: isPlain)
    container = ScreenContainer(parts: parts, modes: modes)
  }

  /// Changes the colours.
  func setColors(_ colors: ThemeColors) {
    self.colors = colors
    theme = Theme(depth: device.colorDepth, colors: colors, isPlain: theme.isPlain)
  }

  /// Turns the screen for screen readers on or off.
  func setPlain(_ isPlain: Bool) {
    theme = Theme(depth: device.colorDepth, colors: colors, isPlain: isPlain)
    device.redraw()
  }

  var size: Size { device.size }
  var repertoire: Repertoire { device.repertoire }
  var layout: ScreenLayout {
    ScreenLayout(
      size: size, isPlain: theme.isPlain, logRows: parts.logRows, paneRows: parts.paneRows(in: size, repertoire),
      showsCode: parts.showsCode, outputRows: parts.outputRows(in: size, repertoire), isOutputLarge: isOutputLarge,
      borders: borders, toolboxWidth: borders.toolboxColumns ?? toolboxWidth)
  }

  /// The size of the area in which windows are centred. They cover no app's pane, such as the task of a lesson,
  /// unless too little room would be left.
  var windowSize: Size {
    let pane = layout.area(of: .pane)
    // Windows leave the last two rows of their area free, for the rule and the status line.
    let height = pane.minY + 2
    return pane.height > 0 && height >= Self.fewestWindowRows ? Size(width: size.width, height: height) : size
  }

  private static let fewestWindowRows = 14

  /// Whether the screen is too small to show anything. Windows are not drawn then.
  var isTooSmall: Bool { layout.canvas.width < 20 || layout.canvas.height < 3 }

  /// Makes the toolbox as wide as its categories need, and returns the style of a program's blocks beside it.
  func style(of workspace: Workspace, _ toolbox: Toolbox) -> LayoutStyle {
    let widths = toolbox.categories.map { repertoire.columns(of: $0.name) }
    toolboxWidth = ScreenLayout.toolboxWidth(forCategoryWidth: widths.max() ?? 0)
    return LayoutStyleChoice.style(
      theme: theme, canvas: layout.canvas, repertoire: repertoire, messages: workspace.factory.messages)
  }

  /// The top window, if a click at a position hits its close button.
  func window(withCloseButtonAt position: Point) -> (any Mode)? {
    guard !isTooSmall, let mode = modes.top, mode.attachment?.hasCloseButton == true,
      let window = mode.window(on: self)
    else { return nil }
    let button = WindowFrame.closeButton(of: window.layer.grid.size).offset(by: window.layer.origin)
    return button.contains(position) ? mode : nil
  }

  /// The part of the screen that a click hits; nil for the canvas, and while a window is open.
  func part(at position: Point) -> (any ScreenPart)? {
    guard modes.all.count == 1 else { return nil }
    return parts.shown.values.first { $0.region != .canvas && layout.area(of: $0.region).contains(position) }
  }

  /// Finds the keys of the hint at a position, and presses those of a part's own mode.
  /// - Returns: the keys for the mode on top; empty if they were pressed; nil if there is no hint.
  func keysOfHint(at position: Point) -> [Key]? {
    guard let top = modes.top, !isTooSmall else { return nil }
    var rows = hintRows
    for mode in modes.all {
      guard let layer = mode.window(on: self)?.layer else { continue }
      let area = Rect(origin: layer.origin, size: layer.grid.size)
      if area.contains(position) { rows = [] }
      let row = area.height - 1 - mode.hintRow
      guard mode === top, row >= 0, area.contains(position), position.y == area.minY + row else { continue }
      let origin = Point(x: area.minX, y: position.y)
      rows = [HintRow(origin: origin, text: layer.grid.text(ofRow: row, depth: nil).text)]
    }
    for row in rows where row.origin.y == position.y && row.origin.x <= position.x {
      let owner = row.owner ?? top
      let found = row.keys(atColumn: position.x - row.origin.x, repertoire) {
        owner.keys(shownAs: $0) ?? (owner.takesGlobalKeys ? keys(shownAs: $0) : nil)
      }
      guard let found else { continue }
      guard owner !== top else { return found }
      for key in found { owner.handle(.key(key), on: self) }
      return []
    }
    return nil
  }

  /// Returns the key of a global command that a hint shows as a text.
  private func keys(shownAs text: String) -> [Key]? {
    Self.globalCommands.commands.lazy.compactMap(\.keys.first).first { KeyText.shows($0, as: text) }
      .flatMap(Key.sequence(named:))
  }

  // MARK: - Commands

  /// The commands that are available in every mode. Those that open a window are available only if the mode itself
  /// has no command for the key.
  static let globalCommands = CommandTable<EditorScreen>(
    "everywhere", "Everywhere",
    [
      Command(
        "redraw", "<C-l>", title: "Redraw the screen", group: .editor,
        help: "redraw the screen; on a plain one, around the cursor"
      ) {
        $0.device.redraw()
      },
      Command(
        "messages", "<A-h>", title: "Read messages…", group: .windows,
        help: "read the status line in full, and the messages before it",
        hint: "whole"
      ) { $0.readMessages() },
      Command("hints", "<A-H>", title: "Say the keys", group: .windows, help: "say the keys that help here") {
        $0.showHints()
      },
      Command(
        "pane-larger", "<A-+>", title: "Make the pane larger", group: .editor,
        help: "make the pane with the cursor larger, else the output, the code or the toolbox"
      ) { $0.resizePane(by: 1) },
      Command(
        "pane-smaller", "<A-->", title: "Make the pane smaller", group: .editor,
        help: "make the pane with the cursor smaller, else the output, the code or the toolbox"
      ) { $0.resizePane(by: -1) },
    ])

  /// Returns a hint about the key that shows the status line in full, for a mode whose text is cut; empty if there is
  /// none.
  static func wholeHint(in mode: any Mode, width: Int) -> String {
    guard mode.takesGlobalKeys, let key = globalCommands.command(named: "messages")?.keys.first else { return "" }
    return KeyText.short(key) + (width < 60 ? "" : " whole")
  }

  /// Whether a key shows the status line in full.
  static func readsMessages(_ key: Key) -> Bool { globalCommands[key]?.name == "messages" }

  /// Whether the status line is too long for the screen.
  var isSentenceCut: Bool { repertoire.columns(of: sentence) + 1 > size.width }

  /// The global commands as lists show them.
  var globalEntries: [CommandEntry] { Self.globalCommands.entries(in: self) }

  /// Performs the global command of a group that a key is bound to.
  /// - Returns: false if there is none.
  func performGlobal(_ key: Key, in group: CommandGroup) -> Bool {
    guard let command = Self.globalCommands[key], command.group == group else { return false }
    return performGlobal(commandNamed: command.name)
  }

  /// - Returns: false if no global command has the name.
  func performGlobal(commandNamed name: String) -> Bool {
    guard let command = Self.globalCommands.command(named: name) else { return false }
    if let reason = command.perform(in: self, on: self) { message = reason }
    return true
  }

  /// Shows the keys that the top mode proposes, which a plain screen doesn't show.
  private func showHints() {
    guard let mode = modes.top else { return }
    let hints = [mode.statusHint] + mode.hints.split(atText: "  ")
    message = hints.map { $0.drop { !$0.isLetter && !$0.isNumber && $0 != "?" } }.filter { !$0.isEmpty }
      .joined(separator: " · ")
  }

  /// Moves the border of the pane that has the keys or, on the canvas, of the first one that is shown.
  private func resizePane(by steps: Int) {
    let layout = layout
    guard let border = layout.border(ofPaneWithKeys: (modes.top as? any ScreenPart)?.region) else {
      message = "no pane is open"
      return
    }
    borders = layout.moved(border, to: layout.place(of: border, movedBy: steps))
    if layout == self.layout { message = steps > 0 ? "it can’t be larger" : "it can’t be smaller" }
  }

  /// Rings the bell on a plain screen, for an input that was refused.
  func ringRefusal() { if theme.isPlain { device.bell() } }

  /// Shows the status line's text, and the messages before it, the newest first.
  private func readMessages() {
    let others = pastMessages.last == sentence ? pastMessages.dropLast() : pastMessages[...]
    // The blank makes the rows after the first one of a message hang.
    let viewer = TextViewer(
      title: "Messages", lines: ([sentence] + others.reversed()).map { " " + $0 }, hanging: 3)
    viewer.takesGlobalKeys = false
    modes.push(viewer)
  }
}

/// A part of the screen that a view controller draws.
enum ScreenRegion: Hashable, CaseIterable {
  case title, toolbox, canvas, pane, log, output, code
}

/// A view controller that draws a part of the screen, and handles the clicks there.
protocol ScreenPart: ViewController {
  var region: ScreenRegion { get }

  /// Whether it takes the keys as soon as it is shown, if it is also a mode.
  var takesKeys: Bool { get }

  func draw(on grid: inout CellGrid, in area: Rect, _ screen: EditorScreen)

  /// Handles a click.
  func press(at position: Point, on screen: EditorScreen)

  /// Whether a position of the border is on something else that can be dragged.
  func isTimeline(at position: Point) -> Bool

  /// Scrolls by some rows, without moving the cursor.
  /// - Returns: false if the part doesn't scroll.
  func scroll(by rows: Int) -> Bool

  /// Returns the rows that a pane needs with its heading. Other parts have the rows that the layout gives them.
  func rows(in limit: Size, _ repertoire: Repertoire) -> Int
}

extension ScreenPart {
  func rows(in limit: Size, _ repertoire: Repertoire) -> Int { 0 }
  func isTimeline(at position: Point) -> Bool { false }
  var takesKeys: Bool { false }
  func scroll(by rows: Int) -> Bool { false }
}

/// The view controllers that draw the parts of the screen.
final class ScreenParts {
  private(set) var shown: [ScreenRegion: any ScreenPart] = [:]

  /// Shows a view controller in its region, replacing the current one.
  func show(_ part: any ScreenPart) {
    remove(part.region)
    part.appear { shown[part.region] = part }
  }

  func remove(_ region: ScreenRegion) { shown[region]?.disappear { shown[region] = nil } }

  /// The number of rows that the log takes from the canvas, including its heading.
  var logRows: Int { shown[.log] == nil ? 0 : 9 }

  /// The pane of an app.
  var pane: EditorPane? { shown[.pane] as? EditorPane }

  /// The rows that the pane of an app or of the tutor needs with its heading; 0 if there is none.
  func paneRows(in limit: Size, _ repertoire: Repertoire) -> Int {
    shown[.pane]?.rows(in: limit, repertoire) ?? 0
  }

  /// The rows that the output needs with its heading; 0 if it is hidden.
  func outputRows(in limit: Size, _ repertoire: Repertoire) -> Int {
    shown[.output].map { max(1, $0.rows(in: limit, repertoire)) } ?? 0
  }

  /// Whether the code is shown.
  var showsCode: Bool { shown[.code] != nil }

  /// Whether the output of the program is shown.
  var showsOutput: Bool { shown[.output] != nil }
}

/// The modes: the canvas, the windows over it, and modal windows over everything. The top one gets every input event.
final class ModeStack {
  private var stack: [any Mode] = []
  /// The modal modes, and the windows opened over them.
  private var modal: [any Mode] = []
  /// The view over all others while input waits; nil if it is hidden.
  var loading: (any Mode)?

  /// All modes, from the bottom.
  var all: [any Mode] { stack + modal + [loading].compactMap(\.self) }

  /// The canvas, or the view that reports why there is none; nil until the program has been read.
  var bottom: (any Mode)? { stack.first }

  var top: (any Mode)? { loading ?? modal.last ?? stack.last }

  /// Whether the canvas gets the input.
  var hasOnlyCanvas: Bool { top === bottom }

  /// The unapplied input of the topmost window that has any; nil if there is none.
  var draft: DialogDraft? { all.reversed().lazy.compactMap(\.draft).first }

  /// The modal modes and the windows over them, from the bottom.
  var modals: [any ViewController] {
    get { modal }
    set {
      modal = newValue.compactMap { controller in
        guard let mode = (controller as? EditorController)?.mode else {
          Self.reject(controller)
          return nil
        }
        return mode
      }
    }
  }

  func push(_ controller: any ViewController) {
    guard let mode = (controller as? EditorController)?.mode else { return Self.reject(controller) }
    mode.appear {
      if modal.isEmpty { stack.append(mode) } else { modal.append(mode) }
    }
  }

  /// Reports an app's view controller that can't be shown.
  static func reject(_ controller: any ViewController) {
    Warnings.write("the editor can't show a \(type(of: controller)), as it isn't a view of the editor")
  }

  /// Replaces the mode at the bottom.
  func setBottom(_ mode: any Mode) {
    if let old = stack.first { old.disappear { stack.removeFirst() } }
    mode.appear { stack.insert(mode, at: 0) }
  }

  /// Closes a mode.
  /// - Returns: false if it is not in the stack.
  @discardableResult
  func pop(_ controller: any ViewController) -> Bool {
    guard let mode = all.first(where: { $0 === controller }) else { return false }
    mode.disappear {
      stack.removeAll { $0 === mode }
      modal.removeAll { $0 === mode }
    }
    return true
  }

  /// Closes all windows over the canvas, except modal ones.
  func closeWindows() {
    for mode in stack.dropFirst().reversed() { pop(mode) }
  }
}
