import BlockLayout
import BlockModel

/// The lines of a program's blocks, as messages quote them.
public struct BlockLines {
  private let workspace: Workspace

  /// The number of characters of a line that a message quotes.
  private static let longest = 48

  public init(of workspace: Workspace) { self.workspace = workspace }

  /// Returns the line of a block, shortened; empty if it no longer exists.
  public func callAsFunction(_ blockID: String) -> String {
    workspace.blocks[blockID].map { BlockLabel.header(of: $0, limit: Self.longest) } ?? ""
  }
}
