/// Changes a block's shape in place, for mutators.
extension Block {
  /// Replaces the inputs that satisfy `isOwned` with those of `builders`, contiguous and in this order.
  ///
  /// An existing input with the same name and kind is kept, with its connection and fields. The inputs are placed where
  /// the first of them was, else before the input `successor`, else at the end. Inferred inputs are never removed, so
  /// that undo can use them again.
  public func arrangeInputs(
    _ builders: [InputBuilder], before successor: String? = nil, where isOwned: (Input) -> Bool
  ) {
    var owned: [InputKey: Input] = [:]
    var others: [Input] = []
    var insertionIndex: Int?
    for input in inputs {
      guard isOwned(input) else {
        others.append(input)
        continue
      }
      if insertionIndex == nil, !input.isInferred { insertionIndex = others.count }
      let key = InputKey(name: input.name, kind: input.kind)
      if owned[key] == nil { owned[key] = input } else { others.append(input) }
    }
    let arranged = builders.map { builder in
      let input = owned.removeValue(forKey: InputKey(name: builder.name, kind: builder.type))
      if let input, input.isInferred { adopt(input, as: builder) }
      return input ?? makeInput(builder)
    }
    // Remove the inputs left in `owned`, in order.
    var kept: [Input] = []
    if !owned.isEmpty {
      for input in inputs where owned[InputKey(name: input.name, kind: input.kind)] === input {
        if input.isInferred { kept.append(input) } else { release(input.connection) }
      }
    }
    let index = insertionIndex ?? others.firstIndex { $0.name == successor } ?? others.endWithoutInferred
    setInputs(others[..<index] + arranged + others[index...] + kept)
  }

  /// Removes the output, previous or next connection, and disconnects it. An inferred connection stays.
  public func dropConnection(_ kind: Connection.Kind) {
    let connection =
      switch kind {
      case .outputValue: outputConnection
      case .previousStatement: previousConnection
      case .nextStatement: nextConnection
      case .inputValue: Connection?.none
      }
    guard let connection, !connection.isInferred else { return }
    removeConnection(kind)
  }

  /// Gives an inferred input the type checks of its builder, and its fields if it has none.
  private func adopt(_ input: Input, as builder: InputBuilder) {
    input.connection?.typeChecks = builder.connectionTypeChecks
    if input.fields.isEmpty {
      for field in builder.fields { input.append(field.copy()) }
    }
  }

  private struct InputKey: Hashable {
    var name: String
    var kind: Input.Kind
  }
}

extension [Input] {
  /// The index just past the last input that is not inferred.
  fileprivate var endWithoutInferred: Int { (lastIndex { !$0.isInferred } ?? -1) + 1 }
}
