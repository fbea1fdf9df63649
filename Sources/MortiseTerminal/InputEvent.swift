import MortiseScreen

/// An event from outside: the user, the terminal, the system or another thread.
public enum InputEvent: Hashable, Sendable {
  /// The reason for a request to quit.
  public enum EndReason: String, Hashable, Sendable, CaseIterable {
    /// The terminal is gone: the program can't show anything or ask questions.
    case hangup = "Hangup"
    /// The system or another program ends this program (SIGTERM).
    case terminate = "Terminate"
    /// Another program interrupts this one (SIGINT); Ctrl+C is a key.
    case interrupt = "Interrupt"
  }

  /// A key was pressed or repeats itself.
  case key(Key)
  /// The mouse was used, if the terminal reports it.
  case mouse(MouseEvent)
  /// Pasted text. Line breaks are `\n`; all other control characters except tabs are removed.
  case paste(String)
  /// The terminal has another size, in cells.
  case resize(Size)
  /// The terminal window has gained (true) or lost (false) the keyboard focus.
  case focus(Bool)
  /// The terminal has reported whether its background is light; nil if it reports nothing.
  case background(isLight: Bool?)
  /// A request to end the program.
  case terminate(EndReason)
  /// The program was stopped and continued. The screen must be redrawn.
  case resumed
  /// `TerminalDevice.wake` was called.
  case wakeup
  /// A descriptor passed to `TerminalDevice.watch` is readable.
  case readable(descriptor: Int32)
}

/// A name that is not the name of any event.
public struct UnknownEventName: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name as it was written, with its angle brackets.
  public let name: String

  public var description: String { "no key or event is called \(name)" }
}

extension InputEvent: CustomStringConvertible {
  /// Parses an event's name: the name of a key or mouse event, `<Paste text>` (with `\n`, `\t`, `\>` and `\\`),
  /// `<Resize 80x24>`, `<Focus-in>`, `<Focus-out>`, `<Background-light>`, `<Background-dark>`, `<Background-unknown>`,
  /// `<Hangup>`, `<Terminate>`, `<Interrupt>`, `<Resumed>`, `<Wakeup>`.
  public init?(name: String) {
    if let key = Key(name: name) {
      self = .key(key)
    } else if let mouse = MouseEvent(name: name) {
      self = .mouse(mouse)
    } else if name.hasPrefix("<Paste "), name.last == ">" {
      self = .paste(InputEvent.unescape(name.dropFirst("<Paste ".count).dropLast()))
    } else if name.hasPrefix("<Resize "), name.last == ">" {
      let numbers = name.dropFirst("<Resize ".count).dropLast().split(separator: "x").map { Int($0) }
      guard numbers.count == 2, let width = numbers[0], let height = numbers[1] else { return nil }
      self = .resize(Size(width: width, height: height))
    } else {
      switch name {
      case "<Focus-in>": self = .focus(true)
      case "<Focus-out>": self = .focus(false)
      case "<Background-light>": self = .background(isLight: true)
      case "<Background-dark>": self = .background(isLight: false)
      case "<Background-unknown>": self = .background(isLight: nil)
      case "<Resumed>": self = .resumed
      case "<Wakeup>": self = .wakeup
      default:
        guard name.first == "<", let reason = EndReason(rawValue: String(name.dropFirst().dropLast())) else {
          return nil
        }
        self = .terminate(reason)
      }
    }
  }

  /// The name for `init(name:)`.
  public var description: String {
    switch self {
    case .key(let key): key.description
    case .mouse(let mouse): mouse.description
    case .paste(let text): "<Paste \(InputEvent.escape(text))>"
    case .resize(let size): "<Resize \(size.width)x\(size.height)>"
    case .focus(let isIn): isIn ? "<Focus-in>" : "<Focus-out>"
    case .background(let isLight):
      isLight.map { $0 ? "<Background-light>" : "<Background-dark>" } ?? "<Background-unknown>"
    case .terminate(let reason): "<\(reason.rawValue)>"
    case .resumed: "<Resumed>"
    case .wakeup: "<Wakeup>"
    case .readable(let descriptor): "<Readable \(descriptor)>"
    }
  }

  /// Parses a line of plain characters and names in angle brackets: `abc<Enter><C-z>`.
  /// - Throws: `UnknownEventName` for the first unknown name.
  public static func events(inLine line: String) throws(UnknownEventName) -> [InputEvent] {
    var events: [InputEvent] = []
    var rest = line[...]
    while let first = rest.first {
      let name = first == "<" ? nameAtStart(of: rest) : rest.prefix(1)
      guard let event = InputEvent(name: String(name)) else { throw UnknownEventName(name: String(name)) }
      events.append(event)
      rest = rest.dropFirst(name.count)
    }
    return events
  }

  /// The text up to the `>` that ends the name. A `>` after a backslash or as the key of `<C->>` does not end it.
  private static func nameAtStart(of line: Substring) -> Substring {
    var previous: Character = " "
    for index in line.indices {
      let next = line.index(after: index)
      if line[index] == ">", previous != "\\" {
        let isKey = previous == "-" && !line.hasPrefix("<Paste ") && next < line.endIndex && line[next] == ">"
        return line[..<(isKey ? line.index(after: next) : next)]
      }
      previous = previous == "\\" ? " " : line[index]
    }
    return line
  }

  private static func escape(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "\n": escaped += "\\n"
      case "\t": escaped += "\\t"
      case "\\", ">": escaped += "\\\(character)"
      default: escaped.append(character)
      }
    }
    return escaped
  }

  private static func unescape(_ text: Substring) -> String {
    var plain = ""
    var isEscaped = false
    for character in text {
      if !isEscaped && character == "\\" {
        isEscaped = true
        continue
      }
      switch (isEscaped, character) {
      case (true, "n"): plain.append("\n")
      case (true, "t"): plain.append("\t")
      default: plain.append(character)
      }
      isEscaped = false
    }
    return plain
  }
}
