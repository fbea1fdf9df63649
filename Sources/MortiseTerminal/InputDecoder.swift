import CTerminal
import MortiseScreen

/// Decodes the bytes and key codes that curses returns into events.
///
/// Curses handles the terminal's own keys. Mouse reports, pastes and the many forms of keys with modifiers are decoded
/// here, because curses returns them out of order, as raw text, or not at all, depending on TERM. A sequence may arrive
/// in parts: an incomplete one waits for more input until `flushIncomplete`.
struct InputDecoder {
  /// Custom key codes for the start of sequences whose contents curses must not decode.
  enum CustomCode {
    static let mouse = CN_FIRST_CUSTOM_KEY
    static let pasteBegin = CN_FIRST_CUSTOM_KEY + 1
    static let pasteEnd = CN_FIRST_CUSTOM_KEY + 2
    static let focusIn = CN_FIRST_CUSTOM_KEY + 3
    static let focusOut = CN_FIRST_CUSTOM_KEY + 4

    /// The sequences to define, with their key codes.
    static let sequences: [(String, Int)] = [
      ("\u{1B}[<", mouse), ("\u{1B}[200~", pasteBegin), ("\u{1B}[201~", pasteEnd), ("\u{1B}[I", focusIn),
      ("\u{1B}[O", focusOut),
    ]
  }

  private enum State {
    case ground
    /// After ESC.
    case escape
    /// After ESC O.
    case singleShift
    /// After ESC [, with the bytes received since.
    case control([UInt8])
    case paste([UInt8])
    /// After ESC ] or ESC P, with that byte and those received since: the terminal's reply to a query.
    case answer(introducer: UInt8, [UInt8])
    /// In a control sequence or a reply that is longer than all known ones, which is skipped to its end.
    case overlong(Overlong)
  }

  private enum Overlong {
    case control
    case answer(afterEscape: Bool)
  }

  private var state = State.ground
  /// The bytes of an incomplete UTF-8 character.
  private var partialCharacter: [UInt8] = []
  /// Whether ESC preceded that character.
  private var hasAltPrefix = false
  private var events: [InputEvent] = []
  /// The terminal's reply about synchronised output; nil until it arrives.
  private(set) var supportsSynchronisedOutput: Bool?
  /// Whether the terminal has reported its name and version (xterm's XTVERSION).
  private(set) var hasReportedVersion = false
  /// Whether the terminal has reported its background, and how many DA1 reports have arrived.
  private var (hasReportedBackground, attributeReports) = (false, 0)

  /// The keys for the codes that were defined for xterm's sequences.
  private let customKeys: [Int: Key]
  /// Whether the terminal's erase character is ^H, which its Backspace then sends.
  private let erasesWithControlH: Bool
  /// Returns the terminfo name of a key code; nil if it has none.
  private let keyName: (Int) -> String?

  init(
    customKeys: [Int: Key] = [:], erasesWithControlH: Bool = false,
    keyName: @escaping (Int) -> String? = { _ in nil }
  ) {
    self.customKeys = customKeys
    self.erasesWithControlH = erasesWithControlH
    self.keyName = keyName
  }

  /// Returns and clears the decoded events.
  mutating func takeEvents() -> [InputEvent] {
    defer { events = [] }
    return events
  }

  /// Whether a sequence or character is incomplete.
  var isWaiting: Bool {
    switch state {
    case .ground, .paste: !partialCharacter.isEmpty
    case .escape, .singleShift, .control, .answer, .overlong: true
    }
  }

  /// Call this when no input is left for now. A lone ESC is then the key, because curses has already waited for a
  /// sequence.
  mutating func endDrain() {
    if case .escape = state {
      emit(.escape)
      state = .ground
    }
  }

  /// Call this when the rest of a sequence did not arrive in time.
  mutating func flushIncomplete() {
    switch state {
    case .escape: emit(.escape)
    case .singleShift: emit(.character("O"), .alt)
    case .control(let bytes) where bytes.isEmpty: emit(.character("["), .alt)
    case .answer(let introducer, let bytes) where bytes.isEmpty:
      emit(.character(Character(Unicode.Scalar(introducer))), .alt)
    case .control, .ground, .paste, .answer, .overlong: break
    }
    partialCharacter = []
    if case .paste = state { return }
    state = .ground
  }

  /// Feeds a value returned by curses' `wgetch`: a byte, or a key code above 255.
  mutating func feed(_ value: Int) {
    if value < 0 { return }
    if value < 256 {
      feed(byte: UInt8(value))
    } else {
      feed(code: value)
    }
  }

