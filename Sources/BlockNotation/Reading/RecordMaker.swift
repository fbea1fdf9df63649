import BlockFormats
import BlockLibrary
import BlockModel
import Markup

/// Turns the nodes of a text into the records of a snapshot.
struct RecordMaker {
  private(set) var parser: NotationParser
  let usesToolbox: Bool
  var variables: VariableTable
  private(set) var snapshot = BlockSnapshot()
  private(set) var mistakes: [NotationMistake] = []
  /// The inputs of the functions that the text defines, or that are known otherwise, by name.
  var functions: [String: [String]] = [:]
  /// The functions that return a value, so that no call of them can be typed as a statement.
  var returning: Set<String> = []
  /// The functions that are called but unknown.
  var unknownFunctions: [String] = []
  /// Whether numbers keep the form in which they are written.
  var keepsNumerals = false
  /// The length of a typed line, in bytes, without the text that completes it; nil for other texts. The empty inputs of
  /// a typed line get the toolbox's shadows.
  var typedEnd: Int?
  /// The inputs for which nothing was typed.
  var untyped: [(record: Int, input: String, hasDefault: Bool)] = []
  /// The blocks with an input for which something was typed.
  private var typed: Set<Int> = []
  private var tasks: [Task] = []
  var library: NotationLibrary { parser.library }

  private struct Task {
    enum Content {
      case node(Int32)
      /// The shadow that the toolbox puts there.
      case standard(BlockSnapshot.Record)
    }
    var content: Content
    var parent: Int
    var slot: BlockSnapshot.Slot
    var isShadow = false
    var isCovered = false
  }

  init(_ parser: NotationParser, variables: VariableTable, usesToolbox: Bool) {
    self.parser = parser
    self.variables = variables
    self.usesToolbox = usesToolbox
    snapshot.records.reserveCapacity(parser.nodes.count)
    for node in parser.nodes where node.kind == .words {
      guard let (pattern, _) = parser.acceptance(of: node), case .definition = library.patterns[pattern].form else {
        continue
      }
      let names = parts(of: node).filter { $0.kind == .operand }.map { text(of: $0.node) }
      if let name = names.first, functions[name] == nil { functions[name] = parameters(in: node) }
    }
  }

  /// Appends the records of a stack.
  mutating func append(stack: Int32) {
    tasks = [Task(content: .node(stack), parent: -1, slot: .top)]
    while let task = tasks.popLast() { perform(task) }
  }

  /// - Parameter old: an older version of the program, whose ids and positions unchanged blocks keep; nil for none.
  mutating func finish(onto old: Workspace?) {
    snapshot.countRecords()
    if let old { snapshot.keepIdentity(of: old) }
  }

  /// The inputs for which nothing was typed. Those with a default value count only if all are missing.
  var holes: [(record: Int, input: String)] {
    untyped.filter { !$0.hasDefault || !typed.contains($0.record) }.map { ($0.record, $0.input) }
  }

  private mutating func perform(_ task: Task) {
    let start = tasks.count
    switch task.content {
    case .standard(var record):
      record.parent = task.parent
      record.slot = task.slot
      record.isShadow = task.isShadow
      record.isCovered = task.isCovered
      snapshot.records.append(record)
    case .node(let index):
      let node = parser.nodes[index]
      let owner = snapshot.records.count
      if node.kind == .data {
        appendXML(node, task)
      } else {
        var record = BlockSnapshot.Record(type: "", parent: task.parent, slot: task.slot)
        record.isShadow = task.isShadow || node.isShadow
        record.isCovered = task.isCovered
        record.sourceIndex = Int(parser.tokens[node.token].start)
        fill(&record, node)
      }
      if node.next >= 0 { pushStatement(node.next, .next, owner) }
    }
    tasks[start...].reverse()
  }

  // MARK: - Types

  func parts(of node: ParsedNode) -> ArraySlice<ParsedArgument> { parser.arguments(of: node) }

  /// Returns the number of a value's type; -1 for an unknown one.
  func type(of node: ParsedNode) -> Int32 {
    if node.type >= 0 { return node.type }
    switch node.kind {
    case .number, .constant: return library.numberTypes.first ?? -1
    case .text, .string, .format: return library.textTypes.first ?? -1
    case .name: return library.nameTypes.first ?? -1
    case .words: return parser.acceptance(of: node).map { library.patterns[$0.pattern].type } ?? -1
    case .list: return library.listType
    case .explicit: return library.knownNumber(ofType: name(parts(of: node).first)) ?? -1
    case .made: return parser.made[node.group].type
    case .call, .empty, .data, .index, .slice, .member, .method: return -1
    }
  }

