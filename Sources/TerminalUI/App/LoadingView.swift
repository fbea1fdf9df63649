import AppModules
import EventQueues
import MortiseScreen
import MortiseTerminal

/// Shows a wait over everything, once it takes long. Input is held from its beginning; Esc gives up.
final class LoadingView: EditorController, CommandMode {
  /// A wait during which input is held.
  private struct Wait {
    /// The part of the editor that waits; nil for an app.
    let owner: ObjectIdentifier?
    let isOpening: Bool
    let since: ContinuousClock.Instant
    let words: () -> String
    let giveUp: () -> Void
    /// Whether input continues although the wait hasn't ended.
    var isGivenUp = false
  }

  override var mode: (any Mode)? { self }
  private let screen: EditorScreen
  private let queue: EventQueue<AppEvent>
  private let now: () -> ContinuousClock.Instant
  private var waits: [Wait] = []

  init(on screen: EditorScreen, queue: EventQueue<AppEvent>, now: @escaping () -> ContinuousClock.Instant) {
    (self.screen, self.queue, self.now) = (screen, queue, now)
  }

  // MARK: - Waiting

  /// Whether input waits.
  var isHolding: Bool { wait != nil }

  /// The latest wait that wasn't given up.
  private var wait: Wait? { waits.last { !$0.isGivenUp } }

  /// Begins a wait. An owner's wait ends with `end(for:)` or when the user gives up; an app's ends only with
  /// `end(for:)`.
  /// - Parameters:
  ///   - isOpening: whether there is nothing to show before it ends.
  ///   - words: a text about the wait; nil to name the activities in the background.
  func begin(
    for owner: AnyObject? = nil, isOpening: Bool = false, words: (() -> String)? = nil,
    givingUp: @escaping () -> Void = {}
  ) {
    let words = words ?? { [unowned self] in ActivityDescription.now(in: queue, on: screen, now()) }
    waits.append(
      Wait(
        owner: owner.map(ObjectIdentifier.init), isOpening: isOpening, since: now(), words: words, giveUp: givingUp))
  }

  /// Ends the latest wait of an owner, or of an app; does nothing if that was given up.
  func end(for owner: AnyObject? = nil) {
    let owner = owner.map(ObjectIdentifier.init)
    guard let index = waits.lastIndex(where: { $0.owner == owner }) else { return }
    waits.remove(at: index)
    update()
  }

  private func giveUp() {
    let ended = waits
    waits = waits.filter { $0.owner == nil }
    for index in waits.indices { waits[index].isGivenUp = true }
    update()
    screen.message = "given up"
    for wait in ended where !wait.isGivenUp { wait.giveUp() }
  }

  /// Shows the view if a wait takes long, or if there is nothing else to show; otherwise hides it.
  func update() {
    let isLong = wait.map { $0.isOpening ? screen.modes.bottom == nil : now() - $0.since >= ProgressBar.delay } ?? false
    if isLong == isShown { return }
    if isLong { appear { screen.modes.loading = self } } else { disappear { screen.modes.loading = nil } }
  }

  private var isShown: Bool { screen.modes.loading === self }

  // MARK: - Commands

  var commands: CommandTable<LoadingView> {
    wait?.isOpening == true ? Self.openingCommands : Self.waitingCommands
  }

  /// Returns the command for a key that doesn't wait; nil for other keys.
  func command(for key: Key) -> Command<LoadingView>? {
    guard isHolding, let command = commands[key], command.reasonUnavailable(in: self) == nil else { return nil }
    return command
  }

  /// Users of vi press Esc by habit, which must not end an editor that is about to show the program.
  private var refusalToGiveUpOpening: String? {
    let isSlow = queue.activitiesInProgress.contains { now() - $0.since >= ProgressBar.delay }
    return isSlow ? nil : "the program is about to be shown"
  }

  /// The editor holds all input that isn't a command.
  func handle(_ event: InputEvent, on screen: EditorScreen) {}

  /// The commands while the first program is read.
  static let openingCommands = CommandTable<LoadingView>(
    "opening", "While a program is opened",
    [
      Command("quit", "<C-q>", title: "Quit", group: .finishing, help: "quit without waiting", hint: "quit") {
        $0.giveUp()
      },
      Command(
        "give-up", "<Esc>", "q", "<C-c>", title: "Give up", group: .finishing,
        help: "quit, if it has taken half a second",
        unavailable: { $0.refusalToGiveUpOpening }, run: { $0.giveUp() }
      ).hinted { $0.refusalToGiveUpOpening == nil ? "give up" : nil },
    ])

  /// The commands while input waits for anything else. Other keys are held.
  static let waitingCommands = CommandTable<LoadingView>(
    "waiting", "While another program or a folder is read, or a program starts",
    [
      Command(
        "give-up", "<Esc>", "<C-c>", title: "Give up", group: .finishing, help: "give up; what is on the screen stays",
        hint: "give up"
      ) { $0.giveUp() }
    ])

  // MARK: - Drawing

  private var text: String {
    let words = wait?.words() ?? ""
    return words.isEmpty ? "loading …" : words
  }

  var isQuestion: Bool { true }

  func statusText(on screen: EditorScreen) -> String { text }

  func window(on screen: EditorScreen) -> ModeWindow? {
    let (repertoire, widest) = (screen.repertoire, screen.size.width - 4)
    let rows = WrappedText.rows(of: text, width: max(8, widest), hanging: 0, repertoire: repertoire)
    let columns = (rows + [hints]).map { repertoire.columns(of: $0) }.max() ?? 0
    let size = Size(
      width: min(columns + 6, screen.size.width), height: min(rows.count + 2, max(3, screen.size.height - 2)))
    var grid = WindowFrame.grid(
      size: size, title: "", footers: [hints], theme: screen.theme, repertoire: repertoire)
    let inside = Rect(x: 2, y: 1, width: size.width - 3, height: size.height - 2)
    for (y, row) in rows.prefix(inside.height).enumerated() {
      _ = grid.write(row, at: Point(x: inside.minX, y: inside.minY + y), style: screen.theme.popup, clip: inside)
    }
    let origin = PopupPlacement.origin(of: size, anchor: .centre, screen: screen.size)
    return ModeWindow(layer: Layer(origin: origin, grid: grid), cursor: inside.origin)
  }
}
