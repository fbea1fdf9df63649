import BlockLayout
import BlockLibrary
import BlockModel
import BlockNotation

/// Finds the blocks that a line can become: first the meanings of its text, then the blocks of the toolbox with its
/// words.
struct LineChoices {
  let controller: WorkbenchController
  let target: LineTarget
  let editedID: String?
  let wrapsSelection: Bool
  let kind: LineKind
  let text: String
  /// The text as it was typed, with its original quotation marks.
  private let typedText: String
  /// Whether it is longer than a line that is read.
  private let isTooLong: Bool
  let toolboxBlocks: () -> [LineToolboxBlock]
  let reader: LineReader
  private let scopes: VariableScopes

  static let most = 100

  /// - Parameters:
  ///   - editedID: the block that the line edits; nil for a new one.
  ///   - toolboxBlocks: returns the toolbox's blocks if they are known already.
  init(
    _ controller: WorkbenchController, at target: LineTarget, editing editedID: String? = nil,
    wrapsSelection: Bool = false,
    text: String, toolboxBlocks: (() -> [LineToolboxBlock])? = nil, kinds: ValueKinds? = nil,
    scopes: VariableScopes? = nil, certain: CertainValues? = nil
  ) {
    self.scopes =
      scopes
      ?? VariableScopes(controller.workspace, at: target.connection(in: controller.workspace)?.sourceBlock)
    self.editedID = editedID
    self.wrapsSelection = wrapsSelection
    self.controller = controller
    self.target = target
    let kind = target.kind(editing: editedID, in: controller.workspace)
    self.kind = kind
    // The indentation of a statement follows from its target.
    let isIndented = kind == .statement && !text.allSatisfy(\.isWhitespace)
    isTooLong = LineReader.isTooLong(text)
    let spelled = isTooLong ? text : LineReader.withStraightQuotes(text)
    self.text = isIndented ? LineReader.statement(in: String(spelled.drop(while: \.isWhitespace))) : spelled
    typedText = text
    self.toolboxBlocks = toolboxBlocks ?? { LineToolboxBlock.all(for: target, in: controller) }
    // The line of the edited block, when unchanged, means that block.
    let edited = editedID.flatMap { controller.workspace.blocks[$0] }
    let isOwnLine =
      !isTooLong
      && edited.flatMap { LineWriter.editedLine(of: $0, library: controller.notation, in: controller.workspace) }
        == text
    reader = LineReader(
      library: controller.notation, workspace: controller.workspace,
      scope: Self.scope(of: target, in: controller.workspace),
      certain: certain ?? CertainValues(controller.workspace, at: target.connection(in: controller.workspace)),
      kinds: kinds, isTyped: !isOwnLine,
      editing: edited)
  }

  private var workspace: Workspace { controller.workspace }

  /// Finds the choices.
  /// - Returns: also why no block matches the text; nil if no reason is known.
  func find() -> (choices: [LineChoice], refusal: String?) {
    if isTooLong { return ([], "this line is too long; a line can have \(LineReader.longestLine) characters at most") }
    let isEmpty = text.allSatisfy(\.isWhitespace)
    let readings = isEmpty ? [] : readings()
    let isKnown = readings.contains { $0.rank == .typed && $0.newFunctions.isEmpty }
    let choices = choices(readings, isEmpty: isEmpty)
    let hasMeaning = isEmpty || isKnown || choices.first.map { $0.rank == .words && isFound($0) } ?? false
    if choices.first?.isLooseValue == true { return (choices, nil) }
    let isPossible = choices.contains { $0.refusal == nil }
    if let misplaced = goesOnNowhere ?? endsLoop ?? reader.refusal(ofMarksIn: text) { return (choices, misplaced) }
    // In `x =! 5`, the number doesn't fit, but the sign is what is wrong.
    if hasMeaning, !isPossible, let sign = LineReader.suggestion(forSignsIn: text) { return (choices, sign) }
    return (
      choices,
      hasMeaning
        ? nil
        : refusalOfContinuation ?? (isPossible ? nil : statementAsValue) ?? reader.refusal(of: text, as: kind)
          ?? returnsNowhere ?? (choices.isEmpty && kind == .statement ? reader.refusal(of: text, as: .value) : nil)
    )
  }

