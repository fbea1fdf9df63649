import BlockModel
import Markup

/// Single workspace comments as texts, as events hold them: with everything stated, as Blockly does.
public enum CommentText {
  /// The comment as Blockly's JSON.
  public static func json(of comment: CommentSnapshot) -> JSONValue {
    .building { CommentWriter(comment: comment.stated).write(to: &$0) }
  }

  /// The comment as Blockly's XML.
  public static func xml(of comment: CommentSnapshot) -> String {
    var writer = XMLWriter()
    CommentWriter(comment: comment.stated).write(namespace: ProgramStyle.blocklyNamespace, to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// The comment that a JSON state of Blockly describes.
  /// - Throws: `MarkupError` whose position is meaningless when the JSON was read as part of a larger text.
  public static func snapshot(json: JSONValue) throws(MarkupError) -> CommentSnapshot {
    do { return try JSONProgramReader.readComment(json) } catch {
      let cause = (error as? ProgramFault)?.cause ?? "\(error)"
      throw MarkupError(position: SourcePosition(line: 1, column: 1), cause: cause)
    }
  }

  /// The comment that a `<comment>` element describes.
  public static func snapshot(xml: XMLElement) -> CommentSnapshot { XMLProgramReader.readComment(xml) }
}

extension CommentSnapshot {
  fileprivate var stated: CommentSnapshot {
    var stated = self
    stated.hasImplicitID = false
    stated.hasImplicitPosition = false
    stated.size = size ?? Self.defaultSize
    return stated
  }
}
