import BlockLayout
import Screen
import Terminal

/// Chooses the layout style of blocks for a terminal.
public enum LayoutStyleChoice {
  /// Returns the style for the terminal's current size.
  public static func first(for device: any TerminalDevice) -> LayoutStyle {
    style(theme: Theme(depth: device.colorDepth), size: device.size, repertoire: device.repertoire)
  }

  static func style(theme: Theme, size: Size, repertoire: Repertoire) -> LayoutStyle {
    LayoutStyle(
      usesBrackets: theme.usesBrackets, repertoire: repertoire,
      canvasWidth: max(20, ScreenLayout(size: size).canvas.width - 1))
  }
}
