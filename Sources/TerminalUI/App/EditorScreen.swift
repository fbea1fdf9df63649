import BlockLayout
import BlockLibrary
import BlockModel
import MortiseScreen
import MortiseTerminal
import Workbench

/// The terminal's screen: its parts, the windows over them, and the status line's message.
final class EditorScreen {
  let device: any TerminalDevice
  /// The app's name, for the title.
  let appName: String
  private(set) var theme: Theme
  let parts = ScreenParts()
  /// The canvas and the windows over it. The top one takes the keys.
  let modes = ModeStack()
  /// Where the router shows view controllers.
  let container: ScreenContainer
  /// The message that the status line shows until the next input, instead of the top mode's description.
  var message: String? {
    didSet {
      guard let message, message != pastMessages.last else { return }
      if pastMessages.count == Self.pastMessageLimit { pastMessages.removeFirst() }
      pastMessages.append(message)
    }
  }
  /// The last messages, the oldest first.
  private(set) var pastMessages: [String] = []
  static let pastMessageLimit = 100
  /// The first of two keys that are pressed one after the other; nil if none was pressed.
  var firstKey: Key?

  /// The number of columns that the toolbox takes.
  private(set) var toolboxWidth = ScreenLayout.toolboxWidth(forCategoryWidth: 0)

  init(device: any TerminalDevice, appName: String, colors: ThemeColors = .dark, isPlain: Bool = false) {
    self.device = device
    self.appName = appName
    theme = Theme(depth: device.colorDepth, colors: colors, isPlain: isPlain)
    container = ScreenContainer(parts: parts, modes: modes)
  }

  /// Changes the colours.
  func setColors(_ colors: ThemeColors) {
    theme = Theme(depth: device.colorDepth, colors: colors, isPlain: theme.isPlain)
  }

  var size: Size { device.size }
  var repertoire: Repertoire { device.repertoire }
  var layout: ScreenLayout {
    ScreenLayout(
      size: size, isPlain: theme.isPlain, logRows: parts.logRows, paneRows: parts.pane?.rows(in: size, repertoire) ?? 0,
      showsCode: parts.showsCode, showsOutput: parts.showsOutput, toolboxWidth: toolboxWidth)
  }

  /// Makes the toolbox as wide as its categories need, and returns the style of a program's blocks beside it.
  func style(of workspace: Workspace, _ toolbox: Toolbox) -> LayoutStyle {
    let widths = toolbox.categories.map { TextWidth.columns(of: $0.name, repertoire: repertoire) }
    toolboxWidth = ScreenLayout.toolboxWidth(forCategoryWidth: widths.max() ?? 0)
    return LayoutStyleChoice.style(
      theme: theme, canvas: layout.canvas, repertoire: repertoire, messages: workspace.factory.messages)
  }

  /// The top window, if a click at a position hits its close button.
  func window(withCloseButtonAt position: Point) -> (any Mode)? {
    guard let mode = modes.top, mode.attachment?.hasCloseButton == true, let window = mode.window(on: self) else {
      return nil
    }
    let button = WindowFrame.closeButton(of: window.layer.grid.size).offset(by: window.layer.origin)
    return button.contains(position) ? mode : nil
  }

  /// The part of the screen that a click hits; nil for the canvas, and while a window is open.
  func part(at position: Point) -> (any ScreenPart)? {
    guard modes.all.count == 1 else { return nil }
    return parts.shown.values.first { $0.region != .canvas && layout.area(of: $0.region).contains(position) }
  }
}
