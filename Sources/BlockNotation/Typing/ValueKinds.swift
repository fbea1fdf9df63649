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

  /// What the items of a list are.
  func itemKind(ofVariable name: String) -> ValueKind { found.items[name.lowercased()] ?? .unknown }

  func kind(ofFunction name: String) -> ValueKind { found.functions[name] ?? .unknown }

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
    var functions: [String: ValueKind]
  }

  /// The largest number of assignments from variable to variable that are followed.
  private static let longestWay = 4

  private func find() -> Findings {
    var evidence: [String: Evidence] = [:]
    var functions: [String: ValueKind] = [:]
    for block in workspace.blocks.values {
      if let name = ProcedureBlocks.name(definedBy: block) {
        functions[name] = block.firstInput(withName: "RETURN")?.connectedBlock.map(Self.kind) ?? .unknown
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
      let known = evidence.mapValues(\.kind)
      let items = evidence.mapValues(\.itemKind)
      for (name, facts) in evidence {
        let kinds = facts.sources.map { known[$0] } + facts.lists.map { items[$0] }
        evidence[name]?.assigned.formUnion(kinds.compactMap(\.self).filter { $0 != .unknown })
        let itemKinds = facts.sources.map { items[$0] } + facts.itemSources.map { known[$0] }
        evidence[name]?.items.formUnion(itemKinds.compactMap(\.self).filter { $0 != .unknown })
      }
    }
    return Findings(
      variables: evidence.mapValues(\.kind), items: evidence.mapValues(\.itemKind), functions: functions)
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
    if let source = variable(value) {
      evidence.sources.insert(source)
    } else {
      let kind = kind(of: value)
      if kind != .unknown { evidence.assigned.insert(kind) }
      if kind == .list { addItems(of: value, to: &evidence) }
      if value.type == "lists_getIndex", let list = value.firstInput(withName: "VALUE")?.connectedBlock {
        assignItem(of: list, to: &evidence)
      }
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
    } else if case let kind = kind(of: item), kind != .unknown {
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

  /// The name of the variable that a value is.
  private static func variable(_ value: Block) -> String? {
    guard value.type.hasPrefix("variables_get") else { return nil }
    return value.firstField(withName: "VAR")?.variable?.name.lowercased()
  }

  private static func kind(of value: Block) -> ValueKind { ValueKind(checks: value.outputConnection?.typeChecks) }
}
