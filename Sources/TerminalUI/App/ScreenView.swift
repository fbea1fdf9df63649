import Screen
import Terminal

/// Draws the whole screen: its parts, the status line, and the windows of the modes.
struct ScreenView {
  private let editor: EditorServices
  private let layout: ScreenLayout
  private var grid: CellGrid

  init(editor: EditorServices) {
    self.editor = editor
    layout = editor.screen
    grid = CellGrid(size: editor.size, repertoire: editor.repertoire)
  }

  /// - Parameter activity: what goes on in the background, in words; empty for nothing to be told.
  mutating func frame(activity: String) -> Frame {
    guard layout.canvas.width >= 20, layout.canvas.height >= 3 else { return tooSmall() }
    for region in ScreenRegion.allCases {
      editor.parts.shown[region]?.draw(on: &grid, in: layout.area(of: region), editor)
    }
    drawStatus(activity)
    var frame = Frame(base: grid, cursor: editor.cursorOnScreen.origin)
    for mode in editor.modes.all {
      guard let window = mode.window(in: editor) else { continue }
      frame.layers.append(window.layer)
      frame.cursor = window.layer.origin + window.cursor
    }
    if let cursor = editor.modes.top?.cursor(in: editor) { frame.cursor = cursor }
    frame.title = "mortise \(editor.programName)"
    if let cursor = frame.cursor, !grid.bounds.contains(cursor) { frame.cursor = nil }
    return frame
  }

  private mutating func tooSmall() -> Frame {
    _ = grid.write("too small", at: .zero, style: .plain)
    return Frame(base: grid, cursor: .zero)
  }

  /// What was said, or else what the mode says. Who can't see a question must hear it, so it comes first.
  private func statusDescription(of mode: (any Mode)?) -> String {
    guard let message = editor.message else { return mode?.words(in: editor) ?? "" }
    guard let mode, mode.isQuestion else { return message }
    return "\(mode.words(in: editor)) · \(message)"
  }

  private mutating func drawStatus(_ activity: String) {
    let theme = editor.theme
    if let rule = layout.rule {
      for x in 0..<rule.width { _ = grid.write("─", at: Point(x: x, y: rule.minY), style: theme.rule) }
    }
    let area = layout.status
    let mode = editor.modes.top
    let words = " " + statusDescription(of: mode)
    // What goes on is told where the keys are named.
    let hints = activity.isEmpty ? mode?.hints ?? "" : activity
    let hintWidth = TextWidth.columns(of: hints, repertoire: grid.repertoire) + 1
    let wordsWidth = TextWidth.columns(of: words, repertoire: grid.repertoire)
    let hasRoom = wordsWidth + hintWidth + 2 <= area.width
    // Of what goes on something is always told.
    let isShown = hasRoom || !activity.isEmpty && hintWidth + 2 < area.width
    let room = isShown ? area.width - hintWidth - 2 : area.width
    let shown = TextWidth.truncated(words, to: room, repertoire: grid.repertoire)
    _ = grid.write(shown, at: area.origin, style: theme.status, clip: area)
    if isShown {
      _ = grid.write(hints, at: Point(x: area.width - hintWidth, y: area.minY), style: theme.hint, clip: area)
    }
  }
}
