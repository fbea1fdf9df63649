import Glibc
import Screen
import Terminal

// A program for the tests of the real terminal. It shows a simple frame, writes every event as a line to descriptor
// 3, and obeys the lines that come in on descriptor 4.

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
  /// What came in while a mark had to wait.
  var held: [InputEvent] = []

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
      let events = held + terminal.nextEvents(timeoutMilliseconds: held.isEmpty ? nil : 0)
      held = []
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
    let words = command.split(separator: " ").map { String($0) }
    switch words[0] {
    case "same": break
    case "cell":
      frame.base.write(words[1], at: Point(x: 10, y: 5), style: .plain)
    case "many":
      let style = Style(foreground: 231, background: Int16(words[1]) ?? 0)
      frame.base.fill(Rect(x: 0, y: 2, width: 80, height: 10), glyph: "x", style: style)
    case "text":
      // Rows of text that begin with the given one: the next number is a scroll by one.
      for y in 0..<terminal.size.height {
        let row = y + (Int(words[1]) ?? 0)
        frame.base.fill(Rect(x: 0, y: y, width: terminal.size.width, height: 1), style: .plain)
        frame.base.write(
          String(repeating: "row \(row) is \(row * row) ", count: 20), at: Point(x: 0, y: y), style: .plain)
      }
    case "pairs":
      // More pairs than any short can count, in one frame after the other.
      for index in 0..<terminal.size.width {
        let style = Style(foreground: Int16(index % 256), background: Int16(255 - index % 200))
        frame.base.write("#", at: Point(x: index, y: 3), style: style)
      }
    case "layer":
      var grid = CellGrid(size: Size(width: 8, height: 3), style: Style(foreground: 0, background: 253))
      grid.write(words[2], at: Point(x: 1, y: 1), style: Style(foreground: 0, background: 253))
      frame.layers = [Layer(origin: Point(x: Int(words[1]) ?? 0, y: 0), grid: grid)]
    case "unlayer": frame.layers = []
    case "cursor": frame.cursor = words.count > 2 ? Point(x: Int(words[1]) ?? 0, y: Int(words[2]) ?? 0) : nil
    case "title": frame.title = words[1]
    case "mouse": terminal.setMouse(enabled: words[1] == "on")
    case "wake": terminal.wake()
    case "suspend": terminal.suspend()
    case "mark":
      // Behind everything that is on its way to the terminal.
      terminal.present(frame)
      while terminal.isBehind { held += terminal.nextEvents(timeoutMilliseconds: nil) }
      terminal.present(frame)
      let marker = Array("<mark \(words[1])>".utf8)
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

// A crash is what some tests are about: it needn't leave a file.
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
