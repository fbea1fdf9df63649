/// Connections that no definition gives: a block of an unknown type has those that are used, and a file may use some that a
/// definition doesn't have.
extension Block {
  /// The connection by which the block hangs in a slot, made where it has none.
  /// - Parameter slot: `inputValue` or `nextStatement`.
  @discardableResult
  public func inferInferior(for slot: Connection.Kind) -> Connection? {
    let isValue = slot == .inputValue
    if let connection = isValue ? outputConnection : previousConnection { return connection }
    if isUnknown {
      // What was a guess is known better now.
      if isValue {
        removeConnection(.previousStatement)
        if nextConnection?.target == nil { removeConnection(.nextStatement) }
      } else {
        removeConnection(.outputValue)
        if nextConnection == nil { setConnection(.nextStatement, typeChecks: nil) }
      }
    }
    setConnection(slot.opposite, typeChecks: nil)
    let made = isValue ? outputConnection : previousConnection
    made?.isInferred = true
    return made
  }

  /// The next connection, made where the block has none.
  @discardableResult
  public func inferNext() -> Connection? {
    if nextConnection == nil {
      setConnection(.nextStatement, typeChecks: nil)
      nextConnection?.isInferred = true
    }
    return nextConnection
  }

  /// The input of a name that has a connection, made where the block has none.
  /// - Parameter kind: `value` or `statement`, for a new one.
  @discardableResult
  public func inferInput(named name: String, kind: Input.Kind) -> Input {
    if let input = connectedInput(named: name) { return input }
    let input = appendInput(InputBuilder(type: kind, name: name).makeInput())
    if isUnknown { input.insert(FieldLabel(text: name), at: 0) }
    input.isInferred = true
    return input
  }

  /// The input of this name that has a connection.
  func connectedInput(named name: String) -> Input? {
    for input in inputs where input.name == name && input.connection != nil { return input }
    return nil
  }
}

extension Block {
  /// A connection that no definition gives. A block that is made again has it again, whatever hangs there then.
  public enum Joint: Hashable, Sendable {
    case output, previous, next
    case input(name: String, kind: Input.Kind)
  }

  /// The connections that no definition gives; nil where there are none.
  var joints: [Joint]? {
    var joints: [Joint] = []
    if let outputConnection, isUnknown || outputConnection.isInferred { joints.append(.output) }
    if let previousConnection, isUnknown || previousConnection.isInferred { joints.append(.previous) }
    if let nextConnection, isUnknown || nextConnection.isInferred { joints.append(.next) }
    for input in inputs where input.connection != nil && (isUnknown || input.isInferred) {
      joints.append(.input(name: input.name, kind: input.kind))
    }
    return joints.isEmpty && !isUnknown ? nil : joints
  }

  /// Gives the block connections that it had before.
  func take(_ joints: [Joint]) {
    for joint in joints {
      switch joint {
      case .output: inferInferior(for: .inputValue)
      case .previous: inferInferior(for: .nextStatement)
      case .next: inferNext()
      case .input(let name, let kind): inferInput(named: name, kind: kind)
      }
    }
    // A statement that nothing follows: a guess that this one is not.
    if isUnknown, !joints.contains(.next), nextConnection?.target == nil { removeConnection(.nextStatement) }
  }
}
