extension Workspace {
  /// Replaces the texts of all blocks with those of a factory that has the same types in another language. Ids, values,
  /// connections and shapes stay the same, so references to them remain valid.
  public func translate(to factory: BlockFactory) {
    self.factory = factory
    for block in blocks.values { block.translate(to: factory.builder(for: block.type)) }
  }
}

extension Block {
  /// Takes the texts of another definition of the type: labels, options, and their order.
  fileprivate func translate(to definition: BlockBuilder) {
    defer { self.definition = definition }
    if definition.isUnknown || isUnknown { return }
    let twin = shape(by: definition)
    // Translate all fields first: a field may be in another input than before.
    let fields = twin.inputs.map { $0.fields.map(translated) }
    var own = inputs
    var arranged = zip(twin.inputs, fields).map { shape, fields in
      guard
        let index = own.firstIndex(where: { $0.kind == shape.kind && $0.name == shape.name && $0.connection != nil })
      else {
        return Input(
          kind: shape.kind, name: shape.name, fields: fields, typeChecks: shape.connection?.typeChecks,
          alignment: shape.alignment, sourceBlock: self)
      }
      let input = own.remove(at: index)
      input.replaceFields(fields, aligned: shape.alignment)
      return input
    }
    // Keep inputs that a file has and the definition lacks.
    arranged += own.filter { $0.connection != nil }
    setInputs(arranged)
  }

  /// Returns a block with the shape of this one by another definition.
  private func shape(by definition: BlockBuilder) -> Block {
    let twin = definition.makeBlock(id: id, isShadow: isShadow)
    twin.workspace = workspace
    // The shape may depend on fields.
    for field in twin.inputs.flatMap(\.fields) { _ = translated(field) }
    if let copy = mutator?.copyMutator() {
      copy.block = twin
      copy.mutateBlock()
      copy.block = nil
    } else if let unknownMutation {
      twin.takeRecordedShape(in: unknownMutation)
    }
    return twin
  }

  /// Returns the field of another definition, with the value of the block's own field of that name; or the block's own
  /// field if it has no text to translate.
  private func translated(_ field: Field) -> Field {
    guard let name = field.name, let own = firstField(withName: name) else { return field }
    switch field.wording {
    case .words: return field
    case .choice:
      if let state = own.state, let workspace { field.load(state, variables: workspace.variables) }
      return field
    default: return own
    }
  }
}
