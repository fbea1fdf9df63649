import BlockLibrary
import BlockModel

/// Python expressions that mean one block, such as `min(max(x, 1), 9)`.
extension LineLowering {
  /// Replaces a block, if it and those in it are what one block means.
  mutating func lowerIdiom(_ index: Int32) {
    switch typeName(index) {
    case "math_arithmetic": lowerSum(index)
    case "math_on_list": lowerLimits(index)
    case "math_trig": lowerDegrees(index)
    case "logic_compare": lowerProperty(index)
    case "logic_ternary": lowerSearch(index)
    case "logic_negate": lowerEmptiness(index)
    case "controls_whileUntil": lowerUntil(index)
    case "variables_set": lowerAppended(index)
    default: break
    }
    useText(in: index)
  }

  func made(_ node: Int32, _ type: String) -> MadeBlock? {
    parser.nodes[node].kind == .made && typeName(node) == type ? parser.made[parser.nodes[node].group] : nil
  }

  private func block(
    _ type: String, _ field: (String, String)? = nil, _ inputs: [(String, Int32)]
  ) -> MadeBlock? {
    guard let number = library.knownNumber(ofType: type) else { return nil }
    var block = MadeBlock(
      type: number, fields: field.map { [FieldRecord(name: $0.0, state: .text($0.1))] } ?? [], inputs: inputs)
    if library.factory.blockBuilders[type]?.mutator != nil {
      block.mutation = library.mutation(ofType: number, block.fields)
    }
    return block
  }

  // MARK: - Numbers

  /// Replaces `text.find(x) + 1`, whose parts count from zero, and an angle that is converted twice.
  private mutating func lowerSum(_ index: Int32) {
    guard let first = parser.input("A", of: index), let second = parser.input("B", of: index) else { return }
    switch parser.choice("OP", of: index) {
    case "ADD":
      guard parser.numberValue(second) == 1, made(first, "math_arithmetic") != nil,
        parser.choice("OP", of: first) == "MINUS", let place = parser.input("A", of: first),
        ["lists_indexOf", "text_indexOf"].contains(typeName(place)),
        parser.input("B", of: first).flatMap(parser.numberValue) == 1
      else { return }
      copy(place, to: index)
    case "DIVIDE":
      // `sum(nums) / len(nums)`
      guard !parser.nodes[first].isParenthesized, made(first, "math_on_list") != nil,
        parser.choice("OP", of: first) == "SUM",
        let list = parser.input("LIST", of: first), made(second, "lists_length") != nil,
        let other = parser.input("VALUE", of: second), isSame(list, other),
        let mean = block("math_on_list", ("OP", "AVERAGE"), [("LIST", list)])
      else { return }
      replace(index, by: mean)
    case "MULTIPLY":
      guard parser.numberValue(second) == 180, parser.choice("OP", of: first) == "DIVIDE",
        let angle = parser.input("A", of: first), let divisor = parser.input("B", of: first), isPi(divisor),
        let degrees = degrees(inRadians: angle)
      else { return }
      copy(degrees, to: index)
    default: return
    }
  }

  private mutating func copy(_ node: Int32, to index: Int32) {
    guard parser.nodes[node].kind == .made else { return }
    replace(index, by: parser.made[parser.nodes[node].group])
  }

  private func isPi(_ node: Int32) -> Bool {
    typeName(node) == "math_constant" && parser.choice("CONSTANT", of: node) == "PI"
  }

  /// Returns the degrees in an angle that is converted to radians; nil for any other value.
  private func degrees(inRadians node: Int32) -> Int32? {
    guard typeName(node) == "math_arithmetic", parser.choice("OP", of: node) == "MULTIPLY",
      let quotient = parser.input("A", of: node), let factor = parser.input("B", of: node), isPi(factor),
      typeName(quotient) == "math_arithmetic", parser.choice("OP", of: quotient) == "DIVIDE",
      parser.input("B", of: quotient).flatMap(parser.numberValue) == 180
    else { return nil }
    return parser.input("A", of: quotient)
  }

  /// Replaces `math.sin(x / 180 * math.pi)`: blocks take degrees.
  private mutating func lowerDegrees(_ index: Int32) {
    guard var sine = made(index, "math_trig"), let position = sine.inputs.firstIndex(where: { $0.name == "NUM" }),
      case let angle = sine.inputs[position].node, made(angle, "math_arithmetic") != nil,
      parser.choice("OP", of: angle) == "MULTIPLY", let quotient = parser.input("A", of: angle),
      parser.choice("OP", of: quotient) == "DIVIDE", parser.input("B", of: quotient).map(isPi) == true,
      let degrees = parser.input("A", of: quotient).flatMap(degrees(inRadians:))
    else { return }
    sine.inputs[position].node = degrees
    replace(index, by: sine)
  }