  // MARK: Bytes

  private mutating func feed(byte: UInt8) {
    switch state {
    case .ground:
      feed(ground: byte, alt: false)
    case .escape:
      state = .ground
      switch byte {
      case Ascii.escape:
        emit(.escape)
        state = .escape
      case UInt8(ascii: "["): state = .control([])
      case UInt8(ascii: "O"): state = .singleShift
      case UInt8(ascii: "]"), UInt8(ascii: "P"): state = .answer(introducer: byte, [])
      default: feed(ground: byte, alt: true)
      }
    case .singleShift:
      state = .ground
      if let code = ControlSequence.singleShiftKey(byte) {
        emit(code)
      } else {
        emit(.character("O"), .alt)
        feed(ground: byte, alt: false)
      }
    case .control(let bytes):
      feed(control: byte, after: bytes)
    case .answer(let introducer, let bytes): feed(answer: byte, after: bytes, introducer)
    case .overlong(let kind): feed(overlong: byte, kind)
    case .paste(var bytes):
      // Clear the state first, so that the array is appended to in place.
      state = .ground
      bytes.append(byte)
      if byte == Ascii.endOfText {
        // No terminal pastes Ctrl+C: the end marker was lost, and the user wants to end the paste.
        finishPaste(bytes)
      } else if byte == UInt8(ascii: "~"), bytes.suffix(6).elementsEqual([Ascii.escape] + Array("[201~".utf8)) {
        finishPaste(bytes.dropLast(6))
      } else {
        state = .paste(bytes)
      }
    }
  }

  /// Collects a reply, which ends with BEL or with ESC and a backslash.
  private mutating func feed(answer byte: UInt8, after bytes: [UInt8], _ introducer: UInt8) {
    let mayEnd = bytes.last == Ascii.escape
    let isCommand = introducer == UInt8(ascii: "]")
    let canBegin = isCommand ? (0x30..<0x3A).contains(byte) : byte == UInt8(ascii: ">")
    if bytes.isEmpty, !canBegin {
      // Not a reply: the key with Alt, and then another key.
      emit(.character(Character(Unicode.Scalar(introducer))), .alt)
      state = .ground
      feed(byte: byte)
    } else if byte == Ascii.bell || mayEnd && byte == UInt8(ascii: "\\") {
      state = .ground
      let answer = mayEnd ? bytes.dropLast() : bytes[...]
      if !isCommand {
        hasReportedVersion = hasReportedVersion || answer.starts(with: Array(">|".utf8))
      } else if let isLight = TerminalBackground.isLight(reply: answer) {
        hasReportedBackground = true
        events.append(.background(isLight: isLight))
      }
    } else if mayEnd || byte < 0x20 && byte != Ascii.escape {
      // Not a reply: drop it, and start again with this byte.
      state = mayEnd ? .escape : .ground
      feed(byte: byte)
    } else if bytes.count >= Self.longest {
      state = .overlong(.answer(afterEscape: byte == Ascii.escape))
    } else {
      state = .answer(introducer: introducer, bytes + [byte])
    }
  }

  /// The maximum length of a collected control sequence or reply in bytes; all known ones are shorter.
  private static let longest = 64

  /// Skips one byte. The sequence ends like those that are collected.
  private mutating func feed(overlong byte: UInt8, _ kind: Overlong) {
    switch (kind, byte) {
    case (.control, 0x20..<0x40), (.answer(afterEscape: false), 0x20...): break
    case (.control, 0x40..<0x7F), (.answer(afterEscape: false), Ascii.bell),
      (.answer(afterEscape: true), UInt8(ascii: "\\")):
      state = .ground
    case (.answer(afterEscape: false), Ascii.escape): state = .overlong(.answer(afterEscape: true))
    default:
      state = if case .answer(afterEscape: true) = kind { .escape } else { .ground }
      feed(byte: byte)
    }
  }

