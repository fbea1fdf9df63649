import BlockModel
import Markup

/// Reads single blocks, as toolboxes, the clipboard and events hold them.
public enum BlockReader {
  /// The block that a JSON state of Blockly describes, with all inside it.
  /// - Throws: `MarkupError` whose position is meaningless when the JSON was read as part of a larger text.
  public static func snapshot(json: JSONValue) throws(MarkupError) -> BlockSnapshot {
    try read { try JSONProgramReader.readBlock(json) }
  }

  /// The block that a `<block>` or `<shadow>` element describes, with all inside it.
  /// - Throws: `MarkupError` whose position is meaningless when the element was read as part of a larger text.
  public static func snapshot(xml: XMLElement) throws(MarkupError) -> BlockSnapshot {
    try read { try XMLProgramReader.readBlock(xml) }
  }

  private static func read(_ body: () throws -> BlockSnapshot) throws(MarkupError) -> BlockSnapshot {
    do { return try body() } catch {
      let cause = (error as? ProgramFault)?.cause ?? "\(error)"
      throw MarkupError(position: SourcePosition(line: 1, column: 1), cause: cause)
    }
  }
}