  /// Why the line isn't a valid continuation of the statement around it, although it looks like one; nil otherwise.
  private var refusalOfContinuation: String? {
    guard kind == .statement, editedID == nil, !wrapsSelection else { return nil }
    let continuations = controller.state.continuations(at: target).keys
    return continuations.lazy.compactMap { reader.refusal(of: text, as: $0) }.first
  }

  /// Why the line can't be a branch; nil if it isn't one, or if there is a statement that it can continue.
  private var goesOnNowhere: String? {
    guard kind == .statement, editedID == nil, controller.state.continuations(at: target)[.otherwise] == nil,
      [LineContinuation.otherwise, .elseIf].contains(where: { reader.read(text, as: $0)?.isWhole ?? false })
    else { return nil }
    return "there is no if above that this can continue"
  }

  /// Why the line can't be the condition at the end of a loop, as in `repeat` … `until x > 3` and `} while (x < 3)`;
  /// nil if it isn't one.
  private var endsLoop: String? {
    guard kind == .statement, editedID == nil, !wrapsSelection else { return nil }
    let line = LineReader.withoutClosingBrace(text)
    guard let reading = reader.read(line, as: .statement), reading.continuation == nil, reading.holes.isEmpty,
      let loop = reading.snapshot.records.first, loop.type == "controls_whileUntil",
      let first = reader.wording(of: reading, .statement, statingTypes: false)?.split(separator: " ").first,
      !line.lowercased().hasPrefix(first.lowercased())
    else { return nil }
    let isUntil = loop.fields.contains { $0.state == .text("UNTIL") }
    let above = target.connection(in: workspace)?.sourceBlock
    let isBelowRepeat = [above, above?.surroundingBlock].contains {
      ["controls_repeat_ext", "controls_repeat"].contains($0?.type)
    }
    let isNegated = line.lowercased().hasPrefix("while")
    guard line != text || isUntil && isBelowRepeat && !isNegated else { return nil }
    let condition = line.last == ";" ? String(line.dropLast()) : line
    return "“\(first) \(condition)” begins such a loop: a block tests at its beginning"
  }

  /// Why the line isn't a value: it is a statement. Nil for anything else.
  private var statementAsValue: String? {
    guard kind == .value, let reading = reader.read(text, as: .statement), reading.newFunctions.isEmpty else {
      return nil
    }
    return "this is a statement, which gives no value"
  }

  /// Why the line can't return a value; nil if it doesn't try to.
  private var returnsNowhere: String? {
    guard kind == .statement else { return nil }
    let first = text.prefix { $0 != "," }
    if first.count < text.count, reader.read(String(first), as: .returns) != nil { return "a line returns one value" }
    guard controller.state.continuations(at: target)[.returns] == nil,
      reader.read(reader.returning(text) ?? text, as: .returns) != nil
    else { return nil }
    return "a value can be returned only in a function"
  }

