import BlockModel

/// The patterns of wordings, and the nodes that other spellings create.
extension NotationParser {
  // MARK: - Patterns

  /// Returns the pattern of a wording, and its choices; nil if its operands fit none.
  func acceptance(of node: ParsedNode) -> (pattern: Int32, choices: [(field: String, state: FieldState)])? {
    var first: (pattern: Int32, choices: [(field: String, state: FieldState)])?
    for number in library.trie.nodes[node.group].acceptances {
      let acceptance = library.trie.acceptances[number]
      let pattern = library.patterns[acceptance.pattern]
      guard node.type < 0 || pattern.type == node.type, fits(pattern, node) else { continue }
      if meantTypes.isEmpty || node.type >= 0 || meantTypes.contains(pattern.type) {
        return (acceptance.pattern, acceptance.choices)
      }
      if first == nil { first = (acceptance.pattern, acceptance.choices) }
    }
    return first
  }

  func fits(_ pattern: Pattern, _ node: ParsedNode) -> Bool {
    guard case .plain = pattern.form else { return true }
    var parts = arguments(of: node)
    for case .hole(let hole) in pattern.elements {
      while let part = parts.first, part.kind == .body { parts = parts.dropFirst() }
      guard let part = parts.popFirst() else { return false }
      if hole.isInput { continue }
      let operand = nodes[part.node]
      switch operand.kind {
      case .number, .constant: if !hole.kinds.contains(.number) { return false }
      case .text, .string: if !hole.kinds.contains(.text) { return false }
      case .name:
        let kinds: HoleKinds = node.type < 0 ? .name : [.name, .text]
        if hole.kinds.isDisjoint(with: kinds) { return false }
      default: return false
      }
    }
    return true
  }

  /// Returns the operands of a wording, by the names of its holes and bodies.
  func operands(of node: ParsedNode, in pattern: Pattern) -> [String: [Int32]] {
    var operands: [String: [Int32]] = [:]
    var parts = arguments(of: node)
    for element in pattern.elements {
      switch element {
      case .hole(let hole): if let part = parts.popFirst() { operands[hole.name, default: []].append(part.node) }
      case .body(let name): if let part = parts.popFirst() { operands[name] = [part.node] }
      case .words, .choice: break
      }
    }
    return operands
  }

  /// Adds operands, for a node that isn't in the text.
  mutating func add(arguments operands: [Int32]) -> Range<Int32> {
    let first = Int32(arguments.count)
    arguments += operands.map { ParsedArgument(kind: .operand, node: $0) }
    return first..<Int32(arguments.count)
  }

  /// Whether a value stands for an empty input in generated Python, in a form that has no other use: `int()`, `str()`,
  /// `bool()`, `int(1)`, `bool(1)`, `float("infinity")`, `list([])` or `(None)`.
  func isBlank(_ index: Int32) -> Bool {
    let node = nodes[index]
    if node.kind == .words {
      return node.isParenthesized && node.token > 0 && isSymbol(tokens[node.token - 1], Mark.openParenthesis)
        && bytes(of: tokens[node.token]).elementsEqual("None".utf8)
    }
    let parts = arguments(of: node)
    guard node.kind == .call, let name = parts.first, parts.dropFirst().allSatisfy({ $0.kind == .operand }) else {
      return false
    }
    let inputs = parts.dropFirst().map(\.node)
    switch String(decoding: bytes(of: tokens[name.token]), as: UTF8.self) {
    case "int", "bool": return inputs.isEmpty || inputs.count == 1 && numberValue(inputs[0]) == 1
    case "str": return inputs.isEmpty
    case "float": return inputs.count == 1 && textValue(inputs[0]) == "infinity"
    case "list": return inputs.count == 1 && nodes[inputs[0]].kind == .list && arguments(of: nodes[inputs[0]]).isEmpty
    default: return false
    }
  }

  // MARK: - Literals

  /// Returns the number of a literal; nil for any other value.
  func numberValue(_ node: Int32) -> Double? {
    let node = nodes[node]
    switch node.kind {
    case .constant: return node.offset
    case .number:
      let value = FieldNumber.parse(String(decoding: bytes(of: tokens[node.token]), as: UTF8.self)) ?? 0
      return (node.isNegative ? -value : value) + node.offset
    default: return nil
    }
  }

  /// Returns the text of a literal node; nil for any other value.
  func textValue(_ node: Int32) -> String? {
    let node = nodes[node]
    switch node.kind {
    case .string: return strings[node.group]
    case .text: return text(ofLiteral: tokens[node.token])
    default: return nil
    }
  }

  /// Returns the text of a literal token; nil if its escapes are invalid.
  func text(ofLiteral token: Token) -> String? {
    guard token.kind == .formatText else { return NameText.unquoted(bytes(of: token)) }
    return NameText.unescaped(bytes(of: token), quote: UInt8(ascii: "'"))?
      .replacing("{{", with: "{").replacing("}}", with: "}")
  }

