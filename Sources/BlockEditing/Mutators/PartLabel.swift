import BlockLayout
import BlockModel

/// Describes the contents of inputs.
public enum PartLabel {
  /// Describes the contents of inputs, such as `i is divisible by 5 · 1 block`; empty if there are none.
  public static func content(of inputs: [Input]) -> String {
    inputs.compactMap { input in
      guard let block = input.connectedBlock else { return nil }
      if input.kind == .statement { return count(of: block) }
      return BlockLabel.entry(of: block, limit: 30)
    }.joined(separator: " · ")
  }

  /// Describes the blocks that are disconnected if inputs are removed, such as `print “x” and 2 more`; empty if there
  /// are none. Shadows are removed with their input.
  public static func disconnected(in inputs: [Input]) -> String {
    list(
      inputs.compactMap { input in
        guard let block = input.connectedBlock, !block.isShadow else { return nil }
        let label = BlockLabel.entry(of: block, limit: 28)
        let more = input.kind == .statement ? length(of: block) - 1 : 0
        return more > 0 ? "\(label) and \(more) more" : label
      })
  }

  /// Joins descriptions, and shortens the list if there are more than three.
  static func list(_ labels: [String]) -> String {
    labels.count <= 3
      ? labels.joined(separator: ", ") : "\(labels[..<2].joined(separator: ", ")) and \(labels.count - 2) more"
  }

  private static func count(of stack: Block) -> String {
    let count = length(of: stack)
    return count == 1 ? "1 block" : "\(count) blocks"
  }

  private static func length(of stack: Block) -> Int {
    var count = 1
    var block = stack
    while let next = block.nextBlock {
      count += 1
      block = next
    }
    return count
  }
}
