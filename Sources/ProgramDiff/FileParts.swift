import BlockModel
import Markup

/// The parts of a file that no event can express: nodes and parts that aren't Blockly's, and the list of variables.
/// They are compared and merged as wholes.
public struct FileParts: Equatable {
  private struct Node: Equatable {
    var text: String
    var precedesVariables: Bool
    var behind: Int
  }

  /// The unknown attributes, elements and members of the root.
  var unknownParts: UnknownParts?
  private let nodes: [Node]
  private let foreignNodes: [(node: ForeignNode, behind: Int)]
  private let variables: [VariableState]
  private let listsBlocks: Bool
  private let declaresVariables: Bool
  private let listsAllVariables: Bool

  /// - Parameter workspace: the program as it was read.
  public init(of workspace: Workspace) {
    unknownParts = workspace.unknownParts
    foreignNodes = workspace.foreignNodes.map { ($0, workspace.count(before: $0)) }
    nodes = foreignNodes.map { node, behind in
      var xml = XMLWriter()
      xml.node(node.node)
      return Node(
        text: String(decoding: xml.bytes, as: UTF8.self), precedesVariables: node.precedesVariables, behind: behind)
    }
    variables = workspace.variables.all.map(workspace.variables.state)
    listsBlocks = workspace.listsBlocks
    declaresVariables = workspace.variables.isDeclared
    listsAllVariables = workspace.variables.listsAll
  }

  public static func == (left: FileParts, right: FileParts) -> Bool {
    left.unknownParts == right.unknownParts && left.nodes == right.nodes && left.variables == right.variables
      && left.listsBlocks == right.listsBlocks && left.declaresVariables == right.declaresVariables
      && left.listsAllVariables == right.listsAllVariables
  }

  /// Whether the parts that aren't Blockly's are the same; variables aside.
  func hasSameParts(as other: FileParts) -> Bool { unknownParts == other.unknownParts && nodes == other.nodes }

  /// Sets the parts of a program that aren't Blockly's.
  func applyParts(to workspace: Workspace) {
    workspace.unknownParts = unknownParts
    workspace.setForeignNodes(
      foreignNodes.map { (ForeignNode($0.node.node, precedesVariables: $0.node.precedesVariables), $0.behind) })
  }

  /// Gives a program these parts. Variables are identified by id, or else by name and type.
  public func apply(to workspace: Workspace) {
    applyParts(to: workspace)
    workspace.listsBlocks = listsBlocks
    workspace.variables.isDeclared = declaresVariables
    workspace.variables.listsAll = listsAllVariables
    var order: [String] = []
    for state in variables {
      let variable =
        workspace.variables[state.id] ?? workspace.variables.variable(named: state.name, type: state.type)
      guard let variable else { continue }
      order.append(variable.id)
      workspace.variables.setListing(of: variable, from: state)
    }
    workspace.variables.arrange(order)
  }
}
