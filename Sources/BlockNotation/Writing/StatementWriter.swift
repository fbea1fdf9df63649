import BlockFormats
import BlockLibrary
import BlockModel
import EventQueues
import Markup

/// Writes a stack of blocks. It keeps a list of tasks instead of recursing, so that programs can be of any depth.
struct StatementWriter {
  let records: [BlockSnapshot.Record]
  let planner: RecordPlanner
  let usesToolbox: Bool
  let workspace: Workspace
  var library: NotationLibrary { planner.library }
  var options: NotationOptions { planner.options }
  private(set) var output: [UInt8]
  /// Whether the text mentions ids of variables, so that the variables must be written with them.
  var mentionsIDs = false
  /// The lines of the text, without their line breaks and indentation.
  private(set) var lines: [Line] = []
  /// Whether a block that shares its wording with others is followed by its type.
  var statesTypes = true
  /// Whether shadows are marked.
  var marksShadows = true
  /// The blocks of the records, for lines that are only shown to users. Such lines have the words of the blocks even if
  /// no type could be parsed from them.
  var blocks: [Block?]?
  /// Whether the text has marks of shadows.
  private(set) var hasMarks = false
  private var level = 0
  private var tasks: [Task] = []
  /// An empty array with capacity.
  private var spare: [Task] = []

  /// A line of the text, and the part of a statement to which it belongs.
  struct Line {
    enum Part { case comment, head, more }

    /// The index of the statement's record.
    var record: Int
    var part: Part
    var level: Int
    /// The bytes of the line in the output.
    var start: Int
    var end: Int
  }

  /// The maximum number of indented levels.
  static let mostIndentedLevels = 100

  enum Task {
    case bytes([UInt8])
    /// A space, unless the text ends with an opening bracket.
    case space
    case statement(ChildSlots.Slot)
    case value(ChildSlots.Slot?, parent: Int, input: String, WrittenForm.OperandContext)
    /// The inner part of a value, without parentheses and marks.
    case inner(Int)
    case attributes(Int, ChildSlots.Slot?)
    case body(ChildSlots.Slot?, isInline: Bool)
    case name(String)
    case block(Int)
    /// A line break within a block.
    case newline(Int)
    case indent(Int)
  }

  init(
    _ records: [BlockSnapshot.Record], planner: RecordPlanner, usesToolbox: Bool, workspace: Workspace,
    output: [UInt8]
  ) {
    self.records = records
    self.planner = planner
    self.usesToolbox = usesToolbox
    self.workspace = workspace
    self.output = output
  }

  /// Writes the stack that begins at the first record.
  mutating func write() {
    let slot = ChildSlots.Slot(name: "", kind: .statement, block: 0, covered: -1)
    tasks = [.statement(slot)]
    var loop = Progress.Loop(of: records.count)
    while let task = tasks.popLast(), !loop.mustStop {
      if case .statement(let slot) = task { loop.reach(slot.block) }
      perform(task)
    }
    endLine()
  }

  private mutating func perform(_ task: Task) {
    switch task {
    case .bytes(let bytes): output.append(contentsOf: bytes)
    case .space: output.append(UInt8(ascii: " "))
    case .statement(let slot): writeStatement(slot)
    case .value(let slot, let parent, let input, let context): writeValue(slot, parent, input, context)
    case .inner(let index): writeInner(index)
    case .attributes(let index, let slot): writeAttributes(index, slot)
    case .body(let slot, let isInline): writeBody(slot, isInline: isInline)
    case .name(let name): output.append(contentsOf: parameterName(name))
    case .block(let index): output.append(contentsOf: "::@block(\(xml(of: index)))".utf8)
    case .newline(let index):
      writeNewline()
      beginLine(.more, of: index)
    case .indent(let difference): level += difference
    }
  }

  private mutating func beginLine(_ part: Line.Part, of record: Int) {
    lines.append(Line(record: record, part: part, level: level, start: output.count, end: output.count))
  }

  private mutating func endLine() {
    if !lines.isEmpty { lines[lines.count - 1].end = output.count }
  }

  private mutating func writeNewline() {
    endLine()
    output.append(UInt8(ascii: "\n"))
    if level > Self.mostIndentedLevels { return }
    for _ in 0..<level * 2 { output.append(UInt8(ascii: " ")) }
  }

