import BlockModel

/// The kinds of a program's variables and functions, inferred from the values assigned to them, else from their uses.
/// Names don't matter.
public final class ValueKinds {
  private unowned let workspace: Workspace
  private lazy var found = find()

  /// Creates the kinds of a program, which is examined when a kind is first requested.
  public init(_ workspace: Workspace) { self.workspace = workspace }

  /// Examines the program now. The results don't change when the program does.
  package func settle() { _ = found }

  package func kind(ofVariable name: String) -> ValueKind { found.variables[name.lowercased()] ?? .unknown }

  /// Whether a variable is assumed to be a list only because it is used as one. It may also be a text: `word[0]` is a
  /// letter.
  package func isGuessedList(variable name: String) -> Bool { found.guessedLists.contains(name.lowercased()) }

  /// Whether a function's result is assumed to be a list only because it is used as one.
  package func isGuessedList(function name: String) -> Bool { isGuessedList(variable: Self.result(of: name)) }

  /// Returns the kind of a list's items.
  package func itemKind(ofVariable name: String) -> ValueKind { found.items[name.lowercased()] ?? .unknown }

  package func kind(ofFunction name: String) -> ValueKind { kind(ofVariable: Self.result(of: name)) }

  /// Returns the kind of the items of the list that a function returns.
  package func itemKind(ofFunction name: String) -> ValueKind { itemKind(ofVariable: Self.result(of: name)) }

  /// Returns the kind of a value.
  package func kind(of value: Block) -> ValueKind {
    if let name = Self.variable(value) { return kind(ofVariable: name) }
    if value.type == "lists_getIndex" {
      let isText = value.firstInput(withName: "VALUE")?.connectedBlock.map { itemKind(of: $0) } == .text
      return isText ? .text : .unknown
    }
    return Self.kind(of: value)
  }

  /// Returns the kind of a list's items.
  package func itemKind(of list: Block) -> ValueKind {
    if let name = Self.variable(list) { return itemKind(ofVariable: name) }
    if list.type == "lists_create_with" {
      let kinds = Set(
        list.inputs.compactMap(\.connectedBlock).map { item in
          Self.variable(item).map(kind(ofVariable:)) ?? Self.kind(of: item)
        })
      return kinds.count == 1 ? kinds.first ?? .unknown : .unknown
    }
    return list.type == "lists_split" && Self.kind(of: list) == .list ? .text : .unknown
  }

  /// Returns the name of a function's result, which no variable has: it is treated like a variable that each return
  /// sets.
  private static func result(of function: String) -> String { "\(function.lowercased())()" }

  /// The evidence for the kind of a variable.
  private struct Evidence {
    var assigned: Set<ValueKind> = []
    var used: Set<ValueKind> = []
    /// The variables that are assigned to it.
    var sources: Set<String> = []
    /// The lists of which it is an item.
    var lists: Set<String> = []
    /// The kinds of its items, and the variables that are its items.
    var items: Set<ValueKind> = []
    var itemSources: Set<String> = []

    var kind: ValueKind {
      if assigned.count == 1 { return assigned.first ?? .unknown }
      return assigned.isEmpty && used.count == 1 ? used.first ?? .unknown : .unknown
    }

    var itemKind: ValueKind { items.count == 1 ? items.first ?? .unknown : .unknown }
  }

  private struct Findings {
    var variables: [String: ValueKind]
    var items: [String: ValueKind]
    /// The variables that are used as lists, and to which nothing known is assigned.
    var guessedLists: Set<String>
  }

  /// The largest number of assignments from variable to variable that are followed.
  private static let longestWay = 4

  private func find() -> Findings {
    var evidence: [String: Evidence] = [:]
    for block in workspace.blocks.values {
      if let name = ProcedureBlocks.name(definedBy: block) {
        guard let value = block.firstInput(withName: "RETURN")?.connectedBlock else { continue }
        Self.assign(value, to: &evidence[Self.result(of: name), default: Evidence()])
      } else if block.type == "procedures_ifreturn" {
        guard let value = block.firstInput(withName: "VALUE")?.connectedBlock,
          let name = ProcedureBlocks.name(definedBy: block.root)
        else { continue }
        Self.assign(value, to: &evidence[Self.result(of: name), default: Evidence()])
      } else if let call = block.mutator as? MutatorProcedureCaller {
        for (index, parameter) in call.parameters.enumerated() {
          guard let value = block.firstInput(withName: "ARG\(index)")?.connectedBlock else { continue }
          Self.assign(value, to: &evidence[parameter.lowercased(), default: Evidence()])
        }
      } else if block.type == StockBlocks.code {
        for (name, kinds) in Self.assignments(inCode: block.firstField(withName: "CODE")?.text ?? "") {
          evidence[name, default: Evidence()].assigned.formUnion(kinds)
        }
      } else {
        read(block, &evidence)
      }
    }
    for _ in 0..<Self.longestWay {
      // Use the evidence from before this round, so that the order of variables doesn't matter.
      let before = evidence
      for (name, facts) in before {
        for source in facts.sources.compactMap({ before[$0] }) where source.kind != .unknown {
          // A guess remains a guess.
          if source.assigned.isEmpty {
            evidence[name]?.used.insert(source.kind)
          } else {
            evidence[name]?.assigned.insert(source.kind)
          }
        }
        let items = facts.lists.compactMap { before[$0]?.itemKind }
        evidence[name]?.assigned.formUnion(items.filter { $0 != .unknown })
        let itemKinds =
          facts.sources.compactMap { before[$0]?.itemKind } + facts.itemSources.compactMap { before[$0]?.kind }
        evidence[name]?.items.formUnion(itemKinds.filter { $0 != .unknown })
      }
    }
    let guessed = evidence.filter { $0.value.assigned.isEmpty && $0.value.kind == .list }
    return Findings(
      variables: evidence.mapValues(\.kind), items: evidence.mapValues(\.itemKind), guessedLists: Set(guessed.keys))
  }

