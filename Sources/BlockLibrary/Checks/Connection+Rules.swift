import BlockModel

/// What stock blocks ask of their neighbours beyond the types of one connection. Blockly lets such blocks in and bumps them
/// out later; here they are not let in.
extension Connection {
  /// Whether a block may be connected to this side by `inferior`.
  public func canConnect(_ inferior: Connection) -> Bool {
    canConnect(typeChecks: inferior.presentChecks) && inferior.sourceBlock.allowsConnection(to: self)
  }

  /// Whether a block that gives these types, nil for any, may be connected to this side.
  public func canConnect(typeChecks checks: [String]?) -> Bool {
    guard Self.fit(presentChecks, checks) else { return false }
    switch (sourceBlock.type, sourceInput?.name) {
    case ("logic_compare", let name?):
      let partner = sourceBlock.firstInput(withName: name == "A" ? "B" : "A")?.connectedBlock?.outputConnection
      return partner.map { Self.fit($0.presentChecks, checks) } ?? true
    case ("logic_ternary", "THEN"), ("logic_ternary", "ELSE"):
      return sourceBlock.outputConnection?.target.map { Self.fit($0.presentChecks, checks) } ?? true
    default: return true
    }
  }

  /// The types that may connect now: blocks of typed variables give and take that of their variable.
  fileprivate var presentChecks: [String]? {
    switch (sourceBlock.type, sourceInput?.name) {
    case ("variables_get_dynamic", nil), ("variables_set_dynamic", "VALUE"):
      let field = sourceBlock.firstField(withName: "VAR") as? FieldVariable
      guard kind == .outputValue || kind == .inputValue, let type = field?.variable?.type, !type.isEmpty else {
        return typeChecks
      }
      return [type]
    default: return typeChecks
    }
  }

  fileprivate static func fit(_ mine: [String]?, _ theirs: [String]?) -> Bool {
    guard let mine, let theirs else { return true }
    return mine.contains { theirs.contains($0) }
  }
}

extension Block {
  /// Whether what this block holds suits a side that it would be connected to: a choice gives what its two values give.
  fileprivate func allowsConnection(to superior: Connection) -> Bool {
    guard type == "logic_ternary" else { return true }
    return ["THEN", "ELSE"].allSatisfy { name in
      guard let value = firstInput(withName: name)?.connectedBlock?.outputConnection else { return true }
      return Connection.fit(superior.presentChecks, value.presentChecks)
    }
  }
}