  func choices(_ readings: [LineReading], isEmpty: Bool) -> [LineChoice] {
    var choices = readings.filter { $0.newFunctions.isEmpty }.map(choice)
    // `//` may be a division instead of a comment sign.
    let divides = readings.contains { $0.slashes == .division && $0.rank <= .newName }
    if divides, readings[0].slashes == .comment, !choices.isEmpty { choices[0].isUnsureOfSlashes = true }
    // A pasted line with a meaning needs no other words.
    let isMeant = controller.isTypingProgram && readings.first?.rank == .typed
    let (named, offered) = editedID == nil && !isMeant ? toolboxChoices() : ([], [])
    insert(named, into: &choices)
    // A word of the toolbox isn't mistyped.
    if offered.contains(where: { $0.rank == .words }) { choices.removeAll { $0.rank == .similar } }
    let types = Set(choices.compactMap { $0.entry.snapshot.records.first?.type })
    choices += offered.filter { isEmpty || !types.contains($0.entry.snapshot.records[0].type) }
    if editedID == nil, !isEmpty { choices += snippetChoices() }
    if !isEmpty, choices.isEmpty { choices += valueChoices() }
    choices += readings.filter { !$0.newFunctions.isEmpty }.map(choice)
    if !isEmpty, takesValue, !readings.contains(where: isWholeStatement) {
      choices = looseValue + choices
    } else if !isEmpty, readings.allSatisfy({ $0.rank != .typed || !$0.newFunctions.isEmpty }), isValueAlone {
      choices = reader.uses(ofValue: text).map(choice) + choices
    }
    // The reason why the statement around the line can't be continued with the text comes first.
    let goesOn = readings.first.map { $0.rank == .typed && $0.continuation != nil && $0.newFunctions.isEmpty } ?? false
    let first = choices.prefix(goesOn && choices[0].refusal != nil ? 1 : 0)
    let rest = choices.dropFirst(first.count)
    // A function that doesn't exist yet comes after blocks whose text starts like this, even those that aren't allowed
    // here.
    let makesFunction = { (choice: LineChoice) in !choice.newFunctions.isEmpty && !text.contains("(") }
    let isKnown = { (choice: LineChoice) in choice.refusal != nil && choice.rank <= .words }
    var sorted = Array(first) + rest.filter { $0.refusal == nil && !makesFunction($0) } + rest.filter(isKnown)
    sorted += rest.filter { $0.refusal == nil && makesFunction($0) } + rest.filter { $0.refusal != nil && !isKnown($0) }
    // Rows that look alike and make the same blocks are one.
    var seen: Set<String> = []
    sorted = sorted.filter { choice in
      let types = choice.entry.snapshot.records.map(\.type).joined(separator: " ")
      return seen.insert([choice.label, choice.note, choice.refusal ?? "", types].joined(separator: "\n")).inserted
    }
    if isEmpty {
      if canBeginStack { sorted.insert(nextStack, at: 0) }
    } else if let best = sorted.firstIndex(where: { $0.entry.continuation == nil }), let stack = asStack(sorted[best]) {
      let others = sorted[(best + 1)...].prefix(while: \.isOtherMeaning)
      sorted.insert(stack, at: others.endIndex)
    }
    return Array(sorted.prefix(Self.most))
  }

  /// Whether the line could begin a stack instead of going to its target.
  private var canBeginStack: Bool { kind == .statement && target != .free && editedID == nil && !wrapsSelection }

  /// The choice to begin a stack with the next line.
  private var nextStack: LineChoice {
    LineChoice(
      label: "new stack", completion: text, note: "", colour: .none, rank: .typed,
      entry: LineEntry(target: .free, snapshot: BlockSnapshot()))
  }

  /// The choice to begin a stack with the blocks of another choice; nil if they can't, or do so anyway.
  private func asStack(_ choice: LineChoice) -> LineChoice? {
    guard canBeginStack, ToolboxContents(workspace: workspace).hasPrevious(choice.entry.snapshot) else { return nil }
    var choice = choice
    choice.entry.target = .free
    choice.refusal = refusal(of: choice.entry)
    choice.note = (choice.note.isEmpty ? "" : choice.note + ", ") + "new stack"
    return choice.refusal == nil ? choice : nil
  }

  /// Whether a value alone becomes a block of its own: in a program that is typed at the top level.
  var takesValue: Bool { controller.isTypingProgram && target.depth(in: workspace) == 0 }

  private func isWholeStatement(_ reading: LineReading) -> Bool {
    [.typed, .newName].contains(reading.rank) && reading.holes.isEmpty && reading.newFunctions.isEmpty
  }

  private var looseValue: [LineChoice] {
    // A variable may have the name of a block.
    let isName = text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    let readings = (isName ? [text, "`\(text)`"] : [text]).lazy.compactMap { [reader] in reader.read($0, as: .value) }
    guard kind == .statement, let reading = readings.first(where: { $0.holes.isEmpty && $0.newFunctions.isEmpty })
    else {
      return []
    }
    var choice = choice(reading)
    choice.entry.target = .free
    (choice.isLooseValue, choice.refusal, choice.rank) = (true, nil, .typed)
    return [choice]
  }

  /// Whether the text is a whole value where a statement belongs.
  var isValueAlone: Bool {
    !isTooLong && kind == .statement && editedID == nil && reader.read(text, as: .value)?.isWhole ?? false
  }

  /// The meaning of a text that becomes no block, such as a comment; nil if it has none.
  var remark: LineRemark? { reader.remark(on: typedText) }

  /// Whether the text ends the body around the line.
  var endsBody: Bool { reader.endsBody(typedText) }

