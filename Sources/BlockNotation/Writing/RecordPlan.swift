import BlockLibrary
import BlockModel
import Markup

/// The form in which a block is written, and the properties of its text that the blocks around it need.
struct RecordPlan {
  enum Kind {
    case form(Int)
    case number, text, name
    case list(count: Int)
    case items(count: Int)
    case branches(conditions: Int, hasElse: Bool)
    case definition(name: String, parameters: [String], returns: Bool)
    case call(name: String, parameters: [String])
    case ifReturn(hasValue: Bool)
    /// The type, with named fields and inputs.
    case explicit
    /// Blockly's XML.
    case xml
  }

  var kind = Kind.explicit
  var precedence = Precedence.atom
  /// The first word; -1 for none.
  var first: Int32 = -1
  /// Whether the text begins with a number, which a minus sign before it would make negative.
  var beginsWithNumber = false
  /// Whether more words could follow the text.
  var isOpen = false
  /// The operators in the text that no brackets enclose, as a set of bits.
  var operators: UInt64 = 0
  /// Whether the type is stated.
  var needsType = false
  /// Whether the mutation is stated.
  var needsMutation = false

  /// Whether it can have marks without parentheses.
  var isAtom: Bool { precedence >= Precedence.atom && !needsType }

  /// Whether a type is part of the text.
  var statesType: Bool { if case .explicit = kind { true } else { needsType } }
}

/// Decides on the forms in which the blocks of a snapshot are written, from the last one to the first.
struct RecordPlanner {
  let library: NotationLibrary
  let options: NotationOptions
  let names: VariableNames
  let variables: VariableMap
  var forms: FormTable
  private(set) var plans: [RecordPlan] = []
  private let operatorBits: [Int32: UInt64]

  init(library: NotationLibrary, options: NotationOptions, variables: VariableMap) {
    self.library = library
    self.options = options
    self.variables = variables
    // The order of variables has no meaning in texts that are compared.
    let isOrdered = !options.contains(.names)
    let all = isOrdered ? variables.all : variables.all.sorted { ($0.name, $0.type) < ($1.name, $1.type) }
    names = VariableNames(all, library: library)
    forms = FormTable(library: library)
    var bits: [Int32: UInt64] = [:]
    for edge in library.trie.nodes[library.trie.operators].edges {
      bits[edge.word.word] = 1 << UInt64(min(bits.count, 63))
    }
    operatorBits = bits
  }

  mutating func plan(_ records: [BlockSnapshot.Record]) {
    plans = Array(repeating: RecordPlan(), count: records.count)
    for index in records.indices.reversed() { plans[index] = plan(index, records) }
  }

  // MARK: - Parentheses

  /// Whether an operand needs parentheses in a context.
  func needsParentheses(_ plan: RecordPlan, at context: WrittenForm.OperandContext) -> Bool {
    if plan.precedence < context.required { return true }
    if plan.isOpen, !context.isOpenEnded { return true }
    if context.isBehindSign, plan.beginsWithNumber { return true }
    if context.next >= 0, plan.operators != 0, plan.operators & (operatorBits[context.next] ?? 0) != 0 { return true }
    guard context.node >= 0, plan.first >= 0 else { return false }
    return library.trie.hasEdge(context.node, plan.first)
  }

  // MARK: - One block

  private mutating func plan(_ index: Int, _ records: [BlockSnapshot.Record]) -> RecordPlan {
    let slots = ChildSlots(of: index, in: records)
    let isValue: Bool?
    switch records[index].slot {
    case .top: isValue = nil
    case .next: isValue = false
    case .input(_, let kind): isValue = kind != .statement
    }
    var plan = RecordPlan()
    if let type = library.knownNumber(ofType: records[index].type) {
      if let literal = literal(index, records, slots, type) {
        plan = literal
      } else if let form = special(index, records, slots, type) ?? form(index, records, slots, type) {
        plan = form
      }
    }
    let isWord = if case .explicit = plan.kind { false } else { true }
    if isWord, let isValue, isValue != self.isValue(plan, records[index]) { plan = RecordPlan() }
    if case .explicit = plan.kind { plan.needsMutation = records[index].mutation != nil }
    // Only statements are followed by others.
    return slots.next != nil && isValue == true ? RecordPlan(kind: .xml) : plan
  }