  /// Adds tasks, to be performed in this order.
  private mutating func push(_ next: [Task]) {
    // A reversed collection would be appended element by element through its generic interface.
    for index in next.indices.reversed() { tasks.append(next[index]) }
  }

  /// Adds the tasks of a block, and keeps the array for the next one.
  private mutating func push(emptying next: inout [Task]) {
    while let task = next.popLast() { tasks.append(task) }
    swap(&next, &spare)
  }

  /// Returns an empty array for the tasks of a block.
  private mutating func emptyTasks() -> [Task] {
    var empty: [Task] = []
    swap(&empty, &spare)
    return empty
  }

  func text(_ text: String) -> Task { .bytes(Array(text.utf8)) }

  func text(of line: Line) -> String { String(decoding: output[line.start..<line.end], as: UTF8.self) }

  // MARK: - Statements

  private mutating func writeStatement(_ slot: ChildSlots.Slot) {
    let index = slot.block
    if output.last != nil, output.last != UInt8(ascii: "\n") || level > 0 { writeNewline() }
    writeCommentLines(index)
    beginLine(.head, of: index)
    if records[index].isShadow, marksShadows {
      output.append(UInt8(ascii: "~"))
      hasMarks = true
    }
    var next = emptyTasks()
    let slots = ChildSlots(of: index, in: records)
    let isLoose = records[index].parent < 0 && planner.isValue(planner.plans[index], records[index])
    if isLoose { next.append(text("(")) }
    pieces(of: index, slots, isStatement: !isLoose, into: &next)
    if isLoose { next.append(text(")")) }
    // Attributes belong to the first line.
    let head = next.firstIndex { if case .body(_, isInline: false) = $0 { true } else { false } } ?? next.count
    next.insert(.attributes(index, slot), at: head)
    if let below = slots.next { next.append(.statement(below)) }
    push(emptying: &next)
  }

  private mutating func writeBody(_ slot: ChildSlots.Slot?, isInline: Bool) {
    guard let slot else {
      if isInline { output.append(contentsOf: " {}".utf8) }
      return
    }
    if !isInline, !isBracedBelow { return push([.indent(1), .statement(slot), .indent(-1)]) }
    let holder = records[slot.block].parent
    push([text(" {"), .indent(1), .statement(slot), .indent(-1), .newline(holder), text("}")])
  }

  // MARK: - Values

  private mutating func writeValue(
    _ slot: ChildSlots.Slot?, _ parent: Int, _ input: String, _ context: WrittenForm.OperandContext
  ) {
    guard let slot else { return output.append(UInt8(ascii: "_")) }
    let index = slot.block
    let marks = marks(of: slot, parent, input)
    let plan = planner.plans[index]
    let isMarked = marks.isShadow || marks.covered != nil
    if isMarked { hasMarks = true }
    if marks.isShadow { output.append(UInt8(ascii: "~")) }
    var next = emptyTasks()
    func add(_ index: Int, inParentheses isRequired: Bool) {
      let hasAttributes = hasAttributes(index)
      if hasAttributes || isRequired { next.append(text("(")) }
      next.append(.inner(index))
      if hasAttributes { next.append(.attributes(index, nil)) }
      if hasAttributes || isRequired { next.append(text(")")) }
    }
    add(index, inParentheses: isMarked && !plan.isAtom || planner.needsParentheses(plan, at: context))
    if let covered = marks.covered {
      next.append(text(covered < 0 ? "~_" : "~"))
      if covered >= 0 { add(covered, inParentheses: !planner.plans[covered].isAtom) }
    }
    push(emptying: &next)
  }

  /// Returns the differences between a value and the toolbox's content of its input: whether it must be marked as a
  /// shadow, and the shadow that it covers, -1 for none; nil if the shadow needn't be written.
  private func marks(of slot: ChildSlots.Slot, _ parent: Int, _ input: String) -> (isShadow: Bool, covered: Int?) {
    if !marksShadows { return (false, nil) }
    var standard: BlockSnapshot.Record?
    let (index, covered) = (slot.block, slot.covered)
    if usesToolbox, let type = library.knownNumber(ofType: records[parent].type) {
      standard = library.shadow(ofType: type, input: input)
    }
    // Records are large, so they are read in place instead of being copied.
    if records[index].isShadow { return (records[index].type != standard?.type, nil) }
    guard covered >= 0 else { return (false, standard == nil ? nil : -1) }
    if let standard, records[index].type != standard.type, isStandard(covered, standard) { return (false, nil) }
    return (false, covered)
  }

