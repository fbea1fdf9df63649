import BlockModel

// Definitions and calls of functions.
extension RecordMaker {
  /// Returns the names of a definition's inputs.
  func parameters(in node: ParsedNode) -> [String] {
    var names: [String] = []
    for part in parts(of: node).dropFirst() {
      guard part.kind == .operand else { break }
      names.append(text(of: part.node))
    }
    return names
  }

  mutating func fillDefinition(
    _ record: inout BlockSnapshot.Record, _ node: ParsedNode, _ index: Int, _ type: Int32, returns: Bool
  ) {
    let parts = Array(parts(of: node))
    record.fields = [FieldRecord(name: "NAME", state: .text(text(of: parts[0].node)))]
    var parameters: [(name: String, variableID: String?)] = []
    var stated: Set<String> = []
    for name in self.parameters(in: node) {
      let variable = variables.variable(named: name, type: "")
      if !variable.hasImplicitID { stated.insert(variable.id) }
      parameters.append((name, variable.id))
    }
    // A variable without a stated id is found by its name.
    record.mutation = ShapeMutations.definition(parameters) { stated.contains($0) }
    record.mutation?.json = nil
    if record.mutation?.xml == nil { record.mutation = nil }
    for (position, part) in parts.enumerated() {
      if part.kind == .body { pushBody(part.node, into: "STACK", index) }
      if part.kind == .operand, returns, position == parts.count - 1 {
        push(part.node, into: "RETURN", of: type, index)
      }
    }
  }

  mutating func fillCall(_ record: inout BlockSnapshot.Record, _ node: ParsedNode, _ index: Int) {
    let isStatement: Bool
    switch record.slot {
    case .top: isStatement = !node.isParenthesized
    case .next: isStatement = true
    case .input(_, let kind): isStatement = kind == .statement
    }
    record.type = isStatement ? "procedures_callnoreturn" : "procedures_callreturn"
    if node.type >= 0 { record.type = library.types[node.type] }
    let type = library.knownNumber(ofType: record.type) ?? -1
    let parts = Array(parts(of: node))
    let name = name(parts.first)
    var names = parts.dropFirst().filter { $0.kind == .parameter }.map { self.name($0) }
    let operands = parts.filter { $0.kind == .operand }
    if functions[name] == nil, !isStatement, node.type < 0, names.isEmpty, let call = library.calls[name],
      operands.count == library.patterns[call].holes.count
    {
      let pattern = library.patterns[call]
      record.type = library.types[pattern.type]
      return fillPlain(&record, node, index, pattern, [])
    }
    if isStatement, returning.contains(name) {
      return report(node, "“\(name)” returns a value, which does nothing alone")
    }
    if functions[name] == nil { unknownFunctions.append(name) }
    if typedEnd != nil, names.isEmpty, operands.isEmpty {
      names = functions[name] ?? []
      untyped += names.indices.map { (index, "ARG\($0)", false) }
    } else if names.isEmpty, !operands.isEmpty {
      let isTyped = typedEnd != nil
      names = functions[name] ?? (isTyped ? newInputNames(for: operands.map { parser.nodes[$0.node] }) : [])
      if names.count != operands.count {
        let expected = functions[name].map { "it has \($0.count)" } ?? "no function has this name"
        report(node, "“\(name)” is called with \(operands.count) inputs, but \(expected)")
        return
      }
    }
    for (position, operand) in operands.enumerated() { push(operand.node, into: "ARG\(position)", of: type, index) }
    record.mutation = ShapeMutations.call(name, names)
  }

  /// Returns names for the inputs of a new function: those of the variables with which it is called, else `x`, `y`, …
  private func newInputNames(for operands: [ParsedNode]) -> [String] {
    var names: [String] = []
    for operand in operands {
      let variable = operand.kind == .name ? parser.name(parser.tokens[operand.token]) : ""
      let letters = variable.isEmpty ? ["x", "y", "z"] : [variable]
      let isFree = { (name: String) in !names.contains { $0.lowercased() == name.lowercased() } }
      var name = letters.first(where: isFree) ?? letters[0]
      var number = 2
      while !isFree(name) {
        name = letters[0] + String(number)
        number += 1
      }
      names.append(name)
    }
    return names
  }
}
