import BlockModel
import Markup

// Comments of the workspace and of blocks.
extension XMLProgramReader {
  mutating func workspaceComment(_ element: XMLElement) -> WorkspaceComment {
    noteComments(in: element)
    var parts = UnknownParts()
    var values: [String: String] = [:]
    for attribute in element.attributes {
      if Self.commentAttributes.contains(attribute.name) {
        values[attribute.name] = attribute.value
      } else if attribute.name != "xmlns" {
        parts.attributes.append(attribute)
      }
    }
    let numbers = ["x", "y", "w", "h"].map { name in
      values[name].flatMap { coordinate($0, at: element.offset, isSize: name == "w" || name == "h") }
    }
    let id = values["id"]
    let comment = WorkspaceComment(
      id: program.commentID(id, text: element.text, at: element.offset), text: element.text,
      position: WorkspacePoint(x: numbers[0] ?? 10, y: numbers[1] ?? 10))
    comment.hasImplicitID = id == nil
    comment.hasImplicitPosition = values["x"] == nil && values["y"] == nil
    if let width = numbers[2], let height = numbers[3] { comment.size = WorkspaceSize(width: width, height: height) }
    comment.isCollapsed = values["collapsed"] == "true"
    comment.isEditable = values["editable"] != "false"
    comment.isMovable = values["movable"] != "false"
    comment.isDeletable = values["deletable"] != "false"
    parts.members = element.elements.flatMap { MortiseExtras.members(in: $0) ?? [] }
    if !parts.isEmpty { comment.unknownParts = parts }
    return comment
  }

  private static let commentAttributes: Set<String> = [
    "id", "x", "y", "w", "h", "collapsed", "editable", "movable", "deletable",
  ]

  mutating func comment(_ element: XMLElement) -> BlockComment {
    var comment = BlockComment(text: element.text)
    var numbers: [String: Double] = [:]
    for attribute in element.attributes {
      switch attribute.name {
      case "pinned": comment.isPinned = attribute.value == "true"
      case "h", "w", "x", "y":
        let isSize = attribute.name == "h" || attribute.name == "w"
        if let number = coordinate(attribute.value, at: element.offset, isSize: isSize) {
          numbers[attribute.name] = number
        }
      default: comment.unknownAttributes.append(attribute)
      }
    }
    if let width = numbers["w"], let height = numbers["h"] {
      comment.size = WorkspaceSize(width: width, height: height)
    }
    if let x = numbers["x"], let y = numbers["y"] { comment.position = WorkspacePoint(x: x, y: y) }
    return comment
  }
}
