import BlockModel
import Markup

/// Writes a workspace comment.
struct CommentWriter {
  let comment: CommentSnapshot

  func write(namespace: String? = nil, to sink: inout some XMLSink) {
    sink.begin("comment")
    if let namespace { sink.attribute("xmlns", namespace) }
    if !comment.hasImplicitID { sink.attribute("id", comment.id) }
    if !comment.hasImplicitPosition {
      sink.attribute("x", NumberText.text(comment.position.x))
      sink.attribute("y", NumberText.text(comment.position.y))
    }
    if let size = comment.size {
      sink.attribute("w", NumberText.text(size.width))
      sink.attribute("h", NumberText.text(size.height))
    }
    if comment.isCollapsed { sink.attribute("collapsed", "true") }
    if !comment.isEditable { sink.attribute("editable", "false") }
    if !comment.isMovable { sink.attribute("movable", "false") }
    if !comment.isDeletable { sink.attribute("deletable", "false") }
    for attribute in comment.unknownParts?.attributes ?? [] { sink.attribute(attribute.name, attribute.value) }
    sink.text(comment.text)
    if let members = comment.unknownParts?.members, !members.isEmpty {
      sink.element(MortiseExtras.elementName, text: JSONValue.object(of: members).text())
    }
    sink.end()
  }

  /// - Parameter blocksBefore: the number of top-level blocks before the comment in XML.
  func write(blocksBefore: Int = 0, to sink: inout some JSONSink) {
    sink.beginObject()
    if let size = comment.size {
      sink.member("height", size.height)
      sink.member("width", size.width)
    }
    if !comment.hasImplicitID { sink.member("id", comment.id) }
    if !comment.hasImplicitPosition {
      sink.member("x", comment.position.x)
      sink.member("y", comment.position.y)
    }
    if !comment.text.isEmpty { sink.member("text", comment.text) }
    if comment.isCollapsed { sink.member("collapsed", true) }
    if !comment.isEditable { sink.member("editable", false) }
    if !comment.isMovable { sink.member("movable", false) }
    if !comment.isDeletable { sink.member("deletable", false) }
    for member in comment.unknownParts?.members ?? [] { sink.member(member.key, member.value) }
    if let member = MortiseExtras.member(for: comment.unknownParts, blocksBefore: blocksBefore) {
      sink.member(MortiseExtras.memberName, member)
    }
    sink.endObject()
  }
}
