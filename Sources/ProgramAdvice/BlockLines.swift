import BlockModel
import BlockNotation

/// The lines of a program's blocks, as messages quote them.
public struct BlockLines {
  private let library: NotationLibrary
  private let workspace: Workspace

  /// The number of characters of a line that a message quotes.
  private static let longest = 48

  public init(of workspace: Workspace, library: NotationLibrary) {
    (self.library, self.workspace) = (library, workspace)
  }

  /// Returns the line of a block, shortened; its type if it has no words.
  public func callAsFunction(_ blockID: String) -> String {
    guard let block = workspace.blocks[blockID] else { return "" }
    let line = LineWriter.words(of: block, library: library, in: workspace) ?? block.type
    return line.count > Self.longest ? line.prefix(Self.longest - 1) + "…" : line
  }
}
