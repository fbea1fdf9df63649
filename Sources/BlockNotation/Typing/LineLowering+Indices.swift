import BlockLibrary
import BlockModel

/// Items and parts of lists and texts: `nums[0]`, `name[1:3]`. Their indices count from zero; those of blocks from one.
extension LineLowering {
  private struct Position {
    var choice: String
    var index: Int32?
  }

  mutating func lowerIndex(_ index: Int32) {
    let parts = operands(index)
    if kind(parts[1]) == .text {
      return refuse("items have numbers; there is no block for a dictionary, which has keys")
    }
    guard let isList = isList(parts[0]) else { return }
    let type = isList ? "lists_getIndex" : "text_charAt"
    guard let number = library.knownNumber(ofType: type) else { return refuse("there is no block for an item") }
    var fields = isList ? [FieldRecord(name: "MODE", state: .text("GET"))] : []
    fields.append(FieldRecord(name: "WHERE", state: .text("FROM_START")))
    replace(index, by: MadeBlock(type: number, fields: fields, inputs: [("VALUE", parts[0])]))
    setPosition(of: index, to: parts[1])
  }

  /// Returns whether a value is a list rather than a text; nil, after a refusal, if it has no items.
  private mutating func isList(_ value: Int32) -> Bool? {
    switch assumedKind(value) {
    case .list, .unknown: return true
    case .text: return false
    case .number, .boolean:
      let text = String(decoding: parser.bytes(of: parser.tokens[token(value)]), as: UTF8.self)
      refuse("“\(text)” is neither a list nor a text, so it has no items")
      return nil
    }
  }

  /// Sets the position of the item that a block is about.
  mutating func setPosition(of index: Int32, to node: Int32) {
    var position = position(node)
    var block = parser.made[parser.nodes[index].group]
    if isRandom(node, in: block) { position = Position(choice: "RANDOM") }
    // Python inserts before the last item.
    if position.choice == "LAST", block.fields.contains(where: { $0.name == "MODE" && $0.state.text == "INSERT" }) {
      position = Position(choice: "FROM_END", index: parser.add(number: 1, at: token(node)))
    }
    block.fields.removeAll { $0.name == "WHERE" }
    block.fields.append(FieldRecord(name: "WHERE", state: .text(position.choice)))
    if let at = position.index { block.inputs.append(("AT", at)) }
    block.mutation = library.mutation(ofType: block.type, block.fields)
    parser.made[parser.nodes[index].group] = block
  }

  private mutating func position(_ node: Int32) -> Position {
    guard let number = parser.numberValue(node) else {
      if typeName(node) == "math_single", parser.choice("OP", of: node) == "NEG",
        let back = parser.input("NUM", of: node)
      {
        hasIndex = hasIndex || parser.numberValue(back) == nil
        return Position(choice: "FROM_END", index: back)
      }
      hasIndex = hasIndex || parser.nodes[node].kind != .empty
      return Position(choice: "FROM_START", index: options.countsFromZero ? parser.add(node, plus: 1) : node)
    }
    if number == 0 { return Position(choice: "FIRST") }
    if number == -1 { return Position(choice: "LAST") }
    return number < 0
      ? Position(choice: "FROM_END", index: parser.add(number: -number, at: token(node)))
      : Position(choice: "FROM_START", index: parser.add(number: number + 1, at: token(node)))
  }

  /// Whether an index is `random.randrange(len(nums))`, for the list `nums` of a block.
  private func isRandom(_ node: Int32, in block: MadeBlock) -> Bool {
    guard made(node, "math_random_int") != nil, parser.input("FROM", of: node).flatMap(parser.numberValue) == 0,
      let last = parser.input("TO", of: node), let (isSum, length, one) = parser.sum(last), !isSum,
      parser.numberValue(one) == 1, made(length, "lists_length") != nil,
      let list = block.inputs.first(where: { $0.name == "VALUE" || $0.name == "LIST" })?.node
    else { return false }
    return parser.input("VALUE", of: length).map { isSame($0, list) } ?? false
  }

  /// Replaces `int(…)` around an index with what is in it: blocks round indices themselves.
  mutating func dropIntegers() {
    for index in parser.nodes.indices {
      let isMethod = parser.nodes[index].kind == .method
      guard isMethod || [.index, .slice].contains(parser.nodes[index].kind) else { continue }
      let name = isMethod ? parser.name(parser.tokens[parser.nodes[index].token]) : ""
      guard !isMethod || name == "insert" || name == "pop" else { continue }
      for bound in operands(Int32(index)).dropFirst().prefix(isMethod ? 1 : 3) where bound >= 0 { dropInteger(bound) }
    }
  }

