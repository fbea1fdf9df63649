extension Key: CustomStringConvertible {
  /// The key with a name, as used in the documentation and test cases: `a`, `<Down>`, `<C-z>`, `<S-Up>`, `<A-Left>`,
  /// `<Space>`, `<Lt>` for `<`, `<F1>`. Nil if there is none.
  public init?(name: String) {
    if name.count == 1, let character = name.first, character != "<" {
      self.init(character)
      return
    }
    guard name.count > 2, name.first == "<", name.last == ">" else { return nil }
    var (modifiers, rest) = Modifiers.parsePrefix(of: name.dropFirst().dropLast())
    if rest.isEmpty { return nil }
    if let code = Key.namedCodes[rest.lowercased()] {
      self.init(code, modifiers: modifiers)
    } else if rest.count == 1, let character = rest.first, !modifiers.isEmpty {
      self.init(.character(character), modifiers: modifiers)
    } else if rest.removeFirst() == "F", let number = Int(rest), (1...63).contains(number) {
      self.init(.function(number), modifiers: modifiers)
    } else {
      return nil
    }
  }

  /// The name for `init(name:)`.
  public var description: String {
    let base: String
    switch code {
    case .character(let character):
      switch character {
      case " ": base = "Space"
      case "<": base = "Lt"
      default:
        if modifiers.isEmpty { return String(character) }
        base = String(character)
      }
    case .function(let number): base = "F\(number)"
    case .enter: base = "Enter"
    case .escape: base = "Esc"
    case .tab: base = "Tab"
    case .backspace: base = "Backspace"
    case .delete: base = "Delete"
    case .insert: base = "Insert"
    case .up: base = "Up"
    case .down: base = "Down"
    case .left: base = "Left"
    case .right: base = "Right"
    case .home: base = "Home"
    case .end: base = "End"
    case .pageUp: base = "PageUp"
    case .pageDown: base = "PageDown"
    }
    return "<\(modifiers.prefix)\(base)>"
  }

  private static let namedCodes: [String: Code] = [
    "space": .character(" "), "lt": .character("<"), "gt": .character(">"),
    "enter": .enter, "return": .enter, "cr": .enter, "esc": .escape, "escape": .escape, "tab": .tab,
    "backspace": .backspace, "bs": .backspace, "delete": .delete, "del": .delete, "insert": .insert, "ins": .insert,
    "up": .up, "down": .down, "left": .left, "right": .right, "home": .home, "end": .end,
    "pageup": .pageUp, "pagedown": .pageDown,
  ]
}

extension Modifiers {
  /// `C-`, `A-` and `S-`, in this order.
  var prefix: String {
    (contains(.control) ? "C-" : "") + (contains(.alt) ? "A-" : "") + (contains(.shift) ? "S-" : "")
  }

  /// Splits the modifiers from the front of a name, in any order; `M-` is an alias of `A-`.
  static func parsePrefix(of name: Substring) -> (Modifiers, Substring) {
    var modifiers: Modifiers = []
    var rest = name
    while rest.count > 2, rest.dropFirst().first == "-" {
      switch rest.first {
      case "C": modifiers.insert(.control)
      case "A", "M": modifiers.insert(.alt)
      case "S": modifiers.insert(.shift)
      default: return (modifiers, rest)
      }
      rest = rest.dropFirst(2)
    }
    return (modifiers, rest)
  }
}
