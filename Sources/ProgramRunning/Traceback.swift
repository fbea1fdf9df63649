import BlockLibrary
import BlockModel
import BlockNotation

/// The path by which a program reached its current place: the block that raised an error or runs next, and the calls
/// around it, as text.
public struct Traceback: Sendable {
  /// A block on the path, as users know it.
  public struct Entry: Hashable, Sendable {
    /// The id of the block in the workspace.
    public var blockID: String
    /// The block as a line.
    public var text: String
    /// The name of the function that it is in; nil if it is in none.
    public var function: String?
  }

  /// The entries. The block where the program is comes first.
  public let entries: [Entry]

  /// - Parameters:
  ///   - workspace: the program; blocks that it no longer has are left out.
  ///   - library: the wordings of its blocks.
  ///   - label: returns the text of the first row of a block that takes several.
  public init(
    of error: RunError, plan: RunPlan, in workspace: Workspace, library: NotationLibrary, label: (Block) -> String
  ) {
    self.init(error.trace, plan: plan, in: workspace, library: library, label: label)
  }

  /// Creates the traceback of a stopped program.
  /// - Parameters:
  ///   - workspace: the program; blocks that it no longer has are left out.
  ///   - library: the wordings of its blocks.
  ///   - label: returns the text of the first row of a block that takes several.
  public init(
    of state: RunState, plan: RunPlan, in workspace: Workspace, library: NotationLibrary, label: (Block) -> String
  ) {
    self.init([state.block] + state.calls.map(\.caller), plan: plan, in: workspace, library: library, label: label)
  }

  private init(
    _ numbers: [Int], plan: RunPlan, in workspace: Workspace, library: NotationLibrary, label: (Block) -> String
  ) {
    entries = numbers.compactMap { number in
      guard let id = plan.numbers.id(of: number), let block = workspace.blocks[id] else { return nil }
      // A call is shown with its statement, except in a function's result.
      let statement = plan.numbers.statement(of: number)
      let isCaller = number != numbers.first && plan.functions[statement] == nil
      let shown = isCaller ? plan.numbers.id(of: statement).flatMap { workspace.blocks[$0] } ?? block : block
      return Entry(
        blockID: id, text: LineWriter.words(of: shown, library: library, in: workspace) ?? label(shown),
        function: plan.functions[plan.function(around: number)].map(\.name))
    }
  }

  /// Returns the text of the entry with the given index, such as “called from ‘print average (1, 2)’”.
  public func words(_ index: Int) -> String {
    let entry = entries[index]
    let location = entry.function.map { " in “\($0)”" } ?? ""
    return index == 0 ? "at ‘\(entry.text)’\(location)" : "called from ‘\(entry.text)’\(location)"
  }
}
