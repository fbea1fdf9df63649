import BlockLibrary
import BlockModel
import BlockNotation

/// How a program came to an error: the block that raised it, and the calls around it, as text.
public struct Traceback: Sendable {
  public struct Entry: Hashable, Sendable {
    public var blockID: String
    /// The block as a line.
    public var text: String
    /// The name of the function that it is in; nil if it is in none.
    public var function: String?
  }

  /// The block that raised the error comes first.
  public let entries: [Entry]

  /// - Parameters:
  ///   - workspace: the program; blocks that it no longer has are left out.
  ///   - library: the wordings of its blocks.
  public init(of error: RunError, plan: RunPlan, in workspace: Workspace, library: NotationLibrary) {
    entries = error.trace.compactMap { number in
      guard let id = plan.numbers.id(of: number), let block = workspace.blocks[id] else { return nil }
      let text = LineWriter.line(of: block, library: library, in: workspace) ?? block.type
      return Entry(
        blockID: id, text: text, function: plan.functions[plan.function(around: number)].map(\.name))
    }
  }

  /// The entry with the given index in words, such as “in average, called from ‘print average (1, 2)’”.
  public func words(_ index: Int) -> String {
    let entry = entries[index]
    let place = entry.function.map { " in “\($0)”" } ?? ""
    return index == 0 ? "at ‘\(entry.text)’\(place)" : "called from ‘\(entry.text)’\(place)"
  }
}