  func name(_ part: ParsedArgument?) -> String {
    part.map { parser.name(parser.tokens[$0.token]) } ?? ""
  }

  func text(of node: Int32) -> String {
    node < 0 ? "" : parser.name(parser.tokens[parser.nodes[Int(node)].token])
  }

  mutating func report(_ node: ParsedNode, _ message: String) {
    mistakes.append(NotationMistake(offset: Int(parser.tokens[node.token].start), message: message))
  }

  // MARK: - Filling

  private mutating func fill(_ record: inout BlockSnapshot.Record, _ node: ParsedNode) {
    let index = snapshot.records.count
    snapshot.records.append(record)
    switch node.kind {
    case .number, .constant, .text, .string, .name: fillLiteral(&record, node)
    case .words: fillWords(&record, node, index)
    case .list: fillItems(&record, node, index, type: type(of: node))
    case .call: fillCall(&record, node, index)
    case .explicit: fillExplicit(&record, node, index)
    case .made: fill(&record, parser.made[node.group], index)
    // A typed line has them only until it is lowered.
    case .empty, .data, .index, .slice, .member, .method, .format: break
    }
    BlockAttributeReader(parser).apply(node, to: &record, &mistakes)
    snapshot.records[index] = record
  }

  private mutating func fillLiteral(_ record: inout BlockSnapshot.Record, _ node: ParsedNode) {
    let type = type(of: node)
    guard type >= 0, let number = library.patternsOfTypes[type].first,
      case .hole(let hole)? = library.patterns[number].elements.first
    else { return report(node, "no block is written like this") }
    record.type = library.types[type]
    record.fields = [FieldRecord(name: hole.name, state: state(node, hole, type))]
  }

  /// Returns the value of a field that is written as a literal or a name.
  mutating func state(_ node: ParsedNode, _ hole: Pattern.Hole, _ type: Int32) -> FieldState {
    switch node.kind {
    case .number: return number(node)
    case .constant: return .number(node.offset)
    case .string: return .text(parser.strings[node.group])
    case .text: return hole.hasLines ? .lines(text(node)) : .text(text(node))
    default:
      let name = parser.name(parser.tokens[node.token])
      if hole.kinds == .text { return .text(name) }
      return variable(named: name, type: library.defaultVariableType(ofField: hole.name, type))
    }
  }

  mutating func variable(named name: String, type: String) -> FieldState {
    let state = variables.variable(named: name, type: type)
    return .variable(VariableReference(id: state.id, name: state.name, type: state.type.isEmpty ? nil : state.type))
  }

  func number(_ node: ParsedNode) -> FieldState {
    let token = parser.tokens[node.token]
    let digits = String(decoding: parser.bytes(of: token), as: UTF8.self)
    let value = FieldNumber.parse(digits) ?? 0
    let number = (node.isNegative ? -value : value) + node.offset
    let text = node.isNegative ? "-" + digits : digits
    guard keepsNumerals, node.offset == 0, NumberText.text(number) != text else { return .number(number) }
    return .numeral(text, value: number, isQuoted: !JSONParser.isNumber(text))
  }

  mutating func text(_ node: ParsedNode) -> String {
    let token = parser.tokens[node.token]
    if let text = parser.text(ofLiteral: token) { return text }
    report(node, "this text has an invalid escape; JSON's are \\n, \\t, \\\", \\\\ and \\u0000")
    return ""
  }

