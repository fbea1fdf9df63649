import BlockLibrary
import BlockModel

/// Lowers operators and statements that have another meaning in text-based languages.
extension LineLowering {
  mutating func lowerWords(_ index: Int32) {
    let node = parser.nodes[index]
    let patterns = library.trie.nodes[node.group].acceptances.map {
      library.patterns[library.trie.acceptances[$0].pattern]
    }
    let parts = operands(index)
    if let pattern = patterns.first, !pattern.isValue, case .hole? = pattern.elements.first,
      lowerAssignment(index, pattern, parts)
    {
      return
    }
    // `let x = y = 5`
    if let pattern = patterns.first, isAssignment(pattern), let value = parts.last, isAssignedToo(value) {
      return refuse(Self.oneVariable)
    }
    if let pattern = patterns.first(where: { fits($0, node) }), let alias = pattern.alias, let template = alias.template
    {
      let operands = parser.operands(of: node, in: pattern)
      if let names = operands["VAR"], Set(names.map { parser.name(parser.tokens[token($0)]) }).count > 1 {
        return refuse(Self.otherVariable)
      }
      if let test = operands["TEST"]?.first, let counter = operands["VAR"]?.first {
        let tested = parser.input("A", of: test)
        guard let tested, parser.nodes[tested].kind == .name,
          parser.name(parser.tokens[token(tested)]) == parser.name(parser.tokens[token(counter)])
        else { return refuse(Self.otherVariable) }
      }
      if let item = operands["DELETED"]?.first { return deleteItem(index, item) }
      guard let block = parser.block(template, operands, at: node.token) else {
        return refuse("this loop has no last number")
      }
      return replace(index, byLoop: block, operands)
    }
    switch typeName(index) {
    case "logic_null" where parser.isBlank(index): blank(index)
    case "math_arithmetic": lowerArithmetic(index, parts)
    case "logic_compare": lowerComparison(index, parts)
    case "controls_forEach": lowerItems(index)
    case "logic_operation":
      // `x == 1 or 2`
      if parts.contains(where: { [.number, .text].contains(parser.nodes[$0].kind) }) {
        refuse("each side of “or” and “and” is a whole condition, such as x = 1 or x = 2")
      }
    case "math_modulo" where parts.first.map { kind($0) } == .text:
      refuse("there is no block for “%” after a text; print(\"x is\", x) puts values together")
    case "math_modulo" where parts.first.map { parser.isNegative($0) } ?? false:
      add(note: "negative in JavaScript, positive in Python")
    default: chooseType(index, patterns, parts)
    }
  }

  private static let otherVariable = "this loop counts one variable but tests or changes another"

  private mutating func fits(_ pattern: Pattern, _ node: ParsedNode) -> Bool {
    guard node.type < 0 || pattern.type == node.type, parser.fits(pattern, node) else { return false }
    let operands = parser.operands(of: node, in: pattern)
    let hasNumbers = (pattern.alias?.numbers ?? []).allSatisfy { name, number in
      operands[name]?.first.flatMap(parser.numberValue) == number
    }
    return hasNumbers
      && (pattern.alias?.kinds ?? []).allSatisfy { name, kind in
        guard let operand = operands[name]?.first else { return false }
        if kind == .unknown { return self.kind(operand) == .unknown }
        return assumedKind(operand) == kind || parser.nodes[operand].kind == .empty
      }
  }

  /// Chooses among types with the same wording by the kind of the value.
  private mutating func chooseType(_ index: Int32, _ patterns: [Pattern], _ parts: [Int32]) {
    guard parser.nodes[index].type < 0, parts.count == 1, kind(parts[0]) == .list,
      let pattern = patterns.first(where: { library.types[$0.type].hasPrefix("lists_") }),
      case let type = parser.blockType(of: index), pattern.type != type, !parser.meantTypes.contains(type)
    else { return }
    parser.nodes[index].type = pattern.type
  }

  // MARK: - Operators

  private static let listSum = "“+” can't join lists in blocks; nums.append(x) adds an item"

