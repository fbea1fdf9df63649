import Markup

/// The shapes that blocks of a type have in some states of their mutation. They replace the mutator, which is an app's
/// code: a block keeps its state unchanged, and gets the shape of the recorded state that matches.
package final class RecordedShapes {
  /// A state, and the shape that a block has in it.
  package struct Shape {
    /// The state as files have it.
    package var state: MutationState
    /// The inputs from top to bottom.
    package var inputs: [InputBuilder]
    /// Whether the block is a value.
    package var output: BlockBuilder.ConnectionRule
    /// Whether the block can be connected below a statement.
    package var previous: BlockBuilder.ConnectionRule
    /// Whether a statement can be connected below the block.
    package var next: BlockBuilder.ConnectionRule

    /// Creates a shape with these inputs and connections.
    package init(
      state: MutationState, inputs: [InputBuilder], output: BlockBuilder.ConnectionRule,
      previous: BlockBuilder.ConnectionRule, next: BlockBuilder.ConnectionRule
    ) {
      self.state = state
      self.inputs = inputs
      self.output = output
      self.previous = previous
      self.next = next
    }
  }

  /// The shapes, each with the attributes or members of its state as texts. The first one that matches a state is used.
  package let shapes: [(shape: Shape, features: [String: String])]
  /// The attributes and members that differ between the states.
  private let telling: Set<String>

  /// - Parameter shapes: the shapes, of which the first one that matches a state is used.
  package init(_ shapes: [Shape]) {
    self.shapes = shapes.prefix(Self.mostShapes).map { ($0, Self.features(of: $0.state)) }
    let all = self.shapes.map(\.features)
    var values: [String: Set<String?>] = [:]
    for name in Set(all.flatMap(\.keys)) { values[name] = Set(all.map { $0[name] }) }
    telling = Set(values.filter { $0.value.count > 1 }.keys)
  }

  /// Returns the shape of a block in a state; nil if no recorded state matches.
  func shape(in state: MutationState) -> Shape? {
    let features = Self.features(of: state)
    return shapes.first { shape in telling.allSatisfy { shape.features[$0] == features[$0] } }?.shape
  }

  /// The maximum number of shapes that are used; the recorder makes far fewer.
  private static let mostShapes = 200

  /// Returns the attributes and elements of a mutation, or the members of an extra state, as texts.
  private static func features(of state: MutationState) -> [String: String] {
    var features: [String: String] = [:]
    if let element = state.element {
      for attribute in element.attributes where attribute.name != "xmlns" { features[attribute.name] = attribute.value }
      features["<>"] = element.elements.map { $0.xmlText() }.joined()
    } else if let json = state.json {
      for (key, value) in json.members { features[key] = value.text() }
    }
    return features
  }
}

extension Block {
  /// Gives a new block the shape that was recorded for a state. Without a match, its shape doesn't change.
  func takeRecordedShape(in state: MutationState) {
    guard let shape = definition.recordedShapes?.shape(in: state) else { return }
    arrangeInputs(shape.inputs) { _ in true }
    for (kind, rule) in [
      (Connection.Kind.outputValue, shape.output), (.previousStatement, shape.previous), (.nextStatement, shape.next),
    ] {
      if rule.isPresent { setConnection(kind, typeChecks: rule.typeChecks) } else { removeConnection(kind) }
    }
  }
}
