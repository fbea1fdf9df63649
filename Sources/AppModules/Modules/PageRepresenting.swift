/// A module that represents a page of the app, for window titles and for listeners that log the shown pages.
@MainActor public protocol PageRepresenting: AnyModule {
  /// The page's name as shown to the user: `Bookmarks`.
  var pageName: String { get }

  /// The part of the app that the page belongs to: `program`.
  var section: String { get }

  /// The kind of page: `list`.
  var pageType: String { get }
}

/// The description of a module's page.
nonisolated public struct Page: Hashable, Sendable {
  /// The module's `pageName`.
  public let name: String
  /// The module's `section`.
  public let section: String
  /// The module's `pageType`.
  public let type: String
}

extension AnyModule where Self: PageRepresenting {
  public var page: Page? { Page(name: pageName, section: section, type: pageType) }
}
