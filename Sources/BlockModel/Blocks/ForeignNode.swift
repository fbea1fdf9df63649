import Markup

/// A node in the root of an XML file that is not in Blockly's format: an element, a comment or a processing
/// instruction. It keeps its position among the top-level blocks and workspace comments.
public final class ForeignNode {
  /// The node, which is written back unchanged.
  public let node: XMLElement.Node
  /// Whether it precedes the list of variables.
  public let precedesVariables: Bool
  /// Its order number among the top-level items.
  public internal(set) var order: Int64 = 0

  /// - Parameter precedesVariables: whether the node is before `<variables>`.
  public init(_ node: XMLElement.Node, precedesVariables: Bool = false) {
    self.node = node
    self.precedesVariables = precedesVariables
  }
}
