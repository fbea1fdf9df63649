import BlockModel
import Markup

/// Writes the parts between the stacks: comments of the workspace, and foreign nodes.
enum WorkspaceCommentLines {
  static func lines(of snapshot: CommentSnapshot, options: NotationOptions, in workspace: Workspace) -> [String] {
    var attributes: [String] = []
    func add(_ name: String, _ values: JSONValue...) {
      attributes.append("@\(name)(\(values.map { $0.text() }.joined(separator: ", ")))")
    }
    var lines = ["//"]
    if CommentLines.canWrite(snapshot.text) {
      lines = CommentLines.lines(of: snapshot.text)
    } else {
      add("text", .string(snapshot.text))
    }
    if options.contains(.ids), !snapshot.hasImplicitID { add("id", .string(snapshot.id)) }
    if options.contains(.places) {
      if snapshot.hasImplicitPosition {
        attributes.append("@at()")
      } else {
        add("at", .number(snapshot.position.x), .number(snapshot.position.y))
      }
    }
    if !options.contains(.names), let size = snapshot.size { add("size", .number(size.width), .number(size.height)) }
    if snapshot.isCollapsed { attributes.append("@collapsed") }
    if !snapshot.isEditable { attributes.append("@uneditable") }
    if !snapshot.isMovable { attributes.append("@unmovable") }
    if !snapshot.isDeletable { attributes.append("@undeletable") }
    if let parts = snapshot.unknownParts, let json = UnknownPartsJSON.json(of: parts, type: "", in: workspace) {
      add("extra", json)
    }
    if !attributes.isEmpty { lines.append(attributes.joined(separator: " ")) }
    return lines
  }

  static func line(of node: ForeignNode) -> String {
    var xml = XMLWriter()
    xml.node(node.node)
    let text = JSONValue.string(String(decoding: xml.bytes, as: UTF8.self)).text()
    return "@foreign(\(text)\(node.precedesVariables ? ", true" : ""))"
  }
}
