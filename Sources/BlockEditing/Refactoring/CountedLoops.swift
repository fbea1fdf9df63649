import BlockLibrary
import BlockModel

/// The whole numbers that a loop counts through, in either direction.
struct CountedRange: Equatable {
  var from: Int
  var to: Int
  /// At least 1.
  var by: Int

  /// How many numbers there are.
  var count: Int { abs(to - from) / by + 1 }

  /// The numbers in their order.
  var numbers: [Int] { (0..<count).map { from + (from <= to ? by : -by) * $0 } }
}

extension Block {
  /// How often a “repeat” with a whole number repeats; nil for any other block.
  var times: Int? {
    switch type {
    case "controls_repeat_ext": content("TIMES")?.wholeNumber
    case "controls_repeat":
      (firstField(withName: "TIMES") as? FieldNumber).flatMap { field in
        abs(field.value) < 1e9 && field.value == field.value.rounded(.towardZero) ? Int(field.value) : nil
      }
    default: nil
    }
  }

  /// The numbers that a “count” with whole numbers goes through; nil for any other block.
  var countedRange: CountedRange? {
    guard type == "controls_for", let from = content("FROM")?.wholeNumber, let to = content("TO")?.wholeNumber,
      let by = content("BY")?.wholeNumber, by != 0
    else { return nil }
    return CountedRange(from: from, to: to, by: abs(by))
  }

  /// A break or continue of this loop, not of one in it; nil if there is none.
  func ownFlow(of flow: String? = nil) -> Block? {
    descendants(followers: false).first { block in
      block.type == "controls_flow_statements" && block.loops.first === self
        && (flow == nil || block.firstField(withName: "FLOW")?.state?.text == flow)
    }
  }
}

extension Block {
  /// Checks that the value of the variable that a loop counts with matters only in the loop, and that nothing in it sets
  /// the variable.
  /// - Parameter kept: blocks around or in the loop that belong to its counting.
  func checkCountsAlone(_ variable: Variable, _ uses: VariableBlocks, except kept: [Block] = []) throws(FieldError) {
    let parts = Set((kept + [self]).map(ObjectIdentifier.init))
    let settings = uses.settings.filter { !parts.contains(ObjectIdentifier($0)) }
    let body = connection(of: "DO")?.targetBlock.map { Array(sequence(first: $0, next: \.nextInStack)) } ?? []
    let effects = Effects(of: body)
    if let unknown = effects.unknown { throw FieldError("it isn't known what \(named: unknown) does") }
    if settings.contains(where: holds) || effects.setByCalls.contains(ObjectIdentifier(variable)) {
      throw FieldError("“\(quoted: variable.name)” is set in the loop")
    }
    for read in uses.reads where !holds(read) && !parts.contains(ObjectIdentifier(read)) {
      // A loop that counts with it, too, sets it first.
      let isOfOther = read.loops.contains { loop in
        loop.firstField(withName: "VAR")?.variable === variable && !loop.holds(self)
      }
      if !isOfOther { throw FieldError("“\(quoted: variable.name)” is also read outside the loop") }
    }
  }

  /// Checks that nothing in a statement calls the function that it is in, which would change a new variable.
  func checkDoesNotRecur() throws(FieldError) {
    guard let function else { return }
    let effects = Effects(of: [self])
    if effects.called.contains(ObjectIdentifier(function)) || effects.unknown != nil {
      throw FieldError("the function calls itself, which would change the new variable")
    }
  }
}

extension Variable {
  /// The state of a field that refers to it.
  var fieldState: FieldState { .variable(VariableReference(id: id, name: name)) }
}

extension WorkspaceLayoutCoordinator {
  func makeNumber(_ number: Int) throws(FieldError) -> Block {
    try make("math_number", ["NUM": .number(Double(number))])
  }

  /// Adds a statement that sets a variable to a top-level value.
  func makeSetting(of variable: Variable, to value: Block) throws(FieldError) -> Block {
    let setting = try make("variables_set", ["VAR": variable.fieldState])
    try attach(value, to: setting.connection(of: "VALUE"))
    return setting
  }

  /// Adds a block with numbers as default values, as the toolbox has it.
  func make(_ type: String, _ fields: [String: FieldState] = [:], numbers: KeyValuePairs<String, Int>)
    throws(FieldError) -> Block
  {
    var block = BlockSnapshot.Record(type: type)
    block.fields = fields.sorted { $0.key < $1.key }.map { FieldRecord(name: $0.key, state: $0.value) }
    var snapshot = BlockSnapshot(records: [block])
    for (name, number) in numbers {
      var value = BlockSnapshot.Record(type: "math_number", parent: 0, slot: .input(name: name, kind: .value))
      value.isShadow = true
      value.fields = [FieldRecord(name: "NUM", state: .number(Double(number)))]
      snapshot.records.append(value)
    }
    snapshot.countRecords()
    return try add(snapshot)
  }

  func makeRepeat(_ times: Int) throws(FieldError) -> Block {
    try make("controls_repeat_ext", numbers: ["TIMES": times])
  }

  func makeCount(_ variable: Variable, _ range: CountedRange) throws(FieldError) -> Block {
    try make(
      "controls_for", ["VAR": variable.fieldState], numbers: ["FROM": range.from, "TO": range.to, "BY": range.by])
  }
}
