import BlockLibrary

/// The wanted name and parameters of a procedure.
public struct ProcedureSignature {
  public struct Parameter {
    /// The wanted parameter. If its variable has another name, the variable is renamed.
    public var parameter: ProcedureParameter
    /// Its index among the current parameters, so that the arguments of callers stay with it; nil for a new one.
    public var oldIndex: Int?

    public init(_ parameter: ProcedureParameter, oldIndex: Int?) {
      self.parameter = parameter
      self.oldIndex = oldIndex
    }
  }

  /// nil to keep the current name.
  public var name: String?
  public var parameters: [Parameter]
  /// Whether there are statements before the return value.
  public var hasStatements: Bool

  public init(name: String?, parameters: [Parameter], hasStatements: Bool) {
    self.name = name
    self.parameters = parameters
    self.hasStatements = hasStatements
  }
}
