import SeededTesting

/// Keys of a user in random order: cursor motions, insertions, fields, drags, dialogs, undo, redo and saves. The effect
/// of a key depends on where the cursor is.
@MainActor struct KillScript {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// The keys of some actions, each by its name.
  mutating func keys(_ actions: Int) -> [String] { (0..<actions).flatMap { _ in action() } }

  mutating func number(in range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  private mutating func action() -> [String] {
    switch number(in: 0...21) {
    case 0...3: return some(["<Down>", "<Right>", "<Up>", "<Left>", "n", "<Home>", "<End>"], 1...4)
    case 4, 5: return ["t"] + some(["<Down>"], 0...6) + ["<Enter>"] + some(["<Down>"], 0...6) + ["<Enter>", "<Esc>"]
    case 6...8: return ["<Enter>"] + some(["1", "2", "5"], 1...3) + ["<Enter>", "<Esc>"]
    case 9: return ["<Enter>", "<Down>", "<Enter>", "<Esc>"]
    case 10, 11: return ["m"] + some(["<Down>", "<Up>", "<C-Right>"], 1...4) + ["<Enter>"]
    case 12: return ["e"] + some(["a", "<Down>", "J"], 1...3) + ["<C-s>", "<Esc>"]
    case 13: return some(["d", "x", "c", "D", "<Delete>"], 1...1)
    case 14: return ["z"]
    case 15: return ["\"", "h", "i", "<Enter>", "<C-s>", "<Esc>"]
    case 16, 17: return some(["u"], 1...4)
    case 18: return some(["u"], 1...4) + some(["U"], 1...4)
    case 19: return some(["U"], 1...3)
    default: return ["<C-s>"]
    }
  }

  private mutating func some(_ keys: [String], _ count: ClosedRange<Int>) -> [String] {
    (0..<number(in: count)).map { _ in keys.randomElement(using: &random) ?? "<Down>" }
  }
}