  private mutating func lowerArithmetic(_ index: Int32, _ parts: [Int32]) {
    let kinds = parts.map { kind($0) }
    switch parser.choice("OP", of: index) {
    case "ADD":
      if kinds.contains(.list) { return refuse(Self.listSum) }
      var isText = kinds.contains(.text)
      let isKnown = parts.contains { parser.nodes[$0].kind == .empty } || kinds.contains { $0 != .unknown }
      if !isKnown, assumedKind(parts[0]) == .text { isText = true }
      noteMixed(parts, kinds)
      if isText, !parts.contains(where: { parser.nodes[$0].kind == .empty }), let block = parser.textBlock(parts) {
        replace(index, by: block)
      }
    case "MULTIPLY":
      if let text = kinds.firstIndex(of: .text) {
        return repeatText(index, parts[text], by: parts[1 - text], kinds[1 - text])
      }
      guard let list = parts.firstIndex(where: { kind($0) == .list }) else { return }
      let items = parser.nodes[parts[list]].kind == .list ? operands(parts[list]) : []
      guard items.count == 1, let type = library.knownNumber(ofType: "lists_repeat") else {
        return refuse("there is no block that repeats a list of several items")
      }
      replace(index, by: MadeBlock(type: type, inputs: [("ITEM", items[0]), ("NUM", parts[1 - list])]))
    case "POWER": lowerNegativePower(index, parts)
    case "MINUS", "DIVIDE":
      if kinds.contains(.text) { refuse("a text isn't a number; there is no block that subtracts or divides texts") }
      if kinds.contains(.list) { refuse("a list isn't a number; one of its items may be") }
    default: break
    }
  }

  /// Adds the note that a number and a variable with a text become one text: the variable may come from a prompt for
  /// text.
  private mutating func noteMixed(_ parts: [Int32], _ kinds: [ValueKind]) {
    guard kinds.contains(.number), let text = zip(parts, kinds).first(where: { $1 == .text })?.0,
      parser.nodes[text].kind == .name
    else { return }
    add(note: "“\(parser.name(parser.tokens[token(text)]))” is a text, so this joins them into one text")
  }

  /// Applies the sign in `-2 ** 2` to the power, as Python does.
  private mutating func lowerNegativePower(_ index: Int32, _ parts: [Int32]) {
    let base = parser.nodes[parts[0]]
    guard base.kind == .number, base.isNegative, !base.isParenthesized,
      parser.bytes(of: parser.tokens[base.token + 1]).first == UInt8(ascii: "*"),
      let power = library.knownNumber(ofType: "math_arithmetic"),
      let negation = library.knownNumber(ofType: "math_single")
    else { return }
    parser.nodes[parts[0]].isNegative = false
    let block = MadeBlock(
      type: power, fields: [FieldRecord(name: "OP", state: .text("POWER"))], inputs: [("A", parts[0]), ("B", parts[1])])
    replace(
      index,
      by: MadeBlock(
        type: negation, fields: [FieldRecord(name: "OP", state: .text("NEG"))],
        inputs: [("NUM", parser.add(block, at: token(index)))]))
  }

  /// Lowers `"-" * 10` to the joined items of a list that has the text ten times.
  private mutating func repeatText(_ index: Int32, _ text: Int32, by count: Int32, _ kind: ValueKind) {
    guard kind != .text, kind != .list, let list = library.knownNumber(ofType: "lists_repeat"),
      let join = library.knownNumber(ofType: "lists_split")
    else { return refuse("there is no block that repeats a text like this") }
    let items = parser.add(MadeBlock(type: list, inputs: [("ITEM", text), ("NUM", count)]), at: token(index))
    var joined = MadeBlock(
      type: join, inputs: [("INPUT", items), ("DELIM", parser.add(string: "", at: token(index)))])
    joined.fields = [FieldRecord(name: "MODE", state: .text("JOIN"))]
    joined.mutation = library.mutation(ofType: join, joined.fields)
    replace(index, by: joined)
  }

  /// Lowers `1 < x < 5` to `1 < x and x < 5`.
  private mutating func lowerComparison(_ index: Int32, _ parts: [Int32]) {
    guard let first = parts.first, !parser.nodes[first].isParenthesized, let pair = lastComparison(first),
      let middle = parser.input("B", of: pair), let operation = parser.choice("OP", of: index),
      let compare = library.knownNumber(ofType: "logic_compare"),
      let both = library.knownNumber(ofType: "logic_operation")
    else { return }
    let second = MadeBlock(
      type: compare, fields: [FieldRecord(name: "OP", state: .text(operation))],
      inputs: [("A", middle), ("B", parts[1])])
    replace(
      index,
      by: MadeBlock(
        type: both, fields: [FieldRecord(name: "OP", state: .text("AND"))],
        inputs: [("A", first), ("B", parser.add(second, at: token(index)))]))
  }

  /// Returns the last comparison of a chain; nil for any other value.
  private func lastComparison(_ node: Int32) -> Int32? {
    if typeName(node) == "logic_compare" { return node }
    guard parser.nodes[node].kind == .made, typeName(node) == "logic_operation", let last = parser.input("B", of: node),
      typeName(last) == "logic_compare"
    else { return nil }
    return last
  }

  // MARK: - Assignments