  /// Replaces `min(max(x, 1), 9)`.
  private mutating func lowerLimits(_ index: Int32) {
    guard parser.choice("OP", of: index) == "MIN", let (greatest, high) = pair(index),
      typeName(greatest) == "math_on_list", parser.choice("OP", of: greatest) == "MAX",
      let (value, low) = pair(greatest),
      let limited = block("math_constrain", nil, [("VALUE", value), ("LOW", low), ("HIGH", high)])
    else { return }
    replace(index, by: limited)
  }

  /// Returns the two values of a block that was made from a call: not those of a list in it.
  private func pair(_ node: Int32) -> (Int32, Int32)? {
    guard let call = made(node, "math_on_list"), let list = call.inputs.first?.node,
      let items = made(list, "lists_create_with")?.inputs, items.count == 2
    else { return nil }
    return (items[0].node, items[1].node)
  }

  /// Replaces `(x % 2) == 0` and `x > 0.0`: without the brackets and the decimal point, they are comparisons.
  private mutating func lowerProperty(_ index: Int32) {
    guard let value = parser.input("A", of: index), let other = parser.input("B", of: index),
      parser.nodes[other].kind == .number, let number = parser.numberValue(other)
    else { return }
    let written = String(decoding: parser.bytes(of: parser.tokens[token(other)]), as: UTF8.self)
    let operation = parser.choice("OP", of: index) ?? ""
    if written == "0.0", operation == "GT" || operation == "LT" {
      let property = operation == "GT" ? "POSITIVE" : "NEGATIVE"
      if let block = block("math_number_property", ("PROPERTY", property), [("NUMBER_TO_CHECK", value)]) {
        replace(index, by: block)
      }
      return
    }
    guard operation == "EQ", parser.nodes[value].isParenthesized, typeName(value) == "math_modulo",
      let dividend = parser.input("DIVIDEND", of: value), let divisor = parser.input("DIVISOR", of: value)
    else { return }
    let property: String
    switch (parser.numberValue(divisor), number) {
    case (2, 0): property = "EVEN"
    case (2, 1): property = "ODD"
    case (1, 0): property = "WHOLE"
    case (_, 0): property = "DIVISIBLE_BY"
    default: return
    }
    let inputs = [("NUMBER_TO_CHECK", dividend)] + (property == "DIVISIBLE_BY" ? [("DIVISOR", divisor)] : [])
    if let block = block("math_number_property", ("PROPERTY", property), inputs) { replace(index, by: block) }
  }

  // MARK: - Lists and texts

  /// Replaces `nums.index(x) + 1 if x in nums else 0`.
  private mutating func lowerSearch(_ index: Int32) {
    guard let place = parser.input("THEN", of: index), let test = parser.input("IF", of: index),
      made(place, "lists_indexOf") != nil, made(test, "logic_compare") != nil, parser.choice("OP", of: test) == "GT",
      parser.input("ELSE", of: index).flatMap(parser.numberValue) == 0,
      let found = parser.input("A", of: test), made(found, "lists_indexOf") != nil, isSame(place, found)
    else { return }
    copy(place, to: index)
  }

  /// Replaces `not len(x)`.
  private mutating func lowerEmptiness(_ index: Int32) {
    guard let value = parser.input("BOOL", of: index) else { return }
    let isText = typeName(value) == "text_length"
    guard isText || typeName(value) == "lists_length", parser.nodes[value].kind == .made,
      let items = parser.input("VALUE", of: value),
      let test = block(isText ? "text_isEmpty" : "lists_isEmpty", nil, [("VALUE", items)])
    else { return }
    replace(index, by: test)
  }

  /// Replaces `while not x:`. In brackets, the condition is `not x`.
  private mutating func lowerUntil(_ index: Int32) {
    guard parser.nodes[index].kind == .words, let (pattern, _) = parser.acceptance(of: parser.nodes[index]),
      parser.choice("MODE", of: index) == "WHILE",
      case let operands = parser.operands(of: parser.nodes[index], in: library.patterns[pattern]),
      let condition = operands["BOOL"]?.first, typeName(condition) == "logic_negate",
      !parser.nodes[condition].isParenthesized, let test = parser.input("BOOL", of: condition),
      var loop = block("controls_whileUntil", ("MODE", "UNTIL"), [("BOOL", test)])
    else { return }
    loop.bodies = operands["DO"].map { [("DO", $0[0])] } ?? []
    replace(index, by: loop)
  }

