import BlockLayout
import BlockLibrary
import BlockModel

/// An entry of a category in the current program.
public nonisolated struct ToolboxItem {
  /// The action of an item when it is chosen.
  public enum Action {
    /// Inserts blocks at the cursor.
    case insert(BlockSnapshot)
    /// Asks for the name of a new variable of a type, which is empty for the default one.
    case createVariable(type: String)
    /// A line of text, which does nothing.
    case label
    /// An app's button.
    case button(callbackKey: String)
    /// A gap between blocks, which does nothing.
    case separator
  }

  /// The text in the list.
  public var label: String
  /// The action when the item is chosen.
  public var action: Action
  /// The colour of the item's block, or of its category.
  public var colour: BlockBuilder.Colour

  /// Whether it inserts the block that sets a variable.
  package func sets(_ variable: String) -> Bool {
    guard case .insert(let snapshot) = action, let first = snapshot.records.first,
      first.type.hasPrefix("variables_set")
    else { return false }
    return first.fields.contains {
      if case .variable(let reference) = $0.state { reference.name == variable } else { false }
    }
  }
}

/// Lists the items of toolbox categories in the current program.
struct ToolboxContents {
  let workspace: Workspace

  func items(of category: Toolbox.Category) -> [ToolboxItem] {
    let items = allItems(of: category)
    // The headings of found blocks are their topics.
    let hasTopics = category.isFound && items.contains { if case .label = $0.action { true } else { false } }
    return distinguished(items, hasTopic: items.map { _ in hasTopics })
  }

  /// The blocks of all categories, with their categories.
  func blocks(in toolbox: Toolbox) -> [(item: ToolboxItem, category: Toolbox.Category)] {
    let blocks = toolbox.categories.flatMap { category in
      let items = allItems(of: category).filter { if case .insert = $0.action { true } else { false } }
      return (category.isFound ? items.flatMap(withOptions) : items).map { ($0, category) }
    }
    return Array(zip(distinguished(blocks.map(\.0), hasTopic: blocks.map(\.1.isFound)), blocks.map(\.1)))
  }

  private func allItems(of category: Toolbox.Category) -> [ToolboxItem] {
    switch category.content {
    case .entries(let read): read().map { item($0, in: category) }
    case .variables(let isTyped): variableItems(isTyped: isTyped, colour: category.colour)
    case .procedures: procedureItems()
    case .search: []
    }
  }

  private func item(_ entry: Toolbox.Entry, in category: Toolbox.Category) -> ToolboxItem {
    switch entry {
    case .block(let snapshot): item(snapshot)
    case .label(let text): ToolboxItem(label: text, action: .label, colour: .none)
    // Blockly's own button.
    case .button(let text, callbackKey: "CREATE_VARIABLE"):
      ToolboxItem(label: text, action: .createVariable(type: ""), colour: category.colour)
    case .button(let text, let key):
      ToolboxItem(label: text, action: .button(callbackKey: key), colour: category.colour)
    case .separator: ToolboxItem(label: "", action: .separator, colour: .none)
    }
  }

  /// Gives longer labels to blocks that share a label.
  /// - Parameter hasTopic: whether the list also shows the topic of an item's type.
  private func distinguished(_ items: [ToolboxItem], hasTopic: [Bool]) -> [ToolboxItem] {
    let counts = Dictionary(grouping: items, by: \.label).mapValues(\.count)
    let outlined = items.map { item in
      guard counts[item.label] != 1, case .insert(let snapshot) = item.action else { return item }
      var item = item
      item.label = built(snapshot) { $0.map { BlockLabel.outline(of: $0, limit: Self.labelLimit) } ?? "" }
      return item
    }
    return withTypes(outlined, hasTopic: hasTopic)
  }

  /// Appends the words in which types differ to labels that are still the same: apps have blocks for certain values
  /// beside older ones for any value.
  private func withTypes(_ items: [ToolboxItem], hasTopic: [Bool]) -> [ToolboxItem] {
    var types: [[String]: Set<String>] = [:]
    let keys = zip(items, hasTopic).map { item, hasTopic -> (key: [String], type: String)? in
      guard case .insert(let snapshot) = item.action, let type = snapshot.records.first?.type else { return nil }
      let key = [item.label] + (hasTopic ? [Toolbox.topic(of: type)] : [])
      types[key, default: []].insert(type)
      return (key, type)
    }
    let differences = types.mapValues(TypeWords.differences)
    return zip(items, keys).map { item, key in
      guard let key, let difference = differences[key.key]?[key.type], !difference.isEmpty else { return item }
      var item = item
      item.label += " (\(difference))"
      return item
    }
  }

  private static let labelLimit = 46