  /// Lowers assignments to anything but a variable, and those whose meaning depends on the value.
  /// - Returns: false if the assignment needs no lowering.
  private mutating func lowerAssignment(_ index: Int32, _ pattern: Pattern, _ parts: [Int32]) -> Bool {
    guard let target = parts.first, let sign = sign(of: pattern) else { return false }
    // `e` is also the wording of a number.
    if typeName(target) == "math_constant", parser.nodes[target].kind == .words,
      parser.tokens[token(target)].kind == .word
    {
      parser.nodes[target] = ParsedNode(.name, token: Int(token(target)))
    }
    let value = parts.dropFirst().first
    if sign == "=", let value, isAssignedToo(value) {
      refuse(Self.oneVariable)
      return true
    }
    if parser.nodes[target].kind == .name { return lowerAppending(index, sign, target, value) }
    switch typeName(target) {
    case "lists_getIndex":
      guard let value else {
        setItem(index, target: target, to: operation(sign, target, parser.add(number: 1, at: token(index))))
        return true
      }
      setItem(index, target: target, to: sign == "=" ? value : operation(sign, target, value))
    case "text_charAt": refuse("there is no block that sets a letter of a text")
    default: refuse("only a variable or an item of a list can be set")
    }
    return true
  }

  private static let oneVariable = "a line sets one variable at a time"

  /// Whether a pattern sets a variable with a word and a sign: `let x = 5`.
  private func isAssignment(_ pattern: Pattern) -> Bool {
    guard library.types[pattern.type] == "variables_set", pattern.elements.count > 3,
      case .words(let words) = pattern.elements[pattern.elements.count - 2]
    else { return false }
    return Self.assigningSigns.contains(library.text(words))
  }

  private static let assigningSigns: Set<String> = ["=", ":=", "<-", "←"]

  /// Whether a value is an assignment itself, as in `x = y = 5`.
  private func isAssignedToo(_ value: Int32) -> Bool {
    let node = parser.nodes[value]
    return node.kind == .words && !node.isParenthesized && typeName(value) == "logic_compare" && isSingleEquals(value)
  }

  /// Returns the sign of an assignment without its equals sign: `+` for `+=` and `++`; `=` for one that only assigns.
  private func sign(of pattern: Pattern) -> String? {
    guard pattern.elements.count > 1, case .words(let words) = pattern.elements[1] else { return nil }
    var sign = library.text(words)
    if sign == "++" || sign == "--" { return String(sign.prefix(1)) }
    if Self.assigningSigns.contains(sign) { return "=" }
    return sign.popLast() == "=" ? sign : nil
  }

  func isSingleEquals(_ value: Int32) -> Bool {
    guard let (pattern, _) = parser.acceptance(of: parser.nodes[value]) else { return false }
    return library.patterns[pattern].alias == nil && parser.choice("OP", of: value) == "EQ"
  }

  /// Returns the result of an operator for two values.
  private mutating func operation(_ sign: String, _ first: Int32, _ second: Int32) -> Int32 {
    let trie = library.trie
    var node = trie.operators
    for byte in sign.utf8 {
      let word = library.words.number(of: [byte])
      let next =
        trie.target(of: node, LabelWord(word: word, isGlued: true))
        ?? trie.target(of: node, LabelWord(word: word, isGlued: false))
      guard word >= 0, let next else { return second }
      node = next
    }
    var result = ParsedNode(.words, token: Int(token(first)))
    result.group = trie.nodes[node].hole
    result.arguments = parser.add(arguments: [first, second])
    return parser.add(result)
  }

  /// Lowers `name += "a"`, which appends to a text, and `nums += [1]`, which appends to a list.
  private mutating func lowerAppending(_ index: Int32, _ sign: String, _ target: Int32, _ value: Int32?) -> Bool {
    guard sign == "+", let value else { return false }
    let name = parser.nodes[target]
    let kinds = [kind(target), kind(value)]
    if kinds.contains(.list) {
      let items = parser.nodes[value].kind == .list ? operands(value) : []
      guard items.count == 1, let type = library.knownNumber(ofType: "lists_setIndex") else {
        refuse(Self.listSum)
        return true
      }
      var block = MadeBlock(type: type, inputs: [("LIST", parser.add(name)), ("TO", items[0])])
      block.fields = [
        FieldRecord(name: "MODE", state: .text("INSERT")), FieldRecord(name: "WHERE", state: .text("LAST")),
      ]
      block.mutation = library.mutation(ofType: type, block.fields)
      replace(index, by: block)
      return true
    }
    noteMixed([target, value], kinds)
    let appended = converted(value) ?? value
    guard kinds.contains(.text), let type = library.knownNumber(ofType: "text_append") else { return false }
    replace(index, by: MadeBlock(type: type, variables: [("VAR", target)], inputs: [("TEXT", appended)]))
    return true
  }
}
