import BlockLayout
import BlockModel
import MortiseScreen
import MortiseTerminal

/// Chooses the layout style of blocks for a terminal.
public enum LayoutStyleChoice {
  /// Returns the style for the terminal's current size, a program in English, and the dark theme.
  public static func first(for device: any TerminalDevice) -> LayoutStyle {
    style(
      theme: Theme(depth: device.colorDepth), canvas: ScreenLayout(size: device.size).canvas,
      repertoire: device.repertoire)
  }

  static func style(
    theme: Theme, canvas: Rect, repertoire: Repertoire, messages: MessageTable = MessageTable()
  ) -> LayoutStyle {
    var style = LayoutStyle(
      usesBrackets: theme.usesBrackets, repertoire: repertoire,
      canvasWidth: theme.isPlain ? outlineWidth : max(20, canvas.width - margins), quietLabel: quietLabel(in: messages))
    style.isOutline = theme.isPlain
    return style
  }

  /// The rows of an outline don't break; the canvas scrolls sideways.
  private static let outlineWidth = 1000

  /// The columns of the canvas that rows leave free: one before a stack at the left edge of the program, one after it,
  /// and the scrollbar.
  private static let margins = 3

  /// The label of the statements in “if”, loops and so on.
  static func quietLabel(in messages: MessageTable) -> String { messages.texts["CONTROLS_IF_MSG_THEN"] ?? "do" }
}
