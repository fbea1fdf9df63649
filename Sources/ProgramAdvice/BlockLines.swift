import BlockLayout
import BlockModel

/// The lines of a program's blocks, as messages quote them.
package struct BlockLines {
  private let workspace: Workspace

  /// The number of characters of a line that a message quotes.
  private static let longest = 48

  package init(of workspace: Workspace) { self.workspace = workspace }

  /// Returns the line of a block, shortened; empty if it no longer exists.
  package func callAsFunction(_ blockID: String) -> String {
    guard let block = workspace.blocks[blockID] else { return "" }
    // Definitions have marks for right-to-left languages beside signs such as <.
    return BlockLabel.header(of: block, limit: Self.longest).filter { $0 != "\u{200E}" && $0 != "\u{200F}" }
  }
}
