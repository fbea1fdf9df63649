import BlockLibrary
import BlockModel

extension NotationLibrary {
  /// Returns the usage of a method: `.pop()`; nil if there is no method with the name, or it has no parentheses.
  func usage(ofMethod name: String) -> String? {
    guard let aliases = callAliases[".\(name)"], !aliases.contains(where: \.isMember) else { return nil }
    return LineLowering.usage(of: aliases)
  }
}

/// Calls of functions and methods that mean a block.
extension LineLowering {
  mutating func lowerCall(_ index: Int32) {
    let node = parser.nodes[index]
    let parts = Array(parser.arguments(of: node))
    let name = parts.first.map { parser.name(parser.tokens[$0.token]) } ?? ""
    let inputs = operands(index)
    guard parts.dropFirst().allSatisfy({ $0.kind == .operand }) else { return }
    if let own = names.functions[name] {
      if !node.isStatement, !names.returning.contains(name) { add(note: "“\(name)” returns nothing yet") }
      return lowerKeywords(index, name, own, inputs)
    }
    if parser.isBlank(index) { return blank(index) }
    // Names may be capitalised, as German nouns are.
    if let aliases = library.callAliases[name] ?? library.callAliases[name.lowercased()] {
      if resolve(index, name, aliases, inputs) { return }
      if library.calls[name] == nil { return refuse("“\(name)” has other inputs: \(Self.usage(of: aliases))") }
    }
    if let call = library.calls[name] {
      let pattern = library.patterns[call]
      if inputs.count != pattern.holes.count {
        // An unfinished line has nothing in its parentheses yet.
        if !inputs.isEmpty { refuse("“\(name)” has one input: \(name)(…)") }
      } else if node.isStatement {
        refuse("“\(name)” gives a value, which does nothing alone")
      }
    } else if let reason = library.refusedWords[name] {
      refuse(Self.text(reason, name))
    } else if [.list, .text].contains(names.kinds.kind(ofVariable: name)) {
      refuse("“\(name)” is a variable, not a function; \(name)[0] is its first item")
    }
  }

  /// Makes a value an empty input, without the toolbox's shadow.
  mutating func blank(_ index: Int32) {
    (parser.nodes[index].kind, parser.nodes[index].cover) = (.empty, ParsedNode.noCover)
    parser.nodes[index].arguments = 0..<0
    isTranslated = true
  }

  /// Orders the inputs in a call of a function of the program that are given by name: `box(height=1, width=3)`.
  private mutating func lowerKeywords(_ index: Int32, _ name: String, _ own: [String], _ inputs: [Int32]) {
    let given = inputs.map { input in keyword(input).flatMap { own.contains($0.0) ? $0 : nil } }
    guard let first = given.firstIndex(where: { $0 != nil }) else { return }
    var values = Array(repeating: Int32?.none, count: own.count)
    for (position, input) in inputs.enumerated() {
      guard let (keyword, value) = given[position], let parameter = own.firstIndex(of: keyword) else {
        if position > first || position >= own.count { return refuse("named inputs come after the others") }
        values[position] = input
        continue
      }
      if values[parameter] != nil { return refuse("“\(keyword)” is given twice") }
      values[parameter] = value
    }
    let missing = zip(own, values).filter { $0.1 == nil }.map(\.0)
    if !missing.isEmpty { return refuse("“\(name)” also needs \(missing.joined(separator: ", "))") }
    let call = parser.arguments(of: parser.nodes[index]).prefix(1)
    let start = Int32(parser.arguments.count)
    parser.arguments += call + values.compactMap(\.self).map { ParsedArgument(kind: .operand, node: $0) }
    parser.nodes[index].arguments = start..<Int32(parser.arguments.count)
  }

  /// Returns a reason with the word that it is about.
  static func text(_ reason: String, _ word: String) -> String { reason.replacing("{}", with: word) }

  static func usage(of aliases: [CallAlias]) -> String {
    guard let alias = aliases.first else { return "" }
    let inputs = Array(repeating: "…", count: alias.operands.count - (alias.name.hasPrefix(".") ? 1 : 0))
    return "\(alias.name)(\(inputs.joined(separator: ", ")))"
  }

