import Markup

/// A bookmark is kept with its block as a member of our own, which Blockly ignores: beside the block's other members in
/// JSON, in XML inside the element that holds what XML has no place for.
extension Block {
  /// The file's key of a bookmark.
  package static let bookmarkKey = "mortiseBookmark"

  /// The name of the block's bookmark; nil when it has none.
  public var bookmark: String? { bookmarkIndex.flatMap { unknownParts?.members[$0].value.string } }

  /// Where the bookmark stands among the members that Blockly does not know.
  package var bookmarkIndex: Int? { unknownParts?.members.firstIndex { $0.key == Self.bookmarkKey } }

  /// - Parameter index: where it stands among the members that Blockly does not know; nil for the end.
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
  /// The blocks without their bookmarks, as for a copy of them.
  public var withoutBookmarks: BlockSnapshot {
    var copy = self
    for index in records.indices where records[index].rare?.values.unknownParts?.members.isEmpty == false {
      var parts = records[index].rare?.values.unknownParts ?? UnknownParts()
      parts.members.removeAll { $0.key == Block.bookmarkKey }
      copy.records[index].rare?.values.unknownParts = parts.isEmpty ? nil : parts
    }
    return copy
  }
}
