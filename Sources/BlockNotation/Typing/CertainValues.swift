import BlockLibrary
import BlockModel

/// The numbers, and the lengths of lists and texts, that variables certainly have where a line is typed: those that are
/// set once, above it and outside of loops, and never changed.
public final class CertainValues {
  private unowned let workspace: Workspace
  private let connection: Connection?
  private lazy var found = find()

  /// Creates the values of a program, which is examined when one is first requested.
  /// - Parameter connection: the connection to which lines are typed; nil for none.
  public init(_ workspace: Workspace, at connection: Connection?) {
    self.workspace = workspace
    self.connection = connection
  }

  /// Returns a variable's number, or the length of its list or text; nil if it isn't certain.
  func value(ofVariable name: String) -> Double? { found[name.lowercased()] }

  private func find() -> [String: Double] {
    guard let connection, ProcedureBlocks.name(definedBy: connection.sourceBlock.root) == nil else { return [:] }
    // In a loop, a statement below may change a variable before the next round.
    var holder = connection.sourceInput == nil ? connection.sourceBlock.surroundingBlock : connection.sourceBlock
    while let block = holder {
      if !["controls_if", "controls_ifelse"].contains(block.type) { return [:] }
      holder = block.surroundingBlock
    }
    var values: [String: Double] = [:]
    var lists: Set<String> = []
    var uncertain: Set<String> = []
    var uses: [(name: String, block: Block)] = []
    for block in workspace.blocks.values {
      for parameter in (block.mutator as? MutatorProcedureDefinition)?.parameters ?? [] {
        uncertain.insert(parameter.name.lowercased())
      }
      for name in block.inputs.lazy.flatMap(\.fields).compactMap({ $0.variable?.name.lowercased() }) {
        if block.type == "variables_get" {
          uses.append((name, block))
        } else if values[name] == nil, let (value, isList) = value(setBy: block) {
          values[name] = value
          if isList { lists.insert(name) }
        } else {
          uncertain.insert(name)
        }
      }
    }
    for use in uses where lists.contains(use.name) && !Self.keepsLength(use.block) { uncertain.insert(use.name) }
    return values.filter { !uncertain.contains($0.key) }
  }

  /// Returns the value to which a block sets a variable, if that is certain.
  private func value(setBy block: Block) -> (value: Double, isList: Bool)? {
    guard block.type == "variables_set", block.root === connection?.sourceBlock.root, block.surroundingBlock == nil,
      let value = block.firstInput(withName: "VALUE")?.connectedBlock
    else { return nil }
    switch value.type {
    case "math_number": return value.firstField(withName: "NUM").flatMap { Double($0.text) }.map { ($0, false) }
    case "text": return value.firstField(withName: "TEXT").map { (Double($0.text.count), false) }
    case "lists_create_empty": return (0, true)
    case "lists_create_with": return (Double(value.inputs.count { $0.kind == .value }), true)
    default: return nil
    }
  }

  /// The blocks that don't change a list in one of their inputs, and don't keep it.
  private static let readers: Set<String> = [
    "lists_length", "lists_isEmpty", "lists_indexOf", "lists_getSublist", "lists_sort", "lists_reverse", "lists_split",
    "math_on_list", "text_print", "controls_forEach", "math_arithmetic", "logic_compare", "text_length",
  ]

  /// Whether a list has the same length after the block around its name.
  private static func keepsLength(_ name: Block) -> Bool {
    guard let user = name.parent else { return true }
    return readers.contains(user.type)
      || user.type == "lists_getIndex" && user.firstField(withName: "MODE")?.text == "GET"
  }
}
