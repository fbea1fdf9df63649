import BlockLibrary

/// What a procedure is to be called and to take.
public struct ProcedureSignature {
  public struct Parameter {
    /// The name of the parameter; it is given to the variable, if that has another one.
    public var parameter: ProcedureParameter
    /// Its place among the present parameters, so that the arguments of callers stay with it; nil for a new one.
    public var former: Int?

    public init(_ parameter: ProcedureParameter, former: Int?) {
      self.parameter = parameter
      self.former = former
    }
  }

  /// nil for the name that it has.
  public var name: String?
  public var parameters: [Parameter]
  /// Whether there are statements before what is returned.
  public var hasStatements: Bool

  public init(name: String?, parameters: [Parameter], hasStatements: Bool) {
    self.name = name
    self.parameters = parameters
    self.hasStatements = hasStatements
  }
}
