/// The terminal modes set by a program, read from its output.
struct TerminalState {
  /// The private modes that were ever on, and those that still are.
  private(set) var everOn: Set<Int> = []
  private(set) var on: Set<Int> = []
  /// Whether the cursor is visible.
  private(set) var showsCursor = true
  private(set) var hasKeypadMode = false

  init(output: String) {
    let bytes = Array(output.utf8)
    var index = 0
    while index < bytes.count {
      defer { index += 1 }
      guard bytes[index] == 0x1B, index + 1 < bytes.count else { continue }
      switch bytes[index + 1] {
      case UInt8(ascii: "="): hasKeypadMode = true
      case UInt8(ascii: ">"): hasKeypadMode = false
      case UInt8(ascii: "["):
        guard index + 2 < bytes.count, bytes[index + 2] == UInt8(ascii: "?") else { continue }
        let rest = bytes[(index + 3)...]
        guard let end = rest.firstIndex(where: { $0 >= 0x40 }) else { continue }
        let isOn = bytes[end] == UInt8(ascii: "h")
        guard isOn || bytes[end] == UInt8(ascii: "l") else { continue }
        for number in rest[..<end].split(separator: UInt8(ascii: ";")) {
          set(Int(String(decoding: number, as: UTF8.self)) ?? -1, isOn)
        }
      default: break
      }
    }
  }

  private mutating func set(_ mode: Int, _ isOn: Bool) {
    if mode == 25 {
      showsCursor = isOn
    } else if isOn {
      everOn.insert(mode)
      on.insert(mode)
    } else {
      on.remove(mode)
    }
  }

  /// Whether a shell can continue. Modes 7 (wrapping), 12 (blinking) and 1034 (8-bit input) are the terminal's own
  /// choice.
  var isRestored: Bool {
    on.subtracting([7, 12, 1034]).isEmpty && showsCursor && !hasKeypadMode
  }
}