  /// Builds blocks in a scratch workspace and reads the first one.
  func built<Result>(_ snapshot: BlockSnapshot, _ read: (Block?) -> Result) -> Result {
    let scratch = Workspace(factory: workspace.factory, randomness: SeededNumbers(seed: 1))
    // The workspace owns the blocks inside the first one.
    return withExtendedLifetime(scratch) { read(workspace.factory.build(snapshot, in: scratch).first) }
  }

  /// Lays out blocks on their own.
  func layout(of snapshot: BlockSnapshot, style: LayoutStyle) -> WorkspaceLayout {
    let scratch = Workspace(factory: workspace.factory, randomness: SeededNumbers(seed: 1))
    workspace.factory.build(snapshot, in: scratch)
    return WorkspaceLayout(workspace: scratch, style: style)
  }

  /// Whether the first block of a snapshot could be connected.
  func canConnect(_ snapshot: BlockSnapshot, _ connection: Connection) -> Bool {
    guard let type = snapshot.records.first?.type else { return false }
    let returnsInputs = type == "logic_ternary" && snapshot.records.count > 1
    guard let builder = workspace.factory.blockBuilders[type], builder.mutator == nil, !returnsInputs else {
      // A mutator can change connections, and so can the values in the inputs of a ternary. A block of an unknown type
      // has the connections that its uses show.
      return built(snapshot) { block in
        let inferior = connection.kind == .inputValue ? block?.outputConnection : block?.previousConnection
        return inferior.map(connection.canConnect) ?? false
      }
    }
    let rule = connection.kind == .inputValue ? builder.output : builder.previous
    return rule.isPresent && connection.canConnect(typeChecks: rule.typeChecks)
  }

  /// Whether the first block of a snapshot is a value.
  func hasOutput(_ snapshot: BlockSnapshot) -> Bool {
    guard let type = snapshot.records.first?.type else { return false }
    if let builder = workspace.factory.blockBuilders[type], builder.mutator == nil { return builder.output.isPresent }
    return built(snapshot) { $0?.outputConnection != nil }
  }

  /// Whether the first block of a snapshot could be connected below another.
  func hasPrevious(_ snapshot: BlockSnapshot) -> Bool {
    guard let type = snapshot.records.first?.type else { return false }
    if let builder = workspace.factory.blockBuilders[type], builder.mutator == nil { return builder.previous.isPresent }
    return built(snapshot) { $0?.previousConnection != nil }
  }

  /// The number of statements in a snapshot, including those inside others.
  func statementCount(_ snapshot: BlockSnapshot) -> Int {
    snapshot.records.count { workspace.factory.blockBuilders[$0.type]?.previous.isPresent == true }
  }

  /// Whether a block could be connected below the last block of a snapshot.
  func canEnd(_ snapshot: BlockSnapshot, above previous: Connection) -> Bool {
    built(snapshot) { block in
      guard block?.previousConnection != nil else { return false }
      return block?.lastInStack.nextConnection?.canConnect(previous) ?? false
    }
  }

  /// Why a value inside a snapshot doesn't fit in its input, a number isn't allowed in its field, or the inputs of a
  /// call differ from those of its function; nil if there is no such reason.
  func misfit(in snapshot: BlockSnapshot) -> String? {
    built(snapshot) { block in
      guard let block else { return nil }
      for inner in block.descendants() {
        if let caller = inner.mutator as? MutatorProcedureCaller, let reason = misfit(of: caller) { return reason }
        for field in inner.inputs.flatMap(\.fields) {
          guard let remark = field.remark(onInput: field.text) else { continue }
          return "\(field.text) \(remark.prefix { $0 != ";" })"
        }
        guard let output = inner.outputConnection, let superior = output.target, let input = superior.sourceInput,
          !superior.canConnect(output)
        else { continue }
        let name = "\(named: inner)"
        if input.sourceBlock.outputConnection == nil, let types = superior.typeChecks, !types.isEmpty {
          return "\(quoted: BlockLabel.hole(of: input)): \(name) is no \(IntentState.typeWords(types))"
        }
        return "\(name) doesn't fit in \(part: input)"
      }
      return nil
    }
  }

  private func misfit(of caller: MutatorProcedureCaller) -> String? {
    let definition = ProcedureBlocks.definitions(in: workspace).first {
      ProcedureBlocks.name(definedBy: $0) == caller.name
    }
    guard let mutator = definition?.mutator as? MutatorProcedureDefinition,
      case let inputs = mutator.parameters.map(\.name), inputs != caller.parameters
    else { return nil }
    return "“\(caller.name)” has \(inputs.isEmpty ? "no inputs" : "the inputs \(inputs.joined(separator: ", "))")"
  }

