import BlockModel

/// The parts of a block type's definition that programs depend on: its inputs, fields and connections, including those
/// recorded for states of its mutation. Texts, colours and the order of inputs may differ, as they do between
/// languages.
nonisolated enum BlockShape {
  /// A hash of the shape that a factory gives new blocks of a type.
  static func hash(of type: String, in factory: BlockFactory) -> UInt64 {
    var hash = StableHash()
    guard let builder = factory.blockBuilders[type] else { return hash.value }
    hash.combine(type)
    for rule in [builder.output, builder.previous, builder.next] { combine(rule, &hash) }
    hash.combine(optional: builder.mutatorName)
    hash.combine(optional: builder.mutator.map { "\(Swift.type(of: $0))" })
    combine(builder.inputBuilders, &hash)
    for (shape, features) in builder.recordedShapes?.shapes ?? [] {
      for (name, value) in features.sorted(by: { $0.key < $1.key }) {
        hash.combine(name)
        hash.combine(value)
      }
      for rule in [shape.output, shape.previous, shape.next] { combine(rule, &hash) }
      combine(shape.inputs, &hash)
    }
    return hash.value
  }

  private static func combine(_ rule: BlockBuilder.ConnectionRule, _ hash: inout StableHash) {
    hash.combine(rule.isPresent)
    combine(rule.typeChecks, &hash)
  }

  /// Ignores the order, which may differ in translations.
  private static func combine(_ inputs: [InputBuilder], _ hash: inout StableHash) {
    hash.combine(inputs.reduce(0) { $0 &+ self.hash(of: $1) })
  }

  private static func hash(of input: InputBuilder) -> UInt64 {
    let fields = input.fields.reduce(0) { $0 &+ hash(of: $1) }
    guard input.type == .value || input.type == .statement else { return fields }
    var own = StableHash()
    own.combine(input.type == .value)
    own.combine(input.name)
    combine(input.connectionTypeChecks, &own)
    return own.value &+ fields
  }

  private static func hash(of field: Field) -> UInt64 {
    guard let name = field.name else { return 0 }
    var hash = StableHash()
    hash.combine(name)
    hash.combine("\(Swift.type(of: field))")
    if let dropdown = field as? FieldDropdown { for option in dropdown.options { hash.combine(option.value) } }
    if let number = field as? FieldNumber {
      for limit in [number.limits.minimum, number.limits.maximum, number.limits.precision] { hash.combine(limit) }
    }
    return hash.value
  }

  private static func combine(_ checks: [String]?, _ hash: inout StableHash) {
    guard let checks else { return hash.combine(false) }
    hash.combine(true)
    for check in checks.sorted() { hash.combine(check) }
  }
}
