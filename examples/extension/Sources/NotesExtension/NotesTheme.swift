import MortiseScreen
import TerminalUI

/// The app's theme: Mortise's dark one with a cursor of another colour, unless the user has chosen a theme.
enum NotesTheme {
  static func use(in options: inout Editor.Options) {
    guard options.settings.theme == nil else { return }
    options.colors = ThemeColors.dark
    options.colors.roles[.focus] = ThemeColors.RoleColors(
      foreground: RGB(hex: 0x000000), background: RGB(hex: 0x7FD4FF), isBold: true)
    // Otherwise Mortise's theme for a light background could take its place.
    options.followsBackground = false
  }
}
