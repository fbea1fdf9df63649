import Glibc
import MortiseScreen
import MortiseTerminal

// A program for the tests of the real terminal. It shows a simple frame, reports every event as a line on descriptor 3,
// and carries out the commands that it reads from descriptor 4.

let eventsDescriptor: Int32 = 3
let commandsDescriptor: Int32 = 4

func report(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  _ = write(eventsDescriptor, bytes, bytes.count)
}

func readCommands() -> [String] {
  var bytes = [UInt8](repeating: 0, count: 4096)
  let length = read(commandsDescriptor, &bytes, bytes.count)
  return String(decoding: bytes.prefix(max(length, 0)), as: UTF8.self).split(separator: "\n").map { String($0) }
}

@MainActor struct Probe {
  let terminal: CursesTerminal
  var frame: Frame
  var idleSignal = IdleSignal()
  /// Events that arrived while a mark waited for the terminal.
  var deferredEvents: [InputEvent] = []

  init(_ terminal: CursesTerminal) {
    self.terminal = terminal
    frame = Frame(base: Probe.base(terminal), cursor: Point(x: 2, y: 1))
  }

  static func base(_ terminal: CursesTerminal) -> CellGrid {
    var grid = CellGrid(size: terminal.size, repertoire: terminal.repertoire)
    let bounds = grid.bounds
    grid.fill(Rect(x: 0, y: 0, width: bounds.width, height: 1), style: Style(foreground: 15, background: 24))
    grid.write("probe ▾ “日本”", at: .zero, style: Style(foreground: 15, background: 24, attributes: .bold))
    return grid
  }

  mutating func run() {
    terminal.watch(descriptor: commandsDescriptor)
    terminal.present(frame)
    idleSignal?.signalIdle()
    let depth = terminal.colorDepth
    report("ready \(terminal.size.width)x\(terminal.size.height) \(depth.rawValue) \(terminal.repertoire.rawValue)")
    while true {
      let events = deferredEvents + terminal.nextEvents(timeoutMilliseconds: deferredEvents.isEmpty ? nil : 0)
      deferredEvents = []
      for event in events {
        if case .readable = event {
          for command in readCommands() { obey(command) }
          continue
        }
        report(event.description)
        switch event {
        case .resize: frame = Frame(base: Probe.base(terminal), cursor: Point(x: 2, y: 1))
        case .terminate: leave(3)
        default: break
        }
      }
      terminal.present(frame)
      idleSignal?.signalIdle()
    }
  }

  mutating func obey(_ command: String) {
    let parts = command.split(separator: " ").map { String($0) }
    switch parts[0] {
    case "same": break
    case "cell":
      frame.base.write(parts[1], at: Point(x: 10, y: 5), style: .plain)
    case "many":
      let style = Style(foreground: 231, background: Color(index: Int(parts[1]) ?? 0))
      frame.base.fill(Rect(x: 0, y: 2, width: 80, height: 10), glyph: "x", style: style)
    case "text":
      // Rows of text that start at the given row number: the next number scrolls by one.
      for y in 0..<terminal.size.height {
        let row = y + (Int(parts[1]) ?? 0)
        frame.base.fill(Rect(x: 0, y: y, width: terminal.size.width, height: 1), style: .plain)
        frame.base.write(
          String(repeating: "row \(row) is \(row * row) ", count: 20), at: Point(x: 0, y: y), style: .plain)
      }
    case "pairs":
      // Over several frames, more pairs than a short can count.
      for index in 0..<terminal.size.width {
        let style = Style(foreground: Color(index: index % 256), background: Color(index: 255 - index % 200))
        frame.base.write("#", at: Point(x: index, y: 3), style: style)
      }
    case "layer":
      var grid = CellGrid(size: Size(width: 8, height: 3), style: Style(foreground: 0, background: 253))
      grid.write(parts[2], at: Point(x: 1, y: 1), style: Style(foreground: 0, background: 253))
      frame.layers = [Layer(origin: Point(x: Int(parts[1]) ?? 0, y: 0), grid: grid)]
    case "unlayer": frame.layers = []
    case "cursor": frame.cursor = parts.count > 2 ? Point(x: Int(parts[1]) ?? 0, y: Int(parts[2]) ?? 0) : nil
    case "title": frame.title = parts[1]
    case "mouse": terminal.setMouse(enabled: parts[1] == "on")
    case "wake": terminal.wake()
    case "suspend": terminal.suspend()
    case "mark":
      // Only after everything else has been sent to the terminal: a frame may be skipped while it is behind, and the
      // next one may be more than it takes at once.
      for _ in 0..<2 {
        terminal.present(frame)
        while terminal.isBehind { deferredEvents += terminal.nextEvents(timeoutMilliseconds: nil) }
      }
      let marker = Array("<mark \(parts[1])>".utf8)
      _ = write(STDOUT_FILENO, marker, marker.count)
    case "leave": leave(0)
    case "exit": exit(0)
    case "trap": preconditionFailure()
    case "abort": abort()
    case "overflow": print(Probe.overflow(0))
    default: report("unknown \(command)")
    }
  }

  func leave(_ status: Int32) -> Never {
    terminal.close()
    report("closed")
    exit(status)
  }

  @inline(never) static func overflow(_ depth: Int) -> Int {
    depth < 0 ? 0 : overflow(depth + 1) + Int(getpid())
  }
}

// Some tests crash this program on purpose: don't write core files.
var noCore = rlimit(rlim_cur: 0, rlim_max: 0)
setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &noCore)
do throws(TerminalError) {
  var probe = Probe(try CursesTerminal())
  probe.run()
} catch {
  let line = Array("mortise: \(error)\n".utf8)
  _ = write(STDERR_FILENO, line, line.count)
  exit(1)
}
