/// A control sequence `ESC [ parameters final`, as sent by xterm and compatible terminals.
struct ControlSequence {
  enum Meaning {
    case key(Key)
    case mouse(MouseEvent)
    case focus(Bool)
    case pasteBegin
    case synchronisedOutput(isSupported: Bool)
    /// The kind of terminal (DA1). Every terminal replies to that query, in the order of the queries.
    case deviceAttributes
    /// An unknown sequence, which is ignored instead of being passed on as text.
    case nothing
  }

  let parameters: [UInt8]
  let final: UInt8

  var meaning: Meaning {
    let last = Character(Unicode.Scalar(final))
    switch parameters.first {
    case UInt8(ascii: "<"):
      guard last == "M" || last == "m" else { return .nothing }
      return MouseEvent(sgrReport: parameters.dropFirst() + [final]).map { .mouse($0) } ?? .nothing
    case UInt8(ascii: "?"):
      return last == "y" ? modeReport : last == "c" ? .deviceAttributes : .nothing
    default:
      return keyMeaning(last)
    }
  }

  /// The numbers between semicolons. A missing number counts as 1, as it does for modifiers.
  private var numbers: [Int] {
    parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map {
      Int(String(decoding: $0, as: UTF8.self)) ?? 1
    }
  }

  private func keyMeaning(_ last: Character) -> Meaning {
    let numbers = numbers
    let modifiers = numbers.count > 1 ? ControlSequence.modifiers(numbers[1]) : []
    switch last {
    case "~":
      if numbers[0] == 200 { return .pasteBegin }
      if numbers[0] == 27, numbers.count == 3 { return key(codePoint: numbers[2], modifiers) }
      return ControlSequence.numberedKeys[numbers[0]].map { .key(Key($0, modifiers: modifiers)) } ?? .nothing
    case "u":
      return key(codePoint: numbers[0], modifiers)
    case "Z":
      return .key(Key(.tab, modifiers: modifiers.union(.shift)))
    case "I" where parameters.isEmpty:
      return .focus(true)
    case "O" where parameters.isEmpty:
      return .focus(false)
    default:
      return ControlSequence.singleShiftKey(final).map { .key(Key($0, modifiers: modifiers)) } ?? .nothing
    }
  }

  /// A key reported by its code point.
  private func key(codePoint value: Int, _ modifiers: Modifiers) -> Meaning {
    switch value {
    case 8, 127: return .key(Key(.backspace, modifiers: modifiers))
    case 9: return .key(Key(.tab, modifiers: modifiers))
    case 13: return .key(Key(.enter, modifiers: modifiers))
    case 27: return .key(Key(.escape, modifiers: modifiers))
    case 32..<127, 160..<0x11_0000:
      guard let scalar = Unicode.Scalar(UInt32(value)) else { return .nothing }
      return .key(Key(.character(Character(scalar)), modifiers: modifiers))
    default: return .nothing
    }
  }

  /// The reply to a mode query: 1 and 2 mean that the mode is supported and can be set.
  private var modeReport: Meaning {
    switch String(decoding: parameters, as: UTF8.self) {
    case "?2026;1$", "?2026;2$": .synchronisedOutput(isSupported: true)
    case "?2026;0$", "?2026;3$", "?2026;4$": .synchronisedOutput(isSupported: false)
    default: .nothing
    }
  }

  /// Decodes 1 plus the sum of 1 for Shift, 2 for Alt and 4 for Control.
  static func modifiers(_ number: Int) -> Modifiers {
    guard (1...256).contains(number) else { return [] }
    let bits = number - 1
    var modifiers: Modifiers = []
    if bits & 1 != 0 { modifiers.insert(.shift) }
    if bits & 2 != 0 { modifiers.insert(.alt) }
    if bits & 4 != 0 { modifiers.insert(.control) }
    return modifiers
  }

  /// The key for a final letter, both after ESC O and after ESC [.
  static func singleShiftKey(_ final: UInt8) -> Key.Code? {
    switch Character(Unicode.Scalar(final)) {
    case "A": .up
    case "B": .down
    case "C": .right
    case "D": .left
    case "H": .home
    case "F": .end
    case "M": .enter
    case "P": .function(1)
    case "Q": .function(2)
    case "R": .function(3)
    case "S": .function(4)
    default: nil
    }
  }

  private static let numberedKeys: [Int: Key.Code] = [
    1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
    11: .function(1), 12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5),
    17: .function(6), 18: .function(7), 19: .function(8), 20: .function(9), 21: .function(10),
    23: .function(11), 24: .function(12),
  ]
}
