import BlockModel
import Markup

/// Reads single blocks, from toolboxes, the clipboard and events.
public enum BlockReader {
  /// Reads a block with its descendants from Blockly's JSON.
  /// - Throws: `MarkupError` without a useful position: it is always 1:1.
  public static func snapshot(json: JSONValue) throws(MarkupError) -> BlockSnapshot {
    try read { try JSONProgramReader.readBlock(json) }
  }

  /// Reads a block with its descendants from a `<block>` or `<shadow>` element.
  /// - Throws: `MarkupError` without a useful position: it is always 1:1.
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
