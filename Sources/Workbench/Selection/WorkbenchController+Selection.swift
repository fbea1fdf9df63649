import BlockModel

/// The selected blocks.
extension WorkbenchController {
  /// The ids of the selected blocks in document order: the order of the file, a block before the blocks in it and below
  /// it. Empty if nothing is selected. None of the blocks is a default value or inside another one of them. Takes time
  /// in proportion to the blocks above and around the selected ones.
  public var selection: [String] { selected.blocks(in: workspace).map(\.id) }

  /// The ids of the selected blocks.
  public var selectedIDs: Set<String> { selected.ids }
}
