/// Inferred connections: the connections of blocks of unknown types, and the connections that a file uses but the
/// definition lacks.
extension Block {
  /// Returns the block's output or previous connection, and adds it if there is none.
  /// - Parameter slot: the kind of the parent's connection, `inputValue` or `nextStatement`.
  @discardableResult
  public func inferInferior(for slot: Connection.Kind) -> Connection? {
    let isValue = slot == .inputValue
    if let connection = isValue ? outputConnection : previousConnection { return connection }
    if isUnknown {
      // Replace an earlier guess.
      if isValue {
        removeConnection(.previousStatement)
        if nextConnection?.target == nil { removeConnection(.nextStatement) }
      } else {
        removeConnection(.outputValue)
        if nextConnection == nil { setConnection(.nextStatement, typeChecks: nil) }
      }
    }
    setConnection(slot.opposite, typeChecks: nil)
    let inferred = isValue ? outputConnection : previousConnection
    inferred?.isInferred = true
    return inferred
  }

  /// Returns the next connection, and adds it if there is none.
  @discardableResult
  public func inferNext() -> Connection? {
    if nextConnection == nil {
      setConnection(.nextStatement, typeChecks: nil)
      nextConnection?.isInferred = true
    }
    return nextConnection
  }

  /// Returns the input of this name that has a connection, and adds it if there is none.
  /// - Parameter kind: the kind of a new input, `value` or `statement`.
  @discardableResult
  public func inferInput(named name: String, kind: Input.Kind) -> Input {
    if let input = connectedInput(named: name) { return input }
    let input = appendInput(InputBuilder(type: kind, name: name).makeInput())
    if isUnknown { input.insert(FieldLabel(text: name), at: 0) }
    input.isInferred = true
    return input
  }

  /// Returns the input of this name that has a connection; nil if there is none.
  func connectedInput(named name: String) -> Input? {
    for input in inputs(from: name) where input.name == name && input.connection != nil { return input }
    return nil
  }
}

extension Block {
  /// An inferred connection. It is restored in a rebuilt block, connected or not.
  public enum Joint: Hashable, Sendable {
    /// A connection of the block itself; see `Connection.Kind`.
    case output, previous, next
    /// An input that only the file has.
    case input(name: String, kind: Input.Kind)
  }

  /// The inferred connections; nil when there are none and the block type is known.
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

  /// Restores the inferred connections that the block had.
  func take(_ joints: [Joint]) {
    for joint in joints {
      switch joint {
      case .output: inferInferior(for: .inputValue)
      case .previous: inferInferior(for: .nextStatement)
      case .next: inferNext()
      case .input(let name, let kind): inferInput(named: name, kind: kind)
      }
    }
    // An unknown statement gets a next connection by default; this one had none.
    if isUnknown, !joints.contains(.next), nextConnection?.target == nil { removeConnection(.nextStatement) }
  }
}
