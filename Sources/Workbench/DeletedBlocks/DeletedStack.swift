import BlockModel

/// Blocks that were deleted together since the program was opened.
public struct DeletedStack {
  let blocks: BlockSnapshot
  /// The words of the first block, and how many blocks there are.
  public let description: String
  public let colour: BlockBuilder.Colour
}