  private mutating func fillWords(_ record: inout BlockSnapshot.Record, _ node: ParsedNode, _ index: Int) {
    guard let (number, choices) = parser.acceptance(of: node) else {
      let first = library.trie.nodes[node.group].acceptances.first
      let type = first.map { library.patterns[library.trie.acceptances[Int($0)].pattern].type } ?? -1
      record.type = node.type >= 0 ? library.types[node.type] : type >= 0 ? library.types[type] : ""
      let name = typedEnd == nil ? "“\(record.type)”" : "this block"
      return report(node, "the values don't fit the fields of \(name)")
    }
    let pattern = library.patterns[number]
    if let template = pattern.alias?.template {
      guard let block = parser.block(template, parser.operands(of: node, in: pattern), at: node.token) else {
        return report(node, "no block matches this")
      }
      return fill(&record, block, index)
    }
    record.type = library.types[pattern.type]
    switch pattern.form {
    case .plain: fillPlain(&record, node, index, pattern, choices)
    case .branches: fillBranches(&record, node, index, pattern.type)
    case .items: fillItems(&record, node, index, type: pattern.type)
    case .definition(let returns): fillDefinition(&record, node, index, pattern.type, returns: returns)
    case .ifReturn:
      let parts = Array(parts(of: node))
      push(parts[0].node, into: "CONDITION", of: pattern.type, index)
      if parts.count > 1 { push(parts[1].node, into: "VALUE", of: pattern.type, index) }
      record.mutation = ShapeMutations.ifReturn(hasValue: parts.count > 1)
    }
  }

  mutating func fillPlain(
    _ record: inout BlockSnapshot.Record, _ node: ParsedNode, _ index: Int, _ pattern: Pattern,
    _ choices: [(field: String, state: FieldState)]
  ) {
    record.mutation = library.mutation(of: pattern)
    if let alias = pattern.alias {
      record.fields += alias.fields
      pushStandards(of: pattern.type, besides: pattern.holes.map(\.name), index)
    }
    var parts = parts(of: node).drop { $0.kind == .parameter }
    var choices = choices[...]
    for element in pattern.elements {
      switch element {
      case .words: break
      case .choice(let field, _):
        if let choice = choices.popFirst(), !field.isEmpty {
          record.fields.append(FieldRecord(name: field, state: choice.state))
        }
      case .hole(let hole):
        guard let part = parts.popFirst() else { return }
        if hole.isInput {
          push(part.node, into: hole.name, of: pattern.type, index)
        } else if !hole.name.isEmpty {
          let state = state(parser.nodes[part.node], hole, pattern.type)
          record.fields.append(FieldRecord(name: hole.name, state: state))
        }
      case .body(let input):
        guard let part = parts.popFirst() else { return }
        pushBody(part.node, into: input, index)
      }
    }
  }

  private mutating func fill(_ record: inout BlockSnapshot.Record, _ block: MadeBlock, _ index: Int) {
    record.type = library.types[block.type]
    record.fields = block.fields
    record.mutation = block.mutation
    for (field, name) in block.variables.map({ ($0.field, text(of: $0.node)) }) + block.ownVariables {
      let state = variable(named: name, type: library.defaultVariableType(ofField: field, block.type))
      record.fields.append(FieldRecord(name: field, state: state))
    }
    // If fields determine the inputs, the given ones are complete.
    if block.mutation == nil { pushStandards(of: block.type, besides: block.inputs.map(\.name), index) }
    for (name, node) in block.inputs { push(node, into: name, of: block.type, index) }
    for (name, node) in block.bodies { pushBody(node, into: name, index) }
  }

  /// Adds the tasks for the toolbox's shadows in inputs that another spelling doesn't name.
  private mutating func pushStandards(of type: Int32, besides inputs: [String], _ index: Int) {
    for (input, standard) in library.shadows(ofType: type) where !inputs.contains(input) {
      tasks.append(
        Task(
          content: .standard(standard), parent: index, slot: .input(name: input, kind: .value), isShadow: true))
    }
  }

  private mutating func fillBranches(
    _ record: inout BlockSnapshot.Record, _ node: ParsedNode, _ index: Int, _ type: Int32
  ) {
    var conditions = 0
    var bodies = 0
    for part in parts(of: node) {
      if part.kind == .operand {
        push(part.node, into: "IF\(conditions)", of: type, index)
        conditions += 1
      } else {
        pushBody(part.node, into: bodies < conditions ? "DO\(bodies)" : "ELSE", index)
        bodies += 1
      }
    }
    record.mutation = ShapeMutations.branches(conditions: conditions, hasElse: bodies > conditions)
  }

