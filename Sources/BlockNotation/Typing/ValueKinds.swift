import BlockLibrary
import BlockModel

/// What the variables and functions of a program are, as far as it says: by what is assigned to them, else by how they
/// are used. Never by their names.
public final class ValueKinds {
  private unowned let workspace: Workspace
  private lazy var found = find()

  /// It looks at the program when it is asked for the first time.
  public init(_ workspace: Workspace) { self.workspace = workspace }

  /// Looks at the program now: what is known of it stays when the program changes.
  package func settle() { _ = found }

  func kind(ofVariable name: String) -> ValueKind { found.variables[name.lowercased()] ?? .unknown }

  /// Whether a variable is only taken for a list because it is used as one. So may be a text: `word[0]` is a letter.
  func isGuessedList(variable name: String) -> Bool { found.guessedLists.contains(name.lowercased()) }

  /// Whether what a function returns is only taken for a list because it is used as one.
  func isGuessedList(function name: String) -> Bool { isGuessedList(variable: Self.result(of: name)) }

  /// What the items of a list are.
  func itemKind(ofVariable name: String) -> ValueKind { found.items[name.lowercased()] ?? .unknown }

  func kind(ofFunction name: String) -> ValueKind { kind(ofVariable: Self.result(of: name)) }

  /// What the items of the list that a function returns are.
  func itemKind(ofFunction name: String) -> ValueKind { itemKind(ofVariable: Self.result(of: name)) }

  /// The name for what a function returns, which no variable has: it is known like a variable that is set by each return.
  private static func result(of function: String) -> String { "\(function.lowercased())()" }

  /// What is known of one variable.
  private struct Evidence {
    var assigned: Set<ValueKind> = []
    var used: Set<ValueKind> = []
    /// The variables that are assigned to it.
    var sources: Set<String> = []
    /// The lists whose items it is.
    var lists: Set<String> = []
    /// What its items are, and the variables that they are.
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
      } else {
        read(block, &evidence)
      }
    }
    for _ in 0..<Self.longestWay {
      // As they were before this round: the order of variables must not matter.
      let before = evidence
      for (name, facts) in before {
        for source in facts.sources.compactMap({ before[$0] }) where source.kind != .unknown {
          // What is a guess stays one.
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

  /// The inputs whose values say what a value is; nil if it says that itself. A sum of what isn't known may be one of
  /// texts, and a part of a list one of a text.
  private static func deciding(_ value: Block) -> [String]? {
    switch value.type {
    case "math_arithmetic" where (value.firstField(withName: "OP") as? FieldDropdown)?.value == "ADD": ["A", "B"]
    case "lists_getSublist", "lists_reverse": ["LIST"]
    case "logic_ternary": ["THEN", "ELSE"]
    default: nil
    }
  }

  /// What is known of the items of a list that is assigned.
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

  /// The variable of a loop is an item of its list.
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

  /// The name of the variable that a value is, or that for what the called function returns.
  private static func variable(_ value: Block) -> String? {
    if value.outputConnection != nil, let call = value.mutator as? MutatorProcedureCaller {
      return result(of: call.name)
    }
    guard value.type.hasPrefix("variables_get") else { return nil }
    return value.firstField(withName: "VAR")?.variable?.name.lowercased()
  }

  private static func kind(of value: Block) -> ValueKind { ValueKind(checks: value.outputConnection?.typeChecks) }
}
