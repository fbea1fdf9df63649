import Glibc
import LiveSession
import MortiseScreen
import MortiseTerminal

/// The list of a class: the programs of a folder that is served, who has them open, and what they do. It has the terminal
/// until the user opens a program or leaves.
public final class ClassScreen {
  /// What the user chose.
  public enum Choice: Equatable {
    case watch(String)
    case edit(String)
    case leave
  }

  private let socket: LineSocket
  private let folder: String
  private let theme: Theme
  private var programs: [ProgramSummary] = []
  private var body = ListBody()
  private var message: String?
  private var idleSignal = IdleSignal()
  private let now: () -> Int

  /// - Parameters:
  ///   - socket: a connection that has asked for the list.
  ///   - now: the time in seconds since 1970.
  public init(
    _ socket: LineSocket, folder: String, depth: ColorDepth, colors: ThemeColors, isPlain: Bool,
    now: @escaping () -> Int = { time(nil) }
  ) {
    (self.socket, self.folder, self.now) = (socket, folder, now)
    theme = Theme(depth: depth, colors: colors, isPlain: isPlain)
  }

  /// Shows the list until the user chooses.
  /// - Parameter selected: the program to begin with; nil for the first one.
  public func run(on device: any TerminalDevice, selecting selected: String? = nil) -> Choice {
    device.watch(descriptor: socket.descriptor)
    defer { device.unwatch(descriptor: socket.descriptor) }
    var wanted = selected
    receive()
    while true {
      if let name = wanted, let row = programs.firstIndex(where: { $0.name == name }) {
        body.select(row)
        wanted = nil
      }
      device.present(frame(device))
      idleSignal?.signalIdle()
      // The times since the last changes go on.
      for event in device.nextEvents(timeoutMilliseconds: Self.refresh) {
        switch event {
        case .readable: receive()
        case .terminate: return .leave
        case .key(let key): if let choice = press(key) { return choice }
        default: break
        }
      }
      if socket.isClosed, message == nil { message = "the host has ended; q leaves" }
    }
  }

  private static let refresh = 10_000

  private func receive() {
    let name = programs.indices.contains(body.selected) ? programs[body.selected].name : nil
    for line in socket.read() {
      switch try? HostMessage(line) {
      case .programs(let list): programs = list
      case .bye(let reason): message = reason
      default: break
      }
    }
    body.count = programs.count
    if let row = programs.firstIndex(where: { $0.name == name }) { body.select(row) }
  }

  private func press(_ key: Key) -> Choice? {
    switch key.description {
    case "<Up>", "k": body.select(body.selected - 1)
    case "<Down>", "j": body.select(body.selected + 1)
    case "<Home>": body.select(0)
    case "<End>": body.select(programs.count - 1)
    case "<PageUp>": body.select(body.selected - body.page)
    case "<PageDown>": body.select(body.selected + body.page)
    case "<Enter>": return selected.map { .watch($0.name) }
    case "e": return selected.map { .edit($0.name) }
    case "q", "<Esc>", "<C-c>", "<C-q>": return .leave
    default: break
    }
    return nil
  }

  private var selected: ProgramSummary? { programs.indices.contains(body.selected) ? programs[body.selected] : nil }

  // MARK: - Drawing

  private func frame(_ device: any TerminalDevice) -> Frame {
    var grid = CellGrid(size: device.size, repertoire: device.repertoire)
    let size = grid.size
    grid.fill(Rect(x: 0, y: 0, width: size.width, height: 1), style: theme.title)
    _ = grid.write(" mortise   class \(folder)", at: .zero, style: theme.title)
    let area = Rect(x: 0, y: 1, width: size.width, height: max(1, size.height - 3))
    body.show(in: area, frame: area)
    let nameWidth = min(
      programs.map { TextWidth.columns(of: $0.name, repertoire: grid.repertoire) }.max() ?? 0, size.width / 2)
    for row in body.shown {
      let program = programs[row]
      let y = area.minY + row - body.top
      let style = row == body.selected ? theme.selection : .plain
      if row == body.selected { grid.fill(Rect(x: 0, y: y, width: size.width, height: 1), style: style) }
      let clip = Rect(x: 0, y: y, width: size.width, height: 1)
      let hand = program.people.contains(where: \.presence.hasHandUp) ? "!" : " "
      _ = grid.write("\(hand) \(program.name)", at: Point(x: 0, y: y), style: style, clip: clip)
      _ = grid.write(words(of: program), at: Point(x: nameWidth + 4, y: y), style: style, clip: clip)
    }
    if size.height > 2 {
      grid.fill(Rect(x: 0, y: size.height - 2, width: size.width, height: 1), glyph: "─", style: theme.rule)
    }
    _ = grid.write(" " + status, at: Point(x: 0, y: size.height - 1), style: .plain)
    let cursor = Point(x: 0, y: area.minY + body.selected - body.top)
    return Frame(base: grid, cursor: cursor, title: "mortise class \(folder)")
  }

  private var status: String {
    if let message { return message }
    guard let selected else { return "no programs in \(folder) · q leaves" }
    return
      "\(selected.name), \(words(of: selected)) · \(body.selected + 1) of \(programs.count) · Enter watch  e edit  q leave"
  }

  /// Who has a program open, what they do, and when it was changed.
  private func words(of program: ProgramSummary) -> String {
    let people = program.people.map { person in
      [person.name, person.presence.hasHandUp ? "hand up" : nil, person.presence.run].compactMap(\.self).joined(
        separator: " ")
    }
    let changed = program.changed.map { "changed \(Self.ago(now() - $0))" }
    return [people.isEmpty ? "nobody" : people.joined(separator: ", "), changed].compactMap(\.self).joined(
      separator: " · ")
  }

  private static func ago(_ seconds: Int) -> String {
    switch seconds {
    case ..<60: "just now"
    case ..<3600: "\(seconds / 60) min ago"
    default: "\(seconds / 3600) h ago"
    }
  }
}
