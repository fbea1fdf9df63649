import BlockModel

/// The variables of a text: those in its header, and others that it uses.
struct VariableTable {
  private(set) var all: [VariableState] = []
  private var byName: [String: Int] = [:]
  private var byLowercaseName: [String: Int] = [:]
  private var ids: Set<String> = []
  /// The variables of an older version of the program, which keep their ids.
  private var known: [String: Variable] = [:]
  /// Whether variables that the header doesn't name are declared.
  var declaresOthers = true

  init(keepingIDsOf workspace: Workspace? = nil) {
    for variable in workspace?.variables.all ?? [] { known[Self.key(variable.name, variable.type)] = variable }
  }

  private static func key(_ name: String, _ type: String) -> String { type + "\u{0}" + name }

  /// Gives a variable without an id its former id, or a new one.
  private mutating func identify(_ state: inout VariableState) {
    let key = Self.key(state.name, state.type)
    if let variable = known[key], ids.insert(variable.id).inserted {
      state.id = variable.id
      state.hasImplicitID = variable.hasImplicitID
    } else {
      state.id = freeID(derivedFrom: key)
      state.hasImplicitID = true
    }
  }

  /// Adds a variable of the header.
  /// - Parameters:
  ///   - id: its id; nil for an implicit one.
  ///   - handle: the name under which the text refers to it.
  mutating func declare(_ state: VariableState, id: String?, handle: String) {
    var state = state
    if let id, ids.insert(id).inserted {
      state.id = id
    } else {
      identify(&state)
    }
    enter(state, handle: handle)
  }

  private mutating func enter(_ state: VariableState, handle: String) {
    all.append(state)
    if byName[handle] == nil { byName[handle] = all.count - 1 }
    if byLowercaseName[handle.lowercased()] == nil { byLowercaseName[handle.lowercased()] = all.count - 1 }
  }

  private mutating func freeID(derivedFrom text: String) -> String {
    var id = BlocklyID.derived(from: text)
    while !ids.insert(id).inserted { id = BlocklyID.derived(from: id) }
    return id
  }

  /// Returns the variable with a name, a new one if there is none.
  mutating func variable(named name: String, type: String) -> VariableState {
    if let index = byName[name] ?? byLowercaseName[name.lowercased()] { return all[index] }
    var state = VariableState(id: "", name: name, type: type)
    identify(&state)
    state.isDeclared = declaresOthers
    enter(state, handle: name)
    return state
  }
}
