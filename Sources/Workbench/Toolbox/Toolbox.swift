import BlockModel

/// The blocks that a user can insert, by category.
public nonisolated struct Toolbox {
  public struct Category {
    public var name: String
    public var colour: BlockBuilder.Colour
    public var content: Content
  }

  public enum Content {
    /// Blocks listed in the toolbox. A built-in toolbox parses them only when the category is opened, as users open
    /// few.
    case blocks(() -> [BlockSnapshot])
    /// Getters and setters for the program's variables; typed ones for `isTyped`.
    case variables(isTyped: Bool)
    /// The procedure blocks, and calls of the program's procedures.
    case procedures
  }

  public var categories: [Category]

  public init(categories: [Category]) { self.categories = categories }
}

/// An entry of a category.
public nonisolated struct ToolboxItem {
  public enum Action {
    case insert(BlockSnapshot)
    case createVariable(type: String)
  }

  /// The block's label.
  public var label: String
  public var action: Action
  public var colour: BlockBuilder.Colour
}
