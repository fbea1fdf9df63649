import BlockModel

/// Rules of stock blocks beyond the type check of one connection. Blockly first connects blocks that violate them and
/// then disconnects them; here they can't be connected at all.
extension Connection {
  /// Whether `inferior`, a block's output or previous connection, may be connected here.
  public func canConnect(_ inferior: Connection) -> Bool {
    canConnect(typeChecks: inferior.currentChecks) && inferior.sourceBlock.allowsConnection(to: self)
  }

  /// Whether a block with these types (nil for any) may be connected here.
  public func canConnect(typeChecks checks: [String]?) -> Bool {
    guard Self.areCompatible(currentChecks, checks) else { return false }
    switch (sourceBlock.type, sourceInput?.name) {
    case ("logic_compare", let name?):
      let partner = sourceBlock.firstInput(withName: name == "A" ? "B" : "A")?.connectedBlock?.outputConnection
      return partner.map { Self.areCompatible($0.currentChecks, checks) } ?? true
    case ("logic_ternary", "THEN"), ("logic_ternary", "ELSE"):
      return sourceBlock.outputConnection?.target.map { Self.areCompatible($0.currentChecks, checks) } ?? true
    default: return true
    }
  }

  /// The types that may currently connect. For blocks with typed variables, this is the variable's type.
  fileprivate var currentChecks: [String]? {
    switch (sourceBlock.type, sourceInput?.name) {
    case ("variables_get_dynamic", nil), ("variables_set_dynamic", "VALUE"):
      let field = sourceBlock.firstField(withName: "VAR")
      guard kind == .outputValue || kind == .inputValue, let type = field?.variable?.type, !type.isEmpty else {
        return typeChecks
      }
      return [type]
    default: return typeChecks
    }
  }

  fileprivate static func areCompatible(_ mine: [String]?, _ theirs: [String]?) -> Bool {
    guard let mine, let theirs else { return true }
    return mine.contains { theirs.contains($0) }
  }
}

extension Block {
  /// Whether both values of a ternary may be connected to `superior`, because it may return either of them.
  fileprivate func allowsConnection(to superior: Connection) -> Bool {
    guard type == "logic_ternary" else { return true }
    return ["THEN", "ELSE"].allSatisfy { name in
      guard let value = firstInput(withName: name)?.connectedBlock?.outputConnection else { return true }
      return Connection.areCompatible(superior.currentChecks, value.currentChecks)
    }
  }
}
