import EventQueues
import MortiseScreen
import MortiseTerminal

/// Shows the progress of work on the main actor, during which the editor draws nothing: after half a second, the
/// status line of the last frame has a bar and a percentage. Esc gives up work that can be stopped; other input is
/// kept.
final class WorkProgress {
  private let screen: EditorScreen
  private let now: () -> ContinuousClock.Instant
  /// The frame on the screen; nil before the first one.
  var frame: Frame?
  /// The input that arrived meanwhile, in order.
  private var keptEvents: [InputEvent] = []
  /// The work that the user gave up last, the key for it, and the key's index in the kept input.
  private var stopped: (progress: Progress, key: Key, index: Int)?
  private var nextDrawing: ContinuousClock.Instant
  /// The work whose progress the screen shows; nil before half a second.
  private var shown: Progress?

  init(screen: EditorScreen, now: @escaping () -> ContinuousClock.Instant) {
    self.screen = screen
    self.now = now
    nextDrawing = now()
  }

  /// Runs some work.
  /// - Returns: the input that arrived meanwhile.
  func run(_ work: () -> Void) -> [InputEvent] {
    nextDrawing = now() + ProgressBar.delay
    let progress = Progress { [unowned self] progress in
      // Work in the background has a progress of its own.
      MainActor.assumeIsolated { reported(progress) }
    }
    Progress.$current.withValue(progress, operation: work)
    defer { (keptEvents, stopped, shown) = ([], nil, nil) }
    // The key came too late to stop anything.
    if let stopped, progress.isCancelled { keptEvents.insert(.key(stopped.key), at: stopped.index) }
    return keptEvents
  }

  /// Whether there is input that other work yields to. A key that gives up the shown work doesn't count.
  var hasInput: Bool {
    if let shown { takeInput(during: shown) }
    return !keptEvents.isEmpty || screen.device.hasInput
  }

  /// Whether the user has given input, which `run` returns. Data that has arrived does not count.
  var hasUserInput: Bool {
    takeInput(during: shown)
    return keptEvents.contains { event in
      switch event {
      case .readable, .wakeup: false
      default: true
      }
    }
  }

  private func reported(_ progress: Progress) {
    let time = now()
    guard time >= nextDrawing else { return }
    nextDrawing = time + ProgressBar.interval
    let activity = progress.activity ?? Progress.Activity("working")
    draw("\(activity.words) … \(ActivityDescription.bar(progress.fraction, on: screen))", canStop: activity.canStop)
    shown = progress
    takeInput(during: progress)
  }

  private func takeInput(during progress: Progress?) {
    guard screen.device.hasInput else { return }
    for event in screen.device.nextEvents(timeoutMilliseconds: 0) {
      if let progress, progress.activity?.canStop == true, !progress.isCancelled, case .key(let key) = event,
        let command = Self.workingCommands[key]
      {
        stopped = (progress, key, keptEvents.count)
        _ = command.perform(in: self, on: screen)
      } else {
        keptEvents.append(event)
      }
    }
  }

  /// The commands during work that can be given up.
  static let workingCommands = CommandTable<WorkProgress>(
    "working", "During a long task",
    [
      Command(
        "give-up", "<Esc>", "<C-c>", title: "Give up", group: .finishing,
        help: "give up, if that is possible"
      ) {
        $0.stopped?.progress.cancel()
      }
    ])

  private func draw(_ text: String, canStop: Bool) {
    guard var shown = frame else { return }
    let area = screen.layout.status
    shown.base.fill(area, glyph: " ", style: .plain)
    let key = canStop ? Self.workingCommands.command(named: "give-up")?.keys.first : nil
    let hint = key.map { " · \(KeyText.long($0)) gives up" } ?? ""
    let row = Point(x: area.minX, y: area.maxY - 1)
    _ = shown.base.write(" " + text + hint, at: row, style: screen.theme.status, clip: area)
    screen.device.present(shown)
  }
}