  private func isStandard(_ index: Int, _ standard: BlockSnapshot.Record) -> Bool {
    let record = records[index]
    return record.type == standard.type && record.fields == standard.fields && record.count == 1
      && record.mutation == nil && record.inline == nil && record.extras == nil
      && (record.id == nil || !options.contains(.ids))
  }

  private mutating func writeInner(_ index: Int) {
    var next = emptyTasks()
    pieces(of: index, ChildSlots(of: index, in: records), isStatement: false, into: &next)
    push(emptying: &next)
  }

  // MARK: - The parts of a block

  private func pieces(of index: Int, _ slots: ChildSlots, isStatement: Bool, into next: inout [Task]) {
    let plan = planner.plans[index]
    switch plan.kind {
    case .form(let form): formPieces(of: index, planner.forms[form], slots, isStatement: isStatement, into: &next)
    case .number, .text, .name: next.append(.bytes(field(records[index].fields[0])))
    case .list(let count):
      next.append(text("["))
      for item in 0..<count {
        if item > 0 { next.append(text(", ")) }
        next.append(value("ADD\(item)", of: index, slots))
      }
      next.append(text("]"))
    case .items(let count): itemPieces(of: index, count, slots, into: &next)
    case .branches(let conditions, let hasElse): branchPieces(of: index, conditions, hasElse, slots, into: &next)
    case .definition(let name, let parameters, let returns):
      definitionPieces(of: index, name, parameters, returns, slots, into: &next)
    case .call(let name, let parameters): callPieces(of: index, name, parameters, slots, into: &next)
    case .ifReturn(let hasValue): ifReturnPieces(of: index, hasValue, slots, into: &next)
    case .explicit:
      if !wordPieces(of: index, slots, isStatement: isStatement, into: &next) {
        explicitPieces(of: index, slots, into: &next)
      }
    case .xml: next.append(.block(index))
    }
    if plan.needsType, statesTypes {
      let head = next.firstIndex { if case .body(_, isInline: false) = $0 { true } else { false } } ?? next.count
      next.insert(text(" ::" + typeText(records[index].type)), at: isStatement ? head : next.count)
    }
  }

  private func formPieces(
    of index: Int, _ form: WrittenForm, _ slots: ChildSlots, isStatement: Bool, into next: inout [Task]
  ) {
    var isAfterBody = false
    for piece in form.pieces {
      if isAfterBody, isStatement { next.append(isBracedBelow ? .space : .newline(index)) }
      let wasAfterBody = isAfterBody
      isAfterBody = false
      switch piece {
      case .text(let bytes):
        next.append(.bytes(wasAfterBody && bytes.first == UInt8(ascii: " ") ? Array(bytes.dropFirst()) : bytes))
        if wasAfterBody, !isStatement { next.insert(.space, at: next.count - 1) }
      case .hole(let hole, let context):
        if hole.isInput {
          next.append(value(hole.name, of: index, slots, context))
        } else if let field = records[index].fields.first(where: { $0.name == hole.name }) {
          next.append(.bytes(self.field(field, at: context)))
        }
      case .body(let input):
        next.append(.body(slots[input], isInline: !isStatement))
        isAfterBody = true
      }
    }
  }

  /// Whether bodies at this level are in braces.
  var isBracedBelow: Bool { level >= Self.mostIndentedLevels }

  private func words(_ name: String) -> String { library.messages.texts[name] ?? "" }

  func value(
    _ input: String, of index: Int, _ slots: ChildSlots,
    _ context: WrittenForm.OperandContext = WrittenForm.OperandContext(required: 1)
  ) -> Task { .value(slots[input], parent: index, input: input, context) }

  /// Returns the space or line break between a body and the words after it.
  private func gap(behind input: String, of index: Int, _ slots: ChildSlots) -> Task {
    isBracedBelow && slots[input] != nil ? .space : .newline(index)
  }

  private func itemPieces(of index: Int, _ count: Int, _ slots: ChildSlots, into next: inout [Task]) {
    let label = library.knownNumber(ofType: records[index].type).map(planner.itemLabel) ?? []
    let words = label.map { ($0.isGlued ? "" : " ") + library.words[$0.word] }.joined()
    next.append(text(words.hasPrefix(" ") ? String(words.dropFirst()) : words))
    let node = label.reduce(library.trie.values) { library.trie.target(of: $0, $1) ?? $0 }
    for item in 0..<count {
      next.append(text(item == 0 ? " " : ", "))
      let context = WrittenForm.OperandContext(node: item == 0 ? node : -1, required: 1, next: Mark.comma)
      next.append(value("ADD\(item)", of: index, slots, context))
    }
  }