  mutating func add(number: Double, at token: Int32) -> Int32 {
    var node = ParsedNode(.constant, token: Int(token))
    node.offset = number
    return add(node)
  }

  mutating func add(string: String, at token: Int32) -> Int32 {
    var node = ParsedNode(.string, token: Int(token))
    node.group = Int32(strings.count)
    strings.append(string)
    return add(node)
  }

  // MARK: - Made blocks

  mutating func add(_ block: MadeBlock, at token: Int32) -> Int32 {
    add(node(of: block, at: token))
  }

  /// Returns a new node for a block.
  mutating func node(of block: MadeBlock, at token: Int32) -> ParsedNode {
    var node = ParsedNode(.made, token: Int(token))
    node.group = Int32(made.count)
    made.append(block)
    return node
  }

  /// Returns the value in an input of a block; nil if there is none.
  func input(_ name: String, of node: Int32) -> Int32? {
    let node = nodes[node]
    if node.kind == .made { return made[node.group].inputs.first { $0.name == name }?.node }
    guard node.kind == .words, let (number, _) = acceptance(of: node) else { return nil }
    return operands(of: node, in: library.patterns[number])[name]?.first
  }

  /// Returns the number of the type of a wording or a made block; -1 for anything else.
  func blockType(of node: Int32) -> Int32 {
    let node = nodes[node]
    if node.kind == .made { return made[node.group].type }
    guard node.kind == .words else { return -1 }
    return acceptance(of: node).map { library.patterns[$0.pattern].type } ?? -1
  }

  /// Returns the value of a dropdown of a wording or a made block; nil if it has none.
  func choice(_ field: String, of node: Int32) -> String? {
    let node = nodes[node]
    if node.kind == .made { return made[node.group].fields.first { $0.name == field }?.state.text }
    guard node.kind == .words, let (number, choices) = acceptance(of: node) else { return nil }
    let alias = library.patterns[number].alias?.fields.first { $0.name == field }?.state.text
    return alias ?? choices.first { $0.field == field }?.state.text
  }

  /// Returns the block of a template with its operands; nil if one of them is missing.
  mutating func block(
    _ template: BlockTemplate, _ operands: [String: [Int32]], at token: Int32
  ) -> MadeBlock? {
    var block = MadeBlock(type: template.type, fields: template.fields, mutation: template.mutation)
    block.hasItems = template.hasItems
    block.ownVariables = template.ownVariables
    for (field, operand) in template.variables {
      guard let node = operands[operand]?.first else { return nil }
      block.variables.append((field, node))
    }
    for (name, content) in template.inputs {
      guard let node = node(of: content, operands, at: token) else { return nil }
      block.inputs.append((name, node))
    }
    for (name, operand) in template.bodies {
      if let node = operands[operand]?.first { block.bodies.append((name, node)) }
    }
    return block
  }

  private mutating func node(
    of content: BlockTemplate.Content, _ operands: [String: [Int32]], at token: Int32
  ) -> Int32? {
    switch content {
    case .operand(let name, let offset): return operands[name]?.first.map { add($0, plus: offset) }
    case .negated(let name): return operands[name]?.first.map { add(negated: $0) }
    case .input(let input, let name): return operands[name]?.first.flatMap { self.input(input, of: $0) }
    case .limit(let name): return operands[name]?.first.flatMap { limit(of: $0) }
    case .last(let name, let step):
      guard let end = operands[name]?.first, let step = operands[step]?.first else { return nil }
      return add(end, plus: magnitude(ofNegative: step) == nil ? -1 : 1)
    case .magnitude(let name): return operands[name]?.first.map { magnitude(ofNegative: $0) ?? $0 }
    case .number(let number): return add(number: number, at: token)
    case .text(let text): return add(string: text, at: token)
    case .items(let contents):
      var items: [Int32] = []
      for content in contents {
        if case .operand(let name, _) = content, name.hasSuffix("...") {
          items += operands[String(name.dropLast(3))] ?? []
        } else if let item = node(of: content, operands, at: token) {
          items.append(item)
        }
      }
      return library.knownNumber(ofType: "lists_create_with").map { add(itemsBlock($0, items), at: token) }
    case .joined(let name, let separator):
      return joined(operands[name] ?? [], by: separator.flatMap { operands[$0]?.first }, at: token)
    case .block(let template): return block(template, operands, at: token).map { add($0, at: token) }
    }
  }

  /// Returns the block of a list or text with items.
  func itemsBlock(_ type: Int32, _ items: [Int32]) -> MadeBlock {
    MadeBlock(
      type: type, inputs: items.enumerated().map { ("ADD\($0.offset)", $0.element) },
      mutation: ShapeMutations.items(items.count, like: library.factory.blockBuilders[library.types[type]]?.mutator),
      hasItems: true)
  }

  /// Returns a block that joins values to one text; nil if there is no such block.
  func textBlock(_ parts: [Int32]) -> MadeBlock? {
    guard let type = library.knownNumber(ofType: "text_join") else { return nil }
    return itemsBlock(type, parts.flatMap { textParts(of: $0) })
  }

