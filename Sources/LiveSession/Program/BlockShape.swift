import BlockModel

/// What a program depends on in the definition of a block type: its places, fields and connections. Words, colours and
/// the order of inputs may differ, as they do between languages.
nonisolated enum BlockShape {
  /// A hash of the shape that a factory gives new blocks of a type.
  static func hash(of type: String, in factory: BlockFactory) -> UInt64 {
    var hash = StableHash()
    guard let builder = factory.blockBuilders[type] else { return hash.value }
    hash.combine(type)
    for rule in [builder.output, builder.previous, builder.next] {
      hash.combine(rule.isPresent)
      combine(rule.typeChecks, &hash)
    }
    hash.combine(optional: builder.mutatorName)
    hash.combine(optional: builder.mutator.map { "\(Swift.type(of: $0))" })
    // Translations may have another order.
    var inputs: UInt64 = 0
    for input in builder.inputBuilders { inputs &+= self.hash(of: input) }
    hash.combine(inputs)
    return hash.value
  }

  private static func hash(of input: InputBuilder) -> UInt64 {
    let fields = input.fields.reduce(0) { $0 &+ hash(of: $1) }
    guard input.type == .value || input.type == .statement else { return fields }
    var place = StableHash()
    place.combine(input.type == .value)
    place.combine(input.name)
    combine(input.connectionTypeChecks, &place)
    return place.value &+ fields
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
