import Screen
import Synchronization
import Terminal

/// What a terminal does next for a program that waits for something in the background.
public enum BusyStep {
  /// Looks whether something has come by now.
  case again
  /// Waits until it is woken.
  case wait
  /// Returns as if the time were over that the program would wait.
  case timeIsOver
}

/// A terminal that is no more than a grid of cells and a queue of events.
@MainActor public final class TestTerminal: TerminalDevice {
  public private(set) var size: Size
  public let colorDepth: ColorDepth
  public let repertoire: Repertoire

  /// The last frame, and what it looks like with its layers.
  public private(set) var frame: Frame?
  public private(set) var grid: CellGrid
  /// How often something was presented, and how often it differed from what was shown.
  public private(set) var presentCount = 0
  public private(set) var changeCount = 0

  public let isBehind = false
  public private(set) var isMouseEnabled = false
  public private(set) var bellCount = 0
  public private(set) var suspendCount = 0
  public private(set) var redrawCount = 0
  public private(set) var isClosed = false
  public private(set) var watched: [Int32] = []

  /// What `nextEvents` returns when it would wait for ever; a loop that waits for input must come to an end.
  public var eventWhenEmpty: InputEvent? = .terminate(.terminate)
  /// Called when `nextEvents` finds nothing: a test looks at the screen and feeds what comes next.
  public var whenEmpty: (() -> Void)?
  /// Called when something was presented that differs from what was shown.
  public var whenPresented: () -> Void = {}
  /// Whether something goes on beside the main thread that will wake the terminal; `nextEvents` waits for that then.
  public var isBusy: () -> Bool = { false }
  /// What a test does while something goes on: it may look at the screen, and feed or hold back what comes next.
  public var whileBusy: () -> BusyStep = { .wait }
  /// Put into the queue, as by `feed`, behind the next wake-up.
  public var feedWhenWoken = ""
  /// Whether every event is returned alone, so that each of them is drawn.
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

  // MARK: What a test does

  /// Puts events into the queue. A change of size takes effect when it is delivered.
  public func feed(_ events: [InputEvent]) {
    queue += events
  }

  /// Puts the events of a line such as `abc<Enter><C-z>` into the queue.
  public func feed(_ line: String) throws(UnknownEventName) {
    queue += try InputEvent.events(inLine: line)
  }

  /// The glyphs on the screen, without the spaces at the ends of rows.
  public func screenRows() -> [String] {
    grid.textRows()
  }

  /// Where the hardware cursor is; nil if it is hidden.
  public var cursor: Point? { frame?.cursor }

  public var title: String? { frame?.title }

  public var hasEvents: Bool { !queue.isEmpty }

  // MARK: What the program does

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

  public func nextEvents(timeoutMilliseconds: Int?) -> [InputEvent] {
    takeWake()
    while queue.isEmpty, isBusy() {
      switch whileBusy() {
      case .again: takeWake()
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

  private func takeWake() {
    if isWoken.exchange(false, ordering: .acquiringAndReleasing) { queue.append(.wakeup) }
  }

  public func suspend() {
    suspendCount += 1
    frame = nil
    queue.insert(contentsOf: [.resumed, .resize(size)], at: 0)
  }

  public func close() {
    isClosed = true
  }

  public func setMouse(enabled: Bool) {
    isMouseEnabled = enabled
  }

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
  /// The base and the layers as one grid of the given size.
  fileprivate func composed(size: Size) -> CellGrid {
    var grid = CellGrid(size: size, repertoire: base.repertoire)
    grid.draw(base, at: .zero)
    for layer in layers { grid.draw(layer.grid, at: layer.origin) }
    return grid
  }
}