  /// The inputs that take a text. Its conversion, as in `len(str(x))`, says that the block is one for texts.
  private static let textInputs = [
    "text_length": "VALUE", "text_isEmpty": "VALUE", "text_indexOf": "VALUE", "text_charAt": "VALUE",
    "text_getSubstring": "STRING", "text_count": "TEXT", "text_reverse": "TEXT", "lists_split": "INPUT",
  ]

  private mutating func useText(in index: Int32) {
    guard let name = Self.textInputs[typeName(index)], parser.nodes[index].kind == .made,
      case let number = Int(parser.nodes[index].group),
      let position = parser.made[number].inputs.firstIndex(where: { $0.name == name }),
      let value = converted(parser.made[number].inputs[position].node), kind(value) == .unknown
    else { return }
    parser.made[number].inputs[position].node = value
  }

  /// Returns the value that `str(…)` converts; nil for any other value.
  func converted(_ node: Int32) -> Int32? {
    guard let items = made(node, "text_join")?.inputs, items.count == 1,
      parser.bytes(of: parser.tokens[token(node)]).elementsEqual("str".utf8)
    else { return nil }
    return items[0].node
  }

  /// Replaces `x = str(x) + "!"`, which appends to a text.
  private mutating func lowerAppended(_ index: Int32) {
    guard parser.nodes[index].kind == .words, let (pattern, _) = parser.acceptance(of: parser.nodes[index]),
      case let operands = parser.operands(of: parser.nodes[index], in: library.patterns[pattern]),
      let name = operands["VAR"]?.first, let value = operands["VALUE"]?.first,
      let items = made(value, "text_join")?.inputs.map(\.node), items.count > 1,
      parser.tokens[token(value)].kind != .formatBegin, isSame(items[0], name), token(items[0]) > 1,
      parser.bytes(of: parser.tokens[token(items[0]) - 2]).elementsEqual("str".utf8),
      let others = parser.textBlock(Array(items[1...]))
    else { return }
    let rest = items.count == 2 ? items[1] : parser.add(others, at: token(value))
    guard var append = block("text_append", nil, [("TEXT", rest)]) else { return }
    append.variables = [("VAR", name)]
    replace(index, by: append)
  }

  // MARK: - Sameness

  /// Whether two values are written alike.
  func isSame(_ first: Int32, _ second: Int32) -> Bool {
    var pending = [(first, second)]
    while let (one, other) = pending.popLast() {
      if one == other { continue }
      let (left, right) = (parser.nodes[one], parser.nodes[other])
      if let number = parser.numberValue(one) {
        if number != parser.numberValue(other) { return false }
        continue
      }
      if let text = parser.textValue(one) {
        if text != parser.textValue(other) { return false }
        continue
      }
      if left.kind == .empty, right.kind == .empty { continue }
      if left.kind == .name || right.kind == .name {
        guard left.kind == right.kind,
          parser.name(parser.tokens[left.token]) == parser.name(parser.tokens[right.token])
        else { return false }
        continue
      }
      if left.kind == .made, right.kind == .made {
        let (a, b) = (parser.made[left.group], parser.made[right.group])
        guard a.type == b.type, a.inputs.map(\.name) == b.inputs.map(\.name),
          a.fields.allSatisfy({ field in
            b.fields.contains { $0.name == field.name && $0.state.text == field.state.text }
          })
        else { return false }
        pending += zip(a.inputs, b.inputs).map { ($0.node, $1.node) }
        continue
      }
      guard left.kind == right.kind, left.group == right.group, left.type == right.type,
        left.arguments.count == right.arguments.count, [.words, .list, .call].contains(left.kind)
      else { return false }
      for (a, b) in zip(parser.arguments(of: left), parser.arguments(of: right)) {
        if a.token >= 0 || b.token >= 0 {
          guard a.token >= 0, b.token >= 0, parser.name(parser.tokens[a.token]) == parser.name(parser.tokens[b.token])
          else { return false }
        }
        if a.node >= 0, b.node >= 0 { pending.append((a.node, b.node)) }
      }
    }
    return true
  }
}
