import BlockEvents
import BlockModel
import Markup

/// A block's bookmark was set, renamed or removed. This is a custom event type, defined in the same way as an app's.
/// Other clients ignore it.
public final class BookmarkEvent: BlocklyEvent {
  /// The type in JSON. It begins with the app's name, so that no event of Blockly's will have it.
  public static let type = "mortise_bookmark"

  /// The name of a bookmark, and its index among the block's own members.
  public nonisolated struct Bookmark: Hashable, Sendable {
    /// The name, as the user typed it.
    public var name: String
    /// Its index among the members of the block in JSON that aren't Blockly's, so that undo leaves files unchanged.
    public var index: Int
  }

  /// The bookmark that undo sets; nil for none.
  public private(set) var old: Bookmark?
  /// The bookmark that redo sets; nil for none.
  public private(set) var new: Bookmark?

  convenience init(blockID: String, old: Bookmark?, new: Bookmark?, workspaceID: String) {
    self.init(type: Self.type, workspaceID: workspaceID, blockID: blockID)
    self.old = old
    self.new = new
  }

  /// Registers this event type with a factory.
  public static func register(with factory: BlocklyEventFactory) {
    factory.registerMembers(type) { BookmarkEvent(type: $0, workspaceID: $1) }
  }

  override public class var members: [EventMember] {
    [.blockID, member("old", \.old), member("new", \.new)]
  }

  private static func member(
    _ name: String, _ bookmark: ReferenceWritableKeyPath<BookmarkEvent, Bookmark?>
  ) -> EventMember {
    EventMember(bookmark) { (json) throws(EventError) in
      json[name]?["name"]?.string.map { Bookmark(name: $0, index: json[name]?["index"]?.integer ?? 0) }
    } write: { bookmark, json, _ in
      guard let bookmark else { return }
      json.object(name) {
        $0.member("name", bookmark.name)
        $0.member("index", bookmark.index)
      }
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
    else { throw EventError("there is no block “\(blockID ?? "")”", conflict: "deleted by another user") }
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