  private mutating func feed(ground byte: UInt8, alt: Bool) {
    if !partialCharacter.isEmpty || byte >= 0x80 {
      feed(partOfCharacter: byte, alt: alt)
      return
    }
    let modifiers: Modifiers = alt ? .alt : []
    switch byte {
    case Ascii.escape: state = .escape
    case Ascii.delete: emit(.backspace, modifiers)
    case Ascii.backspace where erasesWithControlH: emit(.backspace, modifiers)
    case Ascii.tab: emit(.tab, modifiers)
    // Before raw mode is set, the terminal turns Enter into a line feed.
    case Ascii.carriageReturn, Ascii.lineFeed: emit(.enter, modifiers)
    case 0: emit(.character(" "), modifiers.union(.control))
    case 1...26: emit(.character(Character(Unicode.Scalar(byte + 0x60))), modifiers.union(.control))
    case 27..<32: emit(.character(Character(Unicode.Scalar(byte + 0x40))), modifiers.union(.control))
    default: emit(.character(Character(Unicode.Scalar(byte))), modifiers)
    }
  }

  /// Collects UTF-8; drops invalid bytes.
  private mutating func feed(partOfCharacter byte: UInt8, alt: Bool) {
    let isContinuation = byte & 0xC0 == 0x80
    if partialCharacter.isEmpty {
      guard (0xC2...0xF4).contains(byte) else { return }
      hasAltPrefix = alt
    } else if !isContinuation {
      partialCharacter = []
      feed(ground: byte, alt: alt)
      return
    }
    partialCharacter.append(byte)
    let length = partialCharacter[0] < 0xE0 ? 2 : partialCharacter[0] < 0xF0 ? 3 : 4
    if partialCharacter.count < length { return }
    let text = String(validating: partialCharacter, as: UTF8.self)
    partialCharacter = []
    if let character = text?.first, !(0x80..<0xA0).contains(character.unicodeScalars.first?.value ?? 0) {
      emit(.character(character), hasAltPrefix ? .alt : [])
    }
  }

  private mutating func feed(control byte: UInt8, after bytes: [UInt8]) {
    switch byte {
    case 0x20..<0x40:
      state = bytes.count < Self.longest ? .control(bytes + [byte]) : .overlong(.control)
    case 0x40..<0x7F:
      state = .ground
      finish(ControlSequence(parameters: bytes, final: byte))
    default:
      // Not a control sequence: drop it, and start again with this byte.
      state = .ground
      feed(ground: byte, alt: false)
    }
  }

  private mutating func finish(_ sequence: ControlSequence) {
    switch sequence.meaning {
    case .key(let key): events.append(.key(key))
    case .mouse(let mouse): events.append(.mouse(mouse))
    case .focus(let isIn): events.append(.focus(isIn))
    case .pasteBegin: state = .paste([])
    case .synchronisedOutput(let isSupported): supportsSynchronisedOutput = isSupported
    case .deviceAttributes: noteAttributes()
    case .nothing: break
    }
  }

  /// Reports a missing background after the last DA1 report, which follows the background's if there is one. A terminal
  /// that reports its version gets both queries after that, so its second DA1 report is the last.
  private mutating func noteAttributes() {
    attributeReports += 1
    let isLast = !hasReportedVersion || attributeReports > 1
    if isLast, !hasReportedBackground { events.append(.background(isLight: nil)) }
  }

  private mutating func finishPaste(_ bytes: some Collection<UInt8>) {
    state = .ground
    events.append(.paste(PastedText.cleaned(bytes)))
  }

  // MARK: Key codes

  private mutating func feed(code: Int) {
    if case .paste(let bytes) = state {
      if code == CustomCode.pasteEnd { finishPaste(bytes) }
      return
    }
    let hasEscape = if case .escape = state { true } else { false }
    state = .ground
    partialCharacter = []
    let key = customKeys[code] ?? CursesKey.key(for: code, name: keyName)
    if hasEscape {
      if let key {
        emit(key.code, key.modifiers.union(.alt))
        return
      }
      emit(.escape)
    }
    switch code {
    case CustomCode.mouse: state = .control([UInt8(ascii: "<")])
    case CustomCode.pasteBegin: state = .paste([])
    case CustomCode.focusIn: events.append(.focus(true))
    case CustomCode.focusOut: events.append(.focus(false))
    default: if let key { events.append(.key(key)) }
    }
  }

  private mutating func emit(_ code: Key.Code, _ modifiers: Modifiers = []) {
    events.append(.key(Key(code, modifiers: modifiers)))
  }
}

/// The control characters that have keys of their own.
private enum Ascii {
  static let endOfText: UInt8 = 0x03
  static let bell: UInt8 = 0x07
  static let backspace: UInt8 = 0x08
  static let tab: UInt8 = 0x09
  static let lineFeed: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D
  static let escape: UInt8 = 0x1B
  static let delete: UInt8 = 0x7F
}
