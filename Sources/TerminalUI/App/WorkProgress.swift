import EventQueues
import MortiseScreen
import MortiseTerminal

/// Shows how far work on the main actor is, during which the editor draws nothing: after half a second, the status line of
/// the last frame has a bar and a percentage. Esc gives up what can be given up; other input is kept.
final class WorkProgress {
  private let screen: EditorScreen
  private let now: () -> ContinuousClock.Instant
  /// What the screen shows; nil before the first frame.
  var frame: Frame?
  /// The input that arrived meanwhile, in order.
  private var keptEvents: [InputEvent] = []
  /// What the user gave up last, with which key, and where among the kept input.
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
    // It came too late to stop anything.
    if let stopped, progress.isCancelled { keptEvents.insert(.key(stopped.key), at: stopped.index) }
    return keptEvents
  }

  /// Whether there is input that other work gives way to. A key that gives up what is shown is none.
  var hasInput: Bool {
    if let shown { takeInput(during: shown) }
    return !keptEvents.isEmpty || screen.device.hasInput
  }

  /// Whether the user has done something, which `run` returns: more than data that has arrived.
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

  /// The commands while the editor works at something that can be given up.
  static let workingCommands = CommandTable<WorkProgress>(
    "working", "While the editor works at what takes long",
    [
      Command(
        "give-up", "<Esc>", "<C-c>", group: .finishing,
        help: "give up what can be given up"
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
    _ = shown.base.write(" " + text + hint, at: area.origin, style: screen.theme.status, clip: area)
    screen.device.present(shown)
  }
}
