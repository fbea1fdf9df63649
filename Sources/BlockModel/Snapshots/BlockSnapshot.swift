/// A tree of blocks as data: what a file, an event or the clipboard holds. A flat list in reading order, so that nothing
/// that handles one recurses.
public struct BlockSnapshot: Equatable, Sendable {
  /// Where a block hangs.
  public enum Slot: Hashable, Sendable {
    case top
    case next
    /// In an input; its kind is nil where the format doesn't say.
    case input(name: String, kind: Input.Kind?)
  }

  /// The state of one block, without those inside it.
  public struct Record: Equatable, Sendable {
    public var type: String
    /// nil when the file gives none.
    public var id: String?
    /// The index of the block that holds this one; -1 for none.
    public var parent: Int
    public var slot: Slot
    public var isShadow = false
    /// A shadow whose place a real block takes, which follows.
    public var isCovered = false
    /// How many records this block and those inside it are.
    public var count = 1
    /// nil for blocks that are not at the top level, and where the file gives none.
    public var position: WorkspacePoint?
    public var inline: Bool?
    public var fields: [FieldRecord] = []
    public var mutation: MutationState?
    /// What most blocks don't have.
    public var rare: RareState?
    /// The connections that no definition gives, of a block that was there; nil where nothing is known of them. Not part of
    /// any file.
    public var joints: [Block.Joint]?
    /// The file gave no id, so none is written; not part of any file.
    public var hasImplicitID = false
    /// The file gave no place, so none is written; not part of any file.
    public var hasImplicitPosition = false
    /// Where the block stands in its source, for messages: a byte of XML, or a place of JSON.
    public var place = 0

    public init(type: String, id: String? = nil, parent: Int = -1, slot: Slot = .top) {
      self.type = type
      self.id = id
      self.parent = parent
      self.slot = slot
    }

    /// The rare state, made when it is written to.
    public var extra: RareState {
      get { rare ?? RareState() }
      set { rare = newValue }
    }

    /// Blocks are equal when what a file would hold of them is.
    public static func == (left: Record, right: Record) -> Bool {
      left.type == right.type && left.id == right.id && left.parent == right.parent && left.slot == right.slot
        && left.isShadow == right.isShadow && left.isCovered == right.isCovered && left.position == right.position
        && left.inline == right.inline && left.fields == right.fields && left.mutation == right.mutation
        && left.rare == right.rare
    }
  }

  /// Attributes that few blocks have; kept apart so that a record is small.
  public struct RareState: Equatable, Sendable {
    private final class Storage: Sendable {
      let values: Values
      init(_ values: Values) { self.values = values }
    }

    public struct Values: Equatable, Sendable {
      public var isCollapsed = false
      public var isDeletable = true
      public var isMovable = true
      public var isEditable = true
      public var disabledReasons: [String] = []
      public var comment: BlockComment?
      public var data: String?
      public var unknownParts: UnknownParts?

      public init() {}
    }

    private var storage: Storage

    public init() { storage = Storage(Values()) }

    public var values: Values {
      get { storage.values }
      set { storage = Storage(newValue) }
    }

    public static func == (left: RareState, right: RareState) -> Bool {
      left.storage === right.storage || left.values == right.values
    }
  }

  public var records: [Record]

  public init(records: [Record] = []) { self.records = records }

  public var isEmpty: Bool { records.isEmpty }

  /// The memory that the blocks' records take, in bytes, roughly: texts and mutations are counted by the typical one.
  public var memorySize: Int {
    records.reduce(0) { $0 + MemoryLayout<Record>.stride + 64 + $1.fields.count * 96 + ($1.rare == nil ? 0 : 512) }
  }

  /// Fills every record's `count` from the parents.
  public mutating func countRecords() {
    for index in records.indices { records[index].count = 1 }
    for index in records.indices.reversed() {
      let (parent, count) = (records[index].parent, records[index].count)
      if parent >= 0 { records[parent].count += count }
    }
  }

  /// The block at `index` and those inside it, as a snapshot of its own.
  public func part(at index: Int) -> BlockSnapshot {
    var part = Array(records[index..<index + records[index].count])
    for place in part.indices { part[place].parent = place == 0 ? -1 : part[place].parent - index }
    part[0].isCovered = false
    part[0].slot = .top
    return BlockSnapshot(records: part)
  }

  /// The ids of all blocks that will stand in a workspace (covered shadows are not there).
  public var ids: [String] {
    var ids: [String] = []
    var index = 0
    while index < records.count {
      if records[index].isCovered {
        index += records[index].count
        continue
      }
      if let id = records[index].id { ids.append(id) }
      index += 1
    }
    return ids
  }
}
