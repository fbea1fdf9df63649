import BlockModel
import Markup

extension Workspace {
  /// Adds the variables, blocks and comments of a program in Blockly's XML. Ids that are already taken in the workspace
  /// are replaced. Adds no events and computes no layout, so load before a coordinator shows the workspace.
  /// - Parameter factory: the factory that creates the blocks; nil for the workspace's own.
  /// - Throws: `MarkupError` with line, column and cause; the workspace is then unchanged.
  public func loadBlocks(fromXMLString xml: String, factory: BlockFactory? = nil) throws(MarkupError) {
    let bytes = Array(xml.utf8)
    let root = try XMLParser.parse(bytes)
    let program: ProgramContents
    do { program = try XMLProgramReader.read(root) } catch {
      let fault = error as? ProgramFault
      let position = fault.flatMap { SourcePosition.positions(ofOffsets: [$0.sourceIndex], in: bytes)[$0.sourceIndex] }
      throw MarkupError(position: position ?? SourcePosition(line: 1, column: 1), cause: fault?.cause ?? "\(error)")
    }
    var builder = WorkspaceBuilder(self, factory: factory ?? self.factory)
    builder.finish(program)
  }
}