  func item(_ snapshot: BlockSnapshot) -> ToolboxItem {
    built(snapshot) { block in
      ToolboxItem(
        label: block.map { BlockLabel.entry(of: $0, limit: Self.labelLimit) } ?? "", action: .insert(snapshot),
        colour: block?.definition.colour ?? .none)
    }
  }

  private func variableItems(isTyped: Bool, colour: BlockBuilder.Colour) -> [ToolboxItem] {
    var items = [
      ToolboxItem(label: "create a variable …", action: .createVariable(type: isTyped ? "String" : ""), colour: colour)
    ]
    let variables = workspace.variables.all.filter { isTyped || $0.type.isEmpty }.sorted {
      $0.name.lowercased() < $1.name.lowercased()
    }
    let suffix = isTyped ? "_dynamic" : ""
    for variable in variables {
      let reference = FieldState.variable(
        VariableReference(id: variable.id, name: variable.name, type: variable.type.isEmpty ? nil : variable.type))
      for type in ["variables_get" + suffix, "variables_set" + suffix] where workspace.factory.knows(type) {
        items.append(item(block(type, reference)))
      }
    }
    if !isTyped, let first = variables.first, workspace.factory.knows("math_change") {
      var change = block("math_change", .variable(VariableReference(id: first.id, name: first.name)))
      change.records.append(shadowNumber(in: "DELTA", value: 1))
      change.countRecords()
      items.append(item(change))
    }
    return items
  }

  private func block(_ type: String, _ variable: FieldState) -> BlockSnapshot {
    var record = BlockSnapshot.Record(type: type)
    record.fields = [FieldRecord(name: "VAR", state: variable)]
    return BlockSnapshot(records: [record])
  }

  private func shadowNumber(in input: String, value: Double) -> BlockSnapshot.Record {
    var record = BlockSnapshot.Record(type: "math_number", parent: 0, slot: .input(name: input, kind: .value))
    record.isShadow = true
    record.fields = [FieldRecord(name: "NUM", state: .number(value))]
    return record
  }

  private func procedureItems() -> [ToolboxItem] {
    var items: [ToolboxItem] = []
    for type in ["procedures_defnoreturn", "procedures_defreturn", "procedures_ifreturn"]
    where workspace.factory.knows(type) {
      items.append(item(BlockSnapshot(records: [BlockSnapshot.Record(type: type)])))
    }
    for definition in ProcedureBlocks.definitions(in: workspace) {
      if let call = ProcedureBlocks.caller(of: definition) { items.append(item(call)) }
    }
    return items
  }
}

/// The toolbox's contents.
extension WorkbenchController {
  /// The items of a category.
  public func items(of category: Toolbox.Category) -> [ToolboxItem] {
    ToolboxContents(workspace: workspace).items(of: category)
  }

  /// Lays out the blocks of an item, as they look after they are inserted; nil if the item has none.
  /// - Parameter width: the maximum width of a row in columns.
  public func layout(of item: ToolboxItem, width: Int) -> WorkspaceLayout? {
    guard case .insert(let snapshot) = item.action, var style = layout?.style else { return nil }
    style.canvasWidth = width
    return ToolboxContents(workspace: workspace).layout(of: snapshot, style: style)
  }

  /// Whether a block defines a function.
  public func isFunction(_ snapshot: BlockSnapshot) -> Bool {
    snapshot.records.first.map { ProcedureBlocks.callerType(ofDefinition: $0.type) != nil } ?? false
  }
}

/// The words of which the names of block types are made.
enum TypeWords {
  /// Returns the words in which types differ: those of each type without the ones that all begin or end with, such as
  /// “number” for `motor_set_Number` beside `motor_set`, for which nothing is left.
  static func differences(of types: Set<String>) -> [String: String] {
    let words = types.map { type in
      type.split { !$0.isLetter && !$0.isNumber }
        .flatMap { $0.separatingWords.lowercased().split(separator: " ").map(String.init) }
    }
    let shortest = words.map(\.count).min() ?? 0
    func isShared(_ word: ([String]) -> String) -> Bool { Set(words.map(word)).count == 1 }
    let first = (0..<shortest).first { index in !isShared { $0[index] } } ?? shortest
    let last = (0..<(shortest - first)).first { index in !isShared { $0[$0.count - 1 - index] } } ?? shortest - first
    let rests = words.map { $0[first..<($0.count - last)].joined(separator: " ") }
    // Types may differ only in characters that aren't letters or digits.
    let areDistinct = Set(rests).count == types.count
    return Dictionary(uniqueKeysWithValues: zip(types, areDistinct ? rests : Array(types)))
  }
}
