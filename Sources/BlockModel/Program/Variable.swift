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
  /// The variable's id; XML may leave it out.
  public var id: String?
  /// The variable's name; JSON leaves it out in fields.
  public var name: String?
  /// The variable's type; nil or `""` for none.
  public var type: String?

  /// A reference with what a file or an event says; `VariableMap.resolve` finds the variable.
  public init(id: String? = nil, name: String? = nil, type: String? = nil) {
    self.id = id
    self.name = name
    self.type = type
  }
}