  private mutating func dropInteger(_ bound: Int32) {
    var node = bound
    // `-int(i)`, and `-int(i) or None`
    for _ in 0..<2 {
      guard parser.nodes[node].kind == .words, ["math_single", "logic_operation"].contains(typeName(node)),
        let inner = operands(node).first
      else { break }
      node = inner
    }
    guard parser.nodes[node].kind == .call, !parser.isBlank(node), calledName(node) == "int",
      names.functions["int"] == nil,
      case let inputs = operands(node), inputs.count == 1
    else { return }
    var inner = parser.nodes[inputs[0]]
    (inner.next, inner.isParenthesized) = (parser.nodes[node].next, true)
    parser.nodes[node] = inner
  }

  mutating func lowerSlice(_ index: Int32) {
    var parts = operands(index)
    if parts.count == 4, parts[3] < 0 { parts.removeLast() }
    guard let isList = isList(parts[0]) else { return }
    if parts.count > 3 {
      guard parts.count == 4, parts[1] < 0, parts[2] < 0, parser.numberValue(parts[3]) == -1,
        let type = library.knownNumber(ofType: isList ? "lists_reverse" : "text_reverse")
      else { return refuse("there is no block for a slice with a step") }
      return replace(index, by: MadeBlock(type: type, inputs: [(isList ? "LIST" : "TEXT", parts[0])]))
    }
    guard let type = library.knownNumber(ofType: isList ? "lists_getSublist" : "text_getSubstring") else {
      return refuse("there is no block for a slice")
    }
    let begin = parts[1] < 0 ? Position(choice: "FIRST") : position(parts[1])
    let end = end(parts[2])
    var block = MadeBlock(type: type, inputs: [(isList ? "LIST" : "STRING", parts[0])])
    // The first and the last item have other names here.
    block.fields = [
      FieldRecord(name: "WHERE1", state: .text(begin.choice == "LAST" ? "FROM_END" : begin.choice)),
      FieldRecord(name: "WHERE2", state: .text(end.choice)),
    ]
    let first = begin.choice == "LAST" ? parser.add(number: 1, at: token(index)) : begin.index
    if let first { block.inputs.append(("AT1", first)) }
    if let last = end.index { block.inputs.append(("AT2", last)) }
    block.mutation = library.mutation(ofType: type, block.fields)
    replace(index, by: block)
  }

  /// Returns the position of the last item of a slice, before the end that was typed.
  private mutating func end(_ node: Int32) -> Position {
    if node < 0 { return Position(choice: "LAST") }
    // `-n or None`: with 0, nothing is left out.
    if typeName(node) == "logic_operation", parser.choice("OP", of: node) == "OR",
      parser.input("B", of: node).map(typeName) == "logic_null", let back = parser.input("A", of: node),
      parser.choice("OP", of: back) == "NEG", let count = parser.input("NUM", of: back)
    {
      return Position(choice: "FROM_END", index: parser.add(count, plus: 1))
    }
    if typeName(node) == "math_single", parser.choice("OP", of: node) == "NEG", let back = parser.input("NUM", of: node)
    {
      hasIndex = hasIndex || parser.numberValue(back) == nil
      return Position(choice: "FROM_END", index: parser.add(back, plus: 1))
    }
    guard let number = parser.numberValue(node), number < 0 else {
      hasIndex = hasIndex || parser.numberValue(node) == nil
      return Position(
        choice: "FROM_START", index: options.countsFromZero ? node : parser.add(node, plus: -1))
    }
    return Position(choice: "FROM_END", index: parser.add(number: 1 - number, at: token(node)))
  }

  /// Replaces `del nums[0]` with the block that removes the item.
  mutating func deleteItem(_ index: Int32, _ item: Int32) {
    if parser.nodes[item].kind == .empty { return }
    guard parser.nodes[item].kind == .made, typeName(item) == "lists_getIndex" else {
      return refuse("only an item of a list can be deleted")
    }
    var block = parser.made[parser.nodes[item].group]
    block.fields.removeAll { $0.name == "MODE" }
    block.fields.append(FieldRecord(name: "MODE", state: .text("REMOVE")))
    block.mutation = library.mutation(ofType: block.type, block.fields)
    replace(index, by: block)
  }

  /// Replaces an assignment to an item with the block that sets it.
  mutating func setItem(_ index: Int32, target: Int32, to value: Int32) {
    guard let type = library.knownNumber(ofType: "lists_setIndex"), let list = parser.input("VALUE", of: target) else {
      return refuse("there is no block that sets an item")
    }
    var block = MadeBlock(type: type, inputs: [("LIST", list)])
    block.fields = [
      FieldRecord(name: "MODE", state: .text("SET")),
      FieldRecord(name: "WHERE", state: .text(parser.choice("WHERE", of: target) ?? "FROM_START")),
    ]
    if let at = parser.input("AT", of: target) { block.inputs.append(("AT", at)) }
    block.inputs.append(("TO", value))
    block.mutation = library.mutation(ofType: type, block.fields)
    replace(index, by: block)
  }
}
