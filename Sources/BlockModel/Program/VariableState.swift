/// A variable as data: what brings a deleted one back as it was.
public struct VariableState: Hashable, Sendable {
  public var id: String
  public var name: String
  /// The type, `""` for none.
  public var type: String
  /// The place among the variables: 0 for the first; nil for the end.
  public var index: Int?
  /// What a file said or left out.
  public var hasImplicitID = false
  public var isDeclared = true
  public var statesEmptyType = false

  public init(id: String, name: String, type: String = "", index: Int? = nil) {
    self.id = id
    self.name = name
    self.type = type
    self.index = index
  }
}

extension VariableMap {
  /// The state of one of these variables.
  public func state(of variable: Variable) -> VariableState {
    var state = VariableState(id: variable.id, name: variable.name, type: variable.type, index: index(of: variable))
    state.hasImplicitID = variable.hasImplicitID
    state.isDeclared = variable.isDeclared
    state.statesEmptyType = variable.statesEmptyType
    return state
  }

  /// Adds a variable as a state says; the existing one is returned when the id is taken.
  @discardableResult
  public func add(_ state: VariableState) -> Variable {
    if let existing = self[state.id] { return existing }
    let variable = add(
      id: state.id, name: state.name, type: state.type, hasImplicitID: state.hasImplicitID,
      isDeclared: state.isDeclared, index: state.index)
    variable.hasImplicitID = state.hasImplicitID
    variable.isDeclared = state.isDeclared
    variable.statesEmptyType = state.statesEmptyType
    return variable
  }
}