  /// Lowers `value.name(…)` and `value.name`; the value may be the name of a module: `math.sqrt(2)`.
  mutating func lowerMethod(_ index: Int32) {
    let node = parser.nodes[index]
    let name = parser.name(parser.tokens[node.token])
    let inputs = operands(index)
    let receiver = parser.nodes[inputs[0]]
    var module = path(of: inputs[0])
    if name == "format", let text = parser.textValue(inputs[0]) {
      return lowerTemplate(index, text, inputs.dropFirst())
    }
    if receiver.kind == .words || receiver.kind == .made || receiver.isParenthesized { module = "" }
    let isVariable = names.variables.contains(module.lowercased())
    let ofModule = module.isEmpty ? nil : library.callAliases["\(module).\(name)"]
    if !isVariable, let ofModule, resolve(index, "\(module).\(name)", ofModule, Array(inputs.dropFirst())) { return }
    if let methods = library.callAliases[".\(name)"], resolve(index, ".\(name)", methods, inputs) { return }
    if isVariable, let ofModule, resolve(index, "\(module).\(name)", ofModule, Array(inputs.dropFirst())) { return }
    // `sorted(names, key=str.lower)`
    if node.kind == .member, library.memberNames.contains(path(of: index)) { return }
    // The beginning of `System.out.println(…)` has no meaning yet.
    let beginning = path(of: index) + "."
    if node.kind == .member, library.callAliases.keys.contains(where: { $0.hasPrefix(beginning) }) { return }
    if node.kind == .method, let methods = library.callAliases[".\(name)"]?.filter({ !$0.isMember }), !methods.isEmpty {
      return refuse("“\(name)” has other inputs: \(Self.usage(of: methods))")
    }
    if let usage = library.usage(ofMethod: name) { return refuse("“\(name)” needs brackets: \(usage)") }
    refuse("there is no block for .\(name)\(node.kind == .method ? "()" : "")")
  }

  /// Lowers `"{} is {}".format(a, b)`, which puts values into a text.
  private mutating func lowerTemplate(_ index: Int32, _ template: String, _ values: ArraySlice<Int32>) {
    var rest = values
    var parts: [Int32] = []
    var text = ""
    var signs = template[...]
    while let sign = signs.popFirst() {
      // Doubled braces are part of the text.
      let isText = !"{}".contains(sign) || signs.first == sign
      if isText {
        if "{}".contains(sign) { signs.removeFirst() }
        text.append(sign)
        continue
      }
      let name = signs.prefix { $0 != "}" }
      signs = signs.dropFirst(name.count + 1)
      if name.contains(":") { return refuse(NotationParser.valueFormat) }
      let numbered = Int(name).flatMap { $0 < 0 ? nil : values.dropFirst($0).first }
      guard sign == "{", let value = name.isEmpty ? rest.popFirst() : numbered else {
        return refuse("“{\(name)}” has no value in the brackets after the text")
      }
      if !text.isEmpty { parts.append(parser.add(string: text, at: token(index))) }
      text = ""
      parts.append(value)
    }
    if !text.isEmpty || parts.isEmpty { parts.append(parser.add(string: text, at: token(index))) }
    if let block = parser.textBlock(parts) { replace(index, by: block) }
  }

  /// Returns the names of a value that consists only of names, such as `System.out`; empty for any other.
  private func path(of index: Int32) -> String {
    let node = parser.nodes[index]
    let name = parser.name(parser.tokens[node.token])
    if node.kind == .name { return name }
    guard node.kind == .member, let owner = operands(index).first, parser.nodes[owner].kind == .name else { return "" }
    return "\(parser.name(parser.tokens[parser.nodes[owner].token])).\(name)"
  }

