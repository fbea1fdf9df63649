import BlockModel

/// The blocks that a user can insert, by category.
public struct Toolbox {
  /// The blocks that the toolbox shows under one name.
  public struct Category {
    /// The name that users see.
    public var name: String
    /// The colour of the category's bar.
    public var colour: BlockBuilder.Colour
    /// The entries of the category, or their source.
    public var content: Content
    /// Whether there is a separator above the category.
    public var hasSeparatorAbove = false
    /// Whether it contains the blocks that were found for a program.
    package var isFound = false

    /// - Parameter colour: the colour of the category's bar.
    public init(name: String, colour: BlockBuilder.Colour, content: Content) {
      self.name = name
      self.colour = colour
      self.content = content
    }
  }

  /// The source of a category's entries.
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
    /// A block to insert, with the blocks inside it.
    case block(BlockSnapshot)
    /// A line of text.
    case label(String)
    /// A button whose callback belongs to the app that made the toolbox.
    case button(String, callbackKey: String)
    /// A gap between blocks.
    case separator
  }

  /// The categories in their order. Nested ones of a file follow their parent.
  public var categories: [Category]

  /// A toolbox of these categories; `ToolboxReader` reads one from a file.
  public init(categories: [Category]) { self.categories = categories }
}
