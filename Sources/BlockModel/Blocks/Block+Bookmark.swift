import Markup

/// Bookmarks. A bookmark is saved in its block as an additional member, which Blockly ignores: in JSON among the
/// block's members, in XML in the element `mortise-json` (see docs/develop/file-formats.md).
extension Block {
  /// The key of a bookmark in files.
  package static let bookmarkKey = "mortiseBookmark"

  /// The name of the block's bookmark; nil when it has none.
  public var bookmark: String? { bookmarkIndex.flatMap { unknownParts?.members[$0].value.string } }

  /// The bookmark's index among the block's unknown members.
  package var bookmarkIndex: Int? { unknownParts?.members.firstIndex { $0.key == Self.bookmarkKey } }

  /// Sets or removes the bookmark.
  /// - Parameters:
  ///   - name: the bookmark's name; nil to remove it.
  ///   - index: its index among the block's unknown members, clamped to the valid range; nil for the end.
  package func setBookmark(_ name: String?, at index: Int?) {
    var parts = unknownParts ?? UnknownParts()
    parts.members.removeAll { $0.key == Self.bookmarkKey }
    if let name {
      let member = UnknownParts.Member(key: Self.bookmarkKey, value: JSONValue.building { $0.string(name) })
      parts.members.insert(member, at: min(max(index ?? parts.members.count, 0), parts.members.count))
    }
    unknownParts = parts.isEmpty ? nil : parts
  }
}

extension BlockSnapshot {
  /// The snapshot without bookmarks, for copies of the blocks.
  public var withoutBookmarks: BlockSnapshot {
    var copy = self
    for index in records.indices where records[index].extras?.values.unknownParts?.members.isEmpty == false {
      var parts = records[index].extras?.values.unknownParts ?? UnknownParts()
      parts.members.removeAll { $0.key == Block.bookmarkKey }
      copy.records[index].extras?.values.unknownParts = parts.isEmpty ? nil : parts
    }
    return copy
  }
}