  func readings() -> [LineReading] {
    let continuations = editedID == nil && !wrapsSelection ? Array(controller.state.continuations(at: target).keys) : []
    let readings = reader.readings(of: text, as: kind, continuations: continuations.sorted { "\($0)" < "\($1)" })
    // Older and special types with the same text are only for users who have them in the toolbox.
    let offered = readings.contains { $0.otherType != nil } ? Set(toolboxBlocks().map(\.type)) : []
    return readings.filter { $0.otherType.map(offered.contains) ?? true }
  }

  /// Why the text can't be read; nil if only its end is missing.
  var mistake: String? { isTooLong ? nil : reader.mistake(in: text, as: kind) }

  /// A word as the toolbox shows it: without quotation marks around a name that is one word.
  private static func withoutBackquotes(_ word: Substring) -> String {
    let isQuoted = word.count > 2 && word.first == "`" && word.last == "`"
    return String(isQuoted ? word.dropFirst().dropLast() : word)
  }

  func choice(_ reading: LineReading) -> LineChoice {
    var names: [String] = []
    switch reading.emptyCount {
    case .up?: names.append("down if the end is smaller")
    case .down?: names.append("up if the end is greater")
    case nil: break
    }
    names += reading.differences
    switch reading.slashes {
    case .division?: names.append("rounded down")
    case .comment?: names.append("with a comment")
    case nil: break
    }
    if reading.countsFromZero { names.append("blocks count from 1") }
    if reading.continuation == .returns, let definition = controller.state.continuations(at: target)[.returns],
      target.isInBranch(of: definition)
    {
      names.append("ends the function here")
    }
    if kind == .statement, editedID == nil,
      let note = scopes.note(on: reading.snapshot.records + reading.branch.records, text: text)
    {
      names.append(note)
    }
    if let note = capitalsNote(reading) { names.append(note) }
    var notes = reading.notes
    // Blocks have one kind of number.
    if reading.rank == .typed, LineReader.hasWholeFraction(text) { notes.append("3.0 becomes 3") }
    names += notes
    let statements = ToolboxContents(workspace: workspace).statementCount(reading.snapshot)
    if statements > 1 { names.append("\(statements) statements") }
    if reading.omitsHints { names.append("kinds of values are left out") }
    if reading.isGuarded { names.append("does nothing otherwise") }
    if !reading.newVariables.isEmpty { names.append("new variable " + reading.newVariables.joined(separator: ", ")) }
    if !reading.newFunctions.isEmpty { names.append("new function " + reading.newFunctions.joined(separator: ", ")) }
    var entry = LineEntry(target: target, snapshot: withIDs(reading.snapshot), continuation: reading.continuation)
    entry.branch = withIDs(reading.branch)
    entry.holes = reading.holes
    entry.editedID = editedID
    entry.wrapsSelection = wrapsSelection
    let text =
      reading.text.hasSuffix(":") || reading.text.hasSuffix("{") ? String(reading.text.dropLast()) : reading.text
    let label = (reading.wording ?? text).split(separator: " ", omittingEmptySubsequences: false)
      .map { $0 == "_" ? "…" : Self.withoutBackquotes($0).replacing("(_)", with: "(…)") }.joined(separator: " ")
    return LineChoice(
      label: label + (reading.otherType.map { distinction(of: $0) } ?? ""), completion: reading.completion,
      note: names.joined(separator: ", "), refusal: refusal(of: entry),
      colour: colour(of: entry.snapshot), rank: reading.rank, newFunctions: reading.newFunctions,
      isOtherMeaning: reading.isOtherMeaning, differs: reading.emptyCount != nil || !reading.differences.isEmpty,
      isGuarded: reading.isGuarded,
      notes: reading.differences + notes, entry: entry)
  }

  /// A note on a name that differs from a variable's only in case, which Blockly ignores; nil if there is none.
  private func capitalsNote(_ reading: LineReading) -> String? {
    let records = reading.snapshot.records + reading.branch.records
    let used = Set(
      records.flatMap(\.fields).compactMap { field -> String? in
        if case .variable(let reference) = field.state { reference.id } else { nil }
      })
    let typed = Set(LineReader.names(in: text).map(\.name))
    return used.lazy.compactMap { workspace.variables[$0]?.name }.filter { !typed.contains($0) }
      .compactMap { name in
        typed.first { $0.lowercased() == name.lowercased() }.map { "“\($0)” is the variable “\(name)”" }
      }
      .first
  }

