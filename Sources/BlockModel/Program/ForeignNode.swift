import Markup

/// Something in the root of an XML file that is none of Blockly's parts: an element, a comment or a processing instruction. It
/// keeps its place among the top-level blocks and workspace comments.
public final class ForeignNode {
  public let node: XMLElement.Node
  /// Whether it stands before the list of variables.
  public let precedesVariables: Bool
  /// Decides the place among the others.
  public internal(set) var order: Int64 = 0

  public init(_ node: XMLElement.Node, precedesVariables: Bool = false) {
    self.node = node
    self.precedesVariables = precedesVariables
  }
}
