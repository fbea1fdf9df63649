/// A variable of a program. Its id never changes.
public final class Variable {
  public let id: String
  public internal(set) var name: String
  /// The type, `""` for none.
  public internal(set) var type: String
  /// The file gave no id, so XML gets none.
  public internal(set) var hasImplicitID: Bool
  /// The file lists the variable, rather than only naming it in a field.
  public internal(set) var isDeclared: Bool
  /// The file says the type even where it is `""`.
  public internal(set) var statesEmptyType = false
  /// Decides the variable's place among the others; kept across removal and return.
  var order: Int64 = 0

  init(id: String, name: String, type: String, hasImplicitID: Bool, isDeclared: Bool) {
    self.id = id
    self.name = name
    self.type = type
    self.hasImplicitID = hasImplicitID
    self.isDeclared = isDeclared
  }
}

/// How a field refers to a variable in a file or an event; what a dialect leaves out is nil.
public struct VariableReference: Hashable, Sendable {
  public var id: String?
  public var name: String?
  public var type: String?

  public init(id: String? = nil, name: String? = nil, type: String? = nil) {
    self.id = id
    self.name = name
    self.type = type
  }
}
