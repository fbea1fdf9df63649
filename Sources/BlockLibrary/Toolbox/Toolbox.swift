import BlockModel

/// The blocks that a user can insert, by category.
public struct Toolbox {
  public struct Category {
    public var name: String
    public var colour: BlockBuilder.Colour
    public var content: Content
    /// Whether a separator stands above the category.
    public var hasSeparatorAbove = false
  }

  public enum Content {
    /// The entries that the toolbox lists. A built-in toolbox parses them only when the user opens the category.
    case entries(() -> [Entry])
    /// Getters and setters for the program's variables; typed ones for `isTyped`.
    case variables(isTyped: Bool)
    /// The procedure blocks, and calls of the program's procedures.
    case procedures
    /// The blocks of all other categories, for searching.
    case search
  }

  /// An entry as the toolbox lists it.
  public enum Entry: Equatable {
    case block(BlockSnapshot)
    /// A line of text.
    case label(String)
    /// A button whose callback belongs to the app that made the toolbox.
    case button(String, callbackKey: String)
    case separator
  }

  public var categories: [Category]

  public init(categories: [Category]) { self.categories = categories }
}