  func isValue(_ plan: RecordPlan, _ record: BlockSnapshot.Record) -> Bool {
    switch plan.kind {
    case .form(let form): library.patterns[forms[form].pattern].isValue
    case .number, .text, .name, .list, .items: true
    case .branches, .definition, .ifReturn, .explicit, .xml: false
    case .call: ProcedureBlocks.definitionType(ofCaller: record.type) == "procedures_defreturn"
    }
  }

  private func literal(
    _ index: Int, _ records: [BlockSnapshot.Record], _ slots: ChildSlots, _ type: Int32
  ) -> RecordPlan? {
    guard let number = library.patternsOfTypes[type].first, slots.inputs.isEmpty,
      records[index].fields.count == 1, records[index].mutation == nil
    else { return nil }
    let elements = library.patterns[number].elements
    guard elements.count == 1, case .hole(let hole) = elements[0], hole.name == records[index].fields[0].name else {
      return nil
    }
    switch (hole.kinds, records[index].fields[0].state) {
    case (.number, let state) where Self.isWritable(number: state):
      return RecordPlan(kind: .number, beginsWithNumber: true, needsType: library.numberTypes.first != type)
    case (.text, .text), (.text, .lines): return RecordPlan(kind: .text, needsType: library.textTypes.first != type)
    case (.name, .variable(let reference)):
      guard let name = names[reference.id ?? ""] else { return nil }
      return RecordPlan(kind: .name, first: name.word, needsType: library.nameTypes.first != type)
    default: return nil
    }
  }

  private mutating func form(
    _ index: Int, _ records: [BlockSnapshot.Record], _ slots: ChildSlots, _ type: Int32
  ) -> RecordPlan? {
    guard let number = forms.form(of: type, fields: records[index].fields) else { return nil }
    let form = forms[number]
    guard form.fieldCount == records[index].fields.count else { return nil }
    var plan = RecordPlan(
      kind: .form(number), precedence: form.precedence, first: form.first, isOpen: form.isOpen,
      operators: operatorBits[form.operatorWord] ?? 0, needsType: form.needsType,
      needsMutation: records[index].mutation != library.mutation(of: library.patterns[form.pattern]))
    var inputs = 0
    for (position, piece) in form.pieces.enumerated() {
      switch piece {
      case .text: break
      case .body(let input):
        guard let slot = slots[input] else { continue }
        if slot.kind != .statement { return nil }
        inputs += 1
      case .hole(let hole, let context):
        if !hole.isInput {
          guard isWritable(records[index], hole) else { return nil }
          if position == 0, case .number = hole.kinds { plan.beginsWithNumber = true }
          continue
        }
        guard let slot = slots[hole.name] else { continue }
        if slot.kind != .value { return nil }
        inputs += 1
        let operand = plans[slot.block]
        let isBare = slot.covered < 0 && !needsParentheses(operand, at: context)
        if position == 0 {
          plan.first = isBare ? operand.first : -1
          plan.beginsWithNumber = isBare && operand.beginsWithNumber
        }
        let isLast = position == form.pieces.count - 1
        if isBare, position == 0 || isLast { plan.operators |= operand.operators }
        if isBare, isLast, operand.isOpen { plan.isOpen = true }
      }
    }
    return inputs == slots.inputs.count ? plan : nil
  }

  /// Whether a value can be written as a number.
  private static func isWritable(number state: FieldState) -> Bool {
    switch state {
    case .number(let value): value.isFinite
    case .numeral(let numeral, _, _): Lexer.isNumber(numeral)
    default: false
    }
  }

  /// Whether a field can be written as a literal or a name.
  private func isWritable(_ record: BlockSnapshot.Record, _ hole: Pattern.Hole) -> Bool {
    guard let field = record.fields.first(where: { $0.name == hole.name }) else { return false }
    switch (hole.kinds, field.state) {
    case (.number, let state): return Self.isWritable(number: state)
    case (.text, .text), (.text, .lines): return true
    case (.name, .variable(let reference)): return names[reference.id ?? ""] != nil
    default: return false
    }
  }
}

extension PatternTrie {
  /// Whether a node has an edge for a word.
  func hasEdge(_ node: Int32, _ word: Int32) -> Bool {
    if nodes[node].edges.isEmpty { return false }
    return target(of: node, LabelWord(word: word, isGlued: false)) != nil
      || target(of: node, LabelWord(word: word, isGlued: true)) != nil
  }
}
