import BlockModel
import Markup

/// Converts single workspace comments to and from the text in events, which contains every property, as in Blockly.
public enum CommentText {
  /// Returns the comment as Blockly's JSON.
  public static func json(of comment: CommentSnapshot) -> JSONValue {
    .building { CommentWriter(comment: comment.stated).write(to: &$0) }
  }

  /// Returns the comment as Blockly's XML.
  public static func xml(of comment: CommentSnapshot) -> String {
    var writer = XMLWriter()
    CommentWriter(comment: comment.stated).write(namespace: ProgramStyle.blocklyNamespace, to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Reads a comment from Blockly's JSON.
  /// - Throws: `MarkupError` without a useful position: it is always 1:1.
  public static func snapshot(json: JSONValue) throws(MarkupError) -> CommentSnapshot {
    do { return try JSONProgramReader.readComment(json) } catch {
      let cause = (error as? ProgramFault)?.cause ?? "\(error)"
      throw MarkupError(position: SourcePosition(line: 1, column: 1), cause: cause)
    }
  }

  /// Reads a comment from a `<comment>` element.
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
