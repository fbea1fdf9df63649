import AppModules
import EventQueues
import Files
import Screen
import Terminal
import Workbench

/// What all modules of the editor share: the open program, the terminal, the windows, and the queue of what happens in the
/// background. It knows no module.
final class EditorServices {
  let device: any TerminalDevice
  let theme: Theme
  let queue: EventQueue<AppEvent>
  /// What is shown all the time, each in its own part of the screen.
  let parts = ScreenParts()
  /// The canvas with the windows over it; the top one takes the keys.
  let modes = ModeStack()
  /// Where routing shows modules.
  let screenContainer: ScreenContainer
  /// The open program; an empty one until the right one is there.
  private(set) var workbench: WorkbenchController
  /// What the status line says once instead of what the cursor is on.
  var message: String?
  /// The canvas cell in the upper left corner of the canvas's part of the screen.
  var scroll = Point.zero
  /// What the program is called until it is there.
  let path: String?
  /// Whether the editor goes on.
  private(set) var isRunning = true
  /// Builds the modules, and has their controllers keep them alive.
  let manager = ModuleManager()
  /// The one wait for a running save after which the program is saved again, and the one after which the editor ends.
  let savingAgain = ActionToken()
  let leaving = ActionToken()
  /// Does something on another thread.
  let runInBackground: (@escaping @Sendable () -> Void) -> Void
  /// What is being done in the background.
  private(set) var working: [BackgroundWork] = []

  init(
    workbench: WorkbenchController, device: any TerminalDevice, queue: EventQueue<AppEvent>, path: String?,
    runInBackground: @escaping (@escaping @Sendable () -> Void) -> Void = BackgroundThread.run
  ) {
    self.runInBackground = runInBackground
    self.workbench = workbench
    self.device = device
    self.queue = queue
    self.path = path
    theme = Theme(depth: device.colorDepth)
    screenContainer = ScreenContainer(parts: parts, modes: modes)
  }

  var size: Size { device.size }
  var repertoire: Repertoire { device.repertoire }
  var screen: ScreenLayout { ScreenLayout(size: size, logRows: parts.logRows) }

  /// Shows another program from now on.
  func open(_ workbench: WorkbenchController) {
    self.workbench = workbench
    scroll = .zero
    relayout()
  }

  /// How the program is called on the screen.
  var programName: String {
    let path = workbench.document.path ?? path
    return path.map { $0.split(separator: "/").last.map(String.init) ?? $0 } ?? "unnamed"
  }

  func begin(_ work: BackgroundWork) { working.append(work) }

  func end(_ work: BackgroundWork) { working.removeAll { $0 === work } }

  /// The part of the screen at a place that is clicked on; nil while something lies over it.
  func part(at position: Point) -> (any ScreenPart)? {
    guard modes.all.count == 1 else { return nil }
    return parts.shown.values.first { $0.region != .canvas && screen.area(of: $0.region).contains(position) }
  }

  /// Ends the editor when the present input is dealt with.
  func stop() { isRunning = false }

  // MARK: - The canvas's part of the screen

  /// Lays the blocks out for the screen's size.
  func relayout() {
    workbench.show(
      style: LayoutStyleChoice.style(theme: theme, size: size, repertoire: repertoire))
    if let layout = workbench.layout, !layout.pieces.isEmpty, scroll == .zero {
      scroll = Point(x: min(0, layout.bounds.minX - 1), y: layout.bounds.minY - 1)
    }
  }

  /// The cursor's item on the screen.
  var cursorOnScreen: Rect {
    guard let cursor = workbench.cursor, let rect = workbench.order?.rect(of: cursor) else {
      return Rect(origin: screen.canvas.origin, size: Size(width: 1, height: 1))
    }
    return rect.offset(by: screen.canvas.origin - scroll)
  }

  /// Scrolls so that the cursor's item can be seen.
  func scrollToCursor() {
    let area = screen.canvas
    guard area.width > 0, area.height > 0, let cursor = workbench.cursor, let rect = workbench.order?.rect(of: cursor)
    else { return }
    let margin = min(2, area.height / 4)
    // By half a screen at a time: a scrolled canvas is written anew, which is much for a slow line.
    if rect.minY < scroll.y + margin || rect.maxY > scroll.y + area.height - margin {
      // A high comment shows as much of itself as there is room for.
      let above = max(margin, area.height / 2 - rect.height / 2)
      scroll.y = clamped(rect.minY - above, height: area.height)
    }
    if rect.minX < scroll.x + 1 { scroll.x = max(rect.minX - 1, min(scroll.x, rect.minX - 1)) }
    let right = min(rect.maxX, rect.minX + area.width - 2)
    if right > scroll.x + area.width - 1 { scroll.x = right - area.width + 1 }
    // Back to the left edge whenever the item can be seen from there.
    let home = min(0, (workbench.layout?.bounds.minX ?? 0) - 1)
    if rect.minX > home, rect.maxX - home < area.width { scroll.x = home }
  }

  /// No more than a blank row above the program, and none below it that could show some of it.
  private func clamped(_ top: Int, height: Int) -> Int {
    guard let bounds = workbench.layout?.bounds else { return top }
    return max(bounds.minY - 1, min(top, bounds.maxY + 1 - height))
  }
}
