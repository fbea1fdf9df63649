import MortiseScreen
import MortiseTerminal
import Synchronization

/// What the terminal does while the program waits for background work.
public enum BusyStep {
  /// Checks for a wake-up and asks again.
  case again
  /// Waits for a wake-up.
  case wait
  /// Returns as if the program's timeout had passed.
  case timeIsOver
}

/// A terminal that consists of a grid of cells and a queue of events.
@MainActor public final class TestTerminal: TerminalDevice {
  public private(set) var size: Size
  public let colorDepth: ColorDepth
  public let repertoire: Repertoire

  /// The last frame, and the grid composed from its layers.
  public private(set) var frame: Frame?
  public private(set) var grid: CellGrid
  /// How many frames were presented, and how many of them changed something.
  public private(set) var presentCount = 0
  public private(set) var changeCount = 0

  public let isBehind = false
  public private(set) var isMouseEnabled = false
  public private(set) var bellCount = 0
  /// The text that was given to the system's clipboard last.
  public private(set) var clipboard: String?
  public private(set) var suspendCount = 0
  public private(set) var redrawCount = 0
  public private(set) var isClosed = false
  public private(set) var watched: [Int32] = []

  /// What `nextEvents` returns instead of waiting for ever, so that an input loop ends.
  public var eventWhenEmpty: InputEvent? = .terminate(.terminate)
  /// Called when the queue is empty: the test can check the screen and feed more events.
  public var whenEmpty: (() -> Void)?
  /// Called when a presented frame changes something.
  public var whenPresented: () -> Void = {}
  /// Whether background work goes on that will wake the terminal; `nextEvents` then waits for it.
  public var isBusy: () -> Bool = { false }
  /// Called during background work: the test can check the screen, feed events or hold them back.
  public var whileBusy: () -> BusyStep = { .wait }
  /// Keys to feed after the next wake-up.
  public var feedWhenWoken = ""
  /// Whether events are returned one at a time, so that each one is drawn.
  public var deliversSingly = false

  private var queue: [InputEvent] = []
  private let isWoken = Atomic(false)
  private let wakes = WakeCount()

  public init(
    width: Int = 80, height: Int = 24, colorDepth: ColorDepth = .twoFiftySix, repertoire: Repertoire = .unicode
  ) {
    size = Size(width: width, height: height)
    self.colorDepth = colorDepth
    self.repertoire = repertoire
    grid = CellGrid(size: size, repertoire: repertoire)
  }

  // MARK: For the test

  /// Queues events. A resize takes effect when it is delivered.
  public func feed(_ events: [InputEvent]) {
    queue += events
  }

  /// Queues the events of a line such as `abc<Enter><C-z>`.
  public func feed(_ line: String) throws(UnknownEventName) {
    queue += try InputEvent.events(inLine: line)
  }

  /// The glyphs on the screen, without trailing spaces.
  public func screenRows() -> [String] {
    grid.textRows()
  }

  /// The position of the hardware cursor; nil if it is hidden.
  public var cursor: Point? { frame?.cursor }

  public var title: String? { frame?.title }

  public var hasEvents: Bool { !queue.isEmpty }

  // MARK: For the program

  public func present(_ frame: Frame) {
    if isClosed { return }
    presentCount += 1
    if frame == self.frame { return }
    changeCount += 1
    self.frame = frame
    grid = frame.composed(size: size)
    whenPresented()
  }

  public func redraw() {
    redrawCount += 1
    frame = nil
  }

  public var hasInput: Bool { !queue.isEmpty }

  public func nextEvents(timeoutMilliseconds: Int?) -> [InputEvent] {
    receiveWakeUp()
    while queue.isEmpty, isBusy() {
      switch whileBusy() {
      case .again: receiveWakeUp()
      case .timeIsOver: return []
      case .wait:
        wakes.wait()
        isWoken.store(false, ordering: .releasing)
        queue.append(.wakeup)
        if let events = try? InputEvent.events(inLine: feedWhenWoken) { queue += events }
        feedWhenWoken = ""
      }
    }
    if queue.isEmpty { whenEmpty?() }
    if queue.isEmpty {
      if timeoutMilliseconds == nil, let eventWhenEmpty { return [eventWhenEmpty] }
      return []
    }
    let events = Array(queue.prefix(deliversSingly ? 1 : queue.count))
    queue.removeFirst(events.count)
    for case .resize(let size) in events {
      self.size = size
      frame = nil
      grid = CellGrid(size: size, repertoire: repertoire)
    }
    return events
  }

  private func receiveWakeUp() {
    if isWoken.exchange(false, ordering: .acquiringAndReleasing) { queue.append(.wakeup) }
  }

  public func suspend() {
    suspendCount += 1
    frame = nil
    queue.insert(contentsOf: [.resumed, .resize(size)], at: 0)
  }

  public func lend(showing message: String, _ work: () -> Void) {
    work()
    suspend()
  }

  /// Lets go of what the test does, which holds the program that holds the terminal: each test would keep an editor.
  public func close() {
    isClosed = true
    (whenEmpty, whenPresented) = (nil, {})
    (isBusy, whileBusy) = ({ false }, { .wait })
  }

  public func setMouse(enabled: Bool) {
    isMouseEnabled = enabled
  }

  public func setClipboard(_ text: String, isRequested: Bool) { clipboard = text }

  public func bell() {
    bellCount += 1
  }

  public func watch(descriptor: Int32) {
    if !watched.contains(descriptor) { watched.append(descriptor) }
  }

  public func unwatch(descriptor: Int32) {
    watched.removeAll { $0 == descriptor }
  }

  public nonisolated func wake() {
    isWoken.store(true, ordering: .releasing)
    wakes.signal()
  }
}

extension Frame {
  /// The base with all layers drawn on it, as a grid of the given size.
  fileprivate func composed(size: Size) -> CellGrid {
    var grid = CellGrid(size: size, repertoire: base.repertoire)
    grid.draw(base, at: .zero)
    for layer in layers { grid.draw(layer.grid, at: layer.origin) }
    return grid
  }
}
