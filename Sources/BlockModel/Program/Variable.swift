/// A variable of a program. Its id never changes.
public final class Variable {
  /// Identifies the variable in the program; fields and events refer to it.
  public let id: String
  /// The name that users see and generators use. Blockly ignores the case when it compares names.
  public internal(set) var name: String
  /// The type, `""` for none.
  public internal(set) var type: String
  /// Whether the file omits the id, so that it is not written to XML.
  public internal(set) var hasImplicitID: Bool
  /// Whether the file's list of variables contains it. Otherwise only fields do.
  public internal(set) var isDeclared: Bool
  /// Whether the file contains the type although it is `""`.
  public internal(set) var statesEmptyType = false
  /// Its order number among the variables.
  var order: Int64 = 0

  init(id: String, name: String, type: String, hasImplicitID: Bool, isDeclared: Bool) {
    self.id = id
    self.name = name
    self.type = type
    self.hasImplicitID = hasImplicitID
    self.isDeclared = isDeclared
  }
}

/// A reference to a variable in a file or an event. Properties that the format omits are nil.
public struct VariableReference: Hashable, Sendable {
  /// The variable's id, which XML may omit.
  public var id: String?
  /// The variable's name, which JSON omits in fields.
  public var name: String?
  /// The variable's type; nil or `""` for none.
  public var type: String?

  /// Creates a reference with the properties in a file or an event. `VariableMap.resolve` finds the variable.
  public init(id: String? = nil, name: String? = nil, type: String? = nil) {
    self.id = id
    self.name = name
    self.type = type
  }
}

/// A variable as data, used to restore a deleted variable.
public struct VariableState: Hashable, Sendable {
  /// Identifies the variable in the program.
  public var id: String
  /// The name that users see.
  public var name: String
  /// The type, `""` for none.
  public var type: String
  /// The index among the variables, from 0; nil for the end.
  public var index: Int?
  /// See `Variable.hasImplicitID`.
  public var hasImplicitID = false
  /// See `Variable.isDeclared`.
  public var isDeclared = true
  /// See `Variable.statesEmptyType`.
  public var statesEmptyType = false

  /// Creates a variable as a user adds it: with an id in files, and in the list of variables.
  public init(id: String, name: String, type: String = "", index: Int? = nil) {
    self.id = id
    self.name = name
    self.type = type
    self.index = index
  }
}

extension VariableMap {
  /// Returns the state of a variable in the map.
  public func state(of variable: Variable) -> VariableState {
    var state = VariableState(id: variable.id, name: variable.name, type: variable.type, index: index(of: variable))
    state.hasImplicitID = variable.hasImplicitID
    state.isDeclared = variable.isDeclared
    state.statesEmptyType = variable.statesEmptyType
    return state
  }

  /// Adds a variable with the given state.
  /// - Returns: the variable; the existing one if the id is taken.
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
