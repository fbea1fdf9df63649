import BlockEvents
import BlockModel
import Markup

/// A block's bookmark was set, renamed or removed. This is a custom event type, defined in the same way as an app's.
/// Other clients ignore it.
public final class BookmarkEvent: BlocklyEvent {
  public static let type = "mortise_bookmark"

  /// The name of a bookmark, and its index among the block's own members.
  public nonisolated struct Bookmark: Hashable, Sendable {
    public var name: String
    public var index: Int

    public init(name: String, index: Int) {
      self.name = name
      self.index = index
    }
  }

  public let old: Bookmark?
  public let new: Bookmark?

  public init(blockID: String, old: Bookmark?, new: Bookmark?, workspaceID: String) {
    self.old = old
    self.new = new
    super.init(type: Self.type, workspaceID: workspaceID, blockID: blockID)
  }

  /// Registers this event type with a factory.
  public static func register(with factory: BlocklyEventFactory) {
    factory.register(type) { (json, workspaceID) throws(EventError) in
      guard let blockID = json["blockId"]?.string else { throw EventError("“blockId” is missing or not a string") }
      func bookmark(_ key: String) -> Bookmark? {
        json[key]?["name"]?.string.map { Bookmark(name: $0, index: json[key]?["index"]?.integer ?? 0) }
      }
      return BookmarkEvent(blockID: blockID, old: bookmark("old"), new: bookmark("new"), workspaceID: workspaceID)
    }
  }

  override public func writeMembers(to json: inout JSONBuilder, in workspace: Workspace) {
    json.member("blockId", blockID ?? "")
    for (key, bookmark) in [("old", old), ("new", new)] {
      guard let bookmark else { continue }
      json.key(key)
      json.beginObject()
      json.member("name", bookmark.name)
      json.key("index")
      json.integer(bookmark.index)
      json.endObject()
    }
  }

  override public var isNull: Bool { old == new }

  override public func merged(with next: BlocklyEvent) -> BlocklyEvent? {
    guard let next = next as? BookmarkEvent, next.blockID == blockID, let blockID else { return nil }
    return BookmarkEvent(blockID: blockID, old: old, new: next.new, workspaceID: workspaceID)
  }

  override public func run(forward: Bool, on target: any EventTarget) throws(EventError) {
    guard let coordinator = target as? WorkspaceLayoutCoordinator,
      let block = target.workspace.blocks[blockID ?? ""]
    else { throw EventError("there is no block “\(blockID ?? "")”") }
    let bookmark = forward ? new : old
    coordinator.setBookmark(bookmark?.name, at: bookmark?.index, of: block)
  }
}

extension WorkspaceLayoutCoordinator {
  /// Sets or renames a block's bookmark; nil removes it.
  /// - Parameter index: the index among the block's own members; nil for the current one, or the end.
  public func setBookmark(_ name: String?, at index: Int? = nil, of block: Block) {
    func bookmark() -> BookmarkEvent.Bookmark? {
      block.bookmark.map { BookmarkEvent.Bookmark(name: $0, index: block.bookmarkIndex ?? 0) }
    }
    let old = bookmark()
    block.setBookmark(name, at: index ?? old?.index)
    layoutBuilder.buildLayoutTree(forBlock: block)
    add(BookmarkEvent(blockID: block.id, old: old, new: bookmark(), workspaceID: workspace.id))
  }
}