  private func read(_ block: Block, _ evidence: inout [String: Evidence]) {
    if block.type == "lists_setIndex", let list = Self.variable(in: block.firstInput(withName: "LIST")) {
      Self.addItem(block.firstInput(withName: "TO")?.connectedBlock, to: &evidence[list, default: Evidence()])
    }
    guard
      let variable = block.inputs.lazy.flatMap(\.fields).compactMap({ ($0 as? FieldVariable)?.variable }).first
    else { return }
    let name = variable.name.lowercased()
    switch block.type {
    case "variables_set", "variables_set_dynamic":
      if let value = block.firstInput(withName: "VALUE")?.connectedBlock {
        Self.assign(value, to: &evidence[name, default: Evidence()])
      }
    case "controls_forEach":
      if let items = block.firstInput(withName: "LIST")?.connectedBlock {
        Self.assignItem(of: items, to: &evidence[name, default: Evidence()])
      }
    case "math_change", "controls_for": evidence[name, default: Evidence()].assigned.insert(.number)
    case "text_append": evidence[name, default: Evidence()].assigned.insert(.text)
    default:
      let kind = ValueKind(checks: block.outputConnection?.target?.typeChecks)
      if kind != .unknown { evidence[name, default: Evidence()].used.insert(kind) }
    }
  }

  /// The variables that code sets, and their kinds; two kinds if it isn't known.
  private static func assignments(inCode code: String) -> [(name: String, kinds: Set<ValueKind>)] {
    code.split(whereSeparator: \.isNewline).compactMap { line in
      guard let match = line.wholeMatch(of: /\s*(\w+) *[-+*\/]?= *([^=].*)/) else { return nil }
      let value = match.2
      func begins(_ words: [String]) -> Bool { words.contains(where: value.hasPrefix) }
      let kinds: Set<ValueKind> =
        begins(["int(", "float(", "len(", "round(", "sum(", "abs("])
        ? [.number]
        : begins(["str(", "input(", "\"", "'", "f\"", "f'"])
          ? [.text] : begins(["[", "sorted(", "list("]) ? [.list] : [.number, .text]
      return (match.1.lowercased(), kinds)
    }
  }

  private static func assign(_ value: Block, to evidence: inout Evidence) {
    var waiting = [value]
    while let value = waiting.popLast() {
      if let source = variable(value) {
        evidence.sources.insert(source)
        continue
      }
      if let deciding = deciding(value) {
        waiting += deciding.compactMap { value.firstInput(withName: $0)?.connectedBlock }
        continue
      }
      let kind = kind(of: value)
      if kind != .unknown { evidence.assigned.insert(kind) }
      if kind == .list { addItems(of: value, to: &evidence) }
      if value.type == "lists_getIndex", let list = value.firstInput(withName: "VALUE")?.connectedBlock {
        assignItem(of: list, to: &evidence)
      }
    }
  }

  /// Returns the inputs whose values determine the kind of a value; nil if its own type does. A sum of unknown values
  /// may join texts, and a part of a list may be part of a text.
  private static func deciding(_ value: Block) -> [String]? {
    switch value.type {
    case "math_arithmetic" where (value.firstField(withName: "OP") as? FieldDropdown)?.value == "ADD": ["A", "B"]
    case "lists_getSublist", "lists_reverse": ["LIST"]
    case "logic_ternary": ["THEN", "ELSE"]
    default: nil
    }
  }

  /// Adds the evidence in an assigned list for the kind of its items.
  private static func addItems(of list: Block, to evidence: inout Evidence) {
    switch list.type {
    case "lists_create_with":
      for item in list.inputs.compactMap(\.connectedBlock) { addItem(item, to: &evidence) }
    case "lists_repeat": addItem(list.firstInput(withName: "ITEM")?.connectedBlock, to: &evidence)
    case "lists_split": evidence.items.insert(.text)
    default: break
    }
  }

  private static func addItem(_ item: Block?, to evidence: inout Evidence) {
    guard let item else { return }
    if let source = variable(item) {
      evidence.itemSources.insert(source)
    } else if case let kind = kind(of: item), kind != .unknown, deciding(item) == nil {
      evidence.items.insert(kind)
    }
  }

  /// Adds the evidence that a variable, such as a loop's, is an item of a list.
  private static func assignItem(of list: Block, to evidence: inout Evidence) {
    if let source = variable(list) {
      evidence.lists.insert(source)
    } else {
      var items = Evidence()
      addItems(of: list, to: &items)
      evidence.assigned.formUnion(items.items)
      evidence.sources.formUnion(items.itemSources)
    }
  }

  private static func variable(in input: Input?) -> String? { input?.connectedBlock.flatMap(variable) }

  /// Returns the name of the variable in a value, or that of a called function's result; nil for any other value.
  private static func variable(_ value: Block) -> String? {
    if value.outputConnection != nil, let call = value.mutator as? MutatorProcedureCaller {
      return result(of: call.name)
    }
    guard value.type.hasPrefix("variables_get") else { return nil }
    return value.firstField(withName: "VAR")?.variable?.name.lowercased()
  }

  private static func kind(of value: Block) -> ValueKind { ValueKind(checks: value.outputConnection?.typeChecks) }
}
