import CTerminal

/// The keys for curses key codes.
enum CursesKey {
  /// The key for a code. Curses assigns the codes of keys with modifiers at startup, so `name` returns their terminfo
  /// names.
  static func key(for code: Int, name: (Int) -> String?) -> Key? {
    if let key = fixed[code] { return key }
    if (1...63).contains(code - CN_KEY_F0) { return functionKey(code - CN_KEY_F0) }
    return name(code).flatMap(key(terminfoName:))
  }

  /// Defines xterm's sequences for keys with modifiers, for terminals whose terminfo entry lacks them.
  static func xtermSequences(_ define: (String, Int) -> Void) -> [Int: Key] {
    var keys: [Int: Key] = [:]
    let forms: [(String, String, Key.Code)] = [
      ("1;", "A", .up), ("1;", "B", .down), ("1;", "C", .right), ("1;", "D", .left), ("1;", "H", .home),
      ("1;", "F", .end), ("2;", "~", .insert), ("3;", "~", .delete), ("5;", "~", .pageUp), ("6;", "~", .pageDown),
    ]
    for (prefix, suffix, code) in forms {
      for number in 2...8 {
        let keyCode = CN_FIRST_CUSTOM_KEY + 16 + keys.count
        keys[keyCode] = Key(code, modifiers: ControlSequence.modifiers(number))
        define("\u{1B}[\(prefix)\(number)\(suffix)", keyCode)
      }
    }
    return keys
  }

  /// Parses names such as `kUP5`: a key, followed by the number of its modifiers.
  static func key(terminfoName name: String) -> Key? {
    if name == "kcbt2" { return Key(.tab, modifiers: .shift) }
    guard name.first == "k", let last = name.last, let number = last.wholeNumberValue, (2...8).contains(number) else {
      return nil
    }
    let codes: [String: Key.Code] = [
      "UP": .up, "DN": .down, "LFT": .left, "RIT": .right, "HOM": .home, "END": .end, "IC": .insert, "DC": .delete,
      "NXT": .pageDown, "PRV": .pageUp,
    ]
    return codes[String(name.dropFirst().dropLast())].map { Key($0, modifiers: ControlSequence.modifiers(number)) }
  }

  /// Terminfo numbers function keys in groups of twelve: plain, Shift, Control, Control and Shift, Alt, Alt and Shift.
  private static func functionKey(_ number: Int) -> Key {
    let modifiers: [Modifiers] = [[], .shift, .control, [.control, .shift], .alt, [.alt, .shift]]
    return Key(.function((number - 1) % 12 + 1), modifiers: modifiers[(number - 1) / 12])
  }

  private static let fixed: [Int: Key] = [
    CN_KEY_UP: Key(.up), CN_KEY_DOWN: Key(.down), CN_KEY_LEFT: Key(.left),
    CN_KEY_RIGHT: Key(.right), CN_KEY_HOME: Key(.home), CN_KEY_END: Key(.end),
    CN_KEY_BACKSPACE: Key(.backspace), CN_KEY_DELETE: Key(.delete), CN_KEY_INSERT: Key(.insert),
    CN_KEY_NEXT_PAGE: Key(.pageDown), CN_KEY_PREVIOUS_PAGE: Key(.pageUp), CN_KEY_ENTER: Key(.enter),
    CN_KEY_BACK_TAB: Key(.tab, modifiers: .shift), CN_KEY_SCROLL_DOWN: Key(.down, modifiers: .shift),
    CN_KEY_SCROLL_UP: Key(.up, modifiers: .shift), CN_KEY_SHIFT_DELETE: Key(.delete, modifiers: .shift),
    CN_KEY_SHIFT_END: Key(.end, modifiers: .shift), CN_KEY_SHIFT_HOME: Key(.home, modifiers: .shift),
    CN_KEY_SHIFT_INSERT: Key(.insert, modifiers: .shift), CN_KEY_SHIFT_LEFT: Key(.left, modifiers: .shift),
    CN_KEY_SHIFT_NEXT_PAGE: Key(.pageDown, modifiers: .shift),
    CN_KEY_SHIFT_PREVIOUS_PAGE: Key(.pageUp, modifiers: .shift),
    CN_KEY_SHIFT_RIGHT: Key(.right, modifiers: .shift),
  ]
}
