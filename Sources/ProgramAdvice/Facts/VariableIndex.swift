import BlockLibrary
import BlockModel

/// The enabled blocks that read and set each variable, and that define and call each function.
struct VariableIndex {
  /// The blocks that use a variable.
  struct Uses {
    var reads: Set<String> = []
    var sets: Set<String> = []
  }

  /// The uses of variables, by the id of the variable.
  private(set) var uses: [String: Uses] = [:]
  /// The calls of functions by their names in lower case; blocks that aren't known count with the text of each field.
  private(set) var calls: [String: Set<String>] = [:]
  /// The definitions of functions.
  private(set) var definitions: Set<String> = []
  /// The entries of each block, for removing them.
  private var entries: [String: Entry] = [:]

  private struct Entry {
    var reads: [String]
    var sets: [String]
    var calls: [String]
  }

  /// The largest number of characters in a field that may name a function.
  private static let longestName = 100

  mutating func remove(_ blockID: String) {
    guard let entry = entries.removeValue(forKey: blockID) else { return }
    for id in entry.reads { uses[id]?.reads.remove(blockID) }
    for id in entry.sets { uses[id]?.sets.remove(blockID) }
    for name in entry.calls { calls[name]?.remove(blockID) }
    definitions.remove(blockID)
  }

  mutating func add(_ block: Block) {
    let variables = block.workspace?.variables
    let found = VariableUses(of: block) { variables?.variable(named: $0) }
    var entry = Entry(reads: found.reads.map(\.id), sets: found.sets.map(\.id), calls: [])
    if let call = block.mutator as? MutatorProcedureCaller {
      entry.calls = [call.name.lowercased()]
    } else if block.mutator is MutatorProcedureDefinition {
      definitions.insert(block.id)
    } else {
      entry.calls = VariableUses.names(in: block).filter { $0.utf8.count <= Self.longestName }.map { $0.lowercased() }
    }
    if entry.reads.isEmpty, entry.sets.isEmpty, entry.calls.isEmpty, !definitions.contains(block.id) { return }
    for id in entry.reads { uses[id, default: Uses()].reads.insert(block.id) }
    for id in entry.sets { uses[id, default: Uses()].sets.insert(block.id) }
    for name in entry.calls { calls[name, default: []].insert(block.id) }
    entries[block.id] = entry
  }
}