  /// Returns the parts of a text that is joined from values; the value itself for any other.
  private func textParts(of node: Int32) -> [Int32] {
    guard nodes[node].kind == .made, library.types[made[nodes[node].group].type] == "text_join" else { return [node] }
    return made[nodes[node].group].inputs.map(\.node)
  }

  /// Joins values to one text with a separator between them, by default a blank. A literal separator is merged into
  /// adjacent literals.
  private mutating func joined(_ values: [Int32], by separator: Int32?, at token: Int32) -> Int32? {
    guard let first = values.first, values.count > 1 else { return values.first ?? add(string: "", at: token) }
    var parts = textParts(of: first)
    for value in values.dropFirst() {
      var next = textParts(of: value)[...]
      guard let between = separator.map(textValue) ?? " " else {
        // A separator that isn't a literal becomes a part between the values.
        parts += (separator.map { [add(nodes[$0])] } ?? []) + next
        continue
      }
      var text = between
      if let last = parts.last.flatMap(textValue) {
        text = last + text
        parts.removeLast()
      } else if let following = next.first.flatMap(textValue) {
        text += following
        next.removeFirst()
      }
      if !text.isEmpty { parts.append(add(string: text, at: token)) }
      parts += next
    }
    return textBlock(parts).map { add($0, at: token) }
  }

  // MARK: - Arithmetic

  /// Adds a number to a value: to a literal in it, or as a sum or difference.
  mutating func add(_ value: Int32, plus number: Double) -> Int32 {
    let node = nodes[value]
    if number == 0 || node.kind == .empty { return value }
    if node.kind == .number {
      var copy = node
      copy.offset += number
      return add(copy)
    }
    if node.kind == .constant { return add(number: node.offset + number, at: node.token) }
    if let (isSum, first, second) = sum(value) {
      if let literal = numberValue(second) {
        return sum(of: first, and: (isSum ? literal : -literal) + number, at: node.token)
      }
      if isSum, let literal = numberValue(first) {
        return literal + number == 0
          ? second : add(arithmetic("ADD", add(number: literal + number, at: node.token), second), at: node.token)
      }
    }
    return sum(of: value, and: number, at: node.token)
  }

  private mutating func sum(of value: Int32, and number: Double, at token: Int32) -> Int32 {
    if number == 0 { return value }
    return add(
      arithmetic(number > 0 ? "ADD" : "MINUS", value, add(number: number.magnitude, at: token)), at: token)
  }

  private func arithmetic(_ operation: String, _ first: Int32, _ second: Int32) -> MadeBlock {
    MadeBlock(
      type: library.knownNumber(ofType: "math_arithmetic") ?? -1,
      fields: [FieldRecord(name: "OP", state: .text(operation))], inputs: [("A", first), ("B", second)])
  }

  /// Returns the parts of a sum or difference; nil for any other value.
  func sum(_ node: Int32) -> (isSum: Bool, Int32, Int32)? {
    let type = blockType(of: node)
    guard type >= 0, library.types[type] == "math_arithmetic", let operation = choice("OP", of: node),
      operation == "ADD" || operation == "MINUS", let first = input("A", of: node), let second = input("B", of: node)
    else { return nil }
    return (operation == "ADD", first, second)
  }

  private mutating func add(negated value: Int32) -> Int32 {
    let node = nodes[value]
    if node.kind == .empty { return value }
    if let number = numberValue(value) { return add(number: -number, at: node.token) }
    return add(
      MadeBlock(
        type: library.knownNumber(ofType: "math_single") ?? -1, fields: [FieldRecord(name: "OP", state: .text("NEG"))],
        inputs: [("NUM", value)]), at: node.token)
  }

  /// Returns a negative number or a negation without its sign; nil for any other value.
  private mutating func magnitude(ofNegative value: Int32) -> Int32? {
    if let number = numberValue(value) { return number < 0 ? add(number: -number, at: nodes[value].token) : nil }
    let type = blockType(of: value)
    guard type >= 0, library.types[type] == "math_single", choice("OP", of: value) == "NEG" else { return nil }
    return input("NUM", of: value)
  }

  /// Whether a value is a negative number or a negation.
  func isNegative(_ value: Int32) -> Bool {
    if let number = numberValue(value) { return number < 0 }
    let type = blockType(of: value)
    return type >= 0 && library.types[type] == "math_single" && choice("OP", of: value) == "NEG"
  }

  /// Returns the last whole number for which a comparison holds; nil for any other value.
  private mutating func limit(of comparison: Int32) -> Int32? {
    guard let operation = choice("OP", of: comparison), let bound = input("B", of: comparison) else { return nil }
    switch operation {
    case "LT": return add(bound, plus: -1)
    case "GT": return add(bound, plus: 1)
    case "LTE", "GTE": return bound
    default: return nil
    }
  }
}
