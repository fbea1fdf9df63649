import BlockModel

/// A rule ready for use: a variant for each combination of the values of the fields that it depends on.
final class CompiledRule {
  let rule: GeneratorRule
  /// The definition of its blocks, which is kept because the generator finds the rule by its identity.
  let definition: BlockBuilder
  let fields: [String]
  /// The accesses to `fields`. Those to pseudo-fields, such as `BASE`, find no field.
  let accesses: [FieldAccess]
  private var variants: [(values: [String], variant: CompiledVariant)] = []

  init(_ rule: GeneratorRule, for definition: BlockBuilder) {
    self.rule = rule
    self.definition = definition
    var fields: [String] = []
    Self.collectFields(of: rule, into: &fields)
    self.fields = fields
    accesses = fields.map(FieldAccess.init)
  }

  // Recurses over a rule, which nests a few levels deep, not over the program.
  private static func collectFields(of rule: GeneratorRule, into fields: inout [String]) {
    func add(_ name: String) { if !fields.contains(name) { fields.append(name) } }
    for name in rule.tables.keys.sorted() { add(name) }
    for branch in rule.cases {
      for condition in branch.fields { add(condition.name) }
      collectFields(of: branch.rule, into: &fields)
    }
    for part in rule.parts.sorted(by: { $0.key < $1.key }) { collectFields(of: part.value, into: &fields) }
  }

  /// Returns the variant for the values of `fields`; nil if there is none yet.
  @inline(__always) func variant(_ values: [String]) -> CompiledVariant? {
    for entry in variants where entry.values == values { return entry.variant }
    return nil
  }

  /// Returns the variant for the value of the only field; nil if there is none yet.
  @inline(__always) func variant(_ value: String) -> CompiledVariant? {
    for entry in variants where entry.values[0] == value { return entry.variant }
    return nil
  }

  func add(_ variant: CompiledVariant, for values: [String]) { variants.append((values, variant)) }
}

/// A rule with the values of its fields applied.
final class CompiledVariant {
  var inputs: [CompiledInput] = []
  var bodies: [String] = []
  var alternatives: [CompiledAlternative] = []
  var parts: [[CompiledAlternative]] = []
  var earlyImports: [String] = []
  /// The fields whose values become code, and must be valid.
  var checkedFields: [FieldAccess] = []
  var strategy: GeneratorStrategy?
  var isLoop = false
  var tracesItself = false
  var isContinue = false
  var isFlat = false
  /// The field of the variable that it sets.
  var sets: FieldAccess?
  /// Whether the effects of the code are unknown.
  var isForeign = false
  /// Whether it needs neither inputs nor bodies.
  var isLeaf: Bool {
    inputs.isEmpty && bodies.isEmpty && alternatives.count == 1 && strategy != .ifChain && strategy != .function
  }
}

/// The code of a variant if the code of its inputs meets some conditions.
final class CompiledAlternative {
  var conditions: [(slot: Int, tests: [CompiledTest])] = []
  /// The inputs that only this code has.
  var inputs: [CompiledInput] = []
  var names: [CodeTemplate] = []
  var imports: [String] = []
  var order = Order(0)
  var steps: [CodeStep] = []
}

/// An input of a variant. A class, like the alternatives, because copying would take longer than the work.
final class CompiledInput {
  let name: String
  let order: Order
  let placeholder: CodePiece
  let indexOffset: Int?
  let isNegated: Bool
  let cache: CacheSyntax?
  let isList: Bool
  /// The index of the input in the previous block.
  var guess = 0

  init(
    name: String, order: Order, placeholder: CodePiece, indexOffset: Int?, isNegated: Bool, cache: CacheSyntax?,
    isList: Bool
  ) {
    (self.name, self.order, self.placeholder, self.indexOffset) = (name, order, placeholder, indexOffset)
    (self.isNegated, self.cache, self.isList) = (isNegated, cache, isList)
  }
}

/// Access to a field by name. It remembers the field's place, which is usually the same in the next block.
final class FieldAccess {
  let name: String
  private var input = 0
  private var index = 0

  init(_ name: String) { self.name = name }

  @inline(__always) func field(of block: Block) -> Field? {
    let inputs = block.inputs
    if input < inputs.count {
      let fields = inputs[input].fields
      if index < fields.count, fields[index].name == name { return fields[index] }
    }
    return find(in: block)
  }

  private func find(in block: Block) -> Field? {
    for (input, candidate) in block.inputs.enumerated() {
      for (index, field) in candidate.fields.enumerated() where field.name == name {
        (self.input, self.index) = (input, index)
        return field
      }
    }
    return nil
  }
}

struct CompiledTest {
  var test: CodeTest
  /// The other input of a comparison.
  var other = 0
}

/// A step in putting code together.
enum CodeStep {
  case piece(CodePiece)
  case value(Int)
  case number(Int, NumberForm)
  case textValue(Int)
  /// The numbered inputs, from a slot on.
  case list(Int, separator: CodePiece, isText: Bool)
  case field(FieldAccess, NumberForm?)
  /// A text in a literal whose quotation marks are in the code around it.
  case partOfLiteral(FieldAccess, mark: UInt8)
  case quoted(FieldAccess)
  case helper(String)
  case procedure(String)
  case name(Int)
  /// The key of the variable that the statement sets.
  case key(FieldAccess)
  /// The number of the function around the statement.
  case surroundingFunction
  case variable(String)
  case part(Int)
  case body(Int)
  case traces
  case suffix
}
