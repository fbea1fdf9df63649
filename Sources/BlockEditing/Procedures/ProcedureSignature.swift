import BlockLibrary

/// The new name and parameters of a procedure.
public struct ProcedureSignature {
  /// A new parameter, and the current one that it replaces.
  public struct Parameter {
    /// The new parameter. If its variable has another name, the variable is renamed.
    public var parameter: ProcedureParameter
    /// The index among the current parameters, so that the arguments of callers stay with it; nil for a new parameter.
    public var oldIndex: Int?

    /// - Parameter oldIndex: nil for a new parameter.
    public init(_ parameter: ProcedureParameter, oldIndex: Int?) {
      self.parameter = parameter
      self.oldIndex = oldIndex
    }
  }

  /// The new name; nil to keep the current one.
  public var name: String?
  /// The new parameters in their order; current ones that are missing are removed.
  public var parameters: [Parameter]
  /// Whether there are statements before the return value.
  public var hasStatements: Bool

  /// - Parameters:
  ///   - name: nil to keep the current one.
  ///   - hasStatements: whether there are statements before the return value.
  public init(name: String?, parameters: [Parameter], hasStatements: Bool) {
    self.name = name
    self.parameters = parameters
    self.hasStatements = hasStatements
  }
}
