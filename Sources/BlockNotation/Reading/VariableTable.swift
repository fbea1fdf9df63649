import BlockModel

/// The variables of a text: those of its header, and those that it uses without naming them there.
struct VariableTable {
  struct Entry {
    var state: VariableState
    /// Whether the text states the id.
    var hasID: Bool { !state.hasImplicitID }
  }

  private(set) var entries: [Entry] = []
  private var byName: [String: Int] = [:]
  private var byLowercaseName: [String: Int] = [:]
  private var ids: Set<String> = []
  /// Whether variables that the header doesn't name are declared.
  var declaresOthers = true

  /// Adds a variable of the header.
  /// - Parameters:
  ///   - id: its id; nil for an implicit one.
  ///   - handle: the name under which the text refers to it.
  mutating func declare(_ state: VariableState, id: String?, handle: String) {
    var state = state
    if let id, ids.insert(id).inserted {
      state.id = id
    } else {
      state.id = freeID(derivedFrom: state.type + "\u{0}" + state.name)
      state.hasImplicitID = true
    }
    enter(state, handle: handle)
  }

  private mutating func enter(_ state: VariableState, handle: String) {
    entries.append(Entry(state: state))
    if byName[handle] == nil { byName[handle] = entries.count - 1 }
    if byLowercaseName[handle.lowercased()] == nil { byLowercaseName[handle.lowercased()] = entries.count - 1 }
  }

  private mutating func freeID(derivedFrom text: String) -> String {
    var id = BlocklyID.derived(from: text)
    while !ids.insert(id).inserted { id = BlocklyID.derived(from: id) }
    return id
  }

  /// Returns the variable with a name, a new one if there is none.
  mutating func variable(named name: String, type: String) -> VariableState {
    if let index = byName[name] ?? byLowercaseName[name.lowercased()] { return entries[index].state }
    var state = VariableState(id: freeID(derivedFrom: type + "\u{0}" + name), name: name, type: type)
    state.hasImplicitID = true
    state.isDeclared = declaresOthers
    enter(state, handle: name)
    return state
  }
}