  /// Replaces a call by the block that one of its aliases means.
  /// - Returns: false if no alias has its inputs; otherwise it is replaced or refused.
  private mutating func resolve(_ index: Int32, _ name: String, _ aliases: [CallAlias], _ inputs: [Int32]) -> Bool {
    let node = parser.nodes[index]
    let keywords = Set(aliases.flatMap { $0.keywords.values })
    var given: [Int32] = []
    var named: [String: Int32] = [:]
    for input in inputs {
      guard let (keyword, value) = keyword(input) else {
        given.append(input)
        continue
      }
      if keywords.contains(keyword) {
        named[keyword] = value
      } else if names.variables.contains(keyword.lowercased()) {
        given.append(input)
      } else {
        refuse("“\(name.drop { $0 == "." })” has no input “\(keyword)” in blocks")
        return true
      }
    }
    var hasOtherUse = false
    for alias in aliases where alias.isMember == (node.kind == .member) {
      guard let operands = operands(of: alias, given, named), fits(alias, operands, among: aliases) else { continue }
      guard alias.isValue(!node.isStatement) else {
        hasOtherUse = true
        continue
      }
      switch alias.meaning {
      case .refusal(let reason): refuse(Self.text(reason, String(name.drop { $0 == "." })))
      case .slice:
        parser.nodes[index].kind = .slice
        parser.nodes[index].arguments = parser.add(arguments: Array((inputs + [-1]).prefix(3)))
        lowerSlice(index)
      case .block(let template):
        guard let block = parser.block(template, operands, at: node.token) else { continue }
        replace(index, by: block)
        if let note = alias.note { add(difference: note) }
        if let position = operands["INDEX"]?.first { setPosition(of: index, to: position) }
      }
      return true
    }
    if hasOtherUse {
      let shown = name.hasPrefix(".") ? String(name.dropFirst()) : name
      refuse("“\(shown)” \(node.isStatement ? "gives a value, which does nothing alone" : "gives no value")")
    }
    return hasOtherUse
  }

  /// Returns the name and the value of an input that is given by name: `end=""`; nil for any other input.
  private func keyword(_ input: Int32) -> (String, Int32)? {
    let node = parser.nodes[input]
    guard node.kind == .words, !node.isParenthesized, typeName(input) == "logic_compare",
      parser.choice("OP", of: input) == "EQ", isSingleEquals(input), let first = parser.input("A", of: input),
      parser.nodes[first].kind == .name, let value = parser.input("B", of: input)
    else { return nil }
    return (parser.name(parser.tokens[parser.nodes[first].token]), value)
  }

  /// Returns the operands that are given by position.
  private func operands(_ alias: CallAlias) -> [String] { alias.operands.filter { alias.keywords[$0] == nil } }

  /// Returns the operands of an alias; nil if it has other ones.
  private func operands(
    of alias: CallAlias, _ given: [Int32], _ named: [String: Int32]
  ) -> [String: [Int32]]? {
    let positions = operands(alias)
    guard Set(named.keys) == Set(alias.keywords.values) else { return nil }
    var operands: [String: [Int32]] = [:]
    if alias.isVariadic {
      guard given.count >= positions.count else { return nil }
      for (name, node) in zip(positions.dropLast(), given) { operands[name] = [node] }
      operands[positions[positions.count - 1]] = Array(given.dropFirst(positions.count - 1))
    } else {
      guard given.count == positions.count else { return nil }
      for (name, node) in zip(positions, given) { operands[name] = [node] }
    }
    for (operand, keyword) in alias.keywords { operands[operand] = named[keyword].map { [$0] } }
    return operands
  }

  /// Whether operands meet the conditions of an alias.
  private mutating func fits(_ alias: CallAlias, _ operands: [String: [Int32]], among aliases: [CallAlias]) -> Bool {
    alias.conditions.allSatisfy { name, condition in
      guard let operand = operands[name]?.first else { return false }
      switch condition {
      case .number(let number): return parser.numberValue(operand) == number
      case .boolean(let flag):
        return typeName(operand) == "logic_boolean" && parser.choice("BOOL", of: operand) == (flag ? "TRUE" : "FALSE")
      case .type(let type): return typeName(operand) == type
      case .name(let name): return path(of: operand) == name
      case .items(let wanted): return itemKind(operand) == wanted
      case .kind(let wanted):
        let kind = kind(operand)
        if kind != .unknown || wanted == .unknown { return kind == wanted }
        let others = Set(aliases.compactMap { if case .kind(let kind)? = $0.conditions[name] { kind } else { nil } })
        return others.count < 2 || assumedKind(operand) == wanted || parser.nodes[operand].kind == .empty
      }
    }
  }
}