  /// The suffix in brackets that distinguishes a type from others with the same text.
  private func distinction(of type: String) -> String {
    let family = Set((controller.notation.typesWithSameWording[type] ?? []) + [type])
    var words = TypeWords.differences(of: family)[type] ?? ""
    if words.isEmpty {
      let fields = workspace.factory.blockBuilders[type]?.inputBuilders.flatMap(\.fields) ?? []
      words =
        fields.contains { $0 is FieldNumber }
        ? "fixed number" : fields.contains { $0 is FieldInput } ? "fixed text" : ""
    }
    return words.isEmpty ? "" : " (\(words))"
  }

  /// Whether a choice is a block whose definition was found for the program.
  private func isFound(_ choice: LineChoice) -> Bool {
    toolboxBlocks().contains { $0.entry.topic != nil && $0.type == choice.type }
  }

  /// Inserts the found blocks that the typed words name: before new names, and before blocks that only contain the
  /// typed letters. Blocks of the program's own topics come first.
  private func insert(_ named: [LineChoice], into choices: inout [LineChoice]) {
    if named.isEmpty { return }
    let types = Set(named.map(\.type))
    choices.removeAll { $0.rank > .newName && types.contains($0.type) }
    let known = Set(choices.filter { $0.rank <= .words }.map(\.type))
    let far = Set(toolboxBlocks().filter { $0.entry.topic != nil && !$0.isNear }.map(\.type))
    let words = choices.filter { $0.rank == .words } + named.filter { !known.contains($0.type) }
    choices =
      choices.filter { $0.rank < .words } + words.filter { !far.contains($0.type) }
      + words.filter { far.contains($0.type) } + choices.filter { $0.rank > .words }
  }

  func holes(of snapshot: BlockSnapshot) -> [(record: Int, input: String)] {
    guard let builder = snapshot.records.first.flatMap({ workspace.factory.blockBuilders[$0.type] }) else { return [] }
    return builder.inputBuilders.map { (0, $0.name) }
  }

  /// Why an entry can't be inserted; nil if it can.
  func refusal(of entry: LineEntry) -> String? {
    let statement = entry.continuation == nil ? entry.snapshot : entry.branch
    if statement.records.first?.type == "controls_flow_statements", !isInLoop, !wrapsSelection {
      return "this works only inside a loop"
    }
    if statement.records.first?.type.hasPrefix("procedures_def") == true,
      case .text(let name)? = statement.records.first?.fields.first(where: { $0.name == "NAME" })?.state,
      text.contains(name)
    {
      if ProcedureBlocks.definition(of: name, in: workspace) != nil {
        return "there is already a function “\(name)”"
      }
      if reader.isKeyword(name) { return "“\(name)” is a keyword; choose another name for the function" }
    }
    return resolve(.typeLine(entry), controller.state).refusal
  }

  /// Whether the line is inside a loop.
  private var isInLoop: Bool {
    guard let connection = target.connection(in: workspace) else { return false }
    let surroundings = Surroundings(of: connection.sourceBlock)
    guard let input = connection.sourceInput else { return surroundings.isInLoop }
    return surroundings.inside(connection.sourceBlock, input).isInLoop
  }

  func colour(of snapshot: BlockSnapshot) -> BlockBuilder.Colour {
    snapshot.records.first.flatMap { workspace.factory.blockBuilders[$0.type]?.colour } ?? .none
  }

  /// Gives all blocks ids, so that the next line can find them.
  func withIDs(_ snapshot: BlockSnapshot) -> BlockSnapshot {
    var snapshot = snapshot
    for index in snapshot.records.indices where !snapshot.records[index].isCovered {
      snapshot.records[index].id = workspace.freshID()
    }
    return snapshot
  }

  /// The variables that the blocks around the line use.
  private static func scope(of target: LineTarget, in workspace: Workspace) -> [String] {
    var ids: [String] = []
    var block = target.connection(in: workspace)?.sourceBlock
    // The nearest are enough to put their variables first.
    while let current = block, ids.count < 100 {
      ids += current.inputs.flatMap(\.fields).compactMap { $0.variable?.id }
      block = current.parent
    }
    return ids
  }
}
