/// Changes of a block's shape in place, for mutators.
extension Block {
  /// Makes the inputs that `isOwned` picks be those that `builders` describe, side by side in that order.
  ///
  /// Where an input of the same name and kind is there, it stays, with its connection and fields; the others are made or
  /// go. They stand where the first of them stood, else before the input `successor`, else at the end. Inputs that a file
  /// made where the definition has none never go: a step that is undone must find them again.
  public func arrangeInputs(
    _ builders: [InputBuilder], before successor: String? = nil, where isOwned: (Input) -> Bool
  ) {
    var owned: [InputKey: Input] = [:]
    var others: [Input] = []
    var place: Int?
    for input in inputs {
      guard isOwned(input) else {
        others.append(input)
        continue
      }
      if place == nil, !input.isInferred { place = others.count }
      let key = InputKey(name: input.name, kind: input.kind)
      if owned[key] == nil { owned[key] = input } else { others.append(input) }
    }
    let arranged = builders.map { builder in
      let input = owned.removeValue(forKey: InputKey(name: builder.name, kind: builder.type))
      if let input, input.isInferred { adopt(input, as: builder) }
      return input ?? makeInput(builder)
    }
    // What is left in `owned` is superfluous, taken in its order.
    var kept: [Input] = []
    if !owned.isEmpty {
      for input in inputs where owned[InputKey(name: input.name, kind: input.kind)] === input {
        if input.isInferred { kept.append(input) } else { release(input.connection) }
      }
    }
    let index = place ?? others.firstIndex { $0.name == successor } ?? others.endWithoutInferred
    setInputs(others[..<index] + arranged + others[index...] + kept)
  }

  /// Takes away the output, previous or next connection; one that a file made where the definition has none stays.
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

  /// Gives an input that a file made what the definition would have given it.
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
  /// The end, but before the inputs that a file added there.
  fileprivate var endWithoutInferred: Int { (lastIndex { !$0.isInferred } ?? -1) + 1 }
}
