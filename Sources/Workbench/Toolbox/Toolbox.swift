import BlockModel

/// The blocks that a user can insert, by category.
public nonisolated struct Toolbox {
  public struct Category {
    public var name: String
    public var colour: BlockBuilder.Colour
    public var content: Content
    /// Whether a separator stands above the category.
    public var hasSeparatorAbove = false
  }

  public enum Content {
    /// What the toolbox lists. A built-in toolbox parses it only when the category is opened, as users open few.
    case entries(() -> [Entry])
    /// Getters and setters for the program's variables; typed ones for `isTyped`.
    case variables(isTyped: Bool)
    /// The procedure blocks, and calls of the program's procedures.
    case procedures
    /// The blocks of all other categories, to search in.
    case search
  }

  /// What stands in a category.
  public enum Entry: Equatable {
    case block(BlockSnapshot)
    /// A line of text.
    case label(String)
    /// A button that calls the app whose toolbox this is.
    case button(String, callbackKey: String)
    case separator
  }

  public var categories: [Category]

  public init(categories: [Category]) { self.categories = categories }
}

/// An entry of a category.
public nonisolated struct ToolboxItem {
  public enum Action {
    case insert(BlockSnapshot)
    case createVariable(type: String)
    /// A line of text, which does nothing.
    case label
    /// A button of an app, which does nothing here.
    case button
    case separator
  }

  /// What the list shows.
  public var label: String
  public var action: Action
  public var colour: BlockBuilder.Colour
  /// What a search looks at besides the label.
  public var keywords = ""
}