  private func branchPieces(
    of index: Int, _ conditions: Int, _ hasElse: Bool, _ slots: ChildSlots, into next: inout [Task]
  ) {
    for branch in 0..<conditions {
      if branch > 0 { next.append(gap(behind: "DO\(branch - 1)", of: index, slots)) }
      next += [
        text(words(branch == 0 ? "CONTROLS_IF_MSG_IF" : "CONTROLS_IF_MSG_ELSEIF") + " "),
        value("IF\(branch)", of: index, slots), .body(slots["DO\(branch)"], isInline: false),
      ]
    }
    guard hasElse else { return }
    next += [
      gap(behind: "DO\(conditions - 1)", of: index, slots), text(words("CONTROLS_IF_MSG_ELSE")),
      .body(slots["ELSE"], isInline: false),
    ]
  }

  private func ifReturnPieces(of index: Int, _ hasValue: Bool, _ slots: ChildSlots, into next: inout [Task]) {
    next += [
      text(words("CONTROLS_IF_MSG_IF") + " "), value("CONDITION", of: index, slots),
      text(" " + words("PROCEDURES_DEFRETURN_RETURN")),
    ]
    if hasValue { next += [.space, value("VALUE", of: index, slots, .last)] }
  }

  private func definitionPieces(
    of index: Int, _ name: String, _ parameters: [String], _ returns: Bool, _ slots: ChildSlots,
    into next: inout [Task]
  ) {
    let title = words(returns ? "PROCEDURES_DEFRETURN_TITLE" : "PROCEDURES_DEFNORETURN_TITLE")
    next += [text(title + " "), .name(name)]
    if !parameters.isEmpty {
      next.append(text(" " + words("PROCEDURES_BEFORE_PARAMS") + " "))
      next += parameters.map { [.name($0)] }.joined(separator: [text(", ")])
    }
    next.append(.body(slots["STACK"], isInline: false))
    guard returns else { return }
    next += [
      gap(behind: "STACK", of: index, slots), text(words("PROCEDURES_DEFRETURN_RETURN") + " "),
      value("RETURN", of: index, slots, .last),
    ]
  }

  private func callPieces(
    of index: Int, _ name: String, _ parameters: [String], _ slots: ChildSlots, into next: inout [Task]
  ) {
    next.append(.bytes(library.nameText(name, isCalled: true).bytes))
    if parameters.isEmpty { return next.append(text("()")) }
    for (position, parameter) in parameters.enumerated() {
      next += [
        text(position == 0 ? " " + words("PROCEDURES_CALL_BEFORE_PARAMS") + " " : ", "), .name(parameter), .space,
        value("ARG\(position)", of: index, slots),
      ]
    }
  }

  // MARK: - Attributes

  private func hasAttributes(_ index: Int) -> Bool {
    let record = records[index]
    return record.extras != nil || record.inline != nil || planner.plans[index].needsMutation
      || options.contains(.ids) && record.id != nil
  }

  private mutating func writeCommentLines(_ index: Int) {
    guard let comment = records[index].extras?.values.comment, CommentLines.canWrite(comment) else { return }
    for line in CommentLines.lines(of: comment.text) {
      beginLine(.comment, of: index)
      output.append(contentsOf: line.utf8)
      writeNewline()
    }
  }

  private mutating func writeAttributes(_ index: Int, _ slot: ChildSlots.Slot?) {
    if case .xml = planner.plans[index].kind { return }
    let attributes = BlockAttributes(
      records[index], options: options, isStatement: slot != nil, needsMutation: planner.plans[index].needsMutation,
      workspace: workspace)
    for attribute in attributes.texts {
      output.append(UInt8(ascii: " "))
      output.append(contentsOf: attribute.utf8)
    }
    if attributes.mentionsIDs { mentionsIDs = true }
    if let slot, slot.covered >= 0, marksShadows {
      hasMarks = true
      let covered = ChildSlots.Slot(name: "", kind: .statement, block: slot.covered, covered: -1)
      push([text(" ~{"), .indent(1), .statement(covered), .indent(-1), .newline(index), text("}")])
    }
  }
}
