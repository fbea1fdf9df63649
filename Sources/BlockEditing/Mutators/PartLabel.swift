import BlockLayout
import BlockModel

/// What stands in inputs, in words.
public enum PartLabel {
  /// What inputs hold: `i is divisible by 5 · 1 block`; empty for nothing.
  public static func content(of inputs: [Input]) -> String {
    inputs.compactMap { input in
      guard let block = input.connectedBlock else { return nil }
      if input.kind == .statement { return count(of: block) }
      return BlockLabel.entry(of: block, limit: 30)
    }.joined(separator: " · ")
  }

  /// What is set aside when inputs go: `print “x” and 2 more`; empty for nothing. Shadows go with their input.
  public static func loose(in inputs: [Input]) -> String {
    list(
      inputs.compactMap { input in
        guard let block = input.connectedBlock, !block.isShadow else { return nil }
        let words = BlockLabel.entry(of: block, limit: 28)
        let more = input.kind == .statement ? length(of: block) - 1 : 0
        return more > 0 ? "\(words) and \(more) more" : words
      })
  }

  /// Some words one after another, no more than three of them.
  static func list(_ words: [String]) -> String {
    words.count <= 3
      ? words.joined(separator: ", ") : "\(words[..<2].joined(separator: ", ")) and \(words.count - 2) more"
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
