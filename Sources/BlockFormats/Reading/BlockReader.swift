import BlockModel
import Markup

/// Reads single blocks, as toolboxes, the clipboard and events hold them.
public enum BlockReader {
  /// The block that a JSON state of Blockly describes, with all inside it.
  /// - Throws: `MarkupError` whose position is meaningless when the JSON was read as part of a larger text.
  public static func snapshot(json: JSONValue) throws(MarkupError) -> BlockSnapshot {
    do {
      return try JSONProgramReader.readBlock(json)
    } catch let fault as ProgramFault {
      throw MarkupError(position: SourcePosition(line: 1, column: 1), cause: fault.cause)
    } catch {
      throw MarkupError(position: SourcePosition(line: 1, column: 1), cause: "\(error)")
    }
  }

  /// The block that a `<block>` or `<shadow>` element describes, with all inside it; empty when one of them has more parts
  /// than a block can have.
  public static func snapshot(xml: XMLElement) -> BlockSnapshot {
    (try? XMLProgramReader.readBlock(xml)) ?? BlockSnapshot()
  }
}
