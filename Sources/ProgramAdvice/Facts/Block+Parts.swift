import BlockModel

/// The parts of blocks that run: disabled blocks count as missing.
extension Block {
  /// The enabled value in an input; nil for none.
  func value(_ name: String) -> Block? {
    guard let input = firstInput(withName: name), input.kind == .value, let block = input.connectedBlock else {
      return nil
    }
    return block.isEnabled ? block : nil
  }

  /// The enabled statements of a body.
  func body(_ name: String) -> [Block] {
    guard let input = firstInput(withName: name), input.kind == .statement else { return [] }
    return Block.statements(from: input.connectedBlock)
  }

  /// The enabled statements from one on.
  static func statements(from first: Block?) -> [Block] {
    var statements: [Block] = []
    var next = first
    while let block = next {
      if block.isEnabled { statements.append(block) }
      next = block.nextBlock
    }
    return statements
  }

  /// The enabled values and statements in the block's inputs, one for each filled input of values, all for bodies.
  var values: [Block] {
    inputs.compactMap { input in
      guard input.kind == .value, let block = input.connectedBlock, block.isEnabled else { return nil }
      return block
    }
  }

  /// The value of a dropdown or text field; empty if there is no such field.
  func option(_ name: String) -> String { firstField(withName: name)?.state?.text ?? "" }

  /// The number that a literal stands for; nil for other blocks. A minus before a literal belongs to it.
  var literalNumber: Double? {
    if type == "math_number" {
      guard case .number(let number)? = firstField(withName: "NUM")?.code else { return nil }
      return number
    }
    guard type == "math_single", option("OP") == "NEG", let inner = value("NUM"), inner.type == "math_number" else {
      return nil
    }
    return inner.literalNumber.map { -$0 }
  }

  /// The truth value that a literal stands for; nil for other blocks.
  var literalBoolean: Bool? { type == "logic_boolean" ? option("BOOL") == "TRUE" : nil }

  var isVariable: Bool { type == "variables_get" || type == "variables_get_dynamic" }
  var isSetting: Bool { type == "variables_set" || type == "variables_set_dynamic" }
  /// The variable of a block that has one in its field `VAR`.
  var variable: Variable? { firstField(withName: "VAR")?.variable }

  /// Whether it is one of the ifs, with or without further branches.
  var isIf: Bool { ["controls_if", "controls_ifelse"].contains(type) }
  /// The names of an if's branches, each with its condition; that of the last one is nil for “else”.
  var branches: [(condition: String?, body: String)] {
    inputs.compactMap { input in
      if input.name == "ELSE" { return (nil, "ELSE") }
      return input.name.hasPrefix("DO") ? ("IF" + input.name.dropFirst(2), input.name) : nil
    }
  }

  /// The names of the inputs whose values a block computes each time that it runs, before anything in its bodies.
  var alwaysComputed: [Block] {
    switch type {
    case "controls_if", "controls_ifelse": value("IF0").map { [$0] } ?? []
    case "logic_operation": value("A").map { [$0] } ?? []
    case "logic_ternary": value("IF").map { [$0] } ?? []
    case "procedures_ifreturn": value("CONDITION").map { [$0] } ?? []
    default: values
    }
  }
}