  private mutating func fillItems(
    _ record: inout BlockSnapshot.Record, _ node: ParsedNode, _ index: Int, type: Int32
  ) {
    guard type >= 0 else { return report(node, "there is no block for lists") }
    record.type = library.types[type]
    let parts = parts(of: node)
    for (item, part) in parts.enumerated() { push(part.node, into: "ADD\(item)", of: type, index) }
    record.mutation = ShapeMutations.items(parts.count, like: library.factory.blockBuilders[record.type]?.mutator)
  }

  // MARK: - Named parts

  private mutating func fillExplicit(_ record: inout BlockSnapshot.Record, _ node: ParsedNode, _ index: Int) {
    let parts = parts(of: node)
    record.type = name(parts.first)
    let type = library.knownNumber(ofType: record.type) ?? -1
    for part in parts.dropFirst() {
      let name = name(part)
      switch part.kind {
      case .operand: push(part.node, into: name, of: type, index)
      case .body: pushBody(part.node, into: name, index)
      case .field: record.fields.append(FieldRecord(name: name, state: namedState(parser.nodes[part.node])))
      case .parameter: break
      }
    }
  }

  private mutating func namedState(_ node: ParsedNode) -> FieldState {
    switch node.kind {
    case .number: return number(node)
    case .text: return .text(text(node))
    case .data:
      let token = parser.tokens[node.token]
      guard let json = AttributeText.values(of: token, in: parser.lexer.bytes)?.first else {
        report(node, "this isn't JSON")
        return .text("")
      }
      return FieldStateJSON.state(of: json)
    default:
      let token = parser.tokens[node.token]
      let name = parser.name(token)
      if token.kind == .word, name == "true" || name == "false" { return .boolean(name == "true") }
      return variable(named: name, type: "")
    }
  }

  // MARK: - Inputs

  mutating func pushBody(_ first: Int32, into input: String, _ parent: Int) {
    if first >= 0 { pushStatement(first, .input(name: input, kind: .statement), parent) }
  }

  /// Adds the tasks for a statement and the shadow that it covers.
  private mutating func pushStatement(_ statement: Int32, _ slot: BlockSnapshot.Slot, _ parent: Int) {
    let cover = parser.nodes[statement].cover
    if cover >= 0 {
      tasks.append(Task(content: .node(cover), parent: parent, slot: slot, isShadow: true, isCovered: true))
    }
    tasks.append(Task(content: .node(statement), parent: parent, slot: slot))
  }

  /// Adds the task for a value: as the shadow that the toolbox puts there, or over it.
  mutating func push(_ value: Int32, into input: String, of type: Int32, _ parent: Int) {
    let node = parser.nodes[value]
    let slot = BlockSnapshot.Slot.input(name: input, kind: .value)
    if node.kind == .empty {
      guard let typedEnd, node.cover != ParsedNode.noCover else { return }
      let standard = library.shadow(ofType: type, input: input)
      if Int(parser.tokens[node.token].start) >= typedEnd { untyped.append((parent, input, standard != nil)) }
      guard let standard else { return }
      tasks.append(Task(content: .standard(standard), parent: parent, slot: slot, isShadow: true))
      return
    }
    typed.insert(parent)
    var task = Task(content: .node(value), parent: parent, slot: slot)
    let standard = usesToolbox ? library.shadow(ofType: type, input: input) : nil
    if node.isShadow {
      task.isShadow = true
    } else if node.cover >= 0 {
      tasks.append(Task(content: .node(node.cover), parent: parent, slot: slot, isShadow: true, isCovered: true))
    } else if node.cover == ParsedNode.standardCover, let standard {
      let number = self.type(of: node)
      if number >= 0, library.types[number] == standard.type {
        task.isShadow = true
      } else {
        tasks.append(Task(content: .standard(standard), parent: parent, slot: slot, isShadow: true, isCovered: true))
      }
    }
    tasks.append(task)
  }

  private mutating func appendXML(_ node: ParsedNode, _ task: Task) {
    let token = parser.tokens[node.token]
    guard let part = BlockAttributeReader(parser).block(in: token) else {
      return report(node, "this isn't a block in Blockly's XML")
    }
    let index = snapshot.records.count
    for (offset, var record) in part.records.enumerated() {
      record.parent = offset == 0 ? task.parent : record.parent + index
      if offset == 0 {
        record.slot = task.slot
        record.isShadow = task.isShadow || node.isShadow
        record.isCovered = task.isCovered
      }
      record.sourceIndex = Int(token.start)
      snapshot.records.append(record)
    }
  }
}
