/// A tree of blocks as data, for files, events and the clipboard. It is a flat list in reading order, so that no code
/// needs to recurse.
public struct BlockSnapshot: Equatable, Sendable {
  /// The connection that holds a block.
  public enum Slot: Hashable, Sendable {
    /// No connection: the block is at the top level.
    case top
    /// The connection below a statement.
    case next
    /// An input. The kind is nil if the format omits it.
    case input(name: String, kind: Input.Kind?)
  }

  /// The state of one block, without its descendants.
  public struct Record: Equatable, Sendable {
    /// The name of the block's definition, which may be unknown to the factory.
    public var type: String
    /// The block's id; nil when the file omits it.
    public var id: String?
    /// The index of the parent's record; -1 for none.
    public var parent: Int
    /// The connection that holds the block: `.top` for a record without a parent.
    public var slot: Slot
    /// Whether the block is a placeholder.
    public var isShadow = false
    /// Whether this is a shadow covered by a real block, which follows it.
    public var isCovered = false
    /// The number of records of this block and its descendants.
    public var count = 1
    /// The position; nil for blocks that are not at the top level, and when the file omits it.
    public var position: WorkspacePoint?
    /// See `Block.inlineOverride`.
    public var inline: Bool?
    /// The fields with a state, in the order of the file.
    public var fields: [FieldRecord] = []
    /// The state of the mutator; nil for the initial shape.
    public var mutation: MutationState?
    /// Rarely used state; nil for most blocks.
    public var extras: Extras?
    /// The inferred connections of a block taken from a workspace; nil if unknown. Never written to files.
    public var joints: [Block.Joint]?
    /// Whether the file omits the id, so that it is not written. Never written to files.
    public var hasImplicitID = false
    /// Whether the file omits the position, so that it is not written. Never written to files.
    public var hasImplicitPosition = false
    /// The block's place in the source, for messages: a byte offset in XML, or a tape index in JSON.
    public var sourceIndex = 0

    // Inlinable, because a record is large: it is built in place.
    /// Creates the record of a block without fields and of the initial shape. Its children's records follow it, each
    /// with its index as `parent`.
    @inlinable public init(type: String, id: String? = nil, parent: Int = -1, slot: Slot = .top) {
      self.type = type
      self.id = id
      self.parent = parent
      self.slot = slot
    }

    /// The extra state, created on the first write.
    public var createdExtras: Extras {
      get { extras ?? Extras() }
      set { extras = newValue }
    }

    /// Compares the content that a file would have.
    public static func == (left: Record, right: Record) -> Bool {
      left.type == right.type && left.id == right.id && left.parent == right.parent && left.slot == right.slot
        && left.isShadow == right.isShadow && left.isCovered == right.isCovered && left.position == right.position
        && left.inline == right.inline && left.fields == right.fields && left.mutation == right.mutation
        && left.extras == right.extras
    }
  }

  /// State that only few blocks have. It is stored separately to keep records small.
  public struct Extras: Equatable, Sendable {
    private final class Storage: Sendable {
      let values: Values
      init(_ values: Values) { self.values = values }
    }

    /// The values of the rarely used state.
    public struct Values: Equatable, Sendable {
      /// See `Block.isCollapsed`.
      public var isCollapsed = false
      /// See `Block.isDeletable`.
      public var isDeletable = true
      /// See `Block.isMovable`.
      public var isMovable = true
      /// See `Block.isEditable`.
      public var isEditable = true
      /// See `Block.disabledReasons`.
      public var disabledReasons: [String] = []
      /// See `Block.comment`.
      public var comment: BlockComment?
      /// See `Block.data`.
      public var data: String?
      /// See `Block.unknownParts`.
      public var unknownParts: UnknownParts?

      /// Creates the state of an ordinary block.
      public init() {}

      /// Whether a block without extras has the same state.
      public var isOrdinary: Bool {
        // Use patterns, because comparing with nil copies the value.
        if case .none = comment, case .none = data, case .none = unknownParts {
          return !isCollapsed && isDeletable && isMovable && isEditable && disabledReasons.isEmpty
        }
        return false
      }
    }

    private var storage: Storage

    /// Creates the state of an ordinary block. `Record.createdExtras` calls this when it is needed.
    public init() { storage = Storage(Values()) }

    /// The values. Copies of the record share one object until they are set.
    public var values: Values {
      get { storage.values }
      set { storage = Storage(newValue) }
    }

    public static func == (left: Extras, right: Extras) -> Bool {
      left.storage === right.storage || left.values == right.values
    }
  }

  /// The blocks in reading order: each parent before its children, and a covered shadow before the block that covers
  /// it.
  public var records: [Record]

  /// Creates a snapshot of records, which must be in reading order. Call `countRecords()` unless their counts are
  /// known.
  public init(records: [Record] = []) { self.records = records }

  /// Whether there is no block.
  public var isEmpty: Bool { records.isEmpty }

  /// The approximate memory of the records, in bytes. Texts and mutations are estimated.
  public var memorySize: Int {
    records.reduce(0) { $0 + MemoryLayout<Record>.stride + 64 + $1.fields.count * 96 + ($1.extras == nil ? 0 : 512) }
  }

  /// Computes every record's `count` from the parents.
  public mutating func countRecords() {
    for index in records.indices { records[index].count = 1 }
    for index in records.indices.reversed() {
      let (parent, count) = (records[index].parent, records[index].count)
      if parent >= 0 { records[parent].count += count }
    }
  }

  /// Returns the block at `index` and its descendants as a separate snapshot.
  public func part(at index: Int) -> BlockSnapshot {
    var part = Array(records[index..<index + records[index].count])
    for offset in part.indices { part[offset].parent = offset == 0 ? -1 : part[offset].parent - index }
    part[0].isCovered = false
    part[0].slot = .top
    return BlockSnapshot(records: part)
  }

  /// The ids of all blocks that will be in a workspace. Covered shadows are excluded.
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
