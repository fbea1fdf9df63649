import BlockEvents
import BlockLayout
import BlockModel
import Screen
import Terminal
import Workbench

/// The editor on a terminal: it takes what comes in, hands it to the mode on top, and draws once when all input is dealt
/// with.
public final class Editor {
  let device: any TerminalDevice
  public internal(set) var workbench: WorkbenchController
  /// The views of mutators.
  public let mutatorViews: MutatorViewFactory
  var theme: Theme
  private var modes: [any Mode] = []
  private var idleSignal: IdleSignal?
  private(set) var isRunning = true
  /// What the status line says once instead of what the cursor is on.
  var message: String?
  /// The canvas cell in the upper left corner of the canvas's part of the screen.
  var scroll = Point.zero
  var isMouseEnabled = true
  /// What the mouse's button holds.
  var mouseDrag: MouseDrag?

  public init(
    workbench: WorkbenchController, device: any TerminalDevice,
    mutatorViews: MutatorViewFactory = MutatorViewFactory()
  ) {
    self.mutatorViews = mutatorViews
    self.workbench = workbench
    self.device = device
    theme = Theme(depth: device.colorDepth)
    idleSignal = IdleSignal()
    modes = [CanvasMode()]
    relayout()
    device.setMouse(enabled: true)
  }

  var size: Size { device.size }
  var repertoire: Repertoire { device.repertoire }

  /// How the program is called on the screen.
  var programName: String {
    let path = workbench.document.path
    return path.map { $0.split(separator: "/").last.map(String.init) ?? $0 } ?? "unnamed"
  }

  // MARK: - The loop

  /// Runs until the person quits, or the system ends the editor.
  public func run() {
    let remarks = workbench.document.findings.count
    if remarks > 0 {
      let words = remarks == 1 ? "1 remark on this file" : "\(remarks) remarks on this file"
      message = "\(workbench.cursorWords) · \(words): see mortise check"
    }
    if let name = workbench.madeProcedures.first {
      let more = workbench.madeProcedures.count > 1 ? " and \(workbench.madeProcedures.count - 1) more" : ""
      message = "made the function “\(name)”\(more), which the file calls and lacks · \(workbench.cursorWords)"
    }
    workbench.announceLoaded()
    offerRecovery()
    draw()
    while isRunning {
      for event in device.nextEvents(timeoutMilliseconds: nil) where isRunning { handle(event) }
      if isRunning { draw() }
    }
    device.close()
  }

  private func handle(_ event: InputEvent) {
    switch event {
    case .resize, .resumed:
      relayout()
    case .terminate:
      workbench.writeRecoveryFile()
      isRunning = false
    case .focus, .wakeup, .readable: break
    default:
      // Letting go of the button belongs to the press before it.
      if !event.isRelease { message = nil }
      modes.last?.handle(event, in: self)
    }
  }

  /// Does what the person means, and says what came of it.
  func perform(_ intent: Intent) {
    message = workbench.perform(intent).words
  }

  func stop() { isRunning = false }

  // MARK: - Events of the view

  /// What the listeners were told of the view.
  private var told: (selected: String?, corner: Point, opened: [OpenedPart]) = (nil, .zero, [])

  /// Tells the listeners what is selected, what is open and what part of the program is shown, where that has changed.
  private func announceView() {
    let id = workbench.workspace.id
    let selected = workbench.cursor.map(\.elementID)
    if selected != told.selected {
      workbench.announce(SelectedEvent(oldElementID: told.selected, newElementID: selected, workspaceID: id))
    }
    if scroll != told.corner {
      workbench.announce(
        ViewportChangeEvent(corner: WorkspaceLayoutCoordinator.position(of: scroll), workspaceID: id))
    }
    let opened = modes.compactMap(\.opened)
    for part in told.opened where !opened.contains(part) {
      workbench.announce(part.event(isOpen: false, workspaceID: id))
    }
    for part in opened where !told.opened.contains(part) {
      workbench.announce(part.event(isOpen: true, workspaceID: id))
    }
    told = (selected, scroll, opened)
  }

  func push(_ mode: any Mode) { modes.append(mode) }

  func pop(_ mode: any Mode) { modes.removeAll { $0 === mode } }

  // MARK: - The screen

  var screen: ScreenLayout { ScreenLayout(size: size) }

  /// Lays the blocks out for the screen's size.
  func relayout() {
    workbench.show(
      style: LayoutStyleChoice.style(theme: theme, size: size, repertoire: repertoire))
    if workbench.layout.map({ $0.pieces.isEmpty }) == false, scroll == .zero { scrollToStart() }
  }

  private func scrollToStart() {
    guard let bounds = workbench.layout?.bounds else { return }
    scroll = Point(x: min(0, bounds.minX - 1), y: bounds.minY - 1)
  }

  func draw() {
    showCursor()
    announceView()
    var view = ScreenView(editor: self)
    device.present(view.frame(modes: modes))
    idleSignal?.frameIsQuiet()
  }

  /// Scrolls so that the cursor's item can be seen.
  private func showCursor() {
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

  /// The cursor's item on the screen.
  var cursorOnScreen: Rect {
    guard let cursor = workbench.cursor, let rect = workbench.order?.rect(of: cursor) else {
      return Rect(origin: screen.canvas.origin, size: Size(width: 1, height: 1))
    }
    return rect.offset(by: screen.canvas.origin - scroll)
  }

  // MARK: - Recovery

  private func offerRecovery() {
    guard let recovery = workbench.recovery() else { return }
    let rows = [
      ListMode.Row("open the unsaved work", key: "o"), ListMode.Row("keep it for later", key: "k"),
      ListMode.Row("throw it away", key: "t"),
    ]
    push(
      ListMode(title: "Unsaved work of an earlier time was found", rows: rows, anchor: .centre) {
        [unowned self] index in
        switch index {
        case 0: self.open(recovery)
        case 2:
          self.workbench.discardRecovery()
          self.message = "thrown away"
        default: self.message = "it stays in \(recovery.path)"
        }
      })
  }

  private func open(_ recovery: RecoveryFile) {
    do throws(OpenError) {
      let document = try workbench.recoveredDocument(recovery)
      workbench = workbench.replacing(document: document)
      workbench.markModified()
      scroll = .zero
      relayout()
      workbench.perform(.moveCursor(.first))
      message = "this is the unsaved work; save to keep it"
    } catch {
      message = "\(error)"
    }
  }
}

extension InputEvent {
  fileprivate var isRelease: Bool {
    if case .mouse(let mouse) = self { mouse.kind == .release } else { false }
  }
}
