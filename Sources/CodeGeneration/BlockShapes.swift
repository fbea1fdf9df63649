import BlockModel

/// Recognises, by their definitions, the blocks that don't affect the program's names. About half of a program's blocks
/// are such: numbers, texts and the like.
final class BlockShapes {
  private struct Entry {
    let definition: BlockBuilder
    let isPlain: Bool
  }

  /// The entries, by a part of the definition's address. Programs use few definitions.
  private var entries: [Entry?] = Array(repeating: nil, count: 256)

  /// Whether a block has neither variables nor connections below it, nor a mutator.
  @inline(__always) func isPlain(_ block: Block) -> Bool {
    let definition = block.definition
    let index = (Int(bitPattern: ObjectIdentifier(definition)) >> 5) & 255
    if let entry = entries[index], entry.definition === definition {
      return entry.isPlain && block.inputs.count == definition.inputBuilders.count
    }
    return add(definition, at: index) && block.inputs.count == definition.inputBuilders.count
  }

  private func add(_ definition: BlockBuilder, at index: Int) -> Bool {
    let isPlain =
      definition.mutator == nil && !definition.next.isPresent
      && definition.inputBuilders.allSatisfy { input in
        input.type != .value && input.type != .statement && !input.fields.contains { $0.shape == .variable }
      }
    entries[index] = Entry(definition: definition, isPlain: isPlain)
    return isPlain
  }
}
