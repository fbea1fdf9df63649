import BlockModel

/// What a user can insert, by category.
public nonisolated struct Toolbox {
  public struct Category {
    public var name: String
    public var colour: BlockBuilder.Colour
    public var content: Content
  }

  public enum Content {
    /// Blocks that the toolbox names; one that is known to be right reads them when they are asked for, as a user opens
    /// few categories.
    case blocks(() -> [BlockSnapshot])
    /// The blocks for the program's variables; typed ones for `isTyped`.
    case variables(isTyped: Bool)
    /// The procedure blocks, and callers of what the program defines.
    case procedures
  }

  public var categories: [Category]

  public init(categories: [Category]) { self.categories = categories }
}

/// Something in a category that can be chosen.
public nonisolated struct ToolboxItem {
  public enum Action {
    case insert(BlockSnapshot)
    case makeVariable(type: String)
  }

  /// The block in words.
  public var words: String
  public var action: Action
  public var colour: BlockBuilder.Colour
}
