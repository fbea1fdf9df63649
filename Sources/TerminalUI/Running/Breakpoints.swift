import BlockModel

/// The breakpoints of an open program, by the ids of their blocks. A block that was deleted keeps its breakpoint until
/// it comes back.
struct Breakpoints {
  /// The conditions; empty for breakpoints without one.
  private(set) var conditions: [String: String] = [:]

  func has(_ id: String) -> Bool { conditions[id] != nil }

  func condition(of id: String) -> String { conditions[id] ?? "" }

  /// - Returns: whether there is a breakpoint now.
  mutating func toggle(_ id: String) -> Bool {
    if conditions.removeValue(forKey: id) != nil { return false }
    conditions[id] = ""
    return true
  }

  /// Sets a breakpoint. An empty condition always holds.
  mutating func set(_ condition: String, at id: String) { conditions[id] = condition }

  /// The ids of the blocks at which a program stops that is run already: conditions are compiled in, so a new one takes
  /// effect at the next run.
  /// - Parameter start: the breakpoints when it was started.
  func active(since start: Breakpoints) -> [String] {
    conditions.filter { $0.value.isEmpty || start.has($0.key) }.map(\.key)
  }

  /// The statement that holds a block, or the function that it defines: where the program can stop.
  static func statement(of block: Block) -> Block {
    var block = block
    while block.outputConnection != nil, let holder = block.outputConnection?.target?.sourceBlock { block = holder }
    return block
  }
}
