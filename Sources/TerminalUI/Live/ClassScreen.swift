import Glibc
import LiveSession
import MortiseScreen
import MortiseTerminal

/// The list of a class: the programs of a served folder, the people in them, and their activities. It owns the
/// terminal until the user opens a program or leaves.
public final class ClassScreen {
  /// The user's choice.
  public enum Choice: Equatable {
    /// Opens the program at a path to watch it.
    case watch(String)
    /// Opens the program at a path to edit it.
    case edit(String)
    /// Ends the list.
    case leave
  }

  private let socket: LineSocket
  private let folder: String
  private let theme: Theme
  private(set) var programs: [ProgramSummary] = []
  private var body = ListBody()
  private var message: String?
  private var idleSignal = IdleSignal()
  private let now: () -> Int
  /// The user's name.
  private let name: String
  /// The names of the learners; empty for the people who are connected.
  private let learners: [String]
  /// The question that waits for the user's answer; nil if there is none.
  private(set) var question: Question?
  /// The user's choice; nil while the list is shown.
  private var choice: Choice?
  /// The first of two keys.
  private var firstKey: Key?

  /// An action that the user has to confirm.
  enum Question {
    case handOut(String)
    case collect
  }

  /// - Parameters:
  ///   - socket: a connection that has asked for the list.
  ///   - name: the user's name, as sent with “hello”.
  ///   - learners: the names of all learners; empty for the people who are connected.
  ///   - now: the time in seconds since 1970.
  public init(
    _ socket: LineSocket, folder: String, name: String, learners: [String] = [], depth: ColorDepth,
    colors: ThemeColors, isPlain: Bool, now: @escaping () -> Int = { time(nil) }
  ) {
    (self.name, self.learners) = (name, learners)
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
      socket.write()
      // The times since the last changes must be updated.
      for event in device.nextEvents(timeoutMilliseconds: Self.refresh) {
        switch event {
        case .readable: receive()
        case .terminate: return .leave
        case .key(let key):
          press(key)
          if let choice { return choice }
        default: break
        }
      }
      if socket.isClosed, message == nil { message = "the host has ended; \(leaving)" }
    }
  }

  private static let refresh = 10_000

  private func receive() {
    let name = programs.indices.contains(body.selected) ? programs[body.selected].name : nil
    for line in socket.read() {
      switch try? HostMessage(line) {
      case .programs(let list): programs = list
      case .saved(let text, _): message = text
      case .bye(let closeReason): message = closeReason.reason
      default: break
      }
    }
    body.count = programs.count
    if let row = programs.firstIndex(where: { $0.name == name }) { body.select(row) }
  }

  // MARK: - Keys

  private func press(_ key: Key) {
    if !socket.isClosed { message = nil }
    let table = question == nil ? Self.listCommands : Self.questionCommands
    let first = firstKey
    firstKey = nil
    guard let command = first.map({ table.continuations(of: $0)[key] }) ?? table[key] else {
      if first == nil, !table.continuations(of: key).isEmpty {
        firstKey = key
      } else if question != nil {
        answer(false)
      } else {
        message = "\(KeyText.long(key.description)) does nothing here"
      }
      return
    }
    guard case .resolved(let resolve) = command.action else { return }
    switch resolve(self) {
    case .run(let run): run()
    case .unavailable(let reason): message = reason
    }
  }

  /// The phrase that names the key for leaving.
  private var leaving: String {
    "\(Self.listCommands.command(named: "leave")?.keys.first.map(KeyText.long) ?? "no key") leaves"
  }

  /// Moves the selection down by a number of rows, or up if negative.
  func move(by distance: Int) { body.select(body.selected + distance) }

  /// The number of rows that fit.
  var page: Int { body.page }

  /// Ends the list.
  func choose(_ choice: Choice) { self.choice = choice }

  /// Asks the user to confirm an action that affects all learners.
  func ask(_ question: Question) { self.question = question }

  /// Performs the action in question, or cancels it.
  func answer(_ isYes: Bool) {
    guard let question else { return }
    self.question = nil
    if isYes { send(question) } else { message = "nothing was done" }
  }

  /// Sends a confirmed action to the host.
  private func send(_ question: Question) {
    switch question {
    case .handOut(let program): socket.send(ClientMessage.handOut(.init(program: program, names: learners)).line)
    case .collect: socket.send(ClientMessage.collect.line)
    }
    socket.write()
    message = socket.isSending ? "the host doesn’t answer" : "…"
  }

  private func words(of question: Question) -> String {
    let yes = Self.questionCommands.hintText(in: self, afterKeys: ": ")
    switch question {
    case .collect: return "copy all \(programs.count) programs into a new folder in \(folder)/collected? \(yes)"
    case .handOut(let program):
      let there = Set(programs.flatMap(\.people).map(\.name)).subtracting([name])
      let names = learners.isEmpty ? there.sorted() : learners
      let who =
        names.isEmpty
        ? "no learners (none are here)" : names.count > 6 ? "\(names.count) learners" : names.joined(separator: ", ")
      return "give a copy of \(program) each to \(who)? \(yes)"
    }
  }

  /// The selected program; nil if there are none.
  var selected: ProgramSummary? { programs.indices.contains(body.selected) ? programs[body.selected] : nil }

  // MARK: - Drawing

  private func frame(_ device: any TerminalDevice) -> Frame {
    var grid = CellGrid(size: device.size, repertoire: device.repertoire)
    let size = grid.size
    grid.fill(Rect(x: 0, y: 0, width: size.width, height: 1), style: theme.title)
    _ = grid.write(" mortise   class \(folder)", at: .zero, style: theme.title)
    let area = Rect(x: 0, y: 1, width: size.width, height: max(1, size.height - 3))
    body.show(in: area, frame: area)
    let nameWidth = min(
      programs.map { grid.repertoire.columns(of: $0.name) }.max() ?? 0, size.width / 2)
    for row in body.shown {
      let program = programs[row]
      let y = area.minY + row - body.top
      let style = row == body.selected ? theme.running : .plain
      if row == body.selected { grid.fill(Rect(x: 0, y: y, width: size.width, height: 1), style: style) }
      let clip = Rect(x: 0, y: y, width: size.width, height: 1)
      let hand = program.people.contains(where: \.presence.hasHandUp) ? "!" : " "
      _ = grid.write("\(hand) \(program.name)", at: Point(x: 0, y: y), style: style, clip: clip)
      _ = grid.write(words(of: program), at: Point(x: nameWidth + 4, y: y), style: style, clip: clip)
    }
    if size.height > 2 {
      grid.fill(Rect(x: 0, y: size.height - 2, width: size.width, height: 1), glyph: "─", style: theme.rule)
    }
    _ = grid.write(" " + status(atMost: size.width - 2), at: Point(x: 0, y: size.height - 1), style: .plain)
    let cursor = Point(x: 0, y: area.minY + body.selected - body.top)
    return Frame(base: grid, cursor: cursor, title: "mortise class \(folder)")
  }

  /// Returns the status line. It repeats the selected row for screen readers, shortened to leave room for the keys.
  private func status(atMost columns: Int) -> String {
    if let question { return words(of: question) }
    if let message { return message }
    guard let selected else { return "no programs in \(folder) · \(leaving)" }
    let keys = " · \(Self.listCommands.hintText(in: self))"
    let text = "\(selected.name), \(body.selected + 1) of \(programs.count), \(words(of: selected))"
    return TextWidth.truncated(text, to: max(20, columns - TextWidth.columns(of: keys))) + keys
  }

  /// Returns a program's description: the people in it, their activities, and the time since its last change.
  private func words(of program: ProgramSummary) -> String {
    let people = program.people.map { person in
      [person.name, person.presence.hasHandUp ? "hand up" : nil, person.presence.run].compactMap(\.self).joined(
        separator: " ")
    }
    let changed = program.changed.map { "changed \(Self.ago(now() - $0))" }
    return [people.isEmpty ? "no one" : people.joined(separator: ", "), changed].compactMap(\.self).joined(
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

// The commands of the list of a class.
extension ClassScreen {
  static let listCommands = CommandTable<ClassScreen>(
    "class", "In the list of a class",
    [
      command("up", "<Up>", "k", title: "Up", group: .navigation, help: "previous program") { $0.move(by: -1) },
      command("down", "<Down>", "j", title: "Down", group: .navigation, help: "next program") { $0.move(by: 1) },
      command("page-up", "<PageUp>", title: "Page up", group: .navigation, help: "one page up") {
        $0.move(by: -$0.page)
      },
      command("page-down", "<PageDown>", title: "Page down", group: .navigation, help: "one page down") {
        $0.move(by: $0.page)
      },
      command("first", "<Home>", title: "Go to the beginning", group: .navigation, help: "first program") {
        $0.move(by: -$0.programs.count)
      },
      command("last", "<End>", title: "Go to the end", group: .navigation, help: "last program") {
        $0.move(by: $0.programs.count)
      },
      ofProgram("watch", "<Enter>", title: "Watch", help: "watch the program", hint: "watch") { $0.choose(.watch($1)) },
      ofProgram("edit", "e", title: "Edit", help: "edit the program", hint: "edit") { $0.choose(.edit($1)) },
      ofProgram("hand-out", "h", title: "Hand out", help: "give each learner a copy of the program", hint: "hand out") {
        $0.ask(.handOut($1))
      },
      ofProgram("collect", "c", title: "Collect…", help: "copy all programs into a new folder", hint: "collect") {
        screen, _ in
        screen.ask(.collect)
      },
      command(
        "leave", "q", "<Esc>", "<C-c>", "<C-q>", title: "Leave", group: .finishing, help: "leave the list",
        hint: "leave"
      ) {
        $0.choose(.leave)
      },
    ])

  static let questionCommands = CommandTable<ClassScreen>(
    "class-question", "In a question about a class",
    [
      command("yes", "y", title: "Yes", group: .finishing, help: "do it", hint: "yes") { $0.answer(true) },
      command("no", "n", "<Esc>", title: "No", group: .finishing, help: "do nothing; so do all other keys") {
        $0.answer(false)
      },
    ])

  private static func command(
    _ name: String, _ keys: String..., title: String, group: CommandGroup, help: String, hint: String? = nil,
    _ run: @escaping (ClassScreen) -> Void
  ) -> Command<ClassScreen> {
    Command(name, keys: keys, title: title, group: group, help: help, hint: hint) { screen in .run { run(screen) } }
  }

  /// A command that gets the name of the selected program.
  private static func ofProgram(
    _ name: String, _ key: String, title: String, help: String, hint: String,
    _ run: @escaping (ClassScreen, String) -> Void
  ) -> Command<ClassScreen> {
    Command(name, keys: [key], title: title, group: .program, help: help, hint: hint) { screen in
      guard let program = screen.selected?.name else {
        return .unavailable(reason: "there are no programs in the folder")
      }
      return .run { run(screen, program) }
    }
  }
}
